import { createHash } from 'node:crypto'
import { errorMessage } from '#core/error-message.ts'
import { noSuch } from '#auth-saas/errors.ts'
import {
  readMetadata,
  readResponse,
  SamlFlaw,
  type IdentityProvider,
  type ReadResponse,
} from '#auth-saas/rules/saml/saml.ts'
import { serviceProviderOf } from '#auth-saas/rules/enterprise/connections.ts'
import { fetchBounded } from '#core/http/fetch-bounded.ts'
import { isRecord } from '#core/objects.ts'
import { parseJson } from '#core/text/parse-json.ts'
import { decodeJwt, isSignedBy, JwtFlaw, type Claims, type PublicKey } from '#oauth/jwt/jwt.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import type {
  EnterpriseConnection,
  EnterprisePerson,
  EnterpriseRequest,
  OidcConfig,
  SamlConfig,
} from '#auth-saas/schema/enterprise.ts'

/** Where the identity provider of a company answers. */
export interface ProviderEndpoints {
  readonly issuer: string | null
  readonly authorization: string
  readonly token: string
  readonly userInfo: string | null
  readonly keys: string | null
  /** True for a provider that takes the secret in the header only. */
  readonly takesBasicOnly: boolean
  /** True for a provider that answers by a form, as Apple does when it is asked for the name or the address. */
  readonly posts: boolean
}

/** Something that the provider could not be asked, in words for the person. */
export interface ProviderProblem {
  readonly problem: string
}

type Json = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Returns the parameters with which a provider leads a browser back: of the query, or of a form. */
export function answeredParameters(call: AuthCall): URLSearchParams {
  return call.method === 'POST' ? call.form() : call.query
}

