import type { PaymentsContext } from '#payments/call.ts'
import { decimalsOf } from '#payments/schema/currencies.ts'
import type { CheckoutSession, SessionLine } from '#payments/schema/checkout.ts'
import { redeemed } from '../billing/discounts/discounts.ts'
import { amountsOf } from './amounts.ts'
import { withDynamicRates } from './lines.ts'
import { addressIn, type Typed } from './page-form.ts'
import { detailsOf, NOBODY } from './payer.ts'
import { isActive } from '../billing/discounts/find-coupon.ts'
import { now } from '../new-id.ts'
import { Failure } from '#core/errors.ts'

/** The words for a code that cannot be used, as the vendor's page has them. */
const INVALID_CODE = 'This code is invalid.'

/** Applies a promotion code that the customer has typed. Returns why it cannot be applied; null when it was. */
export function applyPromotionCode(context: PaymentsContext, session: CheckoutSession, typed: string): string | null {
  const { rows } = context
  if (session.allowPromotionCodes !== true) return INVALID_CODE
  const code = rows.promotionCodes
    .list('code', session.account, typed.trim().toLowerCase())
    .find((each) => isActive(rows, each, now(context)))
  if (code === undefined) return INVALID_CODE
  const { currency } = session
  const purchase =
    currency === null ? {} : { currency, amount: amountsOf(context, { ...session, currency }).totals.subtotal }
  try {
    const coupon = redeemed(context, code, session.customer, purchase, 'promotion_code')
    rows.checkoutSessions.update(session.id, { discounts: [{ coupon: coupon.id, promotionCode: code.id }] })
    return null
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

/**
 * Changes the quantities, the chosen amounts and the shipping of an order, as the customer has them in the form.
 * Ignores what is not offered.
 */
export function changeOrder(
  { rows }: Pick<PaymentsContext, 'rows'>,
  session: CheckoutSession,
  typed: Readonly<Record<string, string>>,
): CheckoutSession {
  const chosen = typed['shippingOption']
  const changes = {
    lines: session.lines.map((line) => changedLine(line, typed, session.currency ?? 'usd')),
    ...(chosen !== undefined && session.shippingOptions.includes(chosen) ? { shippingRate: chosen } : {}),
    ...(isTaxedByAddress(session) ? typedAddresses(session, typed) : {}),
  }
  const lines = withDynamicRates({ rows }, { ...session, ...changes })
  return rows.checkoutSessions.update(session.id, { ...changes, lines })
}

/** Returns whether the tax of a session depends on what the customer types. */
function isTaxedByAddress({ automaticTax, lines }: CheckoutSession): boolean {
  return automaticTax !== null || lines.some(({ dynamicTaxRates }) => dynamicTaxRates !== undefined)
}

/** Returns the addresses that the form has so far, by which such a session is taxed. */
function typedAddresses(session: CheckoutSession, typed: Typed): Partial<CheckoutSession> {
  const billing = addressIn(typed, 'billing')
  const shipping = session.shippingCountries === null ? null : addressIn(typed, 'shipping')
  return {
    ...(billing === null ? {} : { customerDetails: detailsOf(session, { ...NOBODY, address: billing }) }),
    ...(shipping === null ? {} : { shippingDetails: { address: shipping, name: typed['shippingName'] ?? '' } }),
  }
}

function changedLine(line: SessionLine, typed: Readonly<Record<string, string>>, currency: string): SessionLine {
  const quantity = Number(typed[`quantity-${line.id}`])
  const amount = Math.round(Number(typed[`amount-${line.id}`]) * 10 ** decimalsOf(currency))
  const { adjustable } = line
  const fits =
    adjustable !== null &&
    Number.isInteger(quantity) &&
    quantity >= adjustable.minimum &&
    quantity <= adjustable.maximum
  return {
    ...line,
    ...(fits ? { quantity } : {}),
    ...(typed[`amount-${line.id}`] !== undefined && amount > 0 ? { chosenAmount: amount } : {}),
  }
}
