import { verifyOwnJwt } from '#oauth/jwt/jwt.ts'
import type { DeployhostContext } from '#deployhost/call.ts'
import { identityEnvironmentNotAllowed } from '#deployhost/errors/blobs.ts'
import type { BlobStore } from '#deployhost/schema.ts'
import { SIGNING_KEY } from './signing.ts'

/**
 * Returns whether a project's identity token reaches a store: the connection of the two allows such tokens.
 * https://vercel.com/docs/vercel-blob
 *
 * @throws 403 when it is, but not for the environment of the token.
 */
export function identityReaches(
  { rows, clock }: Pick<DeployhostContext, 'rows' | 'clock'>,
  store: BlobStore,
  token: string,
): boolean {
  const claims = claimsOf(token)
  if (claims === null || Number(claims['exp']) * 1000 <= clock.now()) return false
  const connections = rows.blobConnections
    .list('byProject', store.id, String(claims['project_id']))
    .filter(({ hasIdentity }) => hasIdentity)
  if (connections.length === 0) return false
  const environment = String(claims['environment'])
  if (!connections.some(({ environments }) => environments.some((each) => each === environment))) {
    throw identityEnvironmentNotAllowed(environment)
  }
  return true
}

function claimsOf(token: string) {
  try {
    return verifyOwnJwt(token, SIGNING_KEY)
  } catch {
    return null
  }
}
