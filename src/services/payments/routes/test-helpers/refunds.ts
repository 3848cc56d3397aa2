import { refundJson } from '#payments/json/money/charges.ts'
import { expireRefund } from '#payments/rules/money/refunds.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, post } from '../route.ts'

/** Refunds in tests. https://docs.stripe.com/api/refunds/expire */
export const testRefundsRoutes = [
  post('PostTestHelpersRefundsRefundExpire', '/v1/test_helpers/refunds/:refund/expire', {}, (call) => {
    const { rows, account, params } = call
    const refund = findRecord(rows.refunds, account, 'refund', params.refund, { param: 'refund', inPath: true })
    return answer(call, refundJson(expireRefund(call, refund)))
  }),
]
