import { applicationFeeJson, feeRefundJson } from '#payments/json/money/transfers.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { integer, isInRange, metadata, range, text } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { addFeeRefund } from '#payments/rules/money/reversals.ts'
import type { ApplicationFee, FeeRefund } from '#payments/schema/money.ts'
import type { PaymentsContext } from '#payments/call.ts'

const fees = '/v1/application_fees/:fee'

const byPath = (param: string) => ({ param, inPath: true })

/** The platform's fees, and their refunds. https://docs.stripe.com/api/application_fees */
export const applicationFeesRoutes = [
  get('GetApplicationFees', '/v1/application_fees', { ...LIST_PARAMS, charge: text(), created: range() }, (call) => {
    const { charge, created } = call.input
    const where = (each: ApplicationFee): boolean =>
      isInRange(each.created, created) &&
      (charge === undefined || each.charge === charge || each.originatingTransaction === charge)
    const found = newestFirst(call.rows.applicationFees, 'all', [call.account], where)
    return answerPage(call, found, 'application fee', (each) => applicationFeeJson(call, each))
  }),
  get('GetApplicationFeesId', fees, {}, (call) =>
    answer(call, applicationFeeJson(call, findFee(call, call.account, call.params.fee))),
  ),
  post(
    'PostApplicationFeesIdRefunds',
    `${fees}/refunds`,
    { amount: integer({ min: 1 }), metadata: metadata() },
    (call) => {
      const fee = findFee(call, call.account, call.params.fee)
      const { amount = fee.amount - fee.amountRefunded, metadata } = call.input
      return answer(call, feeRefundJson(addFeeRefund(call, fee, amount, mergeMetadata({}, metadata))))
    },
  ),
  get('GetApplicationFeesIdRefunds', `${fees}/refunds`, LIST_PARAMS, (call) => {
    const { id } = findFee(call, call.account, call.params.fee)
    return answerPage(call, newestFirst(call.rows.feeRefunds, 'fee', [id]), 'fee_refund', feeRefundJson)
  }),
  get('GetApplicationFeesFeeRefundsId', `${fees}/refunds/:id`, {}, (call) =>
    answer(call, feeRefundJson(findFeeRefund(call, call.account, call.params))),
  ),
  post('PostApplicationFeesFeeRefundsId', `${fees}/refunds/:id`, { metadata: metadata() }, (call) => {
    const before = findFeeRefund(call, call.account, call.params)
    const after = call.rows.feeRefunds.update(before.id, {
      metadata: mergeMetadata(before.metadata, call.input.metadata),
    })
    call.emit({ type: 'application_fee.refund.updated', kind: 'fee_refund', row: after, before })
    return answer(call, feeRefundJson(after))
  }),
]

function findFee({ rows }: PaymentsContext, account: string, id: string): ApplicationFee {
  return findRecord(rows.applicationFees, account, 'application fee', id, byPath('id'))
}

function findFeeRefund(
  context: PaymentsContext,
  account: string,
  { fee, id }: { readonly fee: string; readonly id: string },
): FeeRefund {
  findFee(context, account, fee)
  return findRecord(context.rows.feeRefunds, account, 'fee_refund', id, byPath('id'))
}
