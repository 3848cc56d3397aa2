import * as v from 'valibot'
import { json } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { post } from '#auth-saas/call.ts'
import type { OAuthApplication } from '#auth-saas/schema/instance.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'

const METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const

const Registration = v.object({
  redirect_uris: v.pipe(v.array(v.string()), v.minLength(1)),
  token_endpoint_auth_method: v.optional(v.picklist(METHODS), 'client_secret_basic'),
  client_name: v.nullish(v.string()),
  client_uri: v.nullish(v.string()),
  logo_uri: v.nullish(v.string()),
  scope: v.nullish(v.string()),
})

/** Dynamic registration of OAuth clients, where the instance allows it. RFC 7591 */
export const clientRegistrationRoutes: readonly Route[] = [
  post('oauth/register', '/oauth/register', (call) => {
    const { rows, ids, clock } = call
    const settings = settingsOf(rows)
    if (!settings.dynamicClientRegistration) {
      return refusal('invalid_request', 'Dynamic client registration is not enabled for this instance.')
    }
    const read = v.safeParse(Registration, call.json())
    if (!read.success) return refusal('invalid_client_metadata', read.issues[0].message)
    const { redirect_uris: redirectUris, token_endpoint_auth_method: method, client_name: name } = read.output
    const wrong = redirectUris.find((uri) => !URL.canParse(uri))
    if (wrong !== undefined) return refusal('invalid_redirect_uri', `${wrong} is not a valid URL.`)
    const row = rows.oauthApplications.insert({
      ...commonFields(call, 'oa'),
      name: name ?? 'Dynamically registered client',
      clientId: ids.base62(16),
      clientSecret: ids.secret.base62(32),
      scopes: read.output.scope ?? settings.oauthDefaultScopes.join(' '),
      redirectUris,
      // A client that nobody knows is shown to the person.
      consentScreenEnabled: true,
      pkceRequired: method === 'none',
      isPublic: method === 'none',
      isDynamic: true,
      clientUri: read.output.client_uri ?? null,
      logoUri: read.output.logo_uri ?? null,
    })
    return json(registeredJson(row, method, clock.now()), 201, { 'cache-control': 'no-store' })
  }),
]

/** Returns a client as its registration is answered. RFC 7591 section 3.2.1 */
function registeredJson(row: OAuthApplication, method: (typeof METHODS)[number], now: number) {
  return {
    client_id: row.clientId,
    ...(row.isPublic ? {} : { client_secret: row.clientSecret }),
    client_id_issued_at: Math.floor(now / 1000),
    client_secret_expires_at: 0,
    client_name: row.name,
    ...(row.clientUri === null ? {} : { client_uri: row.clientUri }),
    ...(row.logoUri === null ? {} : { logo_uri: row.logoUri }),
    redirect_uris: row.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: row.scopes,
    token_endpoint_auth_method: method,
  }
}

function refusal(error: string, description: string) {
  return json({ error, error_description: description }, 400, { 'cache-control': 'no-store' })
}
