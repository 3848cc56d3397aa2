import { collection } from '#core/store.ts'
import type { AccountRow } from './account.ts'

/** The vendor's names of the transfers by which customers fund their balance, with the currency of each. */
export const BANK_TRANSFERS = {
  eu_bank_transfer: 'eur',
  gb_bank_transfer: 'gbp',
  jp_bank_transfer: 'jpy',
  mx_bank_transfer: 'mxn',
  us_bank_transfer: 'usd',
} as const

/** A transfer by which a customer funds a balance. */
export type BankTransfer = keyof typeof BANK_TRANSFERS

/**
 * The money that a customer has sent by bank transfers and that has not paid anything yet. Its id is the customer's.
 * https://docs.stripe.com/api/cash_balance/object
 */
export interface CashBalance extends AccountRow {
  /** Minor units by currency. */
  readonly available: Readonly<Record<string, number>>
  /** Whether incoming money pays open payments by itself. */
  readonly reconciliation: 'automatic' | 'manual'
  /** True where the mode is that of the account. */
  readonly isDefaultMode: boolean
}

/** A movement of a cash balance. https://docs.stripe.com/api/cash_balance_transactions/object */
export interface CashBalanceTransaction extends AccountRow {
  readonly customer: string
  readonly currency: string
  /** Minor units; negative for what leaves the balance. */
  readonly netAmount: number
  readonly endingBalance: number
  readonly type: 'applied_to_payment' | 'funded' | 'refunded_from_payment' | 'unapplied_from_payment'
  /** The payment that the money was applied to or taken from; null for others. */
  readonly intent: string | null
  /** The refund that the money is from; null for others. */
  readonly refund: string | null
  /** The transfer that the money came by; null for others. */
  readonly transfer: { readonly type: BankTransfer; readonly reference: string | null } | null
}

/** The collections of cash balances. */
export const cashBalanceCollections = {
  cashBalances: collection<CashBalance>()({}),
  cashBalanceTransactions: collection<CashBalanceTransaction>()({
    indexes: { customer: ['customer', 'seq'], intent: [(transaction) => transaction.intent ?? '', 'seq'] },
  }),
}
