import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { SECOND } from '#core/duration.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { notFound, validationFailed } from '#oidc-d/errors.ts'
import { factorJson, supportedFactorJson, verificationJson } from '#oidc-d/json/factor.ts'
import {
  challenge,
  challengeOf,
  checkAnswer,
  isChallenged,
  recordVerification,
  resultOf,
} from '#oidc-d/rules/factors/challenges.ts'
import {
  activateFactor,
  enrollFactor,
  factorsOf,
  removeFactor,
  replaceQuestion,
} from '#oidc-d/rules/factors/factors.ts'
import { SECURITY_QUESTIONS } from '#oidc-d/rules/factors/questions.ts'
import { enrollmentOf, FACTOR_KINDS, kindOf } from '#oidc-d/rules/factors/types.ts'
import { readFlag } from '#oidc-d/rules/lists/flags.ts'
import type { Factor, User } from '#oidc-d/schema.ts'
import { loadFactor, loadTransaction } from '#oidc-d/steps/factors.ts'
import { loadUser } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.factors.read')
const manage = requireScope('okta.factors.manage')

const FACTORS = '/api/v1/users/:userId/factors'
const FACTOR = `${FACTORS}/:factorId` as const

const members = v.optional(v.nullable(v.record(v.string(), v.unknown())))

const FactorBody = v.object({
  factorType: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank')),
  provider: v.optional(v.string(), 'OKTA'),
  profile: members,
})

const QuestionChanges = v.object({ profile: v.record(v.string(), v.unknown()) })

/** The answer of a person to a factor. */
const AnswerInput = v.object({ passCode: v.optional(v.string()), answer: v.optional(v.string()) })

/**
 * The second factors of users.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserFactor/
 */
export const userFactorsRoutes = [
  get('listFactors', FACTORS, read, loadUser, (call) =>
    json(factorsOf(call, call.user).map((each) => factorJson(call, each))),
  ),
  post('enrollFactor', FACTORS, manage, loadUser, body(FactorBody), (call) => {
    const activate = readFlag(call, 'activate', false)
    const lifetime = lifetimeIn(call)
    const factor = enrollFactor(call, call.user, call.body, { activate })
    const isAsked = factor.status === 'PENDING_ACTIVATION' && isChallenged(factor)
    const asked = isAsked ? challenge(call, factor, lifetime) : undefined
    return json(factorJson(call, factor, { isNew: true, challenge: asked }))
  }),
  get('listSupportedFactors', `${FACTORS}/catalog`, read, loadUser, (call) => json(catalogOf(call))),
  get('listSupportedSecurityQuestions', `${FACTORS}/questions`, read, loadUser, () =>
    json(Object.entries(SECURITY_QUESTIONS).map(([question, questionText]) => ({ question, questionText }))),
  ),
  get('getFactor', FACTOR, read, loadUser, loadFactor, (call) => json(factorJson(call, call.factor))),
  put('replaceFactor', FACTOR, manage, loadUser, loadFactor, body(QuestionChanges), (call) =>
    json(factorJson(call, replaceQuestion(call, call.factor, call.body.profile))),
  ),
  del('unenrollFactor', FACTOR, manage, loadUser, loadFactor, (call) => {
    removeFactor(call, call.factor)
    return empty()
  }),
  post('activateFactor', `${FACTOR}/lifecycle/activate`, manage, loadUser, loadFactor, body(AnswerInput), (call) => {
    const { factor, body } = call
    if (body.passCode === undefined) throw validationFailed('passCode', 'passCode: The field cannot be left blank')
    return json(factorJson(call, activateFactor(call, checkAnswer(call, factor, body.passCode))))
  }),
  post('pollFactorActivation', `${FACTOR}/lifecycle/activate/poll`, manage, loadUser, loadFactor, (call) => {
    const asked = challengeOf(call, call.factor)
    const result = asked === undefined ? 'SUCCESS' : resultOf(call, asked)
    if (result === 'SUCCESS') return json(factorJson(call, call.factor))
    return json({ factorResult: result, ...factorJson(call, call.factor, { isNew: true, challenge: asked }) })
  }),
  post('resendEnrollFactor', `${FACTOR}/resend`, manage, loadUser, loadFactor, (call) => {
    challenge(call, call.factor, lifetimeIn(call))
    return json(factorJson(call, call.factor))
  }),
  post('verifyFactor', `${FACTOR}/verify`, manage, loadUser, loadFactor, body(AnswerInput), (call) => {
    const { factor, body } = call
    requireActive(factor)
    const answer = body.passCode ?? body.answer
    if (answer === undefined && isChallenged(factor)) {
      const asked = challenge(call, factor, lifetimeIn(call))
      const result = factor.factorType === 'push' ? 'WAITING' : 'CHALLENGE'
      return json(verificationJson(call, factor, asked, result), result === 'WAITING' ? 201 : 200)
    }
    if (answer === undefined) throw validationFailed('passCode', 'passCode: The field cannot be left blank')
    recordVerification(call, checkAnswer(call, factor, answer))
    return json(verificationJson(call, factor, null, 'SUCCESS'))
  }),
  get(
    'getFactorTransactionStatus',
    `${FACTOR}/transactions/:transactionId`,
    read,
    loadUser,
    loadFactor,
    loadTransaction,
    (call) => json(verificationJson(call, call.factor, call.transaction, resultOf(call, call.transaction))),
  ),
  del(
    'cancelFactorTransaction',
    `${FACTOR}/transactions/:transactionId`,
    manage,
    loadUser,
    loadFactor,
    loadTransaction,
    (call) => {
      const { rows, transaction, factor } = call
      const cancelled = rows.factorChallenges.update(transaction.id, { result: 'CANCELLED' })
      return json(verificationJson(call, factor, cancelled, cancelled.result))
    },
  ),
]

/** Returns the kinds of factors that the policy lets the user enroll, with the state of each. */
function catalogOf(call: OidcCall & { readonly user: User }) {
  const { user } = call
  const enrolled = factorsOf(call, user)
  return FACTOR_KINDS.flatMap((kind) => {
    const enrollment = enrollmentOf(call, user, kind)
    if (enrollment === 'NOT_ALLOWED') return []
    const present = enrolled.find((each) => kindOf(each) === kind)
    return [supportedFactorJson(call, user, kind, { enrollment, status: present?.status ?? 'NOT_SETUP' })]
  })
}

/** Returns how long a code is valid, in milliseconds; undefined without the parameter. */
function lifetimeIn({ query }: OidcCall): number | undefined {
  const text = query.get('tokenLifetimeSeconds')
  if (text === null) return undefined
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 86_400) {
    throw validationFailed(
      'tokenLifetimeSeconds',
      'tokenLifetimeSeconds should be in the range of 1 to 86400 inclusive.',
    )
  }
  return seconds * SECOND
}

function requireActive({ status, id }: Factor): void {
  if (status !== 'ACTIVE') throw notFound('UserFactor', id)
}
