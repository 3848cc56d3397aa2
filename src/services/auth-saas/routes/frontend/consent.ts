import { redirect } from '#core/answer.ts'
import { ownMember } from '#core/objects.ts'
import type { Route } from '#core/routes.ts'
import { approve, deny, startAuthorization } from '#oauth/authorization/authorize.ts'
import { browserAnswer } from '#oauth/endpoints/answers.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import { noSuch, paramInvalid } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { profile } from '#auth-saas/oauth/profile.ts'
import { SCOPE_WORDS } from '#auth-saas/oauth/scopes.ts'
import type { OAuthApplication } from '#auth-saas/schema/instance.ts'
import { loadSignedIn } from '#auth-saas/steps/frontend/sessions.ts'
import { formOf } from './form.ts'

const PATH = '/v1/me/oauth/consent/:client_id'
const SERVICE = { id: 'auth-saas', title: 'Clerk API' }

/** Adds the OAuth application that the path names. */
function loadApplication(call: AuthCall): { readonly application: OAuthApplication } {
  const clientId = call.params['client_id'] ?? ''
  const application = call.rows.oauthApplications.find('clientId', clientId)
  if (application === undefined || !application.consentScreenEnabled) throw noSuch('OAuth application', clientId)
  return { application }
}

/** The consent of the signed-in user to an OAuth application, for pages of the application's own. */
export const consentRoutes: readonly Route[] = [
  get('frontend/getOAuthConsent', PATH, loadSignedIn, loadApplication, (call) => {
    const { application, query } = call
    const own = application.scopes.split(' ').filter((each) => each !== '')
    const asked = query.get('scope')?.split(' ')
    const scopes = asked === undefined ? own : own.filter((each) => asked.includes(each))
    const uri = query.get('redirect_uri')
    if (uri !== null && !application.redirectUris.includes(uri)) {
      throw paramInvalid('redirect_uri', `${uri} is not a redirect URI of the application.`)
    }
    return json({
      oauth_application_name: application.name,
      oauth_application_logo_url: null,
      oauth_application_url: null,
      client_id: application.clientId,
      redirect_domain: uri === null ? null : new URL(uri).host,
      scopes: scopes.map((scope) => ({
        scope,
        description: ownMember(SCOPE_WORDS, scope) ?? null,
        // `openid` and `offline_access` need no consent of their own.
        requires_consent: scope !== 'openid' && scope !== 'offline_access',
      })),
    })
  }),

  // The query is that of the authorization request, and the form has the decision.
  post('frontend/submitOAuthConsent', PATH, loadSignedIn, loadApplication, (call) => {
    const { application, user, session } = call
    const server = { profile, context: call }
    const query = new URLSearchParams([...call.query].filter(([name]) => !name.startsWith('_')))
    query.set('client_id', application.clientId)
    const started = startAuthorization(server, query)
    if (started.kind === 'failed') return browserAnswer(SERVICE, started.client, started.response)
    const { request, client } = started
    const isConsented = formOf(call).get('consented') === 'true'
    const response = isConsented
      ? approve(server, request.id, { handle: user.id, authTime: session.createdAt })
      : deny(server, request.id)
    return browserAnswer(SERVICE, client, response)
  }),

  get('frontend/redirectToUrl', '/v1/redirect', loadSignedIn, (call) => {
    const url = call.query.get('redirect_url')
    return redirect(url !== null && URL.canParse(url) && call.mayRedirectTo(new URL(url)) ? url : call.origin, 307)
  }),
]
