import type { PaymentsContext, Rows } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { newRecord } from '../../records.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { ItemThresholds, Subscription, SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'
import type { Metadata } from '#payments/schema/account.ts'
import { discountsOf, type DiscountsInput, type Purchase } from '../discounts/discounts.ts'
import { periodAt, type Anchor } from '../periods.ts'
import type { Cadence, Period } from '#payments/schema/billing/periods.ts'
import { amountOf } from '../prices/amounts.ts'
import { amountsIn, cadenceOf, isMetered, pricingOf } from '../prices/pricing.ts'

/** The largest number of items. https://docs.stripe.com/billing/subscriptions/multiple-products */
const MOST_ITEMS = 20

/** A new item of a subscription. */
export interface NewItem {
  readonly price: Price
  /** null for the vendor's default: 1, or none for metered usage. */
  readonly quantity: number | null
  readonly metadata: Metadata
  readonly taxRates: readonly string[]
  readonly discounts: DiscountsInput
  /** Default: none */
  readonly billingThresholds?: ItemThresholds | null
}

/**
 * Prices of different intervals need the flexible billing mode.
 * https://docs.stripe.com/billing/subscriptions/mixed-interval
 *
 * @throws 400 for prices that no subscription can have together.
 */
export function checkPrices(
  prices: readonly Price[],
  { currency, billingMode }: Pick<Subscription, 'currency' | 'billingMode'>,
): void {
  if (prices.length > MOST_ITEMS) {
    throw invalidParameter('items', `Subscriptions support at most ${MOST_ITEMS} items.`)
  }
  for (const [index, price] of prices.entries()) {
    const param = `items[${index}][price]`
    if (price.recurring === null) {
      throw invalidParameter(
        param,
        `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      )
    }
    if (!price.active)
      throw invalidParameter(param, `The price specified is inactive. This field only accepts active prices.`)
    if (amountsIn(price, currency) === undefined) {
      throw invalidParameter(
        param,
        `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
      )
    }
  }
  const [first, ...others] = prices.map(({ recurring }) => `${recurring?.interval_count} ${recurring?.interval}`)
  if (billingMode === 'classic' && others.some((each) => each !== first)) {
    throw invalidRequest(
      'Currently, all prices on a subscription must have the same `recurring.interval` and `recurring.interval_count`. If you meant to update an existing subscription item instead of creating a new one, make sure to include the subscription item ID in your request.',
      { param: 'items' },
    )
  }
  const ids = prices.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) < index)
  if (twice === undefined) return
  throw invalidParameter(
    'plan',
    `Cannot create a Subscription with multiple Subscription Items with the same Price: ${twice}`,
  )
}

/** A price, and how often it is bought; null for a price whose usage is metered. */
interface Bought {
  readonly price: Price
  readonly quantity: number | null
}

/** Returns what prices cost in a currency before discounts, in minor units. Usage that is metered costs nothing yet. */
export function purchaseOf(bought: readonly Bought[], currency: string): Purchase {
  const amounts = bought.map(({ price, quantity }) =>
    isMetered(price) ? 0 : amountOf(pricingOf(price, currency), quantity ?? 1),
  )
  return { currency, amount: amounts.reduce((sum, amount) => sum + amount, 0) }
}

/** Adds an item to a subscription. */
export function addItem(
  context: PaymentsContext,
  { id, account, currency, customer }: Pick<Subscription, 'id' | 'account' | 'currency' | 'customer'>,
  { price, quantity, metadata, taxRates, discounts, billingThresholds = null }: NewItem,
): SubscriptionItem {
  requireQuantity(price, quantity)
  requireMetered(price, billingThresholds)
  const head = newRecord(context, account, 'si_', { length: 14 })
  return context.rows.subscriptionItems.insert({
    subscription: id,
    price: price.id,
    billingThresholds,
    quantity: isMetered(price) ? null : (quantity ?? 1),
    invoicedUsage: 0,
    metadata,
    taxRates,
    discounts: discountsOf(
      context,
      account,
      discounts,
      { customer, subscription: id, subscriptionItem: head.id },
      { ...purchaseOf([{ price, quantity }], currency), param: 'items[discounts]' },
    ),
    ...head,
  })
}

