import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  currency,
  decimal,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  timestamp,
  unsettable,
  unsupported,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord } from '../../records.ts'
import type { Price, Product } from '#payments/schema/billing/catalog.ts'
import { DISCOUNTS } from '../discounts/discounts.ts'
import { findPrice } from '../prices/find-price.ts'
import { addPrice } from '../prices/new-price.ts'
import { addProduct } from '../prices/new-product.ts'
import type { ExtraItem } from './one-time-items.ts'
import { unitOf } from '../prices/params.ts'
import type { NewItem } from './items.ts'
import type { ItemChange } from './item-changes.ts'

const PRICE_DATA_FIELDS = {
  currency: required(currency()),
  product: required(text()),
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  unit_amount: integer(),
  unit_amount_decimal: decimal(),
}

const RECURRING_DATA_FIELDS = {
  ...PRICE_DATA_FIELDS,
  recurring: required(
    hash({ interval: required(oneOf('day', 'month', 'week', 'year')), interval_count: integer({ min: 1 }) }),
  ),
}

/** The parameter `price_data` of a line of an invoice, which may describe its product too. */
export const LINE_PRICE_DATA = hash({
  ...PRICE_DATA_FIELDS,
  product: text(),
  product_data: hash({
    description: text(),
    images: list(text(), { max: 8 }),
    metadata: metadata(),
    name: required(text()),
    tax_code: text(),
    unit_label: text({ max: 12 }),
  }),
})

/** The parameter `price_data` of something that is charged once. */
export const PRICE_DATA = hash(PRICE_DATA_FIELDS)

/** The parameter `tax_rates`. */
export const TAX_RATES = unsettable(list(text(), { max: 10 }))

const ITEM_FIELDS = {
  billing_thresholds: unsettable(hash({ usage_gte: required(integer({ min: 1 })) })),
  current_trial: unsupported(),
  discounts: DISCOUNTS,
  metadata: metadata(),
  plan: text(),
  price: text(),
  price_data: hash(RECURRING_DATA_FIELDS),
  quantity: integer({ min: 0 }),
  tax_rates: TAX_RATES,
}

/** The parameters of a new item of a subscription. */
export const NEW_ITEM = ITEM_FIELDS

/** The parameters of an item of a subscription that changes. */
export const CHANGED_ITEM = { ...ITEM_FIELDS, clear_usage: boolean(), deleted: boolean(), id: text() }

const EXTRA_ITEM_FIELDS = {
  discountable: boolean(),
  discounts: DISCOUNTS,
  metadata: metadata(),
  period: hash({
    end: required(
      hash({ timestamp: timestamp(), type: required(oneOf('min_item_period_end', 'phase_end', 'timestamp')) }),
    ),
    start: required(
      hash({
        timestamp: timestamp(),
        type: required(oneOf('max_item_period_start', 'now', 'phase_start', 'timestamp')),
      }),
    ),
  }),
  price: text(),
  price_data: PRICE_DATA,
  quantity: integer({ min: 1 }),
  tax_rates: TAX_RATES,
}

/** The parameter `add_invoice_items`. */
export const EXTRA_ITEMS = list(hash(EXTRA_ITEM_FIELDS), { max: 20 })

type Context = PaymentsContext

/** The price that parameters name or describe, at a path. */
interface Priced {
  readonly plan?: string | undefined
  readonly price?: string | undefined
  readonly price_data?:
    | (ValuesOf<{ data: typeof LINE_PRICE_DATA }>['data'] &
        Partial<Pick<ValuesOf<typeof RECURRING_DATA_FIELDS>, 'recurring'>>)
    | undefined
}

/**
 * Returns the price that parameters name or describe; undefined when they have none. A price that is described is
 * added, and cannot be used again.
 *
 * @throws 400 for a price or product that does not exist.
 */
