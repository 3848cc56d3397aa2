import type { PaymentsContext } from '#payments/call.ts'
import type { Account } from '#payments/schema/connect.ts'
import { newRecord } from '../records.ts'
import { MANUAL_PAYOUTS } from './payout-settings.ts'

/** The fields that a new account must have; all others are those of an account that has told all and may be paid. */
type NewAccount = Pick<Account, 'country' | 'type'> & Partial<Account>

/** Adds an account that the platform connects. */
export function addAccount(context: PaymentsContext, fields: NewAccount): Account {
  const { rows } = context
  const platform = rows.accounts.require(rows.platform.get())
  return rows.accounts.insert({
    ...newRecord(context, platform.id, 'acct_', { length: 16 }),
    defaultCurrency: currencyOf(fields.country, platform),
    email: null,
    name: null,
    businessType: null,
    chargesEnabled: true,
    payoutsEnabled: true,
    detailsSubmitted: true,
    due: [],
    capabilities: { card_payments: 'active', transfers: 'active' },
    businessProfile: {},
    controller: null,
    individual: null,
    payoutSettings: MANUAL_PAYOUTS,
    metadata: {},
    deleted: false,
    ...fields,
  })
}

/** The countries whose currency is the euro. */
const EURO_COUNTRIES = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '))

/** The currencies of the other countries in which the vendor has accounts. https://stripe.com/global */
const COUNTRY_CURRENCIES: Readonly<Record<string, string>> = {
  AE: 'aed',
  AU: 'aud',
  BR: 'brl',
  CA: 'cad',
  CH: 'chf',
  CZ: 'czk',
  DK: 'dkk',
  GB: 'gbp',
  GI: 'gbp',
  HK: 'hkd',
  HU: 'huf',
  IN: 'inr',
  JP: 'jpy',
  LI: 'chf',
  MX: 'mxn',
  MY: 'myr',
  NO: 'nok',
  NZ: 'nzd',
  PL: 'pln',
  RO: 'ron',
  SE: 'sek',
  SG: 'sgd',
  TH: 'thb',
  US: 'usd',
}

/** Returns the currency of a country in which the vendor has accounts, else the platform's. */
function currencyOf(country: string, platform: Account): string {
  return EURO_COUNTRIES.has(country) ? 'eur' : (COUNTRY_CURRENCIES[country] ?? platform.defaultCurrency)
}
