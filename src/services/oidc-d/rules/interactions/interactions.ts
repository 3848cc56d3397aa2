import type { OAuthRequest } from '#oauth/collections.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import type { AuthenticatorKey, Interaction, InteractionStep, OneTimeToken, User } from '#oidc-d/schema.ts'
import { operationNotAllowed } from './refusals.ts'

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The authorization request of a new interaction, and the token of a mail with which it may begin. */
export interface NewInteraction {
  readonly request: OAuthRequest
  /** Null for an interaction that begins with nobody. */
  readonly token: OneTimeToken | null
}

/** Begins an interaction. One that begins with the token of an activation or a recovery knows its person. */
export function beginInteraction(context: RecordContext, { token, request }: NewInteraction): Interaction {
  const { rows, ids } = context
  deleteExpired(context)
  const interaction = rows.interactions.insert({
    id: `02.id.${ids.secret.from(BASE64URL, 40)}`,
    handle: ids.secret.from(BASE64URL, 43),
    requestId: request.id,
    clientId: request.clientId,
    server: request.server,
    ...INITIAL,
    expiresAt: request.expiresAt,
  })
  if (token === null) return interaction
  rows.oneTimeTokens.delete(token.id)
  if (token.use === 'recovery') {
    return changeInteraction(context, interaction, {
      purpose: 'recover',
      userId: token.userId,
      step: 'reset password',
      authenticator: 'okta_password',
    })
  }
  return changeInteraction(context, interaction, {
    purpose: 'register',
    userId: token.userId,
    step: 'select to enroll',
  })
}

/** The state in which an interaction begins. */
const INITIAL = {
  step: 'identify',
  purpose: 'sign in',
  userId: null,
  authenticator: null,
  factorId: null,
  proved: [],
  hasSkipped: false,
  rememberMe: false,
  code: null,
} as const

/** Returns the interaction with this state handle; undefined for one that is unknown or has expired. */
export function findInteraction({ rows, clock }: RecordContext, stateHandle: string): Interaction | undefined {
  const found = rows.interactions.get(stateHandle)
  return found === undefined || found.expiresAt <= clock.now() ? undefined : found
}

/** Returns the interaction with this interaction handle; undefined for one that is unknown or has expired. */
export function findBegunInteraction({ rows, clock }: RecordContext, handle: string): Interaction | undefined {
  const found = rows.interactions.find('handle', handle)
  return found === undefined || found.expiresAt <= clock.now() ? undefined : found
}

/** The members of an interaction that its steps change. */
type InteractionChanges = Partial<
  Omit<Interaction, 'id' | 'handle' | 'requestId' | 'clientId' | 'server' | 'expiresAt'>
>

/** Changes an interaction. */
export function changeInteraction(
  { rows }: RecordContext,
  { id }: Interaction,
  changes: InteractionChanges,
): Interaction {
  return rows.interactions.update(id, changes)
}

/** Leads an interaction to another step, about an authenticator or none. */
export function goTo(
  context: RecordContext,
  interaction: Interaction,
  step: InteractionStep,
  authenticator: AuthenticatorKey | null = null,
  factorId: string | null = null,
): Interaction {
  return changeInteraction(context, interaction, { step, authenticator, factorId })
}

/**
 * Leads an interaction back to its beginning, as Cancel does.
 *
 * @throws InteractionRefusal for one whose person is signed in.
 */
export function restartInteraction(context: RecordContext, interaction: Interaction): Interaction {
  if (interaction.step === 'done') throw operationNotAllowed()
  return changeInteraction(context, interaction, INITIAL)
}

/**
 * Checks that an interaction is at one of these steps.
 *
 * @throws InteractionRefusal
 */
export function requireStep({ step }: Interaction, ...steps: readonly InteractionStep[]): void {
  if (!steps.includes(step)) throw operationNotAllowed()
}

/**
 * Returns the person of an interaction.
 *
 * @throws InteractionRefusal while nobody is known.
 */
export function requirePerson({ rows }: RecordContext, { userId }: Interaction): User {
  if (userId === null) throw operationNotAllowed()
  return rows.users.require(userId)
}

/** Deletes the interactions that nobody went on with. */
function deleteExpired({ rows, clock }: RecordContext): void {
  // A few at a time, so that no request waits for the deletion of many.
  const { rows: oldest } = rows.interactions.page('byExpiry', [], { offset: 0, limit: 10 })
  for (const { id, expiresAt } of oldest) if (expiresAt <= clock.now()) rows.interactions.delete(id)
}
