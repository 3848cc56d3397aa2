import { DELAY_DAYS } from '#payments/rules/money/balance-transactions.ts'
import type { Account } from '#payments/schema/connect.ts'

/** Writes how an account is paid out. https://docs.stripe.com/api/balance-settings/object */
export function balanceSettingsJson({ payoutSettings, payoutsEnabled }: Account) {
  const { debitNegativeBalances, delayDays, minimumBalance, schedule, statementDescriptor } = payoutSettings
  const { interval, monthlyDays, weeklyDays } = schedule
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: debitNegativeBalances,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: Object.keys(minimumBalance).length === 0 ? null : minimumBalance,
        schedule: {
          interval,
          ...(interval === 'monthly' ? { monthly_payout_days: monthlyDays } : {}),
          ...(interval === 'weekly' ? { weekly_payout_days: weeklyDays } : {}),
        },
        statement_descriptor: statementDescriptor,
        status: payoutsEnabled ? 'enabled' : 'disabled',
      },
      settlement_timing: {
        delay_days: delayDays ?? DELAY_DAYS,
        ...(delayDays === null ? {} : { delay_days_override: delayDays }),
        start_of_day: null,
      },
    },
  }
}
