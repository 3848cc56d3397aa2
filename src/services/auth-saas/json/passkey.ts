import type { AuthContext } from '#auth-saas/call.ts'
import { ALGORITHMS } from '#auth-saas/rules/passkeys/webauthn.ts'
import { handleOf, passkeysOf } from '#auth-saas/rules/passkeys/passkeys.ts'
import { fullNameOf, identifierOf } from '#auth-saas/rules/users/identifiers.ts'
import type { Passkey } from '#auth-saas/schema/passkeys.ts'
import { verificationJson } from './verification.ts'

type JsonContext = Pick<AuthContext, 'rows'>

const TIMEOUT = 60_000

/** Returns a passkey; one that waits for its credential has the options for the browser in `nonce`. */
export function passkeyJson(context: JsonContext, row: Passkey) {
  const nonce = row.credential === null ? creationOptions(context, row) : null
  return {
    object: 'passkey',
    id: row.id,
    name: row.name,
    last_used_at: row.lastUsedAt,
    verification: { ...verificationJson(row.verification), ...(nonce === null ? {} : { nonce }) },
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

function descriptors(context: JsonContext, userId: string) {
  return passkeysOf(context, userId).flatMap(({ credential }) =>
    credential === null ? [] : [{ type: 'public-key', id: credential.credentialId, transports: credential.transports }],
  )
}

/** Returns the options of `navigator.credentials.create` as JSON text; null for a passkey that has its credential. */
function creationOptions(context: JsonContext, { id, userId }: Passkey): string | null {
  const { rows } = context
  const row = rows.passkeyChallenges.get(id)
  if (row === undefined) return null
  const user = rows.users.require(userId)
  const name = identifierOf(rows, user) ?? userId
  return JSON.stringify({
    rp: { name: 'backlot', id: row.rpId },
    user: { name, displayName: fullNameOf(user) || name, id: handleOf(userId) },
    challenge: row.challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT,
    excludeCredentials: descriptors(context, userId),
    authenticatorSelection: { requireResidentKey: true, residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
}

/**
 * Returns the options of `navigator.credentials.get` for an attempt or a session, as the member `nonce` of its
 * verification; no member where no passkey is awaited.
 */
export function requestNonce(context: JsonContext, ownerId: string, userId: string | null): { nonce?: string } {
  const row = context.rows.passkeyChallenges.get(ownerId)
  if (row === undefined) return {}
  const options = {
    challenge: row.challenge,
    timeout: TIMEOUT,
    rpId: row.rpId,
    allowCredentials: userId === null ? [] : descriptors(context, userId),
    userVerification: 'required',
  }
  return { nonce: JSON.stringify(options) }
}
