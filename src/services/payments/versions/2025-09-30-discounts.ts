import type { PaymentsContext } from '#payments/call.ts'
import { couponJson } from '#payments/json/billing/catalog.ts'
import { now } from '#payments/rules/new-id.ts'
import type { Members, ParamsTransform, VersionChange } from './change.ts'
import { hashAt, idAt } from './members.ts'
import { hashOf, withChangedItems, withChangedPhases, withoutParams } from './params.ts'
import type { RawHash } from '#payments/protocol/form.ts'

/** Returns the coupon of a discount or a promotion code, which versions before show in full. */
function couponOf(context: PaymentsContext, source: Members): unknown {
  const coupon = context.rows.coupons.get(idAt(source, 'coupon'))
  return coupon === undefined ? source['coupon'] : couponJson(coupon, now(context))
}

/** Writes the former `iterations` of a phase as its duration: that many periods of its first price. */
function withDuration({ rows }: PaymentsContext, phase: RawHash): RawHash {
  const { iterations, items } = phase
  if (typeof iterations !== 'string' || typeof items !== 'object' || items === null) return phase
  const [item] = Object.values(items) as readonly RawHash[] // the parameter is read as a list of hashes afterwards
  const price = item?.['price'] ?? item?.['plan']
  const recurring = typeof price === 'string' ? rows.prices.get(price)?.recurring : undefined
  if (recurring === undefined || recurring === null) return phase
  const count = String(Number(iterations) * recurring.interval_count)
  return hashOf({
    ...withoutParams(phase, 'iterations'),
    duration: hashOf({ interval: recurring.interval, interval_count: count }),
  })
}

const durationsOfPreview: ParamsTransform = (params, context) =>
  withChangedPhases(params, (phase) => withDuration(context, phase))

/**
 * Discounts and promotion codes name their coupon in a hash, and phases of schedules have a duration.
 * https://docs.stripe.com/changelog/clover/2025-09-30/add-discount-source-property
 */
export const discountSources: VersionChange = {
  version: '2025-09-30.clover',
  requests: {
    GetInvoicesUpcoming: durationsOfPreview,
    GetInvoicesUpcomingLines: durationsOfPreview,
    PostInvoicesCreatePreview: durationsOfPreview,
    PostPromotionCodes: (params) => {
      const { coupon } = params
      if (coupon === undefined || params['promotion'] !== undefined) return params
      return hashOf({ ...withoutParams(params, 'coupon'), promotion: hashOf({ coupon, type: 'coupon' }) })
    },
    PostSubscriptionSchedules: (params, context) =>
      withChangedItems(params, 'phases', (phase) => withDuration(context, phase)),
    PostSubscriptionSchedulesSchedule: (params, context) =>
      withChangedItems(params, 'phases', (phase) => withDuration(context, phase)),
  },
  objects: {
    discount: (discount, context) => {
      const { source: _source, ...rest } = discount
      return { ...rest, coupon: couponOf(context, hashAt(discount, 'source')) }
    },
    promotion_code: (code, context) => {
      const { promotion: _promotion, ...rest } = code
      return { ...rest, coupon: couponOf(context, hashAt(code, 'promotion')) }
    },
  },
  expandable: { promotion_code: { coupon: ['coupon'] }, discount: { coupon: ['coupon'] } },
}
