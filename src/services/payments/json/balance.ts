import type { PaymentsContext } from '#payments/call.ts'
import { now } from '#payments/rules/new-id.ts'
import { balancesOf } from '#payments/rules/money/balance-transactions.ts'
import { reservedOf } from '#payments/rules/money/reserve.ts'

/**
 * Writes the balance of an account: the sums of its balance transactions, less what a platform must keep for connected
 * accounts that owe money.
 * https://docs.stripe.com/api/balance/balance_object
 */
export function balanceJson(context: PaymentsContext, account: string) {
  const balances = balancesOf(context, account, now(context))
  const reserved = reservedOf(context, account)
  const kept = (currency: string): number => reserved.get(currency) ?? 0
  const { accounts } = context.rows
  const isPlatform = accounts.get(account)?.account === account && accounts.size > 1
  return {
    object: 'balance',
    available: balances.map(({ available, currency, availableByType: { card, bank_account } }) => ({
      amount: available - kept(currency),
      currency,
      source_types: sourceTypes({ bank_account, card: card - kept(currency) }),
    })),
    ...(isPlatform ? { connect_reserved: balances.map(({ currency }) => ({ amount: kept(currency), currency })) } : {}),
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
function sourceTypes({ card, bank_account: bank }: Readonly<Record<'card' | 'bank_account', number>>) {
  return bank === 0 ? { card } : { bank_account: bank, card }
}
