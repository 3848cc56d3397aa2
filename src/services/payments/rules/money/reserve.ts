import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../new-id.ts'
import { balancesOf } from './balance-transactions.ts'

/**
 * Returns what a platform must keep for the connected accounts that owe money, by currency, in minor units: the sum of
 * their negative balances. Standard accounts answer for themselves. https://docs.stripe.com/connect/account-balances
 */
export function reservedOf(context: PaymentsContext, platform: string): ReadonlyMap<string, number> {
  const reserved = new Map<string, number>()
  const { accounts } = context.rows
  for (const { id, type, deleted } of accounts.scan('all', [platform])) {
    if (id === platform || type === 'standard' || deleted) continue
    for (const { currency, available, pending } of balancesOf(context, id, now(context))) {
      const total = available + pending
      if (total < 0) reserved.set(currency, (reserved.get(currency) ?? 0) - total)
    }
  }
  return reserved
}
