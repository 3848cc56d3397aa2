import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { ION } from '#oidc-d/errors.ts'
import { transactionJson } from '#oidc-d/json/interactions/transaction.ts'
import {
  answerChallenge,
  chooseAuthenticator,
  chooseForUnlocking,
  pollChallenge,
  resendChallenge,
} from '#oidc-d/rules/interactions/challenges.ts'
import {
  choosePassword,
  chooseToEnroll,
  enrollAuthenticator,
  pollEnrollment,
  skipStep,
} from '#oidc-d/rules/interactions/enrollments.ts'
import { beginRecovery, identify, identifyForRecovery } from '#oidc-d/rules/interactions/identification.ts'
import { goTo, requireStep, restartInteraction } from '#oidc-d/rules/interactions/interactions.ts'
import { fieldMissing, operationNotAllowed, unlockingNotAllowed } from '#oidc-d/rules/interactions/refusals.ts'
import { beginRegistration, register } from '#oidc-d/rules/interactions/registration.ts'
import { offersUnlocking } from '#oidc-d/rules/policies/identity-engine.ts'
import { loadBegunInteraction, loadInteraction } from '#oidc-d/steps/interactions.ts'
import { answerInteraction, answerStep } from './answers.ts'
import { resumeSession } from './resume.ts'

const { post } = routesFor<OidcCall>()

const text = v.optional(v.string())

const StateHandle = v.object({ stateHandle: text })

const IntrospectInput = v.object({ interactionHandle: text, stateToken: text, stateHandle: text })

const CredentialsInput = v.object({
  passcode: text,
  totp: text,
  answer: text,
  questionKey: text,
  question: text,
  revokeSessions: v.optional(v.boolean()),
})

const IdentifyInput = v.object({
  stateHandle: text,
  identifier: text,
  credentials: v.optional(CredentialsInput),
  rememberMe: v.optional(v.boolean(), false),
})

const AuthenticatorInput = v.object({ id: v.string(), methodType: text, phoneNumber: text })

const ChallengeInput = v.object({ stateHandle: text, identifier: text, authenticator: v.optional(AuthenticatorInput) })

const AnswerInput = v.object({ stateHandle: text, credentials: v.optional(CredentialsInput, {}) })

const RegistrationInput = v.object({
  stateHandle: text,
  userProfile: v.optional(v.record(v.string(), v.unknown()), {}),
})

/**
 * The steps of interactions: the Identity Engine, as applications embed it.
 * https://developer.okta.com/docs/concepts/interaction-code/
 */
export const interactionsRoutes = [
  post('idx/introspect', '/idp/idx/introspect', body(IntrospectInput), loadBegunInteraction, (call) => {
    const { interaction } = call
    return interaction.step === 'identify' ? resumeSession(call) : answerInteraction(call, interaction)
  }),
  post('idx/identify', '/idp/idx/identify', body(IdentifyInput), loadInteraction, (call) =>
    answerStep(call, () => {
      const { interaction, body } = call
      const { identifier, credentials, rememberMe } = body
      if (identifier === undefined || identifier === '') throw fieldMissing('identifier')
      if (interaction.step === 'identify for recovery') return identifyForRecovery(call, interaction, identifier)
      requireStep(interaction, 'identify')
      return identify(call, interaction, { identifier, password: credentials?.passcode, rememberMe })
    }),
  ),
  post('idx/select-identify', '/idp/idx/identify/select', body(StateHandle), loadInteraction, (call) =>
    answerStep(call, () => restartInteraction(call, call.interaction)),
  ),
  post('idx/challenge', '/idp/idx/challenge', body(ChallengeInput), loadInteraction, (call) =>
    answerStep(call, () => {
      const { interaction, body } = call
      const { identifier, authenticator } = body
      if (authenticator === undefined) throw fieldMissing('authenticator')
      if (interaction.step !== 'unlock') return chooseAuthenticator(call, interaction, authenticator)
      if (identifier === undefined) throw fieldMissing('identifier')
      return chooseForUnlocking(call, interaction, identifier, authenticator)
    }),
  ),
  post('idx/answer', '/idp/idx/challenge/answer', body(AnswerInput), loadInteraction, (call) =>
    answerStep(call, () => {
      const { interaction, body } = call
      switch (interaction.step) {
        case 'challenge':
          return answerChallenge(call, interaction, body.credentials)
        case 'enroll':
          return enrollAuthenticator(call, interaction, body.credentials)
        case 'reset password':
        case 'replace password':
        case 'renew password':
          return choosePassword(call, interaction, body.credentials)
        default:
          throw operationNotAllowed()
      }
    }),
  ),
  post('idx/resend', '/idp/idx/challenge/resend', body(StateHandle), loadInteraction, (call) =>
    answerStep(call, () => resendChallenge(call, call.interaction)),
  ),
  post('idx/poll', '/idp/idx/challenge/poll', body(StateHandle), loadInteraction, (call) =>
    answerStep(call, () => {
      const { interaction } = call
      const isEnrolling = interaction.step === 'enroll' || interaction.step === 'approve enrollment'
      return isEnrolling ? pollEnrollment(call, interaction) : pollChallenge(call, interaction)
    }),
  ),
  post('idx/enroll-authenticator', '/idp/idx/credential/enroll', body(ChallengeInput), loadInteraction, (call) =>
    answerStep(call, () => {
      const { authenticator } = call.body
      if (authenticator === undefined) throw fieldMissing('authenticator')
      return chooseToEnroll(call, call.interaction, authenticator)
    }),
  ),
  post('idx/skip', '/idp/idx/skip', body(StateHandle), loadInteraction, (call) =>
    answerStep(call, () => skipStep(call, call.interaction)),
  ),
  post('idx/enroll', '/idp/idx/enroll', body(StateHandle), loadInteraction, (call) =>
    answerStep(call, () => beginRegistration(call, call.interaction)),
  ),
  post('idx/register', '/idp/idx/enroll/new', body(RegistrationInput), loadInteraction, (call) =>
    answerStep(call, () => register(call, call.interaction, call.body.userProfile)),
  ),
  post('idx/recover', '/idp/idx/recover', body(StateHandle), loadInteraction, (call) =>
    answerStep(call, () => {
      requireStep(call.interaction, 'identify', 'challenge')
      return beginRecovery(call, call.interaction)
    }),
  ),
  post('idx/unlock-account', '/idp/idx/unlock-account', body(StateHandle), loadInteraction, (call) =>
    answerStep(call, () => {
      requireStep(call.interaction, 'identify')
      if (!offersUnlocking(call)) throw unlockingNotAllowed()
      return goTo(call, call.interaction, 'unlock')
    }),
  ),
  post('idx/cancel', '/idp/idx/cancel', body(StateHandle), loadInteraction, (call) =>
    json(transactionJson(call, restartInteraction(call, call.interaction)), 200, ION),
  ),
]
