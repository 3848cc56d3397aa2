import type { CodehostCall } from '#codehost/call.ts'
import { signedBytesOf, type Commit, type Tag } from '#codehost/git/objects.ts'
import { readSshSignature } from '#codehost/git/ssh-signature.ts'
import { timeOrNull } from '#codehost/json/format.ts'
import { verificationOf, type Verification } from '#codehost/rules/commits/verification.ts'
import { createHash } from 'node:crypto'
import { typed, type Fields, type Typed } from '../source.ts'

/** The signature of a commit or a tag, with what is known of it. */
interface Signature extends Verification {
  readonly object: Commit | Tag
  readonly text: string
  readonly payload: string
}

/** Returns the signature of a commit or a tag as an object of its kind; null for none. */
export function signatureOf({ rows }: CodehostCall, object: Commit | Tag): Typed | null {
  const signed = signedBytesOf(object)
  if (signed === null) return null
  const { signature: text, bytes } = signed
  const kind = text.includes('PGP SIGNATURE')
    ? 'GpgSignature'
    : readSshSignature(text) === null
      ? 'UnknownSignature'
      : 'SshSignature'
  return typed(kind, { ...verificationOf(rows, object), object, text, payload: bytes.toString('utf8') })
}

/** The vendor's names of states, where they differ from the reasons of REST in upper case. */
const STATES: Readonly<Partial<Record<Verification['reason'], string>>> = {
  malformed_signature: 'MALFORMED_SIG',
  unknown_signature_type: 'UNKNOWN_SIG_TYPE',
}

const signatureFields: Fields<Signature> = {
  email: ({ object }) => (object.kind === 'tag' ? object.tagger : object.committer).email,
  isValid: ({ reason }) => reason === 'valid',
  payload: ({ payload }) => payload,
  signature: ({ text }) => text,
  signer: ({ signerId }, _args, { rows }) => rows.accounts.get(signerId) ?? null,
  state: ({ reason }) => STATES[reason] ?? reason.toUpperCase(),
  verifiedAt: ({ at }) => timeOrNull(at),
  wasSignedByGitHub: () => false,
}

/** A signature by a GPG key. https://docs.github.com/graphql/reference/objects#gpgsignature */
export const GpgSignature: Fields<Signature> = { ...signatureFields, keyId: ({ keyId }) => keyId }

/** A signature by an SSH key. https://docs.github.com/graphql/reference/objects#sshsignature */
export const SshSignature: Fields<Signature> = {
  ...signatureFields,
  keyFingerprint: ({ text }) => {
    const [, data = ''] = readSshSignature(text)?.key.split(' ') ?? []
    return createHash('sha256').update(Buffer.from(data, 'base64')).digest('base64').replace(/=+$/, '')
  },
}

/** A signature of another kind. https://docs.github.com/graphql/reference/objects#unknownsignature */
export const UnknownSignature: Fields<Signature> = signatureFields
