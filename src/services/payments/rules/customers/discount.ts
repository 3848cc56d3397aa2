import type { PaymentsContext } from '#payments/call.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { deleteDiscounts, discountsOf } from '../billing/discounts/discounts.ts'

/** The discount that a request gives to a customer: null or an empty text removes it. */
interface DiscountChange {
  readonly coupon?: string | null | undefined
  readonly promotion_code?: string | null | undefined
}

/**
 * Replaces the discount of a customer where a request names a coupon or a promotion code, as versions of the API before
 * 2025-03-31 can.
 *
 * @throws 400 for a coupon or code that cannot be used.
 */
export function changeDiscount(
  context: PaymentsContext,
  { id, account }: Pick<Customer, 'id' | 'account'>,
  { coupon, promotion_code: code }: DiscountChange,
): void {
  const { rows } = context
  const named = [
    ...(typeof coupon === 'string' ? [{ coupon }] : []),
    ...(typeof code === 'string' ? [{ promotion_code: code }] : []),
  ]
  if (coupon === undefined && code === undefined) return
  const [discount] = discountsOf(context, account, named, { customer: id })
  const before = rows.customers.require(id).discount
  rows.customers.update(id, { discount: rows.discounts.get(discount) ?? null })
  if (before !== null) deleteDiscounts(context, [before.id])
}
