import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter } from '#payments/errors.ts'
import { newRecord } from '../records.ts'
import type { Customer, CustomerBalanceTransaction } from '#payments/schema/customers.ts'

type Reason = Partial<
  Pick<
    CustomerBalanceTransaction,
    'currency' | 'description' | 'metadata' | 'type' | 'invoice' | 'creditNote' | 'checkoutSession'
  >
>

/**
 * Adds an amount to a customer's balance and returns the record of the change. Emits no event.
 * https://docs.stripe.com/billing/customer/balance
 *
 * @throws 400 for another currency than the customer's.
 */
export function adjustBalance(
  context: PaymentsContext,
  { id, account }: Pick<Customer, 'id' | 'account'>,
  amount: number,
  reason: Reason = {},
): CustomerBalanceTransaction {
  const { rows } = context
  const customer = rows.customers.require(id)
  const currency = reason.currency ?? customer.currency ?? rows.accounts.get(account)?.defaultCurrency ?? 'usd'
  if (customer.currency !== null && customer.currency !== currency) {
    throw invalidParameter(
      'currency',
      `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${customer.currency}`,
    )
  }
  const endingBalance = customer.balance + amount
  rows.customers.update(id, { balance: endingBalance, currency })
  return rows.customerBalanceTransactions.insert({
    ...newRecord(context, account, 'cbtxn_'),
    customer: id,
    amount,
    type: 'adjustment',
    description: null,
    invoice: null,
    creditNote: null,
    checkoutSession: null,
    metadata: {},
    ...reason,
    currency,
    endingBalance,
  })
}
