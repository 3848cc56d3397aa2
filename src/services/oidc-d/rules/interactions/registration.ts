import type { SignInContext } from '#oidc-d/call.ts'
import type { Interaction, JsonObject } from '#oidc-d/schema.ts'
import { registrationFor } from '../policies/identity-engine.ts'
import { createUser } from '../users/users.ts'
import { changeInteraction, goTo, requireStep } from './interactions.ts'
import { advance } from './progress.ts'
import { InteractionRefusal } from './refusals.ts'

/** Shows the form with which people register themselves. */
export function beginRegistration(context: SignInContext, interaction: Interaction): Interaction {
  requireStep(interaction, 'identify', 'identify for recovery', 'register')
  if (!registrationFor(context).isAllowed) throw registrationUnavailable()
  return goTo(context, interaction, 'register')
}

/**
 * Creates the user who registers, and goes on to the authenticators that they have to enroll. The login is the e-mail
 * address where the form has none.
 *
 * @throws Failure for an invalid profile.
 */
export function register(context: SignInContext, interaction: Interaction, profile: JsonObject): Interaction {
  requireStep(interaction, 'register')
  const { attributes, groupIds } = registrationFor(context)
  const named = attributes.map(({ name }) => [name, profile[name]] as const)
  const given = Object.fromEntries(named.filter(([, value]) => value !== undefined))
  const user = createUser(context, {
    profile: { login: given['email'], ...given },
    groupIds,
    activate: true,
    changePassword: false,
  })
  return advance(context, changeInteraction(context, interaction, { userId: user.id, purpose: 'register' }))
}

function registrationUnavailable(): InteractionRefusal {
  const message = 'Registration is currently unavailable.'
  return new InteractionRefusal({ message, key: 'idx.error.registration.unavailable' }, { status: 403 })
}
