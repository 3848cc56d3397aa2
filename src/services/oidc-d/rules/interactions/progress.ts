import { OAuthFailure } from '#oauth/failure.ts'
import type { RecordContext, SignInContext } from '#oidc-d/call.ts'
import type { AuthenticatorKey, Interaction, User } from '#oidc-d/schema.ts'
import { isBlocked } from '../network-zones.ts'
import { enrollsAtSignIn, signOnFor } from '../policies/evaluation.ts'
import { appSignOnFor, primaryFactor, registrationFor } from '../policies/identity-engine.ts'
import { allowAccess } from '../servers/access-policies.ts'
import { daysUntilExpiry } from '../users/sign-in.ts'
import { setStatus } from '../users/users.ts'
import { unlockOwn } from '../users/recovery.ts'
import { authenticatorOf, enrollableBy, enrolledBy, type EnrolledAuthenticator } from './authenticators.ts'
import { goTo, requirePerson, restartInteraction } from './interactions.ts'
import { notAssigned, signInDenied, unsatisfiable } from './refusals.ts'

/**
 * Leads an interaction to the step that the policies ask for next, after the person has proved or enrolled something.
 * https://developer.okta.com/docs/concepts/policies/
 *
 * @throws InteractionRefusal when the policies do not let the person in.
 */
export function advance(context: SignInContext, interaction: Interaction): Interaction {
  const user = requirePerson(context, interaction)
  if (interaction.purpose === 'recover' && interaction.proved.length > 0) {
    return goTo(context, interaction, 'reset password', 'okta_password')
  }
  if (interaction.purpose === 'unlock' && interaction.proved.length > 0) {
    unlockOwn(context, user)
    return goTo(context, interaction, 'unlocked')
  }
  checkPolicies(context, interaction, user)
  const usable = stillUsable(context, interaction, user)
  if (usable === 'enough') return afterProofs(context, interaction, user)
  const [only] = usable
  if (only === undefined) return enrollOrRefuse(context, interaction, user)
  return usable.length > 1 ? goTo(context, interaction, 'select') : goToOnly(context, interaction, only)
}

/** Returns the authenticators that the person may prove next, or that they have proved enough. */
function stillUsable(
  context: RecordContext,
  interaction: Interaction,
  user: User,
): readonly EnrolledAuthenticator[] | 'enough' {
  const { proved } = interaction
  const needed = proofsNeeded(context, interaction, user)
  if (proved.length >= needed) return 'enough'
  const others = enrolledBy(context, user).filter(({ key }) => !proved.includes(key))
  const isFirst = proved.length === 0
  return isFirst && primaryFactor(context) === 'PASSWORD_IDP'
    ? others.filter(({ key }) => key === 'okta_password')
    : others
}

/** Returns the number of authenticators that the policies of the organization and of the app ask for. */
function proofsNeeded(context: RecordContext, { clientId, purpose }: Interaction, user: User): number {
  // A person who registers proves each authenticator by enrolling it.
  if (purpose === 'register') return 0
  const { factorMode } = appSignOnFor(context, clientId, user)
  return signOnFor(context, user).requiresFactor || factorMode === '2FA' ? 2 : 1
}

/** Leads to the only authenticator that is left. Codes are not sent before the person agrees. */
function goToOnly(context: RecordContext, interaction: Interaction, only: EnrolledAuthenticator): Interaction {
  const { key, factors } = only
  const isSent = key === 'okta_email' || key === 'phone_number' || key === 'okta_verify'
  if (isSent) return goTo(context, interaction, 'choose method', key)
  return goTo(context, interaction, 'challenge', key, factors[0]?.id ?? null)
}

function enrollOrRefuse(context: RecordContext, interaction: Interaction, user: User): Interaction {
  const isKnown = interaction.proved.length > 0
  if (isKnown && enrollableBy(context, user, { required: false }).length > 0) {
    return goTo(context, interaction, 'select to enroll')
  }
  throw unsatisfiable(context.rows.apps.find('clientId', interaction.clientId)?.label ?? interaction.clientId)
}

/** Leads to what remains once the person has proved who they are: a new password, an enrollment, or the end. */
function afterProofs(context: SignInContext, interaction: Interaction, user: User): Interaction {
  if (user.status === 'PASSWORD_EXPIRED') return goTo(context, interaction, 'replace password', 'okta_password')
  if (mayRenew(context, interaction, user)) return goTo(context, interaction, 'renew password', 'okta_password')
  if (toEnroll(context, interaction, user).length > 0) return goTo(context, interaction, 'select to enroll')
  const activated = user.status === 'PROVISIONED' ? setStatus(context, user, 'ACTIVE') : user
  checkAccess(context, interaction, activated)
  return goTo(context, interaction, 'done')
}

/** Returns whether the password that the person has proved expires soon, and they have not left it for later. */
function mayRenew(context: RecordContext, { proved, hasSkipped, purpose }: Interaction, user: User): boolean {
  if (purpose === 'register' || hasSkipped || !proved.includes('okta_password')) return false
  return daysUntilExpiry(context, user) !== null
}

/**
 * Returns the authenticators that a person has to enroll before the end, or, while they register and have not skipped
 * it, may enroll.
 */
export function toEnroll(context: RecordContext, interaction: Interaction, user: User): readonly AuthenticatorKey[] {
  const required = requiredEnrollments(context, interaction, user)
  if (required.length > 0) return required
  const isOffered = interaction.purpose === 'register' && !interaction.hasSkipped
  return isOffered ? enrollableBy(context, user, { required: false }) : []
}

/** Returns the authenticators that a person has to enroll before the end. */
export function requiredEnrollments(
  context: RecordContext,
  interaction: Interaction,
  user: User,
): readonly AuthenticatorKey[] {
  const { purpose, proved } = interaction
  const required = enrollableBy(context, user, { required: true })
  if (purpose === 'register') {
    const confirms = confirmsEmail(context) && !proved.includes('okta_email')
    return [...(confirms ? (['okta_email'] as const) : []), ...required]
  }
  return enrollsAtSignIn(context, user, signOnFor(context, user).requiresFactor) ? required : []
}

/** Returns whether a person who registers has to prove their e-mail address. */
function confirmsEmail(context: RecordContext): boolean {
  return registrationFor(context).confirmsEmail && authenticatorOf(context, 'okta_email')?.status === 'ACTIVE'
}

function checkPolicies(context: RecordContext, { clientId }: Interaction, user: User): void {
  const isAllowed = signOnFor(context, user).isAllowed && appSignOnFor(context, clientId, user).isAllowed
  if (!isAllowed || isBlocked(context)) throw signInDenied()
}

/** Checks that the server gives the app tokens for the person. */
function checkAccess(context: SignInContext, interaction: Interaction, user: User): void {
  const { requestId, clientId } = interaction
  const scopes = context.rows.oauthRequests.get(requestId)?.scopes ?? []
  try {
    allowAccess(context, { clientId, userId: user.id, scopes, grantType: 'interaction_code' })
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error
    // Another person may sign in.
    restartInteraction(context, interaction)
    throw error.culprit === 'user' ? notAssigned() : signInDenied()
  }
}
