import type { PaymentsContext, Rows } from '#payments/call.ts'
import { invalidParameter, missingParameter } from '#payments/errors.ts'
import type { TaxRegistration } from '#payments/schema/tax.ts'
import { newRecord } from '../records.ts'
import { EUROPEAN_UNION, isInEuropeanUnion, keyOf, rateIn, taxNameOf, taxTypeOf, type Jurisdiction } from './rates.ts'

/** The types of registrations that hold in the whole European Union. */
const UNION_TYPES = ['ioss', 'oss_non_union', 'oss_union']

interface RegistrationInput {
  readonly activeFrom: number
  readonly country: string
  readonly countryOptions: Readonly<Record<string, unknown>>
  readonly expiresAt: number | null
}

/**
 * Registers an account in a country or a state.
 *
 * @throws 400 for options of another country, and for the United States without a state.
 */
export function addRegistration(context: PaymentsContext, account: string, input: RegistrationInput): TaxRegistration {
  const country = input.country.toUpperCase()
  if (!/^[A-Z]{2}$/.test(country)) {
    throw invalidParameter('country', `Country '${input.country}' is unknown.`, 'country_unsupported')
  }
  const path = `country_options[${country.toLowerCase()}]`
  const options = (input.countryOptions[country.toLowerCase()] ?? {}) as Readonly<Record<string, unknown>> // a hash
  const { type, state } = options
  if (typeof type !== 'string') throw missingParameter(`${path}[type]`)
  if (country === 'US' && typeof state !== 'string') throw missingParameter(`${path}[state]`)
  const place = { country, state: typeof state === 'string' ? state : null }
  return context.rows.taxRegistrations.insert({
    ...newRecord(context, account, 'taxreg_'),
    activeFrom: input.activeFrom,
    country,
    countryOptions: { [country.toLowerCase()]: withDefaults(country, options) },
    expiresAt: input.expiresAt,
    state: place.state,
    type,
    rates: Object.fromEntries(
      coveredBy(type, place).map((each) => [
        keyOf(each),
        { exclusive: addRate(context, account, each, false), inclusive: addRate(context, account, each, true) },
      ]),
    ),
  })
}

/** Returns the places in which an account collects tax by a registration of a type. */
function coveredBy(type: string, place: Jurisdiction): readonly Jurisdiction[] {
  return UNION_TYPES.includes(type) ? EUROPEAN_UNION.map((country) => ({ country, state: null })) : [place]
}

function withDefaults(country: string, options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (options['type'] !== 'standard' || options['standard'] !== undefined || !isInEuropeanUnion(country)) return options
  return { standard: { place_of_supply_scheme: 'standard' }, ...options }
}

/** Adds the tax rate that invoices name. It is not active, as no client chose it. */
function addRate(context: PaymentsContext, account: string, place: Jurisdiction, inclusive: boolean): string {
  const { id } = context.rows.taxRates.insert({
    ...newRecord(context, account, 'txr_'),
    active: false,
    country: place.country,
    description: null,
    displayName: taxNameOf(place.country),
    inclusive,
    jurisdiction: place.state ?? place.country,
    metadata: {},
    percentage: rateIn(context, place),
    state: place.state,
    taxType: taxTypeOf(place.country),
  })
  return id
}

/** Returns the status of a registration at a moment, in epoch seconds. */
export function statusOf(
  { activeFrom, expiresAt }: Pick<TaxRegistration, 'activeFrom' | 'expiresAt'>,
  at: number,
): 'active' | 'expired' | 'scheduled' {
  if (expiresAt !== null && expiresAt <= at) return 'expired'
  return activeFrom > at ? 'scheduled' : 'active'
}

/** Returns the registration by which an account collects tax in a place; undefined for none. */
export function registrationIn(
  { rows }: { readonly rows: Rows },
  account: string,
  place: Jurisdiction,
  at: number,
): TaxRegistration | undefined {
  if (rows.taxRegistrations.size === 0) return undefined
  const active = rows.taxRegistrations.list('all', account).filter((each) => statusOf(each, at) === 'active')
  return active.find(({ rates }) => Object.hasOwn(rates, keyOf(place)))
}