export function priceOf(
  context: Context,
  account: string,
  { plan, price, price_data: data }: Priced,
  path: string,
): Price | undefined {
  const at = (name: string): string => (path === '' ? name : `${path}[${name}]`)
  if (price !== undefined) return findPrice(context, account, price, { param: at('price') })
  if (plan !== undefined) return findPrice(context, account, plan, { param: 'plan' }, 'plan')
  if (data === undefined) return undefined
  const inData = (name: string): string => `${at('price_data')}[${name}]`
  const product = productOf(context, account, data, inData('product'))
  const unit = unitOf(data.unit_amount, data.unit_amount_decimal, inData('unit_amount_decimal'))
  if (unit.decimal === null) {
    throw invalidRequest('Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.', {
      code: 'parameter_missing',
      param: inData('unit_amount'),
    })
  }
  return addPrice(context, account, {
    active: false,
    currency: data.currency,
    customUnitAmount: null,
    product: product.id,
    recurring:
      data.recurring === undefined
        ? null
        : {
            interval: data.recurring.interval,
            interval_count: data.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
    taxBehavior: data.tax_behavior ?? 'unspecified',
    tiers: null,
    unitAmount: unit.whole,
    unitAmountDecimal: unit.decimal,
  })
}

/**
 * Returns the product that parameters name or describe.
 *
 * @throws 400 for neither.
 */
function productOf(
  context: Context,
  account: string,
  { product, product_data: data }: NonNullable<Priced['price_data']>,
  param: string,
): Product {
  if (product !== undefined) return findRecord(context.rows.products, account, 'product', product, { param })
  if (data === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  return addProduct(context, account, {
    active: true,
    description: data.description ?? null,
    images: data.images ?? [],
    metadata: mergeMetadata({}, data.metadata),
    name: data.name,
    taxCode: data.tax_code ?? null,
    unitLabel: data.unit_label ?? null,
  })
}

/**
 * Returns the new items of a subscription from their parameters.
 *
 * @throws 400 for an item without a price.
 */
export function newItemsOf(
  context: Context,
  account: string,
  items: readonly ValuesOf<typeof NEW_ITEM>[],
  path = 'items',
): NewItem[] {
  return items.map((item, index) => {
    const at = `${path}[${index}]`
    const price = priceOf(context, account, item, at)
    if (price === undefined) {
      throw invalidRequest(`Missing required param: ${at}[price].`, {
        code: 'parameter_missing',
        param: `${at}[price]`,
      })
    }
    return {
      // A price that is described is inactive, so that nothing else uses it.
      price: item.price_data === undefined ? price : { ...price, active: true },
      billingThresholds: item.billing_thresholds ?? null,
      quantity: item.quantity ?? null,
      metadata: mergeMetadata({}, item.metadata),
      taxRates: taxRatesOf(context, account, item.tax_rates, `${at}[tax_rates]`),
      discounts: item.discounts ?? [],
    }
  })
}

/**
 * Returns the changes of a subscription's items from their parameters.
 *
 * @throws 400 for an item of another subscription.
 */
export function itemChangesOf(
  context: Context,
  { id, account }: { readonly id: string; readonly account: string },
  items: readonly ValuesOf<typeof CHANGED_ITEM>[],
): ItemChange[] {
  return items.map((item, index) => {
    const at = `items[${index}]`
    if (item.id !== undefined) {
      const existing = findRecord(context.rows.subscriptionItems, account, 'subscription item', item.id, {
        param: `${at}[id]`,
      })
      if (existing.subscription !== id) {
        throw invalidRequest(`The subscription item ${existing.id} does not belong to this subscription.`, {
          param: `${at}[id]`,
        })
      }
    }
    return {
      id: item.id,
      price: priceOf(context, account, item, at),
      billingThresholds: item.billing_thresholds,
      quantity: item.quantity,
      deleted: item.deleted,
      clearsUsage: item.clear_usage,
      metadata: item.metadata,
      taxRates:
        item.tax_rates === undefined ? undefined : taxRatesOf(context, account, item.tax_rates, `${at}[tax_rates]`),
      discounts: item.discounts === undefined ? undefined : (item.discounts ?? []),
    }
  })
}

/** Returns what is charged once with the next invoice, from the parameters. */
export function extraItemsOf(
  context: Context,
  account: string,
  items: readonly ValuesOf<typeof EXTRA_ITEM_FIELDS>[] = [],
): ExtraItem[] {
  return items.map((item, index) => {
    const at = `add_invoice_items[${index}]`
    const price = priceOf(context, account, item, at)
    if (price === undefined) {
      throw invalidRequest(`Missing required param: ${at}[price].`, {
        code: 'parameter_missing',
        param: `${at}[price]`,
      })
    }
    if (price.recurring !== null) {
      throw invalidRequest(
        'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
        { param: `${at}[price]` },
      )
    }
    const rates = taxRatesOf(context, account, item.tax_rates, `${at}[tax_rates]`)
    return {
      price,
      quantity: item.quantity ?? 1,
      discountable: item.discountable ?? true,
      discounts: item.discounts ?? [],
      metadata: mergeMetadata({}, item.metadata),
      period: { start: boundOf(item.period?.start), end: boundOf(item.period?.end) },
      taxRates: rates.length === 0 ? null : rates,
    }
  })
}

/**
 * Returns an end of the period of an item that is charged once: epoch seconds, or the word for an end that the
 * subscription gives.
 */
function boundOf(bound: { readonly timestamp?: number | undefined; readonly type: string } | undefined) {
  return bound?.type === 'timestamp' ? (bound.timestamp ?? null) : (bound?.type ?? null)
}

/**
 * Returns the ids of tax rates that a parameter names.
 *
 * @throws 400 for one that does not exist.
 */
export function taxRatesOf(
  { rows }: Pick<Context, 'rows'>,
  account: string,
  ids: readonly string[] | null | undefined,
  param: string,
): readonly string[] {
  return (ids ?? []).map(
    (id, index) => findRecord(rows.taxRates, account, 'tax rate', id, { param: `${param}[${index}]` }).id,
  )
}
