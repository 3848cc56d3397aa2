import type { PaymentsContext } from '#payments/call.ts'
import { oneOf } from '#payments/protocol/params.ts'
import {
  BANK_TRANSFERS,
  type BankTransfer,
  type CashBalance,
  type CashBalanceTransaction,
} from '#payments/schema/cash-balances.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { newRecord } from '../records.ts'

/** The parameter that says whether incoming money pays open payments by itself. */
export const RECONCILIATION = oneOf('automatic', 'manual', 'merchant_default')

type Owner = Pick<Customer, 'id' | 'account'>

/** Returns the cash balance of a customer; an empty one before the first transfer. */
export function cashBalanceOf({ rows }: Pick<PaymentsContext, 'rows'>, { id, account }: Owner): CashBalance {
  const empty = {
    id,
    account,
    seq: 0,
    created: 0,
    available: {},
    reconciliation: 'automatic',
    isDefaultMode: true,
  } as const
  return rows.cashBalances.get(id) ?? empty
}

/** Changes whether incoming money pays open payments of a customer by itself; `merchant_default` is `automatic`. */
export function setReconciliation(
  context: PaymentsContext,
  owner: Owner,
  mode: 'automatic' | 'manual' | 'merchant_default',
): CashBalance {
  const isDefaultMode = mode === 'merchant_default'
  return keepBalance(context, owner, { reconciliation: isDefaultMode ? 'automatic' : mode, isDefaultMode })
}

/** The reason of a movement. */
type Reason = Pick<CashBalanceTransaction, 'type'> &
  Partial<Pick<CashBalanceTransaction, 'intent' | 'refund' | 'transfer'>>

/** Adds an amount to a cash balance, and emits `customer_cash_balance_transaction.created`. */
export function moveCash(
  context: PaymentsContext,
  owner: Owner,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  reason: Reason,
): CashBalanceTransaction {
  const { available } = cashBalanceOf(context, owner)
  const endingBalance = (available[currency] ?? 0) + amount
  keepBalance(context, owner, { available: { ...available, [currency]: endingBalance } })
  const transaction = context.rows.cashBalanceTransactions.insert({
    ...newRecord(context, owner.account, 'ccsbtxn_'),
    customer: owner.id,
    currency,
    netAmount: amount,
    endingBalance,
    intent: null,
    refund: null,
    transfer: null,
    ...reason,
  })
  context.emit({
    type: 'customer_cash_balance_transaction.created',
    kind: 'customer_cash_balance_transaction',
    row: transaction,
  })
  return transaction
}

function keepBalance(context: PaymentsContext, owner: Owner, changes: Partial<Omit<CashBalance, 'id'>>): CashBalance {
  const { cashBalances } = context.rows
  return cashBalances.get(owner.id) === undefined
    ? cashBalances.insert({ ...cashBalanceOf(context, owner), ...changes })
    : cashBalances.update(owner.id, changes)
}

/** Returns the transfer that brings money of a currency; undefined for a currency without one. */
export function transferOf(currency: string): BankTransfer | undefined {
  const all = Object.entries(BANK_TRANSFERS) as [BankTransfer, string][] // the entries of the literal
  return all.find(([, each]) => each === currency)?.[0]
}
