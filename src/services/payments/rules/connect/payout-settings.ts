import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter } from '#payments/errors.ts'
import {
  boolean,
  hash,
  hashOf,
  integer,
  list,
  oneOf,
  text,
  unsettable,
  unsupported,
} from '#payments/protocol/params.ts'
import { WEEKDAYS, type Account, type PayoutSchedule, type PayoutSettings } from '#payments/schema/connect.ts'
import { now } from '../new-id.ts'
import { DAY_SECONDS } from '../seconds.ts'

/** The payouts of a new account: none comes by itself, so that a test decides when money leaves. */
export const MANUAL_PAYOUTS: PayoutSettings = {
  debitNegativeBalances: true,
  delayDays: null,
  minimumBalance: {},
  schedule: { interval: 'manual', monthlyDays: [], weeklyDays: [] },
  statementDescriptor: null,
  nextAt: null,
}

const INTERVAL = oneOf('daily', 'manual', 'monthly', 'weekly')
const DAY_OF_MONTH = integer({ min: 1, max: 31 })
const DELAY_DAYS = integer({ min: 1, max: 31 })

/** The parameter `payments` of the balance settings. https://docs.stripe.com/api/balance-settings/update */
export const BALANCE_PAYMENTS = hash({
  debit_negative_balances: boolean(),
  payouts: hash({
    automatic_transfer_rules_by_currency: unsupported(),
    minimum_balance_by_currency: unsettable(hashOf(unsettable(integer({ min: 0 })))),
    schedule: hash({
      interval: INTERVAL,
      monthly_payout_days: list(DAY_OF_MONTH),
      weekly_payout_days: list(oneOf(...WEEKDAYS)),
    }),
    statement_descriptor: text({ max: 22 }),
  }),
  settlement_timing: hash({ delay_days_override: unsettable(DELAY_DAYS), start_of_day: unsupported() }),
})

/** The parameter `settings[payouts]` of accounts. */
export const ACCOUNT_PAYOUTS = hash({
  debit_negative_balances: boolean(),
  schedule: hash({
    delay_days: {
      read: (raw: unknown, path: string) => (raw === 'minimum' ? null : DELAY_DAYS.read(raw as never, path)), // the reader checks it
    },
    interval: INTERVAL,
    monthly_anchor: DAY_OF_MONTH,
    monthly_payout_days: list(DAY_OF_MONTH),
    weekly_anchor: oneOf(...WEEKDAYS),
    weekly_payout_days: list(oneOf(...WEEKDAYS)),
  }),
  statement_descriptor: text({ max: 22 }),
})

type BalancePayments = ReturnType<(typeof BALANCE_PAYMENTS)['read']>
type AccountPayouts = ReturnType<(typeof ACCOUNT_PAYOUTS)['read']>

/** Returns the changes that a request of the balance settings makes. */
export function changesOfBalance(before: PayoutSettings, input: BalancePayments): Partial<PayoutSettings> {
  const { payouts, settlement_timing: timing } = input
  const minimum = payouts?.minimum_balance_by_currency
  const minimums = { ...before.minimumBalance, ...minimum }
  const { interval, monthly_payout_days: monthlyDays, weekly_payout_days: weeklyDays } = payouts?.schedule ?? {}
  return {
    ...(input.debit_negative_balances === undefined ? {} : { debitNegativeBalances: input.debit_negative_balances }),
    ...(timing?.delay_days_override === undefined ? {} : { delayDays: timing.delay_days_override }),
    ...(minimum === undefined ? {} : { minimumBalance: minimum === null ? {} : withoutNull(minimums) }),
    ...(payouts?.statement_descriptor === undefined ? {} : { statementDescriptor: payouts.statement_descriptor }),
    ...(interval === undefined ? {} : { schedule: scheduleOf({ interval, monthlyDays, weeklyDays }, BALANCE_NAMES) }),
  }
}

