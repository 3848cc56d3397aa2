import { issuingTransactionJson } from '#payments/json/issuing.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { isInRange, metadata, oneOf, range, text } from '#payments/protocol/params.ts'
import { findRecord, type IdSource } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { SignedCall } from '#payments/call.ts'
import type { IssuingTransaction } from '#payments/schema/issuing.ts'

const one = '/v1/issuing/transactions/:transaction'

/** The movements of the money of issued cards. https://docs.stripe.com/api/issuing/transactions */
export const issuingTransactionsRoutes = [
  get(
    'GetIssuingTransactions',
    '/v1/issuing/transactions',
    { ...LIST_PARAMS, card: text(), cardholder: text(), created: range(), type: oneOf('capture', 'refund') },
    (call) => {
      const { rows, account, input } = call
      const { card, cardholder, created, type } = input
      const isFiltered = created !== undefined || type !== undefined || (card !== undefined && cardholder !== undefined)
      const where = (each: IssuingTransaction): boolean =>
        isInRange(each.created, created) &&
        (type === undefined || each.type === type) &&
        (cardholder === undefined || each.cardholder === cardholder)
      const filter = isFiltered ? where : undefined
      const all = rows.issuingTransactions
      const found =
        card !== undefined
          ? newestFirst(all, 'card', [account, card], filter)
          : cardholder !== undefined
            ? newestFirst(all, 'cardholder', [account, cardholder], filter)
            : newestFirst(all, 'all', [account], filter)
      return answerPage(call, found, 'issuing transaction', issuingTransactionJson)
    },
  ),
  get('GetIssuingTransactionsTransaction', one, {}, (call) =>
    answer(call, issuingTransactionJson(findTransaction(call, call.params.transaction))),
  ),
  post('PostIssuingTransactionsTransaction', one, { metadata: metadata() }, (call) => {
    const before = findTransaction(call, call.params.transaction)
    const merged = mergeMetadata(before.metadata, call.input.metadata)
    const after = call.rows.issuingTransactions.update(before.id, { metadata: merged })
    call.emit({ type: 'issuing_transaction.updated', kind: 'issuing.transaction', row: after, before })
    return answer(call, issuingTransactionJson(after))
  }),
]

/** Returns the account's transaction that the path or a parameter names. */
export function findTransaction(
  { rows, account }: SignedCall & { readonly account: string },
  id: string,
  source: IdSource = { param: 'transaction', inPath: true },
): IssuingTransaction {
  return findRecord(rows.issuingTransactions, account, 'issuing transaction', id, source)
}
