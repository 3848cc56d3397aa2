import { asRefusal } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import { clientAnswer, noStore, tokenRequestOf } from '#oauth/endpoints/answers.ts'
import type { OidcCall, SignInContext } from '#oidc-d/call.ts'
import { startInteraction } from '#oidc-d/oauth/interactions.ts'
import { profile } from '#oidc-d/oauth/profile.ts'
import { loadCustomServer, loadOrganizationServer } from '#oidc-d/steps/authorization-servers.ts'

const { post } = routesFor<OidcCall>()

/**
 * The endpoint at which applications begin interactions. https://developer.okta.com/docs/concepts/interaction-code/
 */
export const interactRoutes: readonly Route[] = [
  post('interact', '/oauth2/v1/interact', loadOrganizationServer, interact),
  post('interactCustomAS', '/oauth2/:authorizationServerId/v1/interact', loadCustomServer, interact),
]

function interact(call: OidcCall & SignInContext) {
  return clientAnswer({ profile, context: call }, () => {
    const begun = startInteraction(call, tokenRequestOf(call))
    if (begun.kind === 'failed') return asRefusal(noStore(begun.members, 400))
    return noStore({ interaction_handle: begun.interaction.handle })
  })
}
