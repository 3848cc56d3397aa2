import type { Rows } from '#payments/call.ts'
import type { LineBehavior, TaxSettings } from '#payments/schema/tax.ts'

/** Returns the tax settings of an account. Until it sets others, its head office is in its own country. */
export function settingsOf({ rows }: { readonly rows: Rows }, account: string): TaxSettings {
  const set = rows.taxSettings.get(account)
  if (set !== null) return set
  const country = rows.accounts.get(account)?.country ?? 'US'
  const headOffice = { city: null, country, line1: null, line2: null, postal_code: null, state: null }
  return { headOffice, taxBehavior: 'inferred_by_currency', taxCode: 'txcd_10000000' }
}

/** Returns whether an amount in a currency contains its tax where the price does not say. */
export function defaultBehavior({ taxBehavior }: TaxSettings, currency: string): LineBehavior {
  if (taxBehavior === 'exclusive' || taxBehavior === 'inclusive') return taxBehavior
  return currency === 'usd' || currency === 'cad' ? 'exclusive' : 'inclusive'
}
