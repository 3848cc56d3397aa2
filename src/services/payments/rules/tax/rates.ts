import type { Rows } from '#payments/call.ts'

/** The members of the European Union. */
export const EUROPEAN_UNION: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Standard rates in percent, by country or state. A test that depends on one sets it in the seed. */
const RATES: Readonly<Record<string, number>> = tableOf(`
  AT 20, BE 21, BG 20, CY 19, CZ 21, DE 19, DK 25, EE 24, ES 21, FI 25.5, FR 20, GR 24, HR 25,
  HU 27, IE 23, IT 22, LT 21, LU 17, LV 21, MT 18, NL 21, PL 23, PT 23, RO 21, SE 25, SI 22, SK 23,
  AU 10, CA 5, CH 8.1, GB 20, IN 18, IS 24, JP 10, MX 16, NO 25, NZ 15, SG 9, ZA 15, US-AZ 5.6,
  US-CA 7.25, US-CO 2.9, US-CT 6.35, US-FL 6, US-GA 4, US-IL 6.25, US-MA 6.25, US-MD 6, US-MI 6,
  US-MN 6.875, US-NC 4.75, US-NJ 6.625, US-NV 6.85, US-NY 4, US-OH 5.75, US-PA 6, US-TN 7,
  US-TX 6.25, US-UT 4.85, US-VA 4.3, US-WA 6.5, US-WI 5
`)

function tableOf(text: string): Readonly<Record<string, number>> {
  const entries = text.split(',').map((entry) => entry.trim().split(' '))
  return Object.fromEntries(entries.map(([place = '', percentage]) => [place, Number(percentage)]))
}

/** A country, or one of its states. */
export interface Jurisdiction {
  readonly country: string
  readonly state: string | null
}

/** Returns whether a country belongs to the European Union. */
export function isInEuropeanUnion(country: string): boolean {
  return EUROPEAN_UNION.includes(country)
}

/** Returns the name of a place: `DE`; of the United States that of the state, `US-CA`. */
export function keyOf({ country, state }: Jurisdiction): string {
  return country === 'US' ? `US-${state ?? ''}` : country
}

/**
 * Returns the standard rate of a country or a state in percent: that of the seed, else a built-in one; 0 for neither.
 */
export function rateIn({ rows }: { readonly rows: Rows }, place: Jurisdiction): number {
  const key = keyOf(place)
  return rows.seededTaxRates.get()[key] ?? RATES[key] ?? 0
}

/** Returns the vendor's name of the tax of a country. */
export function taxTypeOf(country: string): string {
  if (country === 'US') return 'sales_tax'
  if (country === 'JP') return 'jct'
  return ['AU', 'CA', 'IN', 'NZ', 'SG'].includes(country) ? 'gst' : 'vat'
}

/** Returns the name of the tax of a country, as customers read it. */
export function taxNameOf(country: string): string {
  if (country === 'US') return 'Sales Tax'
  return taxTypeOf(country).toUpperCase()
}
