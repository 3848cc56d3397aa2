import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest, noSuch } from '#payments/errors.ts'
import { planJson } from '#payments/json/billing/catalog.ts'
import { newId } from '#payments/rules/new-id.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  currency,
  decimal,
  hash,
  integer,
  isInRange,
  metadata,
  oneOf,
  range,
  required,
  scalarOr,
  text,
  until,
} from '#payments/protocol/params.ts'
import { versionOf } from '#payments/protocol/request.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { findRecord } from '#payments/rules/records.ts'
import { addPrice } from '#payments/rules/billing/prices/new-price.ts'
import { retirePrice } from '#payments/rules/billing/prices/retire-price.ts'
import {
  AMOUNTS,
  amountsOfInput,
  exclusive,
  AGGREGATE_USAGE,
  aggregationOf,
  recurringOf,
  requireConsistentTiers,
} from '#payments/rules/billing/prices/params.ts'
import { PRODUCT_DATA, productOfPrice } from '#payments/rules/billing/prices/product-data.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'

const PLAN_INPUT = {
  active: boolean(),
  amount: integer({ min: 0 }),
  amount_decimal: decimal(),
  billing_scheme: oneOf('per_unit', 'tiered'),
  currency: required(currency()),
  id: text(),
  interval: required(oneOf('day', 'month', 'week', 'year')),
  interval_count: integer({ min: 1 }),
  metadata: metadata(),
  meter: text(),
  nickname: text(),
  product: required(scalarOr(text(), hash(PRODUCT_DATA))),
  tiers: AMOUNTS.tiers,
  tiers_mode: oneOf('graduated', 'volume'),
  transform_usage: hash({ divide_by: required(integer({ min: 1 })), round: required(oneOf('down', 'up')) }),
  aggregate_usage: until('2025-03-31.basil', AGGREGATE_USAGE),
  trial_period_days: integer({ min: 1 }),
  usage_type: oneOf('licensed', 'metered'),
}

const PLAN_CHANGES = {
  active: boolean(),
  metadata: metadata(),
  nickname: text(),
  product: text(),
  trial_period_days: integer({ min: 1 }),
}

const one = '/v1/plans/:plan'

/** Plans: recurring prices in the form that the vendor had before prices. https://docs.stripe.com/api/plans */
export const plansRoutes = [
  post('PostPlans', '/v1/plans', PLAN_INPUT, (call) => {
    const { rows, account, input } = call
    const taken = rows.prices.get(input.id)
    if (taken?.deleted === true) retirePrice(call, taken)
    else if (taken !== undefined) {
      throw invalidRequest('Plan already exists.', { code: 'resource_already_exists', param: 'id' })
    }
    requireConsistentTiers(input, input.transform_usage === undefined ? null : 'transform_usage')
    if (input.amount === undefined && input.amount_decimal === undefined && input.tiers === undefined) {
      throw invalidRequest('Plans require an `amount` or `amount_decimal` parameter to be set.', {
        code: 'parameter_missing',
        param: 'amount',
      })
    }
    if (input.amount !== undefined && input.amount_decimal !== undefined) throw exclusive('amount', 'amount_decimal')
    const { product } = input
    const recurring = recurringOf(input, '', versionOf(call) < '2025-03-31')
    const price = addPrice(call, account, {
      ...amountsOfInput({ unit_amount: input.amount, unit_amount_decimal: input.amount_decimal, tiers: input.tiers }),
      id: input.id ?? newId(call, 'plan_', 14),
      active: input.active ?? true,
      currency: input.currency,
      metadata: mergeMetadata({}, input.metadata),
      nickname: input.nickname ?? null,
      product: productOfPrice(
        call,
        account,
        typeof product === 'string' ? { id: product, data: undefined } : { id: undefined, data: product },
      ).id,
      recurring,
      aggregateUsage: aggregationOf(recurring, input.aggregate_usage),
      tiersMode: input.tiers_mode ?? null,
      transformQuantity: input.transform_usage ?? null,
    })
    return answer(call, planJson(price))
  }),
  get('GetPlans', '/v1/plans', { ...LIST_PARAMS, active: boolean(), created: range(), product: text() }, (call) => {
    const { active, created, product } = call.input
    const where = (price: Price): boolean =>
      price.recurring !== null &&
      isInRange(price.created, created) &&
      (active === undefined || price.active === active) &&
      (product === undefined || price.product === product)
    return answerPage(call, newestFirst(call.rows.prices, 'all', [call.account], where), 'plan', planJson)
  }),
  get('GetPlansPlan', one, {}, (call) => answer(call, planJson(findPlan(call, call.account, call.params.plan)))),
  post('PostPlansPlan', one, PLAN_CHANGES, (call) => {
    const { rows, account, input } = call
    const before = findPlan(call, account, call.params.plan)
    const { active, nickname, product, trial_period_days: trial } = input
    const after = rows.prices.update(before.id, {
      ...(active === undefined ? {} : { active }),
      metadata: mergeMetadata(before.metadata, input.metadata),
      ...(nickname === undefined ? {} : { nickname }),
      ...(product === undefined
        ? {}
        : { product: findRecord(rows.products, account, 'product', product, { param: 'product' }).id }),
      ...(trial === undefined ? {} : { recurring: { ...before.recurring, trial_period_days: trial } }),
    })
    call.emit({ type: 'plan.updated', kind: 'plan', row: after, before })
    call.emit({ type: 'price.updated', kind: 'price', row: after, before })
    return answer(call, planJson(after))
  }),
  del('DeletePlansPlan', one, {}, (call) => {
    const plan = findPlan(call, call.account, call.params.plan)
    // Subscriptions and invoices that have the price go on to name it.
    call.rows.prices.update(plan.id, { active: false, deleted: true, lookupKey: null })
    call.emit({ type: 'plan.deleted', kind: 'plan', row: plan })
    call.emit({ type: 'price.deleted', kind: 'price', row: plan })
    return json({ id: plan.id, object: 'plan', deleted: true })
  }),
]

/**
 * Returns the recurring price with this id.
 *
 * @throws 404 for a deleted price, and for one that is charged once.
 */
function findPlan(
  { rows }: Pick<PaymentsContext, 'rows'>,
  account: string,
  id: string,
): Price & { readonly recurring: NonNullable<Price['recurring']> } {
  const price = findRecord(rows.prices, account, 'plan', id, { param: 'plan', inPath: true })
  const { deleted, recurring } = price
  if (deleted || recurring === null) throw noSuch('plan', id, 'plan', 404)
  return { ...price, recurring }
}
