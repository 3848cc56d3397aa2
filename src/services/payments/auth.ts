import { credentials } from '#core/auth.ts'
import type { PaymentsCall, Principal } from './call.ts'
import { accountInvalid, invalidKey, invalidVersion, liveKey, missingKey } from './errors.ts'
import type { ConnectedKey } from './schema/connect-records.ts'
import { apiVersionNamed } from './schema/api-versions.ts'

const KINDS = { sk: 'secret', rk: 'restricted', pk: 'publishable' } as const

/**
 * Returns the key of the request and the account that it acts for; null on pages, which need no key. The key comes by
 * Bearer, by Basic as the user name, or from a browser as the parameter `key`.
 * https://docs.stripe.com/api/authentication
 *
 * @throws 400 for an unknown version of the API; 401 without a key, for an unknown or a live one.
 */
export function authenticate(call: PaymentsCall): Principal | null {
  if (!isApi(call.path)) return null
  const version = call.header('stripe-version')
  if (version !== undefined && apiVersionNamed(version) === undefined) throw invalidVersion(version)
  const key = keyOf(call)
  if (key === undefined || key === '') throw missingKey()
  return principalOf(call, key)
}

/** The operations of OAuth that ask for a key. */
const OAUTH = ['/oauth/token', '/oauth/deauthorize']

/** True for a path of the API; other paths are pages and scripts for browsers. */
export function isApi(path: string): boolean {
  return (/^\/v[12]\//.test(path) && !path.startsWith('/v1/pages/')) || OAUTH.includes(path)
}

function keyOf(call: PaymentsCall): string | undefined {
  const header = call.header('authorization')
  if (header !== undefined) {
    const credential = credentials(header)
    if (credential?.scheme === 'basic') return credential.username
    return credential?.name === 'bearer' ? credential.value : undefined
  }
  if (OAUTH.includes(call.path)) return call.form().get('client_secret') ?? undefined
  // Browsers may send a publishable key only, as a parameter.
  const fromForm = call.query.get('key') ?? (call.method === 'POST' ? call.form().get('key') : null)
  return fromForm?.startsWith('pk_') === true ? fromForm : undefined
}

function principalOf(call: PaymentsCall, key: string): Principal {
  const { rows } = call
  const [, prefix, mode] = /^(sk|rk|pk)_(test|live)_[\w-]+$/.exec(key) ?? []
  if (mode === 'live') throw liveKey(key)
  if (prefix === undefined) throw invalidKey(key)
  const kind = KINDS[prefix as keyof typeof KINDS] // the pattern has these three
  const connected = rows.connectedKeys.get(key)
  if (connected !== undefined) return connectedPrincipal(call, kind, connected)
  const listed = rows.apiKeys.get(key)
  if (listed === undefined && rows.apiKeys.all().some((each) => each.kind === kind)) throw invalidKey(key)
  const platform = rows.platform.get()
  const account = call.header('stripe-account') ?? listed?.account ?? platform
  if (account !== platform && rows.accounts.get(account)?.deleted !== false) throw accountInvalid(key, account)
  return { name: `${kind} key of ${account}`, key, kind, permissions: listed?.permissions ?? null, account }
}

/**
 * Returns the principal of a key that OAuth has given to the platform: it acts for its account.
 *
 * @throws 401 for a revoked key, 403 for another account.
 */
function connectedPrincipal(
  call: PaymentsCall,
  kind: Principal['kind'],
  { id: key, account, connection, readOnly }: ConnectedKey,
): Principal {
  if (call.rows.connections.get(connection) === undefined) throw invalidKey(key)
  const named = call.header('stripe-account') ?? account
  if (named !== account) throw accountInvalid(key, named)
  return { name: `${kind} key of ${account}`, key, kind, permissions: readOnly ? { '*': 'read' } : null, account }
}
