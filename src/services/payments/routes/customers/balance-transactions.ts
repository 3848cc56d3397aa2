import type { PaymentsContext } from '#payments/call.ts'
import { noSuch } from '#payments/errors.ts'
import { customerBalanceTransactionJson } from '#payments/json/customers.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { currency, integer, isInRange, metadata, range, required, text, unsettable } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { adjustBalance } from '#payments/rules/customers/balance.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'

const one = '/v1/customers/:customer'

const byPath = { param: 'customer', inPath: true }

/** The transactions of a customer's balance. https://docs.stripe.com/api/customer_balance_transactions */
export const customerBalanceTransactionsRoutes = [
  post(
    'PostCustomersCustomerBalanceTransactions',
    `${one}/balance_transactions`,
    {
      amount: required(integer()),
      currency: required(currency()),
      description: unsettable(text({ max: 350 })),
      metadata: metadata(),
    },
    (call) => {
      const customer = findLiveCustomer(call, call.account, call.params.customer, byPath)
      const { amount, currency, description = null, metadata } = call.input
      const transaction = adjustBalance(call, customer, amount, {
        currency,
        description,
        metadata: mergeMetadata({}, metadata),
      })
      const after = call.rows.customers.require(customer.id)
      call.emit({ type: 'customer.updated', kind: 'customer', row: after, before: customer })
      return answer(call, customerBalanceTransactionJson(transaction))
    },
  ),
  get(
    'GetCustomersCustomerBalanceTransactions',
    `${one}/balance_transactions`,
    { ...LIST_PARAMS, created: range(), invoice: text() },
    (call) => {
      const { id } = findLiveCustomer(call, call.account, call.params.customer, byPath)
      const { created, invoice } = call.input
      const found = newestFirst(
        call.rows.customerBalanceTransactions,
        'customer',
        [id],
        (row) => isInRange(row.created, created) && (invoice === undefined || row.invoice === invoice),
      )
      return answerPage(call, found, 'customer balance transaction', customerBalanceTransactionJson)
    },
  ),
  get('GetCustomersCustomerBalanceTransactionsTransaction', `${one}/balance_transactions/:transaction`, {}, (call) =>
    answer(call, customerBalanceTransactionJson(findBalanceTransactionOf(call, call.account, call.params))),
  ),
  post(
    'PostCustomersCustomerBalanceTransactionsTransaction',
    `${one}/balance_transactions/:transaction`,
    { description: unsettable(text({ max: 350 })), metadata: metadata() },
    (call) => {
      const before = findBalanceTransactionOf(call, call.account, call.params)
      const { description = before.description, metadata } = call.input
      const after = call.rows.customerBalanceTransactions.update(before.id, {
        description,
        metadata: mergeMetadata(before.metadata, metadata),
      })
      return answer(call, customerBalanceTransactionJson(after))
    },
  ),
]

function findBalanceTransactionOf(
  context: PaymentsContext,
  account: string,
  { customer, transaction: id }: { readonly customer: string; readonly transaction: string },
) {
  const source = { param: 'transaction', inPath: true }
  findLiveCustomer(context, account, customer, byPath)
  const transaction = findRecord(
    context.rows.customerBalanceTransactions,
    account,
    'customer balance transaction',
    id,
    source,
  )
  if (transaction.customer !== customer) throw noSuch('customer balance transaction', id, 'transaction', 404)
  return transaction
}