/** Returns the request to a provider that the path or the parameter `state` names, with what its connection knows. */
function requested(call: AuthCall): { request: EnterpriseRequest; oidc: OidcConfig | null } | null {
  const { rows, params } = call
  const attemptId = params['attempt_id']
  const request =
    attemptId === undefined
      ? rows.enterpriseRequests.get(answeredParameters(call).get('state'))
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

/** The person whom a provider has named for a code. */
export interface NamedPerson {
  /** Null for an unknown or a refused attempt. */
  readonly person: EnterprisePerson | ProviderProblem | null
  /** The tokens for the code. */
  readonly tokens: Readonly<Record<string, string>>
}

/** Adds the person whom a provider names for the code that it has sent. */
export async function loadPerson(call: AuthCall): Promise<NamedPerson> {
  const found = requested(call)
  const parameters = answeredParameters(call)
  const code = parameters.get('code')
  if (found === null || found.oidc === null || code === null) return { person: null, tokens: {} }
  const endpoints = await endpointsOf(call, found.oidc)
  if ('problem' in endpoints) return { person: endpoints, tokens: {} }
  try {
    const tokens = await exchange(call, endpoints, { ...found, oidc: found.oidc, code })
    const person = await personOf(call, endpoints, { ...found, oidc: found.oidc, tokens })
    return {
      person: 'problem' in person ? person : { ...person, ...postedName(parameters.get('user')) },
      tokens: Object.fromEntries(
        ['id_token', 'access_token'].flatMap((name) => {
          const token = textOf(tokens[name])
          return token === null ? [] : [[name, token]]
        }),
      ),
    }
  } catch (error) {
    return { person: { problem: errorMessage(error) }, tokens: {} }
  }
}

async function endpointsOf(call: AuthCall, oidc: OidcConfig): Promise<ProviderEndpoints | ProviderProblem> {
  try {
    const known = oidc.discoveryUrl === null ? {} : await fetchJson(call, oidc.discoveryUrl)
    const methods = known['token_endpoint_auth_methods_supported']
    const scopes = known['scopes_supported']
    const authorization = oidc.authUrl ?? textOf(known['authorization_endpoint'])
    const token = oidc.tokenUrl ?? textOf(known['token_endpoint'])
    if (authorization === null || token === null) return { problem: 'The connection names no endpoints.' }
    return {
      issuer: textOf(known['issuer']),
      authorization,
      token,
      userInfo: oidc.userInfoUrl ?? textOf(known['userinfo_endpoint']),
      keys: textOf(known['jwks_uri']),
      posts: Array.isArray(scopes) && scopes.includes('name') && !scopes.includes('profile'),
      takesBasicOnly: Array.isArray(methods) && !methods.includes('client_secret_post'),
    }
  } catch (error) {
    return { problem: errorMessage(error) }
  }
}

/** Returns the names of Apple's member `user`, which comes beside the first code of a person only. */
function postedName(user: string | null): Partial<Pick<EnterprisePerson, 'firstName' | 'lastName'>> {
  if (user === null) return {}
  const parsed = parseJson(user)
  const name = isRecord(parsed) ? parsed['name'] : undefined
  if (!isRecord(name)) return {}
  return { firstName: textOf(name['firstName']), lastName: textOf(name['lastName']) }
}

/**
 * Adds the identity provider of a connection by SAML, which the path or an attempt names, with what its metadata say;
 * null for a connection of another kind, and for one whose provider this instance stands in for.
 */
export async function loadIdentityProvider(
  call: AuthCall,
): Promise<{ readonly provider: IdentityProvider | ProviderProblem | null }> {
  const { rows } = call
  const request = requested(call)?.request
  const saml = request === undefined ? null : rows.enterpriseConnections.require(request.connectionId).saml
  return { provider: saml === null ? null : await providerOf(call, saml) }
}

async function providerOf(call: AuthCall, saml: SamlConfig): Promise<IdentityProvider | ProviderProblem | null> {
  const { idpMetadataUrl, idpEntityId, idpSsoUrl, idpCertificate } = saml
  try {
    const isFetched = saml.idpMetadata === null && idpMetadataUrl !== null && mayAsk(call, idpMetadataUrl)
    const text = isFetched ? (await fetchText(call, idpMetadataUrl)).text : saml.idpMetadata
    const known =
      text === null || text === '' ? { entityId: null, ssoUrl: null, certificate: null } : await readMetadata(text)
    const ssoUrl = idpSsoUrl ?? known.ssoUrl
    // Nobody answers at the address of a real company; this instance stands in for it.
    if (ssoUrl === null || !mayAsk(call, ssoUrl)) return null
    return { entityId: idpEntityId ?? known.entityId, ssoUrl, certificate: idpCertificate ?? known.certificate }
  } catch (error) {
    return { problem: errorMessage(error) }
  }
}

function mayAsk({ mayContact }: AuthCall, url: string): boolean {
  return URL.canParse(url) && mayContact(new URL(url))
}

/**
 * Adds the connection that the path names, and what the response says that a provider has sent for it.
 *
 * @throws 404 for an unknown connection.
 */
export async function loadResponse(call: AuthCall): Promise<{
  readonly connection: EnterpriseConnection
  readonly read: ReadResponse | ProviderProblem
}> {
  const id = call.params['saml_connection_id'] ?? ''
  const connection = call.rows.enterpriseConnections.find('samlId', id)
  if (connection?.saml === undefined || connection.saml === null) throw noSuch('SAML connection', id)
  const known = await providerOf(call, connection.saml)
  if (known !== null && 'problem' in known) return { connection, read: known }
  const certificate = known?.certificate ?? connection.saml.idpCertificate
  if (certificate === null) return { connection, read: { problem: 'The connection has no certificate.' } }
  try {
    const expected = {
      ...serviceProviderOf(call, id),
      idpEntityId: known?.entityId ?? connection.saml.idpEntityId,
      certificate,
      now: call.clock.now(),
      mapping: connection.saml.attributeMapping,
    }
    return { connection, read: await readResponse(call.form().get('SAMLResponse') ?? '', expected) }
  } catch (error) {
    if (!(error instanceof SamlFlaw)) throw error
    return { connection, read: { problem: `The response of the identity provider is refused: ${error.message}.` } }
  }
}

/** The further members of a request to a provider. */
interface FetchOptions {
  readonly form?: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Fetches a text of a provider.
 *
 * @throws Error for a host that the instance may not contact.
 */
async function fetchText(
  { mayContact, clientGone }: AuthCall,
  url: string,
  more: FetchOptions = {},
): Promise<{ readonly text: string; readonly status: number }> {
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
  return { text: response.bytes.toString('utf8'), status: response.status }
}

/**
 * Fetches JSON of a provider.
 *
 * @throws Error for a host that the instance may not contact, and for an answer that is no JSON object.
 */
async function fetchJson(call: AuthCall, url: string, more: FetchOptions = {}): Promise<Json> {
  const response = await fetchText(call, url, more)
  const json = parseJson(response.text)
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
