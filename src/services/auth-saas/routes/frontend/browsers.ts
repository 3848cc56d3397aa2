import { empty, redirect } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { decodeJwt, isSignedBy, JwtFlaw, signJwt, type Claims } from '#oauth/jwt/jwt.ts'
import { rsaOne } from '#oauth/jwt/keys.ts'
import { get, post, put } from '#auth-saas/call.ts'
import { clerkFailure, notFound } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { answerChange } from '#auth-saas/json/frontend/answer.ts'
import { frontendClientJson } from '#auth-saas/json/frontend/client.ts'
import { requestedUrl } from '#auth-saas/rules/application-url.ts'
import { signingKey } from '#auth-saas/rules/instance-keys.ts'
import { newClient } from '#auth-saas/rules/sessions/browsers.ts'
import { browserToken } from '#auth-saas/rules/sessions/clients.ts'
import { clientCookie } from '#auth-saas/rules/sessions/cookies.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import { PRIMARY_DOMAIN } from '#auth-saas/steps/instance.ts'

/** How long a browser may take from the primary domain to a satellite, in seconds. */
const SYNC_LIFETIME = 60

/** Returns the claims of a token of this instance; none for any other text. */
function claimsOf(text: string): Claims {
  try {
    const token = decodeJwt(text)
    return isSignedBy(token, rsaOne.jwk) ? token.claims : {}
  } catch (error) {
    if (error instanceof JwtFlaw) return {}
    throw error
  }
}

/** The routes of browsers and their domains: new clients, satellites, proxies, and documents of the instance. */
export const browsersRoutes: readonly Route[] = [
  put('frontend/replaceClient', '/v1/client', (call) => {
    const { client, token } = newClient(call)
    return answerChange(call, frontendClientJson(call, client), client.id, token)
  }),

  // A satellite's browser comes to the primary domain, and goes back with a token of its client.
  // https://clerk.com/docs/guides/dashboard/dns-domains/satellite-domains
  get('frontend/syncClient', '/v1/client/sync', (call) => {
    const { rows, query, clock, origin } = call
    const domain = query.get('link_domain') ?? ''
    if (rows.instanceDomains.find('name', domain)?.isSatellite !== true) {
      throw clerkFailure(403, 'not_allowed_access', 'not allowed', `${domain} is not a satellite of this instance.`)
    }
    const target = requestedUrl(call, query.get('redirect_url'))
    if (target === undefined) throw clerkFailure(422, 'form_param_missing', 'is missing', 'redirect_url must be a URL.')
    const exp = Math.floor(clock.now() / 1000) + SYNC_LIFETIME
    const claims = { sub: browserToken(call) ?? '', redirect_url: target.href, exp }
    return redirect(`${origin}/v1/client/link?__clerk_token=${signJwt(claims, signingKey)}`, 307)
  }),

  get('frontend/linkClient', '/v1/client/link', (call) => {
    const { rows, query, clock } = call
    const { sub, redirect_url: page, exp } = claimsOf(query.get('__clerk_token') ?? '')
    if (typeof page !== 'string' || Number(exp) * 1000 <= clock.now()) {
      throw clerkFailure(400, 'token_invalid', 'is invalid', 'The token is invalid or has expired.')
    }
    const target = new URL(page)
    target.searchParams.set('__clerk_synced', 'true')
    const known = rows.clientTokens.get(String(sub))
    const answer = redirect(target.href, 307, { 'cache-control': 'no-store' })
    return known === undefined ? answer : { ...answer, cookies: [clientCookie(call, known.id)] }
  }),

  get('frontend/initDevBrowser', '/v1/dev_browser/init', () => empty(200)),
  post('frontend/setFirstPartyCookie', '/v1/dev_browser/set_first_party_cookie', (call) => {
    const token = browserToken(call)
    return token === null ? empty(200) : { ...empty(200), cookies: [clientCookie(call, token)] }
  }),
  get('frontend/clearSiteData', '/v1/clear-site-data', () => empty(200, { 'clear-site-data': '"*"' })),

  get('frontend/getAccountPortal', '/v1/account_portal', (call) => {
    const home = settingsOf(call.rows).homeUrl ?? ''
    return json({
      object: 'account_portal',
      allowed: true,
      enabled: true,
      internal_linking: true,
      after_sign_in_url: home,
      after_sign_up_url: home,
      after_join_waitlist_url: home,
      after_create_organization_url: home,
      after_leave_organization_url: home,
      logo_link_url: home,
      customization: {
        appearance: null,
        background_color_dark: null,
        background_color_light: null,
        primary_color_dark: null,
        primary_color_light: null,
      },
    })
  }),

  // A proxy of the application's own forwards this request with three headers.
  get('frontend/getProxyHealth', '/v1/proxy-health', ({ rows, query, header }) => {
    const missing = ['Clerk-Proxy-Url', 'Clerk-Secret-Key', 'X-Forwarded-For'].find(
      (name) => !header(name.toLowerCase()),
    )
    const id = query.get('domain_id') ?? ''
    const isKnown = id === PRIMARY_DOMAIN || rows.instanceDomains.get(id) !== undefined
    if (isKnown && missing === undefined) {
      return json({ status: 'healthy', x_forwarded_for: header('x-forwarded-for') ?? '' })
    }
    const message = isKnown ? `The header ${missing} is missing.` : `No domain was found with id ${id}`
    return json({ status: 'unhealthy', message })
  }),

  get('frontend/getAssetLinks', '/.well-known/assetlinks.json', () => json([])),
  get('frontend/getAppSiteAssociation', '/.well-known/apple-app-site-association', () =>
    json({ webcredentials: { apps: [] } }),
  ),
  get('frontend/getWebAuthnOrigins', '/.well-known/webauthn', () => {
    throw notFound('The passkeys of this instance belong to the host of the page that makes them.')
  }),
]
