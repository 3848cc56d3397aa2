import { balanceTransactionJson } from '#payments/json/money/balance-transactions.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { currency, isInRange, range, text } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get } from '../route.ts'
import type { BalanceTransaction } from '#payments/schema/money.ts'

/** The transactions of the balance. https://docs.stripe.com/api/balance_transactions */
export const balanceTransactionsRoutes = [
  get(
    'GetBalanceTransactions',
    '/v1/balance_transactions',
    { ...LIST_PARAMS, created: range(), currency: currency(), payout: text(), source: text(), type: text() },
    (call) => {
      const { created, currency, payout, source, type } = call.input
      const { balanceTransactions } = call.rows
      const where = (each: BalanceTransaction): boolean =>
        each.account === call.account &&
        isInRange(each.created, created) &&
        (currency === undefined || each.currency === currency) &&
        (payout === undefined || each.payout === payout || each.source === payout) &&
        (type === undefined || each.type === type)
      const found =
        source === undefined
          ? newestFirst(balanceTransactions, 'all', [call.account], where)
          : newestFirst(balanceTransactions, 'source', [source], where)
      return answerPage(call, found, 'balance transaction', (each) => balanceTransactionJson(call, each))
    },
  ),
  get('GetBalanceTransactionsId', '/v1/balance_transactions/:id', {}, (call) => {
    const source = { param: 'id', inPath: true }
    const found = findRecord(call.rows.balanceTransactions, call.account, 'balance transaction', call.params.id, source)
    return answer(call, balanceTransactionJson(call, found))
  }),
]
