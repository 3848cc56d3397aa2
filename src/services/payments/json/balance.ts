import type { PaymentsContext } from '#payments/call.ts'
import { now } from '#payments/rules/new-id.ts'
import { payoutDestination, takesInstantPayouts } from '#payments/rules/connect/external-accounts.ts'
import { balancesOf, type CurrencyBalance } from '#payments/rules/money/balance-transactions.ts'
import { reservedOf } from '#payments/rules/money/reserve.ts'
import type { Resource } from '#payments/protocol/resource.ts'

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
    ...instantJson(context, account, balances, kept),
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

/** Writes what can be paid out at once, where the account has a card or a bank account that takes it. */
function instantJson(
  context: PaymentsContext,
  account: string,
  balances: readonly CurrencyBalance[],
  kept: (currency: string) => number,
) {
  const found = balances.filter(({ currency }) => instantDestination(context, account, currency) !== undefined)
  if (found.length === 0) return {}
  const written = found.map(({ currency, availableByType: { card } }) => {
    const amount = Math.max(0, card - kept(currency))
    return { amount, currency, source_types: { card: amount } }
  })
  return { instant_available: written }
}

function instantDestination(context: PaymentsContext, account: string, code: string): string | undefined {
  const destination = payoutDestination(context, account, code)
  return destination !== undefined && takesInstantPayouts(destination) ? destination.id : undefined
}

/** The balance, whose amounts can be expanded to those that arrive: nothing is taken from an instant payout here. */
export const balanceResources: readonly Resource[] = [
  {
    object: 'balance',
    read: (context, account) => balanceJson(context, account),
    expandable: {},
    includable: {
      'instant_available.net_available': (context, account, _id, { amount, currency, source_types }) => [
        { amount, destination: instantDestination(context, account, String(currency)), source_types },
      ],
    },
  },
]

/** Writes a sum by the kind of payment that it comes from; bank accounts only where there is such money. */
function sourceTypes({ card, bank_account: bank }: Readonly<Record<'card' | 'bank_account', number>>) {
  return bank === 0 ? { card } : { bank_account: bank, card }
}
