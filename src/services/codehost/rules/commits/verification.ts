import type { Rows } from '#codehost/call.ts'
import { signedBytesOf, type Commit, type GitSignature, type SignedBytes, type Tag } from '#codehost/git/objects.ts'
import { isSignedBy, MalformedPgp, readPgpSignature } from '#codehost/git/open-pgp.ts'
import { isSshSigned, readSshSignature } from '#codehost/git/ssh-signature.ts'
import { accountOf } from './authors.ts'
import { isVerified } from './verified-signatures.ts'

/** The vendor's reasons. https://docs.github.com/rest/commits/commits#get-a-commit */
type VerificationReason =
  | 'bad_email'
  | 'expired_key'
  | 'invalid'
  | 'malformed_signature'
  | 'no_user'
  | 'not_signing_key'
  | 'unknown_key'
  | 'unknown_signature_type'
  | 'unsigned'
  | 'unverified_email'
  | 'valid'

/** The verification of a signature: `valid` or the reason against it, and when it could be verified first. */
export interface Verification {
  readonly reason: VerificationReason
  /** In epoch milliseconds; null unless it is valid. */
  readonly at: number | null
  /** The id of a GPG key, in hexadecimal; null for other signatures. */
  readonly keyId: string | null
  /** The user whose key it is; null for an unknown key. */
  readonly signerId: number | null
}

/** Returns whether a commit or a tag was signed with a key that a user has added, for their own address. */
export function verificationOf(rows: Rows, object: Commit | Tag): Verification {
  const signed = signedBytesOf(object)
  if (signed === null) return refused('unsigned')
  const signer = object.kind === 'tag' ? object.tagger : object.committer
  if (signed.signature.includes('BEGIN SSH SIGNATURE')) return verifySsh(rows, object, signer, signed)
  if (!signed.signature.includes('BEGIN PGP SIGNATURE')) return refused('unknown_signature_type')
  try {
    return verifyPgp(rows, object, signer, signed)
  } catch (error) {
    if (error instanceof MalformedPgp || error instanceof RangeError) return refused('malformed_signature')
    throw error
  }
}

function verifyPgp(
  rows: Rows,
  object: Commit | Tag,
  signer: GitSignature,
  { signature: text, bytes }: SignedBytes,
): Verification {
  const signature = readPgpSignature(text)
  const { keyId } = signature
  const key = rows.gpgKeys.find('keyId', keyId)
  if (key === undefined) return refused('unknown_key', { keyId })
  const about = { keyId, signerId: key.userId }
  const { emails } = rows.gpgKeys.get(key.primaryId) ?? key
  const problem = addressProblem(rows, signer, key.userId)
  if (problem !== null) return refused(problem, about)
  const email = signer.email.toLowerCase()
  if (!emails.some((each) => each.toLowerCase() === email)) return refused('bad_email', about)
  if (!key.flags.sign) return refused('not_signing_key', about)
  if (key.expiresAt !== null && key.expiresAt <= signature.createdAt) return refused('expired_key', about)
  if (!isVerified(object, key, () => isSignedBy(key, signature, bytes))) return refused('invalid', about)
  return { reason: 'valid', at: Math.max(signer.at, key.createdAt), ...about }
}

function verifySsh(
  rows: Rows,
  object: Commit | Tag,
  signer: GitSignature,
  { signature: text, bytes }: SignedBytes,
): Verification {
  const signature = readSshSignature(text)
  if (signature === null) return refused('malformed_signature')
  const key = rows.sshKeys.find('key', true, signature.key)
  if (key === undefined || key.userId === null) return refused('unknown_key')
  const about = { signerId: key.userId }
  const problem = addressProblem(rows, signer, key.userId)
  if (problem !== null) return refused(problem, about)
  if (!isVerified(object, key, () => isSshSigned(signature, bytes))) return refused('invalid', about)
  return { reason: 'valid', at: Math.max(signer.at, key.createdAt), keyId: null, ...about }
}

/** Returns what is wrong with the address of someone who signed with a key of a user; null for nothing. */
function addressProblem(rows: Rows, signer: GitSignature, ownerId: number): VerificationReason | null {
  const account = accountOf(rows, signer)
  if (account === undefined) return 'no_user'
  if (account.id !== ownerId) return 'bad_email'
  return rows.emails.find('email', signer.email.toLowerCase())?.verified === false ? 'unverified_email' : null
}

function refused(
  reason: VerificationReason,
  about: Partial<Pick<Verification, 'keyId' | 'signerId'>> = {},
): Verification {
  return { reason, at: null, keyId: null, signerId: null, ...about }
}
