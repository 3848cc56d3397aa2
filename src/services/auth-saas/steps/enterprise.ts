import { createHash } from 'node:crypto'
import { fetchBounded } from '#core/http/fetch-bounded.ts'
import { parseJson } from '#core/text/parse-json.ts'
import { decodeJwt, isSignedBy, JwtFlaw, type Claims, type PublicKey } from '#oauth/jwt/jwt.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import type { EnterprisePerson, EnterpriseRequest, OidcConfig } from '#auth-saas/schema/enterprise.ts'

/** Where the identity provider of a company answers. */
export interface ProviderEndpoints {
  readonly issuer: string | null
  readonly authorization: string
  readonly token: string
  readonly userInfo: string | null
  readonly keys: string | null
  /** True for a provider that takes the secret in the header only. */
  readonly takesBasicOnly: boolean
}

/** Something that the provider could not be asked, in words for the person. */
export interface ProviderProblem {
  readonly problem: string
}

type Json = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Returns the request to a provider that the path or the parameter `state` names, with what its connection knows. */
function requested(call: AuthCall): { request: EnterpriseRequest; oidc: OidcConfig | null } | null {
  const { rows, params, query } = call
  const attemptId = params['attempt_id']
  const request =
    attemptId === undefined
      ? rows.enterpriseRequests.get(query.get('state'))
      : rows.enterpriseRequests.find('attemptId', attemptId)
  if (request === undefined) return null
  return { request, oidc: rows.enterpriseConnections.require(request.connectionId).oidc }
}

/**
 * Adds where the provider of an attempt answers; null for an unknown attempt, and for a connection whose provider this
 * instance stands in for.
 */
export async function loadEndpoints(
  call: AuthCall,
): Promise<{ readonly endpoints: ProviderEndpoints | ProviderProblem | null }> {
  const oidc = requested(call)?.oidc ?? null
  const isNamed = oidc !== null && (oidc.discoveryUrl !== null || oidc.authUrl !== null)
  return { endpoints: isNamed ? await endpointsOf(call, oidc) : null }
}

/**
 * Adds the person whom a provider names for the code that it has sent; null for an unknown or a refused attempt.
 */
export async function loadPerson(
  call: AuthCall,
): Promise<{ readonly person: EnterprisePerson | ProviderProblem | null }> {
  const { query } = call
  const found = requested(call)
  const code = query.get('code')
  if (found === null || found.oidc === null || code === null) return { person: null }
  const endpoints = await endpointsOf(call, found.oidc)
  if ('problem' in endpoints) return { person: endpoints }
  try {
    const tokens = await exchange(call, endpoints, { ...found, oidc: found.oidc, code })
    return { person: await personOf(call, endpoints, { ...found, oidc: found.oidc, tokens }) }
  } catch (error) {
    return { person: { problem: error instanceof Error ? error.message : String(error) } }
  }
}

