import type { Machine } from './schema/instance.ts'
import { credentials } from '#core/auth.ts'
import { apiVersion } from './rules/api-version.ts'
import type { AuthCall, Principal, Rows } from './call.ts'
import { authenticationInvalid, clerkKeyInvalid, clerkFailure } from './errors.ts'

/**
 * Returns the secret key that a request to the backend API acts for; null for requests to the frontend API and for
 * pages, whose principal is a client.
 *
 * @throws 401 without a key and for an unknown one.
 */
export function authenticate(call: AuthCall): Principal | null {
  if (!isBackend(call)) return null
  apiVersion(call)
  const header = call.header('authorization')
  if (header === undefined) throw authenticationInvalid()
  const credential = credentials(header)
  if (credential === null || credential.scheme !== 'token' || credential.name !== 'bearer') {
    const sentence = 'Invalid Authorization header format. Must be "Bearer <YOUR_API_KEY>"'
    throw clerkFailure(401, 'authorization_header_format_invalid', 'Invalid Authorization header format', sentence)
  }
  const machine = machineOf(call, credential.value)
  if (machine !== undefined) return { name: `machine ${machine.name}`, machineId: machine.id }
  if (!isSecretKey(call.rows, credential.value)) throw clerkKeyInvalid()
  return { name: 'secret key', machineId: null }
}

/** Returns the machine that a key is of, also for a while the key before the last rotation; undefined for none. */
function machineOf({ rows, clock }: AuthCall, key: string): Machine | undefined {
  const machine = rows.machines.find('secretKey', key)
  if (machine !== undefined) return machine
  const rotated = rows.machines.find('previousKey', key)
  return rotated !== undefined && rotated.previousKeyUntil > clock.now() ? rotated : undefined
}

/** Returns whether a key is one of the seed, or has the vendor's form where the seed lists none. */
function isSecretKey(rows: Rows, key: string): boolean {
  return rows.secretKeys.size === 0 ? /^sk_(?:test|live)_\w+$/.test(key) : rows.secretKeys.get(key) !== undefined
}

/** Returns whether the operation of a request is one of the backend API. Unknown routes count as the backend API's. */
function isBackend({ operation, path }: AuthCall): boolean {
  if (operation === null) return path.startsWith('/v1/')
  return !/^(?:frontend|pages|oauth|scim)\//.test(operation)
}
