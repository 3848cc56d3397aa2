import { addMonths } from '#core/duration.ts'
import type { PaymentsContext, Rows } from '#payments/call.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import { hash, list, text, unsettable, type ValuesOf } from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '../../records.ts'
import type { Coupon, Discount, PromotionCode } from '#payments/schema/billing/catalog.ts'
import type { AppliedDiscount, Reduction } from './discounting.ts'
import { findCoupon, isActive } from './find-coupon.ts'
import { isRedeemable } from './redemption.ts'

const ENTRY = { coupon: text(), discount: text(), promotion_code: text() }

/** The parameter `discounts`: coupons, promotion codes, or discounts that exist already. */
export const DISCOUNTS = unsettable(list(hash(ENTRY), { max: 20 }))

/** The value of {@link DISCOUNTS}. */
export type DiscountsInput = readonly ValuesOf<typeof ENTRY>[]

/** The records that a new discount applies to. */
export type DiscountOwner = Pick<Discount, 'customer'> &
  Partial<Pick<Discount, 'subscription' | 'subscriptionItem' | 'invoice' | 'invoiceItem' | 'checkoutSession'>>

/** The purchase that a discount is for: the amount before discounts, where it is known. */
export interface Purchase {
  readonly amount?: number
  readonly currency?: string
}

/**
 * Returns the ids of the discounts that a parameter names, in order; adds those that do not exist yet. `param` is the
 * parameter's path.
 *
 * @throws 400 for a coupon or code that cannot be used.
 */
export function discountsOf(
  context: PaymentsContext,
  account: string,
  input: DiscountsInput,
  owner: DiscountOwner,
  { param = 'discounts', ...purchase }: Purchase & { readonly param?: string } = {},
): readonly string[] {
  return input.map((entry, index) => {
    const at = (name: string): string => `${param}[${index}][${name}]`
    if (entry.discount !== undefined) {
      return findRecord(context.rows.discounts, account, 'discount', entry.discount, { param: at('discount') }).id
    }
    if (entry.promotion_code !== undefined) {
      const param = at('promotion_code')
      const code = findRecord(context.rows.promotionCodes, account, 'promotion code', entry.promotion_code, { param })
      return addDiscount(context, redeemed(context, code, owner.customer, purchase, param), owner, code.id).id
    }
    if (entry.coupon === undefined) {
      throw invalidRequest('Each discount must have one of `coupon`, `discount` or `promotion_code`.', { param })
    }
    const coupon = findCoupon(context, account, entry.coupon, { param: at('coupon') })
    requireRedeemable(context, coupon, at('coupon'))
    requireCurrency(coupon, purchase.currency, at('coupon'))
    return addDiscount(context, coupon, owner, null).id
  })
}

/**
 * Returns the coupon of a promotion code.
 *
 * @throws 400 where the customer cannot use the code for the purchase.
 */
export function redeemed(
  context: PaymentsContext,
  code: PromotionCode,
  customer: string | null,
  { amount, currency }: Purchase,
  param: string,
): Coupon {
  const { rows } = context
  if (!isActive(rows, code, now(context))) {
    throw invalidRequest('This promotion code cannot be redeemed because it is no longer active.', { param })
  }
  if (code.customer !== null && code.customer !== customer) {
    throw invalidRequest('This promotion code cannot be redeemed because it belongs to another customer.', { param })
  }
  if (code.firstTimeTransaction && customer !== null && hasPaid(rows, customer)) {
    throw invalidRequest(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      { param },
    )
  }
  const minimum = currency === undefined ? null : minimumOf(code, currency)
  if (minimum !== null && amount !== undefined && currency !== undefined && amount < minimum) {
    throw invalidRequest(
      `This promotion code cannot be redeemed because the amount is less than the minimum of ${formatAmount(minimum, currency)}.`,
      { param },
    )
  }
  const coupon = rows.coupons.require(code.coupon)
  requireCurrency(coupon, currency, param)
  return coupon
}

/** @throws 400 for a coupon that takes off an amount, but none in the currency of a purchase. */
export function requireCurrency(coupon: Coupon, currency: string | undefined, param: string): void {
  if (currency === undefined || coupon.amountOff === null || reductionOf(coupon, currency).amountOff !== null) return
  throw invalidRequest(
    `Coupon ${coupon.id} cannot be applied because its currency (${coupon.currency}) does not match the currency of the purchase (${currency}).`,
    { param },
  )
}

function minimumOf(code: PromotionCode, currency: string): number | null {
  if (code.minimumAmountCurrency === currency) return code.minimumAmount
  return code.restrictionCurrencies[currency]?.minimum_amount ?? null
}

