import { invalidRequest } from '#payments/errors.ts'
import type { Raw, RawHash } from '#payments/protocol/form.ts'
import { discountJson } from '#payments/json/billing/catalog.ts'
import type { Members, ObjectTransform, VersionChange } from './change.ts'
import { hashesAt, idAt } from './members.ts'
import { hashOf, withChangedItems, withChangedPhases, withoutParams } from './params.ts'

/**
 * Writes the former `coupon` and `promotion_code` as `discounts`. An empty value removes the discounts.
 *
 * @throws 400 where a request has both.
 */
function withDiscounts(params: RawHash): RawHash {
  const { coupon, promotion_code: code, discounts } = params
  const former = coupon !== undefined ? 'coupon' : code !== undefined ? 'promotion_code' : undefined
  if (former === undefined) return params
  if (discounts !== undefined) {
    throw invalidRequest(`You may only specify one of these parameters: ${former}, discounts.`, { param: former })
  }
  const named: Readonly<Record<string, Raw>> = {
    ...(coupon === undefined || coupon === '' ? {} : { coupon }),
    ...(code === undefined || code === '' ? {} : { promotion_code: code }),
  }
  const isRemoval = Object.keys(named).length === 0
  return hashOf({
    ...withoutParams(params, 'coupon', 'promotion_code'),
    discounts: isRemoval ? '' : hashOf({ 0: hashOf(named) }),
  })
}

const discountsOfPreview = (params: RawHash): RawHash => withChangedPhases(withDiscounts(params), withDiscounts)

const withDiscountsOfPhases = (params: RawHash): RawHash => withChangedItems(params, 'phases', withDiscounts)

/** Writes the discount of an object that has exactly one as a member of its own. */
const withOneDiscount: ObjectTransform = (object, { rows }) => {
  const discounts: unknown = object['discounts']
  const [id, ...others] = Array.isArray(discounts) ? (discounts as readonly unknown[]) : [] // Array.isArray does not narrow it
  const discount = typeof id === 'string' && others.length === 0 ? rows.discounts.get(id) : undefined
  return { ...object, discount: discount === undefined ? null : discountJson(discount) }
}

/** Writes the coupon of a phase of a schedule that has exactly one as a member of its own. */
function withCoupon(phase: Members): Members {
  const [first, ...others] = hashesAt(phase, 'discounts')
  return { ...phase, coupon: first === undefined || others.length > 0 ? null : idAt(first, 'coupon') }
}

/**
 * Subscriptions, their schedules and previews have a list of discounts in place of one.
 * https://docs.stripe.com/changelog/basil/2025-03-31/deprecate-singular-coupon-promotion-code
 */
export const listsOfDiscounts: VersionChange = {
  version: '2025-03-31.basil',
  requests: {
    GetInvoicesUpcoming: discountsOfPreview,
    GetInvoicesUpcomingLines: discountsOfPreview,
    PostInvoicesCreatePreview: discountsOfPreview,
    PostSubscriptions: withDiscounts,
    PostSubscriptionsSubscriptionExposedId: withDiscounts,
    PostSubscriptionSchedules: withDiscountsOfPhases,
    PostSubscriptionSchedulesSchedule: withDiscountsOfPhases,
  },
  objects: {
    invoice: withOneDiscount,
    subscription: withOneDiscount,
    subscription_schedule: (schedule) => ({ ...schedule, phases: hashesAt(schedule, 'phases').map(withCoupon) }),
  },
  expandable: { subscription_schedule: { 'phases.coupon': ['coupon'] } },
}
