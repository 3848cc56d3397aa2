import { earlyFraudWarningJson } from '#payments/json/money/disputes.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { isInRange, range, text } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get } from '../route.ts'
import type { EarlyFraudWarning } from '#payments/schema/money.ts'

/** The banks' early warnings of fraud. https://docs.stripe.com/api/radar/early_fraud_warnings */
export const earlyFraudWarningsRoutes = [
  get(
    'GetRadarEarlyFraudWarnings',
    '/v1/radar/early_fraud_warnings',
    { ...LIST_PARAMS, charge: text(), created: range(), payment_intent: text() },
    (call) => {
      const { charge, created, payment_intent: intent } = call.input
      const where = (each: EarlyFraudWarning): boolean =>
        isInRange(each.created, created) &&
        (charge === undefined || each.charge === charge) &&
        (intent === undefined || each.paymentIntent === intent)
      const found = newestFirst(call.rows.earlyFraudWarnings, 'all', [call.account], where)
      return answerPage(call, found, 'early fraud warning', earlyFraudWarningJson)
    },
  ),
  get(
    'GetRadarEarlyFraudWarningsEarlyFraudWarning',
    '/v1/radar/early_fraud_warnings/:early_fraud_warning',
    {},
    (call) => {
      const source = { param: 'early_fraud_warning', inPath: true }
      const { early_fraud_warning: id } = call.params
      return answer(
        call,
        earlyFraudWarningJson(
          findRecord(call.rows.earlyFraudWarnings, call.account, 'early fraud warning', id, source),
        ),
      )
    },
  ),
]
