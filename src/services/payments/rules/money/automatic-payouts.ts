import type { PaymentsContext } from '#payments/call.ts'
import type { Account } from '#payments/schema/connect.ts'
import { nextPayoutAt, schedulePayout } from '../connect/payout-settings.ts'
import { now } from '../new-id.ts'
import { balancesOf } from './balance-transactions.ts'
import { addPayout } from './payouts.ts'

/**
 * Pays an account out as its schedule says: what is available above the minimum of each currency. Money that the
 * account owes is taken from its bank where the account allows it. https://docs.stripe.com/payouts#payout-schedule
 */
export function payOutBalance(
  context: PaymentsContext,
  { account: id, at }: { readonly account: string; readonly at: number },
): void {
  const { rows } = context
  const account = rows.accounts.get(id)
  if (account === undefined || account.deleted || account.payoutSettings.nextAt !== at) return
  if (account.payoutsEnabled) payOut(context, account)
  const nextAt = nextPayoutAt(account.payoutSettings.schedule, now(context))
  const payoutSettings = { ...account.payoutSettings, nextAt }
  schedulePayout(context, rows.accounts.update(id, { payoutSettings }))
}

function payOut(context: PaymentsContext, { id, payoutSettings }: Account): void {
  const { debitNegativeBalances, minimumBalance, statementDescriptor } = payoutSettings
  for (const { currency, availableByType, available, pending } of balancesOf(context, id, now(context))) {
    const owed = available + pending
    if (available < 0) {
      if (owed < 0 && debitNegativeBalances) {
        addAutomatic(context, id, { amount: owed, currency, statementDescriptor })
      }
      continue
    }
    const amount = Math.min(availableByType.card, available - (minimumBalance[currency] ?? 0))
    if (amount > 0) addAutomatic(context, id, { amount, currency, statementDescriptor })
  }
}

/** Adds an automatic payout, which names the transactions that it pays out. */
function addAutomatic(
  context: PaymentsContext,
  account: string,
  input: { readonly amount: number; readonly currency: string; readonly statementDescriptor: string | null },
): void {
  const { rows } = context
  const moment = now(context)
  const payout = addPayout(context, account, { ...input, automatic: true, description: 'STRIPE PAYOUT' })
  const paid = [...rows.balanceTransactions.scan('all', [account])].filter(
    (each) => each.currency === input.currency && each.availableOn <= moment && each.payout === null,
  )
  for (const { id } of paid) rows.balanceTransactions.update(id, { payout: payout.id })
  context.emit({ type: 'payout.reconciliation_completed', kind: 'payout', row: payout })
}