function hasPaid({ invoices, paymentIntents }: Pick<Rows, 'invoices' | 'paymentIntents'>, customer: string): boolean {
  return (
    invoices.list('customer', customer).some(({ status, amountPaid }) => status === 'paid' && amountPaid > 0) ||
    paymentIntents.list('customer', customer).some(({ status }) => status === 'succeeded')
  )
}

function requireRedeemable(context: PaymentsContext, coupon: Coupon, param: string): void {
  if (isRedeemable(coupon, now(context))) return
  const reason =
    coupon.redeemBy !== null && now(context) > coupon.redeemBy ? 'expired' : 'been redeemed as often as it can be'
  throw invalidRequest(`Coupon ${coupon.id} is ${reason === 'expired' ? 'expired' : `used up: it has ${reason}`}.`, {
    code: 'coupon_expired',
    param,
  })
}

/** Adds a discount and counts the redemption. A discount of a customer or a subscription has an event. */
export function addDiscount(
  context: PaymentsContext,
  coupon: Coupon,
  owner: DiscountOwner,
  promotionCode: string | null,
): Discount {
  const { rows } = context
  const head = newRecord(context, coupon.account, 'di_')
  const discount = rows.discounts.insert({
    ...head,
    coupon: coupon.id,
    promotionCode,
    checkoutSession: null,
    subscription: null,
    subscriptionItem: null,
    invoice: null,
    invoiceItem: null,
    ...owner,
    start: head.created,
    end:
      coupon.duration === 'repeating' && coupon.durationInMonths !== null
        ? addMonths(head.created * 1000, coupon.durationInMonths) / 1000
        : null,
  })
  rows.coupons.update(coupon.id, { timesRedeemed: coupon.timesRedeemed + 1 })
  if (promotionCode !== null) {
    const { timesRedeemed } = rows.promotionCodes.require(promotionCode)
    rows.promotionCodes.update(promotionCode, { timesRedeemed: timesRedeemed + 1 })
  }
  if (hasEvents(discount)) context.emit({ type: 'customer.discount.created', kind: 'discount', row: discount })
  return discount
}

/** Deletes discounts. Those of a customer or a subscription have an event. */
export function deleteDiscounts(context: PaymentsContext, ids: readonly string[]): void {
  for (const id of ids) {
    const discount = context.rows.discounts.get(id)
    if (discount === undefined) continue
    // The row stays, because invoices go on to name it.
    if (hasEvents(discount))
      context.emit({ type: 'customer.discount.deleted', kind: 'deleted_discount', row: discount })
  }
}

function hasEvents({ invoice, invoiceItem, customer }: Discount): boolean {
  return invoice === null && invoiceItem === null && customer !== null
}

/** Returns the discounts with these ids that apply at a time, in order, with their reductions in a currency. */
export function appliedDiscounts(
  { discounts, coupons }: Pick<Rows, 'discounts' | 'coupons'>,
  ids: readonly string[],
  currency: string,
  at: number,
): readonly AppliedDiscount[] {
  return ids.flatMap((id) => {
    const discount = discounts.get(id)
    const coupon = discount && coupons.get(discount.coupon)
    if (discount === undefined || coupon === undefined || hasEnded(discount, at)) return []
    return [{ id, reduction: reductionOf(coupon, currency) }]
  })
}

/** Returns whether a discount no longer applies to invoices that are made at a time. */
function hasEnded({ end }: Discount, at: number): boolean {
  return end !== null && at >= end
}

/** Returns how much a coupon takes off in a currency. */
function reductionOf(coupon: Coupon, currency: string): Reduction {
  const amountOff =
    coupon.currency === currency ? coupon.amountOff : (coupon.currencyOptions[currency]?.amount_off ?? null)
  return { percentOff: coupon.percentOff, amountOff, products: coupon.products }
}

/**
 * Returns the discounts that later invoices still have: those of coupons that apply once, and those that have ended,
 * are deleted after an invoice.
 */
export function remainingDiscounts(context: PaymentsContext, ids: readonly string[], at: number): readonly string[] {
  const { discounts, coupons } = context.rows
  const [over, remaining] = [[] as string[], [] as string[]]
  for (const id of ids) {
    const discount = discounts.get(id)
    const isOver = discount === undefined || hasEnded(discount, at) || coupons.get(discount.coupon)?.duration === 'once'
    ;(isOver ? over : remaining).push(id)
  }
  deleteDiscounts(context, over)
  return remaining
}
