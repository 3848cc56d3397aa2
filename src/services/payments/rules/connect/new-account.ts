import type { PaymentsContext } from '#payments/call.ts'
import { CURRENCIES } from '#payments/schema/currencies.ts'
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

/** Returns the currency of a country where the vendor's currencies have one by its usual code, else the platform's. */
function currencyOf(country: string, platform: Account): string {
  const euro = 'AT BE CY DE EE ES FI FR GR IE IT LT LU LV MT NL PT SI SK HR'.split(' ')
  if (euro.includes(country)) return 'eur'
  const code = { US: 'usd', GB: 'gbp', CA: 'cad', AU: 'aud', JP: 'jpy', CH: 'chf', SE: 'sek', NO: 'nok', DK: 'dkk' }[
    country
  ]
  return code !== undefined && CURRENCIES.has(code) ? code : platform.defaultCurrency
}
