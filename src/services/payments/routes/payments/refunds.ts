import { failure, invalidRequest } from '#payments/errors.ts'
import { refundJson } from '#payments/json/money/charges.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  currency,
  email,
  integer,
  isInRange,
  metadata,
  oneOf,
  range,
  text,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { addRefund, cancelRefund } from '#payments/rules/money/refunds.ts'
import type { Charge, Refund } from '#payments/schema/money.ts'

const refundPath = '/v1/refunds/:refund'

/** Refunds. https://docs.stripe.com/api/refunds */
export const refundsRoutes = [
  post(
    'PostRefunds',
    '/v1/refunds',
    {
      amount: integer({ min: 1 }),
      charge: text(),
      currency: currency(),
      customer: text(),
      instructions_email: email(),
      metadata: metadata(),
      origin: oneOf('customer_balance'),
      payment_intent: text(),
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      refund_application_fee: boolean(),
      reverse_transfer: boolean(),
    },
    (call) => {
      const { input } = call
      const refund = addRefund(call, refundedCharge(call), {
        amount: input.amount,
        reason: input.reason,
        metadata: mergeMetadata({}, input.metadata),
        reverseTransfer: input.reverse_transfer,
        refundApplicationFee: input.refund_application_fee,
        instructionsEmail: input.instructions_email,
      })
      return answer(call, refundJson(refund))
    },
  ),
  get(
    'GetRefunds',
    '/v1/refunds',
    { ...LIST_PARAMS, charge: text(), created: range(), payment_intent: text() },
    (call) => {
      const { charge, created, payment_intent: intent } = call.input
      const { refunds } = call.rows
      const where = (each: Refund): boolean => each.account === call.account && isInRange(each.created, created)
      const found =
        charge !== undefined
          ? newestFirst(refunds, 'charge', [charge], where)
          : intent !== undefined
            ? newestFirst(refunds, 'intent', [intent], where)
            : newestFirst(refunds, 'all', [call.account], where)
      return answerPage(call, found, 'refund', refundJson)
    },
  ),
  get('GetRefundsRefund', refundPath, {}, (call) => answer(call, refundJson(findRefund(call)))),
  post('PostRefundsRefund', refundPath, { metadata: metadata() }, (call) => {
    const before = findRefund(call)
    const after = call.rows.refunds.update(before.id, { metadata: mergeMetadata(before.metadata, call.input.metadata) })
    call.emit({ type: 'refund.updated', kind: 'refund', row: after, before })
    call.emit({ type: 'charge.refund.updated', kind: 'refund', row: after, before })
    return answer(call, refundJson(after))
  }),
  post('PostRefundsRefundCancel', `${refundPath}/cancel`, {}, (call) =>
    answer(call, refundJson(cancelRefund(call, findRefund(call)))),
  ),
]

type RefundCall = Parameters<typeof addRefund>[0] & { readonly account: string }

function findRefund(call: RefundCall & { readonly params: { readonly refund: string } }): Refund {
  return findRecord(call.rows.refunds, call.account, 'refund', call.params.refund, { param: 'refund', inPath: true })
}

/**
 * Returns the charge that a request refunds, by its id or by the payment intent's.
 *
 * @throws 400 without one.
 */
function refundedCharge(
  call: RefundCall & {
    readonly input: { readonly charge?: string | undefined; readonly payment_intent?: string | undefined }
  },
): Charge {
  const { rows, account, input } = call
  if (input.charge !== undefined) {
    // The vendor answers as if the path named the charge.
    return findRecord(rows.charges, account, 'charge', input.charge, { param: 'id', inPath: true })
  }
  const { payment_intent: id } = input
  if (id === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const intent = findRecord(rows.paymentIntents, account, 'payment_intent', id, { param: 'payment_intent' })
  const charge = rows.charges.get(intent.latestCharge)
  if (charge === undefined || !charge.paid || (!charge.captured && !charge.refunded)) {
    throw failure(400, `This PaymentIntent (${id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
      code: 'resource_missing',
    })
  }
  return charge
}
