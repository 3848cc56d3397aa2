import type { Answer } from '#core/answer.ts'
import { ownMember } from '#core/objects.ts'
import { routesFor, type Route } from '#core/routes.ts'
import { startDevice } from '#oauth/grants/device.ts'
import { deviceAnswer, deviceMembers, devicePage } from '#oauth/endpoints/device.ts'
import { authorizationAnswer, authorizationPage, type Provider } from '#oauth/endpoints/browser.ts'
import { redeem } from '#oauth/grants/redeem.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { membersAnswer, tokenRequest } from '#codehost/oauth/answers.ts'
import { profile, type SignInContext } from '#codehost/oauth/profile.ts'
import { SCOPE_WORDS } from '#codehost/oauth/scope-words.ts'
import { applicationsRoutes } from './applications.ts'

const { get, post } = routesFor<CodehostCall>()

const provider: Provider<SignInContext> = {
  service: { id: 'codehost', title: 'GitHub REST API' },
  profile,
  words: (scope) => ownMember(SCOPE_WORDS, scope) ?? scope,
  seededAt: 'codehost.users',
  hint: 'login',
}

/**
 * The web flow, the device flow, the token endpoint, and operations of applications on their tokens. Both sign-in pages
 * can be answered without a browser. https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export const oauthRoutes: readonly Route[] = [
  get('oauth/authorize', '/login/oauth/authorize', authorizationPage(provider)),
  post('oauth/answer', '/login/oauth/authorize', authorizationAnswer(provider)),
  post('oauth/access-token', '/login/oauth/access_token', answerToken),
  // Older clients send the parameters in the query of a GET.
  get('oauth/access-token', '/login/oauth/access_token', answerToken),
  post('oauth/device-code', '/login/device/code', (call) =>
    membersAnswer(call, () => {
      const device = startDevice({ profile, context: call }, tokenRequest(call))
      const { verification_uri_complete: _none, ...members } = deviceMembers(
        call,
        device,
        `${call.origin}/login/device`,
      )
      return members
    }),
  ),
  get('oauth/device', '/login/device', devicePage(provider)),
  post('oauth/device-answer', '/login/device', deviceAnswer(provider)),
  ...applicationsRoutes,
]

function answerToken(call: CodehostCall): Answer {
  return membersAnswer(call, () => redeem({ profile, context: call }, tokenRequest(call)))
}
