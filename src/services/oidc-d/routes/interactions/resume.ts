import { json, type Answer } from '#core/answer.ts'
import { sessionOf } from '#oauth/sessions/session.ts'
import type { OAuthSession } from '#oauth/collections.ts'
import { ION } from '#oidc-d/errors.ts'
import { finishInteraction } from '#oidc-d/oauth/interactions.ts'
import { profile } from '#oidc-d/oauth/profile.ts'
import { changeInteraction, restartInteraction } from '#oidc-d/rules/interactions/interactions.ts'
import { advance } from '#oidc-d/rules/interactions/progress.ts'
import { InteractionRefusal } from '#oidc-d/rules/interactions/refusals.ts'
import { answerInteraction, codeJson, type InteractionCall } from './answers.ts'

/**
 * Answers a new interaction of a browser whose person is signed in already, with the interaction code; every other one
 * with its first step. The session counts as the password, so a policy that asks for more lets nobody in this way.
 */
export function resumeSession(call: InteractionCall): Answer {
  const { interaction } = call
  const session = sessionOf({ profile, context: call }, 'oidc-d')
  if (session === undefined || !isFresh(call, session)) return answerInteraction(call, interaction)
  try {
    const known = { userId: String(session.userId), proved: ['okta_password'] } as const
    const next = advance(call, changeInteraction(call, interaction, known))
    if (next.step === 'done') {
      return json(codeJson(call, finishInteraction(call, next, session.authTime)), 200, ION)
    }
  } catch (error) {
    if (!(error instanceof InteractionRefusal)) throw error
  }
  return answerInteraction(call, restartInteraction(call, interaction))
}

/** Returns whether the sign-in of a session is as recent as the request wants it. */
function isFresh({ rows, clock, interaction }: InteractionCall, { authTime }: OAuthSession): boolean {
  const { max_age: limit, prompt } = rows.oauthRequests.get(interaction.requestId)?.parameters ?? {}
  if (prompt === 'login') return false
  return limit === undefined || clock.now() - authTime < Number(limit) * 1000
}
