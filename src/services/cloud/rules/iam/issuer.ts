import { errorMessage } from '#core/error-message.ts'
import { fetchBounded, type FetchedResponse } from '#core/http/fetch-bounded.ts'
import { isLoopback } from '#core/hosts.ts'
import { idpCommunicationError, invalidIdentityToken } from '#cloud/errors/iam.ts'
import { parseJsonText, shownValue } from '#cloud/protocols/json-text.ts'

/** Returns whether an issuer is on this machine, which lets it use http and lets backlot fetch its keys. */
export function isLocalIssuer(issuer: string): boolean {
  return URL.canParse(issuer) && /^https?:$/.test(new URL(issuer).protocol) && isLoopback(new URL(issuer).hostname)
}

/**
 * Fetches the keys of an identity provider by its discovery document. A provider outside this machine is never
 * contacted, because stand-ins make no requests to other hosts.
 *
 * @throws `IDPCommunicationError` when they cannot be fetched, or not within {@link fetchBounded}'s limits.
 */
export async function fetchKeys(issuer: string): Promise<{ readonly keys: readonly object[] }> {
  if (!isLocalIssuer(issuer)) {
    throw idpCommunicationError(
      `The identity provider ${issuer} is not on this machine: backlot's cloud contacts local providers only, such as http://127.0.0.1:4002`,
    )
  }
  const discovery = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const { jwks_uri: keysUrl, issuer: name } = discovery
  if (name !== issuer) throw invalidIdentityToken(`The issuer ${issuer} says that it is ${shownValue(name)}`)
  if (typeof keysUrl !== 'string' || !isLocalIssuer(keysUrl))
    throw unreachable(issuer, 'its discovery document has no jwks_uri on this machine')
  const { keys } = await fetchJson(keysUrl)
  return { keys: Array.isArray(keys) ? (keys as readonly object[]) : [] } // an entry that is not a key verifies nothing
}

async function fetchJson(url: string): Promise<Readonly<Record<string, unknown>>> {
  let response: FetchedResponse
  try {
    response = await fetchBounded(url)
  } catch (error) {
    throw unreachable(url, errorMessage(error))
  }
  if (response.status < 200 || response.status > 299) throw unreachable(url, `it answers ${response.status}`)
  const value = parseJsonText(response.bytes.toString('utf8'))
  if (typeof value !== 'object' || value === null) throw unreachable(url, 'its answer is not a JSON object')
  return value as Record<string, unknown> // an object
}

function unreachable(url: string, reason: string): Error {
  return idpCommunicationError(`Could not reach the identity provider at ${url}: ${reason}`)
}
