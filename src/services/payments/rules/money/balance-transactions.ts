import { PLATFORM_APPLICATION } from '../connect/application.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from '../records.ts'
import type { BalanceTransaction, FeeDetail } from '#payments/schema/money.ts'
import { DAY_SECONDS } from '../seconds.ts'

/** Days until the money of a payment is available, unless the account has other settings. */
export const DELAY_DAYS = 2

/** A movement of money as rules record it. */
export interface Movement {
  readonly amount: number
  readonly currency: string
  readonly type: string
  readonly reportingCategory?: string
  readonly source: string | null
  readonly description?: string | null
  readonly fees?: readonly FeeDetail[]
  readonly sourceType?: 'card' | 'bank_account'
  /** Epoch seconds; default: at once for money that goes out, two days later for money that comes in. */
  readonly availableOn?: number
  readonly created?: number
}

/** Records a movement of an account's money: its net amount is part of the balance from now on. */
export function addBalanceTransaction(
  context: PaymentsContext,
  account: string,
  movement: Movement,
): BalanceTransaction {
  const { amount, currency, type, source, fees = [] } = movement
  const head = newRecord(context, account, 'txn_', { created: movement.created })
  const fee = fees.reduce((sum, each) => sum + each.amount, 0)
  const availableOn =
    movement.availableOn ?? (amount > 0 ? availableAfter(context, account, head.created) : head.created)
  const transaction = context.rows.balanceTransactions.insert({
    id: head.id,
    account: head.account,
    seq: head.seq,
    created: head.created,
    amount,
    availableOn,
    currency,
    description: movement.description ?? null,
    fee,
    feeDetails: fees,
    net: amount - fee,
    reportingCategory: movement.reportingCategory ?? type,
    source,
    sourceType: movement.sourceType ?? 'card',
    type,
    payout: null,
  })
  addToPart(context, transaction)
  scheduleAvailable(context, account, availableOn, head.created)
  return transaction
}

/** Adds the net amount of a transaction to the part of the balance that becomes available with it. */
function addToPart({ rows, clock }: PaymentsContext, transaction: BalanceTransaction): void {
  const { account, currency, seq, sourceType, net } = transaction
  const availableOn = transaction.availableOn * 1000 > clock.now() ? transaction.availableOn : 0
  const id = `${account}/${currency}/${sourceType}/${availableOn}`
  const before = rows.balanceParts.get(id)
  if (before === undefined) rows.balanceParts.insert({ id, account, seq, currency, sourceType, availableOn, net })
  else rows.balanceParts.update(id, { net: before.net + net })
}

/** Schedules the report of money that becomes available, once for each account and moment. */
function scheduleAvailable(context: PaymentsContext, account: string, availableOn: number, moment: number): void {
  const { reportedUntil } = context.rows
  if (availableOn <= moment || reportedUntil.get(account) >= availableOn) return
  reportedUntil.set(availableOn, account)
  context.schedule((availableOn - moment) * 1000, 'emitAvailable', { account })
}

/** Returns the midnight (UTC), two days after a moment by default, at which the money of a payment is available. */
export function availableAfter({ rows }: PaymentsContext, account: string, moment: number): number {
  const days = rows.accounts.get(account)?.payoutSettings.delayDays ?? DELAY_DAYS
  return (Math.floor(moment / DAY_SECONDS) + days) * DAY_SECONDS
}

/** Returns the part of a fee that is the vendor's. */
export function stripeFee(amount: number, currency: string, description = 'Stripe processing fees'): FeeDetail {
  return { amount, application: null, currency, description, type: 'stripe_fee' }
}

/** Returns the part of a fee that is the platform's. */
export function applicationFeePart(amount: number, currency: string): FeeDetail {
  return {
    amount,
    application: PLATFORM_APPLICATION,
    currency,
    description: 'Backlot application fee',
    type: 'application_fee',
  }
}

/** The money of an account in one currency, in minor units. */
export interface CurrencyBalance {
  readonly currency: string
  readonly available: number
  readonly pending: number
  /** Both, by the kind of payment that they come from. */
  readonly availableByType: Readonly<Record<'card' | 'bank_account', number>>
  readonly pendingByType: Readonly<Record<'card' | 'bank_account', number>>
}

/** Returns the balance of an account by currency: the sums of its balance transactions, its own currency first. */
export function balancesOf({ rows }: PaymentsContext, account: string, moment: number): readonly CurrencyBalance[] {
  const own = rows.accounts.get(account)?.defaultCurrency ?? 'usd'
  const sums = new Map<string, { available: Record<string, number>; pending: Record<string, number> }>()
  sums.set(own, { available: {}, pending: {} })
  for (const { currency, net, availableOn, sourceType } of rows.balanceParts.scan('all', [account])) {
    const sum = sums.get(currency) ?? { available: {}, pending: {} }
    sums.set(currency, sum)
    const part = availableOn <= moment ? sum.available : sum.pending
    part[sourceType] = (part[sourceType] ?? 0) + net
  }
  return [...sums].map(([currency, { available, pending }]) => {
    const [availableByType, pendingByType] = [byType(available), byType(pending)]
    return {
      currency,
      available: availableByType.card + availableByType.bank_account,
      pending: pendingByType.card + pendingByType.bank_account,
      availableByType,
      pendingByType,
    }
  })
}

function byType({
  card = 0,
  bank_account = 0,
}: Readonly<Record<string, number>>): Record<'card' | 'bank_account', number> {
  return { card, bank_account }
}
