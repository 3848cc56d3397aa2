import { topupJson } from '#payments/json/money/topups.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { currency, integer, isInRange, metadata, range, required, text } from '#payments/protocol/params.ts'
import { addTopup, cancelTopup } from '#payments/rules/money/topups.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { Topup } from '#payments/schema/topups.ts'

const one = '/v1/topups/:topup'

const byPath = { param: 'topup', inPath: true }

/** Top-ups of the balance. https://docs.stripe.com/api/topups */
export const topupsRoutes = [
  post(
    'PostTopups',
    '/v1/topups',
    {
      amount: required(integer({ min: 1 })),
      currency: required(currency()),
      description: text(),
      metadata: metadata(),
      source: text(),
      statement_descriptor: text({ max: 15 }),
      transfer_group: text(),
    },
    (call) => {
      const { input } = call
      const topup = addTopup(call, call.account, {
        amount: input.amount,
        currency: input.currency,
        description: input.description ?? null,
        metadata: mergeMetadata({}, input.metadata),
        source: input.source ?? null,
        statementDescriptor: input.statement_descriptor ?? null,
        transferGroup: input.transfer_group ?? null,
      })
      return answer(call, topupJson(topup))
    },
  ),
  get('GetTopups', '/v1/topups', { ...LIST_PARAMS, amount: range(), created: range(), status: text() }, (call) => {
    const { amount, created, status } = call.input
    const where = (each: Topup): boolean =>
      isInRange(each.amount, amount) &&
      isInRange(each.created, created) &&
      (status === undefined || each.status === status)
    return answerPage(call, newestFirst(call.rows.topups, 'all', [call.account], where), 'topup', topupJson)
  }),
  get('GetTopupsTopup', one, {}, (call) =>
    answer(call, topupJson(findRecord(call.rows.topups, call.account, 'topup', call.params.topup, byPath))),
  ),
  post('PostTopupsTopup', one, { description: text(), metadata: metadata() }, (call) => {
    const { rows, account, input, params } = call
    const before = findRecord(rows.topups, account, 'topup', params.topup, byPath)
    const after = rows.topups.update(before.id, {
      description: input.description ?? before.description,
      metadata: mergeMetadata(before.metadata, input.metadata),
    })
    return answer(call, topupJson(after))
  }),
  post('PostTopupsTopupCancel', `${one}/cancel`, {}, (call) => {
    const before = findRecord(call.rows.topups, call.account, 'topup', call.params.topup, byPath)
    return answer(call, topupJson(cancelTopup(call, before)))
  }),
]