async function endpointsOf(call: AuthCall, oidc: OidcConfig): Promise<ProviderEndpoints | ProviderProblem> {
  try {
    const known = oidc.discoveryUrl === null ? {} : await fetchJson(call, oidc.discoveryUrl)
    const methods = known['token_endpoint_auth_methods_supported']
    const authorization = oidc.authUrl ?? textOf(known['authorization_endpoint'])
    const token = oidc.tokenUrl ?? textOf(known['token_endpoint'])
    if (authorization === null || token === null) return { problem: 'The connection names no endpoints.' }
    return {
      issuer: textOf(known['issuer']),
      authorization,
      token,
      userInfo: oidc.userInfoUrl ?? textOf(known['userinfo_endpoint']),
      keys: textOf(known['jwks_uri']),
      takesBasicOnly: Array.isArray(methods) && !methods.includes('client_secret_post'),
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Fetches JSON of a provider.
 *
 * @throws Error for a host that the instance may not contact, and for an answer that is no JSON object.
 */
async function fetchJson(
  { mayContact, clientGone }: AuthCall,
  url: string,
  more: { readonly form?: URLSearchParams; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Json> {
  const target = new URL(url)
  if (!mayContact(target)) throw new Error(`${target.host} is not on this machine, nor of allowWebhookHosts.`)
  const { form, headers = {} } = more
  const response = await fetchBounded(target, {
    signal: clientGone,
    headers: {
      accept: 'application/json',
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(form === undefined ? {} : { body: form.toString() }),
  })
  const json = parseJson(response.bytes.toString('utf8'))
  if (typeof json !== 'object' || json === null) throw new Error(`${url} does not answer with a JSON object.`)
  const members = json as Json // an object
  if (response.status >= 400) {
    const reason = textOf(members['error_description']) ?? textOf(members['error']) ?? String(response.status)
    throw new Error(`${url} refuses: ${reason}`)
  }
  return members
}

function exchange(
  call: AuthCall,
  { token, takesBasicOnly }: ProviderEndpoints,
  { request, oidc, code }: { request: EnterpriseRequest; oidc: OidcConfig; code: string },
): Promise<Json> {
  const [id, secret] = [oidc.clientId ?? '', oidc.clientSecret ?? '']
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: call.urls.of('/v1/oauth_callback'),
    code_verifier: request.codeVerifier,
    ...(takesBasicOnly ? {} : { client_id: id, ...(secret === '' ? {} : { client_secret: secret }) }),
  })
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
  return fetchJson(call, token, { form, ...(takesBasicOnly ? { headers: { authorization: `Basic ${basic}` } } : {}) })
}

/** Returns the person of an ID token, or else of the userinfo endpoint. */
async function personOf(
  call: AuthCall,
  endpoints: ProviderEndpoints,
  { request, oidc, tokens }: { request: EnterpriseRequest; oidc: OidcConfig; tokens: Json },
): Promise<EnterprisePerson | ProviderProblem> {
  const idToken = textOf(tokens['id_token'])
  const claims = idToken === null ? {} : await verified(call, endpoints, { idToken, request, oidc })
  const access = textOf(tokens['access_token'])
  const needsMore = textOf(claims['email']) === null && endpoints.userInfo !== null && access !== null
  const headers = { authorization: `Bearer ${access}` }
  const more = needsMore ? await fetchJson(call, endpoints.userInfo ?? '', { headers }) : {}
  const all: Json = { ...more, ...claims }
  const emailAddress = (textOf(all['email']) ?? textOf(all['preferred_username']))?.toLowerCase()
  const providerUserId = textOf(all['sub'])
  if (emailAddress === undefined || providerUserId === null) return { problem: 'The provider names no e-mail address.' }
  const [first, ...rest] = (textOf(all['name']) ?? '').split(' ')
  return {
    providerUserId,
    emailAddress,
    firstName: textOf(all['given_name']) ?? textOf(first),
    lastName: textOf(all['family_name']) ?? textOf(rest.join(' ')),
  }
}

/** @throws Error for an ID token that is not of this provider, this client and this request. */
async function verified(
  call: AuthCall,
  { issuer, keys }: ProviderEndpoints,
  { idToken, request, oidc }: { idToken: string; request: EnterpriseRequest; oidc: OidcConfig },
): Promise<Claims> {
  const token = decodeJwt(idToken)
  const { claims } = token
  if (keys !== null) {
    const set = (await fetchJson(call, keys))['keys']
    const candidates = Array.isArray(set) ? (set as PublicKey[]) : [] // RFC 7517
    if (!candidates.some((key) => isSignedBy(token, key))) throw new JwtFlaw('The signature of the ID token is wrong.')
  }
  const audience = [claims['aud']].flat()
  if (!audience.includes(oidc.clientId)) throw new JwtFlaw('The ID token is for another client.')
  if (issuer !== null && claims['iss'] !== issuer) throw new JwtFlaw('The ID token is of another issuer.')
  if (claims['nonce'] !== request.nonce) throw new JwtFlaw('The ID token is of another request.')
  return claims
}

/** Returns the challenge of PKCE for a secret. RFC 7636 section 4.2 */
export function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url')
}