/** Returns the changes that `settings[payouts]` of an account makes. */
export function changesOfAccount(input: AccountPayouts): Partial<PayoutSettings> {
  const { debit_negative_balances: debits, schedule, statement_descriptor: statementDescriptor } = input
  const monthlyDays = schedule?.monthly_payout_days ?? optionalList(schedule?.monthly_anchor)
  const weeklyDays = schedule?.weekly_payout_days ?? optionalList(schedule?.weekly_anchor)
  const { interval } = schedule ?? {}
  return {
    ...(debits === undefined ? {} : { debitNegativeBalances: debits }),
    ...(schedule?.delay_days === undefined ? {} : { delayDays: schedule.delay_days }),
    ...(statementDescriptor === undefined ? {} : { statementDescriptor }),
    ...(interval === undefined ? {} : { schedule: scheduleOf({ interval, monthlyDays, weeklyDays }, ACCOUNT_NAMES) }),
  }
}

/** Changes how an account is paid out, and schedules its next payout. */
export function changePayouts(context: PaymentsContext, account: Account, changes: Partial<PayoutSettings>): Account {
  const settings = { ...account.payoutSettings, ...changes }
  const nextAt = nextPayoutAt(settings.schedule, now(context))
  const after = context.rows.accounts.update(account.id, { payoutSettings: { ...settings, nextAt } })
  if (nextAt !== account.payoutSettings.nextAt) schedulePayout(context, after)
  return after
}

/** Schedules the automatic payout of an account, where it has one. */
export function schedulePayout(context: PaymentsContext, { id, payoutSettings: { nextAt: at } }: Account): void {
  if (at !== null) context.schedule((at - now(context)) * 1000, 'payOutBalance', { account: id, at })
}

/** Returns the next midnight (UTC) at which a schedule pays out; null for a manual one. */
export function nextPayoutAt(schedule: PayoutSchedule, moment: number): number | null {
  if (schedule.interval === 'manual') return null
  const days = Math.floor(moment / DAY_SECONDS) + 1
  // Every schedule has a day in any two months.
  const found = Array.from({ length: 62 }, (_none, ahead) => (days + ahead) * DAY_SECONDS).find((at) =>
    paysOn(schedule, new Date(at * 1000)),
  )
  return found ?? null
}

function paysOn({ interval, monthlyDays, weeklyDays }: PayoutSchedule, date: Date): boolean {
  if (interval === 'daily') return true
  if (interval === 'weekly') return weeklyDays.some((day) => WEEKDAYS.indexOf(day) + 1 === date.getUTCDay())
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return monthlyDays.some((day) => Math.min(day, last) === date.getUTCDate())
}

/** The names of the parameters that a schedule needs, in either operation. */
interface ScheduleNames {
  readonly monthly: string
  readonly weekly: string
}

const BALANCE_NAMES: ScheduleNames = {
  monthly: 'payments[payouts][schedule][monthly_payout_days]',
  weekly: 'payments[payouts][schedule][weekly_payout_days]',
}

const ACCOUNT_NAMES: ScheduleNames = {
  monthly: 'settings[payouts][schedule][monthly_anchor]',
  weekly: 'settings[payouts][schedule][weekly_anchor]',
}

/** @throws 400 for a schedule by the week or by the month without a day. */
function scheduleOf(
  {
    interval,
    monthlyDays = [],
    weeklyDays = [],
  }: Pick<PayoutSchedule, 'interval'> & {
    readonly [N in 'monthlyDays' | 'weeklyDays']: PayoutSchedule[N] | undefined
  },
  names: ScheduleNames,
): PayoutSchedule {
  const param = interval === 'monthly' ? names.monthly : names.weekly
  const days = interval === 'monthly' ? monthlyDays : weeklyDays
  if ((interval === 'monthly' || interval === 'weekly') && days.length === 0) {
    throw invalidParameter(
      param,
      `You must provide \`${param}\` if the interval is \`${interval}\`.`,
      'parameter_missing',
    )
  }
  return {
    interval,
    monthlyDays: interval === 'monthly' ? monthlyDays : [],
    weeklyDays: interval === 'weekly' ? weeklyDays : [],
  }
}

function withoutNull(amounts: Readonly<Record<string, number | null>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(amounts).filter((entry): entry is [string, number] => entry[1] !== null))
}

function optionalList<T>(value: T | undefined): readonly T[] | undefined {
  return value === undefined ? undefined : [value]
}
