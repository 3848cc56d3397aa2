/** The presentment currencies. https://docs.stripe.com/currencies */
export const CURRENCIES: ReadonlySet<string> = new Set(
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl hrk htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw'.split(
    ' ',
  ),
)

/** Currencies without a minor unit: an amount of 500 is 500 yen. https://docs.stripe.com/currencies#zero-decimal */
const ZERO_DECIMAL: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '),
)

/** Currencies with three decimals. Their amounts end in 0. https://docs.stripe.com/currencies#three-decimal */
export const THREE_DECIMAL: ReadonlySet<string> = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])

/**
 * The smallest charge by currency, in minor units.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const MINIMUM: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 200_000,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
}

/** The largest charge, in minor units of most currencies. */
const LARGEST_AMOUNT = 99_999_999

/** Currencies whose amounts may have more digits. */
const LARGEST: Readonly<Record<string, number>> = {
  idr: 999_999_999_999,
  cop: 9_999_999_999,
  huf: 9_999_999_999,
  inr: 999_999_999,
  jpy: 9_999_999_999,
  lbp: 999_999_999,
}

/** Returns the smallest amount of a charge in a currency, in minor units. */
export function smallestCharge(currency: string): number {
  return MINIMUM[currency] ?? 1
}

/** Returns the largest amount of a charge in a currency, in minor units. */
export function largestCharge(currency: string): number {
  return LARGEST[currency] ?? LARGEST_AMOUNT
}

/** Returns the number of decimals that the vendor's amounts of a currency have. */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  if (ZERO_DECIMAL.has(currency)) return 0
  return THREE_DECIMAL.has(currency) ? 3 : 2
}

/** Returns an amount as people read it: `$10.99`, `¥500`. */
export function formatAmount(amount: number, currency: string, locale = 'en-US'): string {
  const decimals = decimalsOf(currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** decimals)
}
