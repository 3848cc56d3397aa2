import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import type { MetadataChanges } from '#payments/protocol/params.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { ItemThresholds, Subscription, SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'
import { discountsOf, type DiscountsInput } from '../discounts/discounts.ts'
import { isMetered } from '../prices/pricing.ts'
import { clearUsage } from './usage.ts'
import { addItem, checkPrices, itemsOf, purchaseOf, requireMetered, requireQuantity } from './items.ts'

/** A change of an item, or a new item where `id` is absent. */
export interface ItemChange {
  readonly id?: string | undefined
  readonly price?: Price | undefined
  readonly quantity?: number | undefined
  readonly deleted?: boolean | undefined
  /** True: forgets the usage records of the item. */
  readonly clearsUsage?: boolean | undefined
  readonly metadata?: MetadataChanges | undefined
  readonly taxRates?: readonly string[] | undefined
  readonly discounts?: DiscountsInput | undefined
  /** null for none; undefined for those that the item has. */
  readonly billingThresholds?: ItemThresholds | null | undefined
}

export function changeItems(
  context: PaymentsContext,
  subscription: Subscription,
  changes: readonly ItemChange[],
): void {
  const { rows } = context
  const before = new Set(itemsOf(rows, subscription.id).map(({ id }) => id))
  for (const change of changes) changeItem(context, subscription, change)
  const items = itemsOf(rows, subscription.id)
  requireNewPrices(items, before)
  if (items.length === 0) {
    throw invalidRequest(
      'A subscription must have at least one active plan. To cancel a subscription, please use the cancel API endpoint on /v1/subscriptions.',
    )
  }
  if (changes.length > 0) {
    // A price that became inactive after it was subscribed to may stay.
    const prices = items.map((item) => ({ ...rows.prices.require(item.price), active: true }))
    checkPrices(prices, subscription)
  }
}

/** @throws 400 for an item that is new and has the price of an item `before`. */
function requireNewPrices(items: readonly SubscriptionItem[], before: ReadonlySet<string>): void {
  for (const { id, price } of items) {
    const existing = items.find((each) => each.price === price && before.has(each.id))
    if (existing === undefined || before.has(id)) continue
    throw invalidParameter(
      'plan',
      `A new item with Price ${price} can't be added to this Subscription because an existing Subscription Item ${existing.id} is already using that Price. If you want to update the existing item (e.g., to adjust the quantity), pass the existing Subscription Item's \`id\` in your update request: https://stripe.com/docs/api/subscriptions/update#update_subscription-items-id`,
    )
  }
}

/** Adds, changes or deletes one item. */
function changeItem(context: PaymentsContext, subscription: Subscription, change: ItemChange): void {
  const { rows } = context
  if (change.id === undefined) {
    if (change.price === undefined)
      throw invalidRequest('Missing required param: items[0][price].', {
        code: 'parameter_missing',
        param: 'items[0][price]',
      })
    addItem(context, subscription, {
      price: change.price,
      quantity: change.quantity ?? null,
      metadata: mergeMetadata({}, change.metadata),
      taxRates: change.taxRates ?? [],
      discounts: change.discounts ?? [],
      billingThresholds: change.billingThresholds ?? null,
    })
    return
  }
  const item = rows.subscriptionItems.require(change.id)
  if (change.clearsUsage === true) clearUsage(rows, rows.prices.require(item.price), subscription.customer)
  if (change.deleted === true) {
    rows.subscriptionItems.delete(item.id)
    return
  }
  const price = change.price ?? rows.prices.require(item.price)
  requireQuantity(price, change.quantity ?? null)
  requireMetered(price, change.billingThresholds)
  rows.subscriptionItems.update(item.id, {
    price: price.id,
    ...(price.id === item.price ? {} : { invoicedUsage: 0 }),
    ...(change.billingThresholds === undefined ? {} : { billingThresholds: change.billingThresholds }),
    quantity: isMetered(price) ? null : (change.quantity ?? item.quantity ?? 1),
    metadata: mergeMetadata(item.metadata, change.metadata),
    ...(change.taxRates === undefined ? {} : { taxRates: change.taxRates }),
    ...(change.discounts === undefined
      ? {}
      : {
          discounts: discountsOf(
            context,
            subscription.account,
            change.discounts,
            { customer: subscription.customer, subscription: subscription.id, subscriptionItem: item.id },
            {
              ...purchaseOf([{ price, quantity: change.quantity ?? item.quantity }], subscription.currency),
              param: 'items[discounts]',
            },
          ),
        }),
  })
}
