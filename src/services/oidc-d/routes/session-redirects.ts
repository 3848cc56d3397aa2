import { redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { requireKnownAddress } from '#oauth/authorization/redirects.ts'
import { pageAnswer } from '#oauth/endpoints/answers.ts'
import { RequestRefused } from '#oauth/failure.ts'
import { beginSession, sessionCookie, sessionOf } from '#oauth/sessions/session.ts'
import { signedOutPage } from '#pages/signed-out.ts'
import type { OidcCall, SignInContext } from '#oidc-d/call.ts'
import { profile } from '#oidc-d/oauth/profile.ts'
import { provider } from '#oidc-d/oauth/provider.ts'
import { recordEvent, userEntity } from '#oidc-d/rules/system-log/entries.ts'
import { trusts } from '#oidc-d/rules/trusted-origins.ts'
import { redeemSessionToken } from '#oidc-d/rules/users/sign-in.ts'
import { loadOrganizationServer } from '#oidc-d/steps/authorization-servers.ts'

const { get } = routesFor<OidcCall>()

const { service } = provider

/**
 * The addresses that begin and end the session of a browser on its way to an application's page, which must be of an
 * origin that is trusted with redirects. https://developer.okta.com/docs/guides/session-cookie/
 */
export const sessionRedirectsRoutes = [
  get('login/session-cookie-redirect', '/login/sessionCookieRedirect', loadOrganizationServer, (call) =>
    pageAnswer(service, profile, () => beginAndGo(call)),
  ),
  get('login/signout', '/login/signout', loadOrganizationServer, (call) =>
    pageAnswer(service, profile, () => endAndGo(call)),
  ),
]

/** Begins the session of a session token, and goes on to the page. */
function beginAndGo(call: OidcCall & SignInContext): Answer<string | null> {
  const address = destination(call, 'redirectUrl')
  if (address === null) throw refused('redirectUrl is missing; expected the address of a page')
  const redeemed = redeemSessionToken(call, call.query.get('token') ?? '')
  const person = redeemed && profile.person(call, redeemed.user.profile.login)
  if (person === undefined) throw refused('token is no session token, or was used already')
  const cookie = sessionCookie(call, service.id, beginSession(call, person))
  return withCookie(redirect(address), cookie)
}

/** Ends the session of the browser, and goes to the page that the request names. */
function endAndGo(call: OidcCall & SignInContext): Answer<string | null> {
  const address = destination(call, 'fromURI')
  const session = sessionOf({ profile, context: call }, service.id)
  if (session !== undefined) {
    recordEvent(call, 'user.session.end', { actor: userEntity(call.rows.users.require(String(session.userId))) })
    call.rows.oauthSessions.delete(session.id)
  }
  const answer = address === null ? signedOutPage(service) : redirect(address)
  return withCookie(answer, sessionCookie(call, service.id, null))
}

/**
 * Returns the address to which a browser goes; null when the request names none.
 *
 * @throws RequestRefused for one of an origin that is not trusted with redirects.
 */
function destination(call: OidcCall, name: 'redirectUrl' | 'fromURI'): string | null {
  const uri = call.query.get(name)
  if (uri === null || uri === '') return null
  if (!/^https?:\/\//i.test(uri) || !URL.canParse(uri))
    throw refused(`${name} is ${uri}; expected the address of a page`)
  const { origin } = new URL(uri)
  const isTrusted = trusts(call, origin, 'REDIRECT')
  if (isTrusted === false && new URL(call.origin).origin !== origin) {
    throw refused(`${name} is at ${origin}, which is no trusted origin with the scope REDIRECT`)
  }
  requireKnownAddress(call, { name: 'redirect_uri', uri, registered: isTrusted === true })
  return uri
}

function refused(message: string): RequestRefused {
  return new RequestRefused(400, 'Bad Request', message, [
    'Add the origin of the page to the trusted origins, with the scope REDIRECT.',
  ])
}

function withCookie(answer: Answer<string | null>, cookie: string): Answer<string | null> {
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
}
