import type { OidcCall, SignInContext } from '#oidc-d/call.ts'
import { fieldRequired, interactionExpired } from '#oidc-d/errors/interactions.ts'
import { findBegunInteraction, findInteraction } from '#oidc-d/rules/interactions/interactions.ts'
import { findCustomServer, organizationServer } from '#oidc-d/rules/servers/authorization-servers.ts'
import type { Interaction } from '#oidc-d/schema.ts'

/** An interaction, and the authorization server at which it began. */
export interface WithInteraction extends Pick<SignInContext, 'authorizationServer' | 'issuer'> {
  readonly interaction: Interaction
}

/**
 * A step that loads the interaction of the state handle of the body.
 *
 * @throws 400 without a handle, and 401 for one that is unknown or has expired.
 */
export function loadInteraction(
  call: OidcCall & { readonly body: { readonly stateHandle?: string | undefined } },
): WithInteraction {
  const { stateHandle } = call.body
  if (stateHandle === undefined) throw fieldRequired('stateHandle')
  return withServer(call, findInteraction(call, stateHandle))
}

/**
 * A step that loads the interaction of the interaction handle of the body, or of the state token.
 *
 * @throws 400 without a handle, and 401 for one that is unknown or has expired.
 */
export function loadBegunInteraction(
  call: OidcCall & {
    readonly body: {
      readonly interactionHandle?: string | undefined
      readonly stateToken?: string | undefined
      readonly stateHandle?: string | undefined
    }
  },
): WithInteraction {
  const { interactionHandle, stateToken, stateHandle = stateToken } = call.body
  if (stateHandle !== undefined) return withServer(call, findInteraction(call, stateHandle))
  if (interactionHandle === undefined) throw fieldRequired('stateHandle')
  return withServer(call, findBegunInteraction(call, interactionHandle))
}

function withServer(call: OidcCall, interaction: Interaction | undefined): WithInteraction {
  if (interaction === undefined) throw interactionExpired()
  const { server } = interaction
  return { interaction, ...(server === '' ? organizationServer(call) : findCustomServer(call, server)) }
}