/** @throws 400 for a quantity of a price whose usage is metered. */
export function requireQuantity(price: Price, quantity: number | null): void {
  if (quantity !== null && isMetered(price)) {
    throw invalidParameter('items[quantity]', 'You cannot set the quantity of a price with `usage_type=metered`.')
  }
}

/** @throws 400 for thresholds of a price whose usage is not metered. */
export function requireMetered(price: Price, thresholds: ItemThresholds | null | undefined): void {
  if (thresholds === null || thresholds === undefined || isMetered(price)) return
  throw invalidParameter(
    'items[billing_thresholds]',
    'You cannot set `billing_thresholds` with `usage_gte` for a price with `usage_type=licensed`.',
  )
}

/** Returns the items of a subscription, in their order. */
export function itemsOf(
  { subscriptionItems }: Pick<Rows, 'subscriptionItems'>,
  subscription: string,
): SubscriptionItem[] {
  return subscriptionItems.list('subscription', subscription)
}

/** The part of an item that its billing periods depend on. */
type PricedItem = Pick<SubscriptionItem, 'price'>

/** Returns the length of an item's billing periods. */
export function cadenceOfItem({ prices }: Pick<Rows, 'prices'>, { price }: PricedItem): Cadence {
  return cadenceOf(prices.require(price))
}

/** The part of a subscription that its billing periods are counted from. */
type Anchored = Pick<Subscription, 'billingCycleAnchor' | 'billingCycleAnchorConfig'>

/**
 * Returns the anchor of a subscription's billing periods: with the day of the month of `billing_cycle_anchor_config`,
 * which the month of the anchor may lack.
 */
export function cycleAnchor({ billingCycleAnchor, billingCycleAnchorConfig: config }: Anchored): number | Anchor {
  const day = config?.['day_of_month']
  return typeof day === 'number' ? { at: billingCycleAnchor, day } : billingCycleAnchor
}

/** Returns whether items have billing periods of different lengths. */
function isMixed(rows: Pick<Rows, 'prices'>, items: readonly PricedItem[]): boolean {
  if (items.length < 2) return false
  const [first, ...others] = items.map((item) => cadenceOfItem(rows, item))
  return others.some((each) => each.interval !== first?.interval || each.count !== first.count)
}

/**
 * Returns the longest period around `at` in which no item renews, with all periods counted from the anchor: the billing
 * period, where all items have the same interval.
 */
export function periodOfItems(
  rows: Pick<Rows, 'prices'>,
  items: readonly PricedItem[],
  anchor: number | Anchor,
  at: number,
): Period {
  const [first, ...others] = isMixed(rows, items) ? items : items.slice(0, 1)
  const period = periodAt(
    anchor,
    first === undefined ? { interval: 'month', count: 1 } : cadenceOfItem(rows, first),
    at,
  )
  return others
    .map((item) => periodAt(anchor, cadenceOfItem(rows, item), at))
    .reduce((one, { start, end }) => ({ start: Math.max(one.start, start), end: Math.min(one.end, end) }), period)
}

/**
 * Returns the period of an item around `at`: that of its subscription, unless the items have different intervals.
 * `items` are all items of the subscription.
 */
export function periodOfItem(
  rows: Pick<Rows, 'prices'>,
  subscription: Pick<Subscription, 'periodStart' | 'periodEnd' | 'startDate' | 'status'> & Anchored,
  item: PricedItem,
  items: readonly PricedItem[],
  at: number = subscription.periodStart,
): Period {
  const { periodStart, periodEnd, startDate, status } = subscription
  if (status === 'trialing' || !isMixed(rows, items)) return { start: periodStart, end: periodEnd }
  const period = periodAt(cycleAnchor(subscription), cadenceOfItem(rows, item), at)
  return { start: Math.max(period.start, startDate), end: period.end }
}
