import { cashBalanceTransactionJson } from '#payments/json/cash-balances.ts'
import { currency, integer, required, text } from '#payments/protocol/params.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { fundCash } from '#payments/rules/payment-intents/bank-transfer.ts'
import { chargeCash } from '#payments/rules/payment-intents/confirm.ts'
import { answer, post } from '../route.ts'

/** Customers in tests. https://docs.stripe.com/api/cash_balance_transactions/fund_cash_balance */
export const testCustomersRoutes = [
  post(
    'PostTestHelpersCustomersCustomerFundCashBalance',
    '/v1/test_helpers/customers/:customer/fund_cash_balance',
    { amount: required(integer({ min: 1 })), currency: required(currency()), reference: text() },
    (call) => {
      const source = { param: 'customer', inPath: true }
      const customer = findLiveCustomer(call, call.account, call.params.customer, source)
      return answer(call, cashBalanceTransactionJson(fundCash(call, customer, call.input, chargeCash)))
    },
  ),
]
