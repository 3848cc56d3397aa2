import type { PaymentsContext } from '#payments/call.ts'
import { now } from '#payments/rules/new-id.ts'
import { balancesOf } from '#payments/rules/money/balance-transactions.ts'

/**
 * Writes the balance of an account: the sums of its balance transactions.
 * https://docs.stripe.com/api/balance/balance_object
 */
export function balanceJson(context: PaymentsContext, account: string): object {
  const balances = balancesOf(context, account, now(context))
  return {
    object: 'balance',
    available: balances.map(({ available, currency, availableByType }) => ({
      amount: available,
      currency,
      source_types: sourceTypes(availableByType),
    })),
    livemode: false,
    pending: balances.map(({ pending, currency, pendingByType }) => ({
      amount: pending,
      currency,
      source_types: sourceTypes(pendingByType),
    })),
    refund_and_dispute_prefunding: {
      available: balances.map(({ currency }) => ({ amount: 0, currency })),
      pending: balances.map(({ currency }) => ({ amount: 0, currency })),
    },
  }
}

/** Writes a sum by the kind of payment that it comes from; bank accounts only where there is such money. */
function sourceTypes({ card, bank_account: bank }: Readonly<Record<'card' | 'bank_account', number>>): object {
  return bank === 0 ? { card } : { bank_account: bank, card }
}
