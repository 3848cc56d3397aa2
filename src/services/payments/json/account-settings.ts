import { DELAY_DAYS } from '#payments/rules/money/balance-transactions.ts'
import type { Account } from '#payments/schema/connect.ts'

/** Writes the settings of an account: where the client has set no names, those that its business is known by. */
export function settingsJson(account: Account) {
  const { branding, card_payments: cards, payments, ...others } = account.settings ?? {}
  const descriptor = descriptorOf(account)
  return {
    bacs_debit_payments: { display_name: null, service_user_number: null },
    card_issuing: { tos_acceptance: { date: null, ip: null } },
    invoices: { default_account_tax_ids: null, hosted_payment_method_save: 'offer' },
    sepa_debit_payments: {},
    ...others,
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null, ...branding },
    card_payments: {
      statement_descriptor_prefix: descriptor?.slice(0, 10).trim() ?? null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
      ...cards,
      decline_on: { avs_failure: false, cvc_failure: false, ...(cards?.['decline_on'] as object | undefined) }, // its parameters are a hash
    },
    dashboard: { display_name: account.name ?? displayNameOf(account), timezone: 'Etc/UTC' },
    payments: {
      statement_descriptor: descriptor,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
      ...payments,
    },
    payouts: payoutsJson(account),
  }
}

function payoutsJson({ payoutSettings }: Account) {
  const { debitNegativeBalances, delayDays, schedule, statementDescriptor } = payoutSettings
  const { interval, monthlyDays, weeklyDays } = schedule
  return {
    debit_negative_balances: debitNegativeBalances,
    schedule: {
      delay_days: delayDays ?? DELAY_DAYS,
      interval,
      ...(interval === 'monthly' ? { monthly_anchor: monthlyDays[0], monthly_payout_days: monthlyDays } : {}),
      ...(interval === 'weekly' ? { weekly_anchor: weeklyDays[0], weekly_payout_days: weeklyDays } : {}),
    },
    statement_descriptor: statementDescriptor,
  }
}

/** Returns the name that the business of an account has given; null for none. */
export function businessNameOf({ name, businessProfile, businessType, company }: Account): string | null {
  const given = businessProfile['name'] ?? (businessType === 'company' ? company?.['name'] : undefined)
  return typeof given === 'string' ? given : name
}

/** The characters that the vendor takes out of a statement descriptor. */
const REFUSED = /[<>\\'"*]/g

function descriptorOf(account: Account): string | null {
  const text = businessNameOf(account) ?? hostOf(account)
  return text === null ? null : text.replace(REFUSED, '').toUpperCase().slice(0, 22).trim()
}

/** Returns the name of the business, or that of its site: `shop.example` for https://shop.example.com. */
function displayNameOf(account: Account): string | null {
  const host = hostOf(account)
  const site = host?.split('.').slice(0, -1).join('.') ?? ''
  if (site === '') return businessNameOf(account)
  return businessNameOf(account) ?? (site.includes('.') ? site : `${site.charAt(0).toUpperCase()}${site.slice(1)}`)
}

/** Returns the host of the site of the business, without `www.`; null for none. */
function hostOf({ businessProfile: { url } }: Account): string | null {
  if (typeof url !== 'string') return null
  return /^(?:\w+:\/\/)?(?:www\.)?([\w.-]+)/.exec(url)?.[1] ?? null
}
