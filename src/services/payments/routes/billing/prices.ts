import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { priceJson } from '#payments/json/billing/catalog.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  currency,
  hash,
  integer,
  isInRange,
  list,
  metadata,
  oneOf,
  range,
  required,
  text,
  unsettable,
} from '#payments/protocol/params.ts'
import { versionOf } from '#payments/protocol/request.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { findPrice } from '#payments/rules/billing/prices/find-price.ts'
import { addPrice, freeLookupKey } from '#payments/rules/billing/prices/new-price.ts'
import {
  AMOUNTS,
  amountsOfInput,
  CURRENCY_OPTIONS,
  currencyOptionsOf,
  RECURRING,
  aggregationOf,
  recurringOf,
  requireConsistentTiers,
} from '#payments/rules/billing/prices/params.ts'
import { PRODUCT_DATA, productOfPrice } from '#payments/rules/billing/prices/product-data.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import { search, SEARCH_PARAMS } from '#payments/protocol/search.ts'

const PRICE_INPUT = {
  ...AMOUNTS,
  active: boolean(),
  billing_scheme: oneOf('per_unit', 'tiered'),
  currency: required(currency()),
  currency_options: CURRENCY_OPTIONS,
  lookup_key: text({ max: 200 }),
  metadata: metadata(),
  nickname: text(),
  product: text(),
  product_data: hash(PRODUCT_DATA),
  recurring: RECURRING,
  tiers_mode: oneOf('graduated', 'volume'),
  transfer_lookup_key: boolean(),
  transform_quantity: hash({ divide_by: required(integer({ min: 1 })), round: required(oneOf('down', 'up')) }),
}

const PRICE_CHANGES = {
  active: boolean(),
  currency_options: unsettable(CURRENCY_OPTIONS),
  lookup_key: unsettable(text({ max: 200 })),
  metadata: metadata(),
  nickname: unsettable(text()),
  tax_behavior: AMOUNTS.tax_behavior,
  transfer_lookup_key: boolean(),
}

const LIST = {
  ...LIST_PARAMS,
  active: boolean(),
  created: range(),
  currency: currency(),
  lookup_keys: list(text(), { max: 10 }),
  product: text(),
  recurring: hash({
    interval: oneOf('day', 'month', 'week', 'year'),
    meter: text(),
    usage_type: oneOf('licensed', 'metered'),
  }),
  type: oneOf('one_time', 'recurring'),
}

const SEARCHED = {
  active: 'token',
  currency: 'token',
  lookup_key: 'string',
  metadata: 'token',
  product: 'token',
  type: 'token',
} as const

/** Prices. https://docs.stripe.com/api/prices */
export const pricesRoutes = [
  post('PostPrices', '/v1/prices', PRICE_INPUT, (call) => {
    const { account, input } = call
    requireConsistentTiers(input, input.transform_quantity === undefined ? null : 'transform_quantity')
    if (input.tiers !== undefined && input.recurring === undefined) {
      throw invalidParameter('interval', 'Prices with `type=one_time` are not supported with tiered billing.')
    }
    const amounts = amountsOfInput(input)
    const withoutMeter = versionOf(call) < '2025-03-31'
    const recurring = input.recurring === undefined ? null : recurringOf(input.recurring, 'recurring', withoutMeter)
    const price = addPrice(call, account, {
      ...amounts,
      active: input.active ?? true,
      aggregateUsage: aggregationOf(recurring, input.recurring?.aggregate_usage),
      currency: input.currency,
      currencyOptions: currencyOptionsOf(input.currency_options),
      lookupKey: input.lookup_key ?? null,
      metadata: mergeMetadata({}, input.metadata),
      nickname: input.nickname ?? null,
      product: productOfPrice(call, account, { id: input.product, data: input.product_data }).id,
      recurring,
      tiersMode: input.tiers_mode ?? null,
      transferLookupKey: input.transfer_lookup_key ?? false,
      transformQuantity: input.transform_quantity ?? null,
    })
    return answer(call, priceJson(price))
  }),
  get('GetPrices', '/v1/prices', LIST, (call) => {
    const { active, created, currency: code, lookup_keys: keys, product, recurring, type } = call.input
    const where = (price: Price): boolean =>
      isInRange(price.created, created) &&
      (active === undefined || price.active === active) &&
      (code === undefined || price.currency === code) &&
      (keys === undefined || keys.includes(price.lookupKey ?? '')) &&
      (recurring?.interval === undefined || price.recurring?.interval === recurring.interval) &&
      (recurring?.usage_type === undefined || price.recurring?.usage_type === recurring.usage_type) &&
      (recurring?.meter === undefined || price.recurring?.meter === recurring.meter) &&
      (type === undefined || (price.recurring === null) === (type === 'one_time'))
    const found =
      product === undefined
        ? newestFirst(call.rows.prices, 'all', [call.account], where)
        : newestFirst(call.rows.prices, 'product', [product], (price) => price.account === call.account && where(price))
    return answerPage(call, found, 'price', priceJson)
  }),
  get('GetPricesSearch', '/v1/prices/search', SEARCH_PARAMS, (call) => {
    const rows = call.rows.prices.walk('all', [call.account], { descending: true })
    return answer(call, search(rows, priceJson, SEARCHED, call.input, call.path))
  }),
  get('GetPricesPrice', '/v1/prices/:price', {}, (call) =>
    answer(call, priceJson(findPrice(call, call.account, call.params.price, byPath))),
  ),
  post('PostPricesPrice', '/v1/prices/:price', PRICE_CHANGES, (call) => {
    const { rows, account, input } = call
    const before = findPrice(call, account, call.params.price, byPath)
    const { active, currency_options: options, lookup_key: lookupKey, nickname, tax_behavior: taxBehavior } = input
    if (taxBehavior !== undefined && before.taxBehavior !== 'unspecified' && taxBehavior !== before.taxBehavior) {
      throw invalidRequest('You cannot change the tax behavior of a price once it is set to exclusive or inclusive.', {
        param: 'tax_behavior',
      })
    }
    freeLookupKey(call, account, lookupKey ?? null, input.transfer_lookup_key ?? false, before.id)
    const after = rows.prices.update(before.id, {
      ...(active === undefined ? {} : { active }),
      ...(options === undefined
        ? {}
        : { currencyOptions: options === null ? {} : { ...before.currencyOptions, ...currencyOptionsOf(options) } }),
      ...(lookupKey === undefined ? {} : { lookupKey }),
      metadata: mergeMetadata(before.metadata, input.metadata),
      ...(nickname === undefined ? {} : { nickname }),
      ...(taxBehavior === undefined ? {} : { taxBehavior }),
    })
    if (after.recurring !== null) call.emit({ type: 'plan.updated', kind: 'plan', row: after, before })
    call.emit({ type: 'price.updated', kind: 'price', row: after, before })
    return answer(call, priceJson(after))
  }),
]

const byPath = { param: 'price', inPath: true }
