import { noSuch } from '#payments/errors.ts'
import { cashBalanceJson, cashBalanceTransactionJson, fundingInstructionsJson } from '#payments/json/cash-balances.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { currency, hash, oneOf, required } from '#payments/protocol/params.ts'
import { cashBalanceOf, RECONCILIATION, setReconciliation } from '#payments/rules/customers/cash-balance.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { COUNTRIES } from '#payments/rules/payment-intents/bank-transfer.ts'
import { BANK_TRANSFER } from '#payments/rules/payment-intents/method-options.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'

const one = '/v1/customers/:customer'

const byPath = { param: 'customer', inPath: true }

/** The money that customers have sent by bank transfers. https://docs.stripe.com/api/cash_balance */
export const cashBalanceRoutes = [
  get('GetCustomersCustomerCashBalance', `${one}/cash_balance`, {}, (call) => {
    const customer = findLiveCustomer(call, call.account, call.params.customer, byPath)
    return answer(call, cashBalanceJson(cashBalanceOf(call, customer)))
  }),
  post(
    'PostCustomersCustomerCashBalance',
    `${one}/cash_balance`,
    { settings: hash({ reconciliation_mode: RECONCILIATION }) },
    (call) => {
      const customer = findLiveCustomer(call, call.account, call.params.customer, byPath)
      const mode = call.input.settings?.reconciliation_mode
      return answer(
        call,
        cashBalanceJson(mode === undefined ? cashBalanceOf(call, customer) : setReconciliation(call, customer, mode)),
      )
    },
  ),
  get('GetCustomersCustomerCashBalanceTransactions', `${one}/cash_balance_transactions`, LIST_PARAMS, (call) => {
    const { id } = findLiveCustomer(call, call.account, call.params.customer, byPath)
    const found = newestFirst(call.rows.cashBalanceTransactions, 'customer', [id])
    return answerPage(call, found, 'customer cash balance transaction', cashBalanceTransactionJson)
  }),
  get(
    'GetCustomersCustomerCashBalanceTransactionsTransaction',
    `${one}/cash_balance_transactions/:transaction`,
    {},
    (call) => {
      const { rows, account, params } = call
      const { id } = findLiveCustomer(call, account, params.customer, byPath)
      const what = 'customer cash balance transaction'
      const source = { param: 'transaction', inPath: true }
      const row = findRecord(rows.cashBalanceTransactions, account, what, params.transaction, source)
      if (row.customer !== id) throw noSuch(what, params.transaction, 'transaction', 404)
      return answer(call, cashBalanceTransactionJson(row))
    },
  ),
  post(
    'PostCustomersCustomerFundingInstructions',
    `${one}/funding_instructions`,
    {
      bank_transfer: required(BANK_TRANSFER),
      currency: required(currency()),
      funding_type: required(oneOf('bank_transfer')),
    },
    (call) => {
      const { id } = findLiveCustomer(call, call.account, call.params.customer, byPath)
      const { bank_transfer: transfer, currency } = call.input
      const country = transfer.eu_bank_transfer?.country ?? COUNTRIES[transfer.type]
      return answer(call, fundingInstructionsJson(id, currency, transfer.type, country))
    },
  ),
]
