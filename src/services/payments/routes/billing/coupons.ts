import { json } from '#core/answer.ts'
import { invalidParameter, invalidRequest, momentPassed } from '#payments/errors.ts'
import { couponJson } from '#payments/json/billing/catalog.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { now } from '#payments/rules/new-id.ts'
import {
  byCurrency,
  currency,
  hash,
  integer,
  isInRange,
  list,
  metadata,
  number,
  oneOf,
  range,
  required,
  text,
  timestamp,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { findCoupon } from '#payments/rules/billing/discounts/find-coupon.ts'
import { addCoupon } from '#payments/rules/billing/discounts/new-coupon.ts'

const CURRENCY_OPTIONS = byCurrency(hash({ amount_off: required(integer({ min: 1 })) }))

const COUPON_INPUT = {
  amount_off: integer({ min: 1 }),
  applies_to: hash({ products: list(text()) }),
  currency: currency(),
  currency_options: CURRENCY_OPTIONS,
  duration: oneOf('forever', 'once', 'repeating'),
  duration_in_months: integer({ min: 1 }),
  id: text(),
  max_redemptions: integer({ min: 1 }),
  metadata: metadata(),
  name: text({ max: 40 }),
  percent_off: number(),
  redeem_by: timestamp(),
}

const byPath = { param: 'coupon', inPath: true }

/** Coupons. https://docs.stripe.com/api/coupons */
export const couponsRoutes = [
  post('PostCoupons', '/v1/coupons', COUPON_INPUT, (call) => {
    const { rows, account, input } = call
    checkReduction(input, now(call))
    for (const id of input.applies_to?.products ?? []) {
      findRecord(rows.products, account, 'product', id, { param: 'applies_to[products]' })
    }
    const coupon = addCoupon(call, account, {
      id: input.id,
      amountOff: input.amount_off ?? null,
      products: input.applies_to?.products ?? null,
      currency: input.amount_off === undefined ? null : (input.currency ?? null),
      currencyOptions: input.currency_options ?? {},
      duration: input.duration ?? 'once',
      durationInMonths: input.duration_in_months ?? null,
      maxRedemptions: input.max_redemptions ?? null,
      metadata: mergeMetadata({}, input.metadata),
      name: input.name ?? null,
      percentOff: input.percent_off ?? null,
      redeemBy: input.redeem_by ?? null,
    })
    return answer(call, couponJson(coupon, now(call)))
  }),
  get('GetCoupons', '/v1/coupons', { ...LIST_PARAMS, created: range() }, (call) => {
    const { created } = call.input
    const found = newestFirst(call.rows.coupons, 'all', [call.account], (coupon) => isInRange(coupon.created, created))
    return answerPage(call, found, 'coupon', (coupon) => couponJson(coupon, now(call)))
  }),
  get('GetCouponsCoupon', '/v1/coupons/:coupon', {}, (call) =>
    answer(call, couponJson(findCoupon(call, call.account, call.params.coupon, byPath), now(call))),
  ),
  post(
    'PostCouponsCoupon',
    '/v1/coupons/:coupon',
    { currency_options: CURRENCY_OPTIONS, metadata: metadata(), name: unsettable(text({ max: 40 })) },
    (call) => {
      const { rows, account, input } = call
      const before = findCoupon(call, account, call.params.coupon, byPath)
      const after = rows.coupons.update(before.id, {
        metadata: mergeMetadata(before.metadata, input.metadata),
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.currency_options === undefined
          ? {}
          : { currencyOptions: { ...before.currencyOptions, ...input.currency_options } }),
      })
      call.emit({ type: 'coupon.updated', kind: 'coupon', row: after, before })
      return answer(call, couponJson(after, now(call)))
    },
  ),
  del('DeleteCouponsCoupon', '/v1/coupons/:coupon', {}, (call) => {
    const coupon = findCoupon(call, call.account, call.params.coupon, byPath)
    // Discounts that are in use keep what they need of it.
    call.rows.coupons.update(coupon.id, { deleted: true })
    call.emit({ type: 'coupon.deleted', kind: 'deleted_coupon', row: coupon })
    return json({ id: coupon.id, object: 'coupon', deleted: true })
  }),
]

/** @throws 400 where the amount, the percentage and the duration of a coupon do not belong together. */
function checkReduction(input: ValuesOf<typeof COUPON_INPUT>, at: number): void {
  const { amount_off: amount, percent_off: percent, currency: code, duration, duration_in_months: months } = input
  if (amount === undefined && percent === undefined) {
    throw invalidRequest('Must provide percent_off or amount_off.', { code: 'parameter_missing' })
  }
  if (amount !== undefined && percent !== undefined) {
    throw invalidRequest('Received both percent_off and amount_off parameters. Please pass in only one.')
  }
  if (percent !== undefined && percent < 0.01) throw outOfRange('greater than or equal to 0.01', percent)
  if (percent !== undefined && percent > 100) throw outOfRange('less than or equal to 100', percent)
  if (percent !== undefined && input.currency_options !== undefined) {
    const message = 'You may only specify one of these parameters: currency_options, percent_off.'
    throw invalidParameter('currency_options', message)
  }
  if (amount !== undefined && code === undefined) {
    throw invalidParameter('currency', 'You must pass currency when passing amount_off')
  }
  if (duration === 'repeating' && months === undefined) {
    throw invalidParameter(
      'duration',
      'The duration_in_months param must be set when creating a coupon with a repeating duration',
    )
  }
  if (duration !== 'repeating' && months !== undefined) {
    const message = 'You may only pass `duration_in_months` when `duration` is `repeating`.'
    throw invalidParameter('duration_in_months', message)
  }
  if (input.redeem_by !== undefined && input.redeem_by <= at) throw momentPassed('redeem_by', input.redeem_by)
}

/** 400: a percentage that no coupon can have; the vendor writes it with its point. */
function outOfRange(bound: string, percent: number): Error {
  const written = Number.isInteger(percent) ? percent.toFixed(1) : String(percent)
  return invalidParameter('percent_off', `This value must be ${bound} (it currently is '${written}').`)
}
