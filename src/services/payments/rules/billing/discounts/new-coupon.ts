import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { newRecord } from '../../records.ts'
import type { Coupon } from '#payments/schema/billing/catalog.ts'

/** The members of a new coupon. */
export type CouponInput = Omit<Coupon, 'id' | 'account' | 'seq' | 'created' | 'timesRedeemed' | 'deleted'> & {
  readonly id?: string | undefined
}

/**
 * Adds a coupon.
 *
 * @throws 400 when its id is taken.
 */
export function addCoupon(context: PaymentsContext, account: string, input: CouponInput): Coupon {
  const { rows } = context
  const { id } = input
  const taken = rows.coupons.get(id)
  if (id !== undefined && taken?.deleted === true) rows.coupons.delete(id)
  else if (taken !== undefined) {
    throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists' })
  }
  const head = newRecord(context, account, '', { id, length: 8 })
  const coupon = rows.coupons.insert({ ...input, timesRedeemed: 0, deleted: false, ...head })
  context.emit({ type: 'coupon.created', kind: 'coupon', row: coupon })
  return coupon
}
