import { setupAttemptJson } from '#payments/json/intents.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { isInRange, range, required, text } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answerPage, get } from '../route.ts'
import type { SetupAttempt } from '#payments/schema/payments.ts'

/** The attempts of setup intents. https://docs.stripe.com/api/setup_attempts */
export const setupAttemptsRoutes = [
  get(
    'GetSetupAttempts',
    '/v1/setup_attempts',
    { ...LIST_PARAMS, created: range(), setup_intent: required(text()) },
    (call) => {
      const { created, setup_intent: id } = call.input
      const { rows, account } = call
      const intent = findRecord(rows.setupIntents, account, 'setup_intent', id, { param: 'setup_intent' })
      const where = (each: SetupAttempt): boolean => isInRange(each.created, created)
      const found = newestFirst(rows.setupAttempts, 'intent', [intent.id], where)
      return answerPage(call, found, 'setup_attempt', (each) => setupAttemptJson(call, each))
    },
  ),
]
