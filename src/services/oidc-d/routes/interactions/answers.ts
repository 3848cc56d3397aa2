import { DAY, SECOND } from '#core/duration.ts'
import { asRefusal, json, type Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { beginSession, sessionCookie } from '#oauth/sessions/session.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { ION } from '#oidc-d/errors.ts'
import { signedInJson, transactionJson } from '#oidc-d/json/interactions/transaction.ts'
import { finishInteraction } from '#oidc-d/oauth/interactions.ts'
import { profile } from '#oidc-d/oauth/profile.ts'
import { InteractionRefusal, refusalFor } from '#oidc-d/rules/interactions/refusals.ts'
import { endpointsOf } from '#oidc-d/rules/servers/endpoints.ts'
import type { Interaction } from '#oidc-d/schema.ts'
import type { WithInteraction } from '#oidc-d/steps/interactions.ts'

/** A request of an interaction. */
export type InteractionCall = OidcCall & WithInteraction

/** How long a session lives that outlives the browser. Milliseconds. */
const KEPT = 30 * DAY

/**
 * Takes an interaction to its next step, and answers with that. A refusal is answered with the step at which the
 * interaction is, instead of thrown: a thrown failure would roll the count of wrong passwords back.
 */
export function answerStep(call: InteractionCall, take: () => Interaction): Answer {
  try {
    return answerInteraction(call, take())
  } catch (error) {
    const refusal = refusalOf(error)
    const now = call.rows.interactions.require(call.interaction.id)
    return asRefusal(json(transactionJson(call, now, refusal), refusal.status, ION))
  }
}

function refusalOf(error: unknown): InteractionRefusal {
  if (error instanceof InteractionRefusal) return error
  if (error instanceof Failure) return refusalFor(error)
  throw error
}

/** Answers with the step of an interaction, or, at the end, with the interaction code. */
export function answerInteraction(call: InteractionCall, interaction: Interaction): Answer {
  if (interaction.step !== 'done') return json(transactionJson(call, interaction), 200, ION)
  if (interaction.code !== null) return json(codeJson(call, interaction), 200, ION)
  const finished = finishInteraction(call, interaction)
  const person = profile.person(call, call.rows.users.require(finished.userId ?? '').profile.login)
  const answer = json(codeJson(call, finished), 200, ION)
  if (person === undefined) return answer
  const cookie = sessionCookie(call, 'oidc-d', beginSession(call, person))
  const kept = finished.rememberMe ? `${cookie}; Max-Age=${KEPT / SECOND}` : cookie
  return { ...answer, headers: { ...answer.headers, 'set-cookie': kept } }
}

/** Returns the document with the interaction code. */
export function codeJson(call: InteractionCall, interaction: Interaction) {
  const method = call.rows.apps.find('clientId', interaction.clientId)?.client?.tokenEndpointAuthMethod ?? 'none'
  return signedInJson(call, interaction, endpointsOf(call), { isConfidential: method !== 'none' })
}
