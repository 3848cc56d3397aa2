import type { Rows } from '#payments/call.ts'
import { invalidRequest, noSuch } from '#payments/errors.ts'
import type { IdSource } from '../../records.ts'
import type { Coupon, PromotionCode } from '#payments/schema/billing/catalog.ts'
import { isUsable } from './redemption.ts'

/**
 * Returns the account's coupon with this id.
 *
 * @throws `resource_missing`, for a deleted coupon too.
 */
export function findCoupon(
  { rows }: { readonly rows: Pick<Rows, 'coupons'> },
  account: string,
  id: string,
  { param, inPath = false }: IdSource,
): Coupon {
  const coupon = rows.coupons.get(id)
  if (coupon === undefined || coupon.deleted || coupon.account !== account) {
    throw noSuch('coupon', id, param, inPath ? 404 : 400)
  }
  return coupon
}

/** Returns whether a customer can use a promotion code now. */
export function isActive({ coupons }: Pick<Rows, 'coupons'>, code: PromotionCode, now: number): boolean {
  const coupon = coupons.get(code.coupon)
  return isUsable(code, coupon?.deleted === true ? undefined : coupon, now)
}

/** @throws 400 when another active promotion code has the same code and may be used by the same customers. */
export function requireFreeCode(
  rows: Pick<Rows, 'promotionCodes' | 'coupons'>,
  { account, code, customer }: { readonly account: string; readonly code: string; readonly customer: string | null },
  now: number,
  except?: string,
): void {
  for (const other of rows.promotionCodes.scan('code', [account, code.toLowerCase()])) {
    const sameCustomers = other.customer === null || customer === null || other.customer === customer
    if (other.id !== except && sameCustomers && isActive(rows, other, now)) {
      throw invalidRequest(`An active promotion code with \`code: ${code}\` already exists.`)
    }
  }
}
