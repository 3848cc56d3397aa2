import type { AuthCall, AuthContext } from '#auth-saas/call.ts'
import { clerkFailure, noSuch, paramFormatInvalid, verificationFailed } from '#auth-saas/errors.ts'
import type { Failure } from '#core/errors.ts'
import type { Passkey, PasskeyChallenge } from '#auth-saas/schema/passkeys.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { begun, succeeded } from '../attempts/verifications.ts'
import { settingsOf } from '../settings.ts'
import { updateUser } from '../users/users.ts'
import { sentCredential, verifyAssertion, verifyAttestation, WebAuthnFlaw } from './webauthn.ts'

// https://clerk.com/docs/guides/configure/auth-strategies/sign-up-sign-in-options#passkeys

/** The vendor's name of the strategy. */
export const PASSKEY = 'passkey'

/** How many passkeys a user can have. */
const MOST = 10

/** Returns the relying party of a request: the host of the page that sends it, else of this instance. */
export function relyingParty({ header, origin }: Pick<AuthCall, 'header' | 'origin'>): string {
  const page = header('origin') ?? ''
  return new URL(/^https?:\/\//.test(page) && URL.canParse(page) ? page : origin).hostname
}

/** Stores what an authenticator has to sign for a passkey, an attempt to sign in, or a session. */
export function challengeFor({ rows, ids }: AuthContext, id: string, rpId: string): PasskeyChallenge {
  if (rows.passkeyChallenges.get(id) !== undefined) rows.passkeyChallenges.delete(id)
  // 44 letters are 33 whole bytes of base64url, so browsers send the same text back.
  return rows.passkeyChallenges.insert({ id, challenge: ids.secret.base62(44), rpId })
}

/** @throws 400 for an instance without passkeys. */
export function requirePasskeys({ rows }: Pick<AuthContext, 'rows'>): void {
  if (settingsOf(rows).passkeys) return
  throw clerkFailure(400, 'feature_not_enabled', 'not enabled', 'Passkeys are not enabled for this instance.')
}

/** Returns the passkeys of a user that can sign in, oldest first. */
export function passkeysOf({ rows }: Pick<AuthContext, 'rows'>, userId: string): readonly Passkey[] {
  return rows.passkeys.referring('userId', userId).filter(({ credential }) => credential !== null)
}

/**
 * Begins a passkey: the authenticator has to make its credential.
 *
 * @throws 403 for a user who has ten.
 */
export function beginPasskey(context: AuthContext, userId: string, rpId: string): Passkey {
  const { rows } = context
  const own = rows.passkeys.referring('userId', userId)
  if (own.filter(({ credential }) => credential !== null).length >= MOST) {
    throw clerkFailure(403, 'passkey_quota_exceeded', 'quota exceeded', `You can have ${MOST} passkeys at most.`)
  }
  for (const { id, credential } of own) if (credential === null) deletePasskey(context, id)
  const passkey = rows.passkeys.insert({
    ...commonFields(context, 'idn'),
    userId,
    name: 'Passkey',
    credentialId: null,
    credential: null,
    verification: { ...begun(context, PASSKEY), attempts: null },
    lastUsedAt: null,
  })
  challengeFor(context, passkey.id, rpId)
  return passkey
}

/**
 * Completes a passkey with the credential that an authenticator has made.
 *
 * @throws 422 for text that is no credential; 400 for one that does not prove itself, or that is known.
 */
export function completePasskey(context: AuthContext, passkey: Passkey, text: string): Passkey {
  const { rows } = context
  const challenge = rows.passkeyChallenges.get(passkey.id)
  if (challenge === undefined) throw verificationFailed('The passkey is verified already.')
  const credential = refusing(() => verifyAttestation(sentCredential(text), challenge))
  if (rows.passkeys.find('credentialId', credential.credentialId) !== undefined) {
    throw clerkFailure(400, 'passkey_already_exists', 'already exists', 'This passkey is already registered.')
  }
  rows.passkeyChallenges.delete(passkey.id)
  const { credentialId } = credential
  const verification = { ...succeeded(context, PASSKEY), attempts: null }
  const changed = rows.passkeys.update(passkey.id, { credential, credentialId, verification, ...updatedNow(context) })
  updateUser(context, passkey.userId, {})
  return changed
}

/** Deletes a passkey. */
export function deletePasskey({ rows }: Pick<AuthContext, 'rows'>, id: string): void {
  rows.passkeys.delete(id)
  if (rows.passkeyChallenges.get(id) !== undefined) rows.passkeyChallenges.delete(id)
}

/**
 * Finds a passkey of a user.
 *
 * @throws 404 for one of another user.
 */
export function findPasskey({ rows }: Pick<AuthContext, 'rows'>, userId: string, id: string): Passkey {
  const passkey = rows.passkeys.get(id)
  if (passkey === undefined || passkey.userId !== userId) throw noSuch('passkey', id)
  return passkey
}

/**
 * Checks that a passkey has signed the challenge of an attempt or a session.
 *
 * @param userId the user who must own the passkey; null where the passkey says who signs in.
 * @returns the failure, or the user's id. The passkey counts as used.
 * @throws 422 for text that is no credential.
 */
export function checkPasskey(
  context: AuthContext,
  ownerId: string,
  userId: string | null,
  text: string,
): Failure | { readonly userId: string } {
  const { rows, clock } = context
  const challenge = rows.passkeyChallenges.get(ownerId)
  if (challenge === undefined) return verificationFailed('Prepare the passkey first.')
  const sent = refusing(() => sentCredential(text))
  const passkey = rows.passkeys.find('credentialId', sent.id)
  const handle = sent.response['userHandle']
  const isOwn = typeof handle !== 'string' || handle === '' || handle === handleOf(passkey?.userId ?? '')
  if (passkey?.credential === undefined || passkey.credential === null || !isOwn) return notRegistered()
  if (userId !== null && passkey.userId !== userId) return notRegistered()
  try {
    const signCount = verifyAssertion(sent, passkey.credential, challenge)
    const credential = { ...passkey.credential, signCount }
    rows.passkeys.update(passkey.id, { credential, lastUsedAt: clock.now(), ...updatedNow(context) })
  } catch (error) {
    if (error instanceof WebAuthnFlaw) return verificationFailed(`The passkey was refused: ${error.message}.`)
    throw error
  }
  rows.passkeyChallenges.delete(ownerId)
  return { userId: passkey.userId }
}

/** Returns the bytes by which authenticators know a user, as base64url. */
export function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

function notRegistered(): Failure {
  const sentence = 'This passkey is not registered with this application.'
  return clerkFailure(404, 'passkey_not_registered', 'Passkey not registered', sentence)
}

function refusing<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof WebAuthnFlaw)) throw error
    throw paramFormatInvalid('public_key_credential', `public_key_credential is refused: ${error.message}.`)
  }
}
