import { exact, roundExact, type Exact } from '../decimals.ts'

/** One tier of a price: the units up to `upTo`, or all the rest for null. Amounts are exact. */
interface Tier {
  readonly upTo: number | null
  readonly unit: Exact | null
  readonly flat: Exact | null
}

/** The part of a price that says what a quantity costs. */
export interface Pricing {
  /** The exact amount of one unit; null for a price with tiers. */
  readonly unit: Exact | null
  readonly tiers: readonly Tier[] | null
  readonly tiersMode: 'graduated' | 'volume' | null
  /** Divides the quantity before it is priced. */
  readonly transform: { readonly divideBy: number; readonly round: 'up' | 'down' } | null
}

/** A part of the amount of a quantity: of a graduated price, one for each tier that the quantity reaches. */
export interface PricedPart {
  /** The units that are priced here. */
  readonly quantity: number
  /** The exact amount of one unit; null for a flat amount. */
  readonly unit: Exact | null
  /** The tier, counted from 1; null for a price without tiers and for volume pricing. */
  readonly tier: number | null
  readonly amount: number
}

/** Returns what a quantity costs, in whole minor units. https://docs.stripe.com/products-prices/pricing-models */
export function amountOf(pricing: Pricing, quantity: number): number {
  return partsOf(pricing, quantity).reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns the parts of the amount of a quantity, in the order of the tiers. */
export function partsOf(pricing: Pricing, quantity: number): readonly PricedPart[] {
  const units = transformed(pricing, quantity)
  if (pricing.tiers === null) {
    const unit = pricing.unit ?? 0n
    return [{ quantity, unit, tier: null, amount: roundExact(unit * BigInt(units)) }]
  }
  return pricing.tiersMode === 'volume' ? volume(pricing.tiers, units) : graduated(pricing.tiers, units)
}

/**
 * Returns the parts of the amount of a quantity that lie beyond an earlier quantity, which has been charged already:
 * tiers go on where the earlier quantity ended.
 */
export function partsBeyond(pricing: Pricing, earlier: number, quantity: number): readonly PricedPart[] {
  const parts = partsOf(pricing, Math.max(earlier, quantity))
  if (earlier === 0) return parts
  const charged = partsOf(pricing, earlier)
  const rest = parts.map((part) => {
    const before = charged.find(({ tier, unit }) => tier === part.tier && (unit === null) === (part.unit === null))
    return { ...part, quantity: part.quantity - (before?.quantity ?? 0), amount: part.amount - (before?.amount ?? 0) }
  })
  const open = rest.filter((part) => part.quantity !== 0 || part.amount !== 0)
  return open.length === 0 ? rest.slice(0, 1) : open
}

function transformed({ transform }: Pricing, quantity: number): number {
  if (transform === null) return quantity
  const divided = quantity / transform.divideBy
  return transform.round === 'up' ? Math.ceil(divided) : Math.floor(divided)
}

/** All units have the price of the tier that the quantity falls into. */
function volume(tiers: readonly Tier[], units: number): PricedPart[] {
  const tier = tiers.find(({ upTo }) => upTo === null || units <= upTo) ?? tiers.at(-1)
  if (tier === undefined) return []
  const unit = tier.unit ?? 0n
  const amount = roundExact(unit * BigInt(units) + (tier.flat ?? 0n))
  return [{ quantity: units, unit: tier.flat === null || tier.flat === 0n ? unit : null, tier: null, amount }]
}

/**
 * The units of each tier have the price of that tier. The flat amount of the first tier is charged for no units too.
 */
function graduated(tiers: readonly Tier[], units: number): PricedPart[] {
  const parts: PricedPart[] = []
  let below = 0
  for (const [at, { upTo, unit, flat }] of tiers.entries()) {
    const within = Math.max(0, Math.min(units, upTo ?? Infinity) - below)
    if (within === 0 && at > 0) break
    const each = unit ?? 0n
    parts.push({ quantity: within, unit: each, tier: at + 1, amount: roundExact(each * BigInt(within)) })
    if (flat !== null && flat !== 0n) parts.push({ quantity: 0, unit: null, tier: at + 1, amount: roundExact(flat) })
    below = upTo ?? Infinity
  }
  return parts
}

/** Returns the pricing of one amount per unit. */
export function perUnit(unit: number): Pricing {
  return { unit: exact(unit), tiers: null, tiersMode: null, transform: null }
}
