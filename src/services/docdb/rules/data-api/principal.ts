import type { DocdbCall, Principal } from '#docdb/call.ts'
import { dataApiFailure } from '#docdb/errors/data-api.ts'

/**
 * Returns the principal of a request to the Data API: an API key, a token, or the email and password of a user, in
 * headers.
 */
export function dataPrincipal(call: DocdbCall): Principal {
  const { rows } = call
  const apiKey = call.header('api-key') ?? call.header('apikey')
  const bearer = /^Bearer\s+(.+)$/i.exec(call.header('authorization') ?? '')?.[1] ?? call.header('jwttokenstring')
  const [email, password] = [call.header('email'), call.header('password')]
  if (apiKey !== undefined) {
    const key = rows.apiKeys.all().find(({ publicKey, privateKey }) => apiKey === publicKey || apiKey === privateKey)
    return principalNamed(key?.publicKey, rows.keysAreListed.get(), 'any key')
  }
  if (bearer !== undefined) {
    const token = rows.accessTokens.get(bearer)
    if (token !== undefined && token.expiresAt <= call.clock.now()) throw invalidSession()
    const name = rows.userTokens.get(bearer)?.login ?? token?.clientId
    return principalNamed(name, rows.keysAreListed.get(), 'any token')
  }
  if (email !== undefined && password !== undefined) {
    const user = rows.databaseUsers.all().find((each) => each.username === email && each.password === password)
    return principalNamed(user?.username, true, email)
  }
  throw email === undefined && password === undefined
    ? dataApiFailure(400, 'no authentication methods were specified')
    : dataApiFailure(
        400,
        'must specify some form of authentication (either email+password, api-key, or jwt) in the request header or body',
        'MissingParameter',
      )
}

/**
 * Returns the principal of a credential. One that is not listed is accepted only where the seed lists none.
 *
 * @throws 401.
 */
function principalNamed(name: string | undefined, isListed: boolean, other: string): Principal {
  if (name === undefined && isListed) throw invalidSession()
  return { name: name ?? other, roles: null }
}

function invalidSession() {
  return dataApiFailure(401, 'invalid session: error finding user for endpoint', 'InvalidSession')
}
