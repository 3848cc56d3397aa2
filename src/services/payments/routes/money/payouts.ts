import { failure } from '#payments/errors.ts'
import { payoutJson } from '#payments/json/money/balance-transactions.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { currency, integer, isInRange, metadata, oneOf, range, required, text } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { addPayout, cancelPayout, reversePayout } from '#payments/rules/money/payouts.ts'
import type { Payout } from '#payments/schema/money.ts'

const one = '/v1/payouts/:payout'

const byPath = { param: 'payout', inPath: true }

/** Payouts. https://docs.stripe.com/api/payouts */
export const payoutsRoutes = [
  post(
    'PostPayouts',
    '/v1/payouts',
    {
      amount: required(integer({ min: 1 })),
      currency: required(currency()),
      description: text(),
      destination: text(),
      metadata: metadata(),
      method: oneOf('instant', 'standard'),
      payout_method: text(),
      source_type: oneOf('bank_account', 'card', 'fpx'),
      statement_descriptor: text({ max: 22 }),
    },
    (call) => {
      const {
        amount,
        currency,
        description,
        metadata,
        method,
        source_type: sourceType,
        statement_descriptor,
      } = call.input
      if (sourceType === 'fpx')
        throw failure(400, 'You have insufficient funds in your Stripe account for this transfer.', {
          code: 'balance_insufficient',
        })
      const payout = addPayout(call, call.account, {
        amount,
        currency,
        description: description ?? null,
        destination: call.input.destination ?? null,
        metadata: mergeMetadata({}, metadata),
        method: method ?? 'standard',
        sourceType: sourceType ?? 'card',
        statementDescriptor: statement_descriptor ?? null,
      })
      return answer(call, payoutJson(payout))
    },
  ),
  get(
    'GetPayouts',
    '/v1/payouts',
    { ...LIST_PARAMS, arrival_date: range(), created: range(), destination: text(), status: text() },
    (call) => {
      const { arrival_date: arrival, created, destination, status } = call.input
      const where = (each: Payout): boolean =>
        isInRange(each.arrivalDate, arrival) &&
        isInRange(each.created, created) &&
        (destination === undefined || each.destination === destination) &&
        (status === undefined || each.status === status)
      return answerPage(call, newestFirst(call.rows.payouts, 'all', [call.account], where), 'payout', payoutJson)
    },
  ),
  get('GetPayoutsPayout', one, {}, (call) =>
    answer(call, payoutJson(findRecord(call.rows.payouts, call.account, 'payout', call.params.payout, byPath))),
  ),
  post('PostPayoutsPayout', one, { metadata: metadata() }, (call) => {
    const before = findRecord(call.rows.payouts, call.account, 'payout', call.params.payout, byPath)
    const after = call.rows.payouts.update(before.id, { metadata: mergeMetadata(before.metadata, call.input.metadata) })
    call.emit({ type: 'payout.updated', kind: 'payout', row: after, before })
    return answer(call, payoutJson(after))
  }),
  post('PostPayoutsPayoutCancel', `${one}/cancel`, {}, (call) => {
    const before = findRecord(call.rows.payouts, call.account, 'payout', call.params.payout, byPath)
    return answer(call, payoutJson(cancelPayout(call, before)))
  }),
  post('PostPayoutsPayoutReverse', `${one}/reverse`, { metadata: metadata() }, (call) => {
    const before = findRecord(call.rows.payouts, call.account, 'payout', call.params.payout, byPath)
    return answer(call, payoutJson(reversePayout(call, before, mergeMetadata({}, call.input.metadata))))
  }),
]
