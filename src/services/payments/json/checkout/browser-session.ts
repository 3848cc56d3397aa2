import type { PaymentsContext } from '#payments/call.ts'
import { decimalsOf, formatAmount } from '#payments/schema/currencies.ts'
import {
  amountsOf,
  discountOf,
  hasTrial,
  lineAmount,
  taxOf,
  totalOf,
  unitAmountOf,
  type PricedLine,
} from '#payments/rules/checkout/amounts.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import { DAY_SECONDS } from '#payments/rules/seconds.ts'

type Context = Pick<PaymentsContext, 'rows'>

/** An amount, as the browser library gives it. */
interface Amount {
  readonly minorUnitsAmount: number
  readonly amount: string
}

/**
 * Writes a session in the form that the browser library gives to a page.
 * https://docs.stripe.com/js/custom_checkout/session_object
 */
export function browserSessionJson(context: Context, session: CheckoutSession) {
  const { rows } = context
  const currency = session.currency ?? 'usd'
  const amount = (minor: number): Amount => ({ minorUnitsAmount: minor, amount: formatAmount(minor, currency) })
  const amounts = session.mode === 'setup' ? null : amountsOf(context, { ...session, currency })
  const details = session.customerDetails
  const taxes = amounts?.totals.taxes ?? []
  return {
    billingAddress:
      details?.address === null || details === null ? null : { name: details.name, address: details.address },
    businessName: details?.business_name ?? null,
    nameCollection: namesJson(session),
    canConfirm: session.status === 'open' && emailOf(context, session) !== null,
    currency,
    currencyOptions: null,
    discountAmounts: session.discounts.map((discount) => {
      const id = discount.promotionCode ?? discount.coupon
      const taken = amounts?.totals.discountAmounts.find((each) => each.discount === id)
      return { ...amount(taken?.amount ?? 0), ...discountJson(context, discount) }
    }),
    email: emailOf(context, session),
    id: session.id,
    lastPaymentError: null,
    lineItems: amounts === null ? [] : amounts.lines.map((line) => lineJson(line, currency, amount)),
    livemode: false,
    minorUnitsAmountDivisor: 10 ** decimalsOf(currency),
    phoneNumber: details?.phone ?? null,
    recurring: recurringJson(session, amounts?.lines ?? [], currency, amount),
    savedPaymentMethods: null,
    shipping:
      amounts === null || session.shippingRate === null
        ? null
        : { shippingOption: shippingJson(context, session.shippingRate, currency, amount), taxAmounts: null },
    shippingAddress: session.shippingDetails,
    shippingOptions: session.shippingOptions.map((id) => shippingJson(context, id, currency, amount)),
    status: statusJson(session),
    surcharge: null,
    tax: { status: 'ready' },
    taxAmounts: taxes.map(({ rate, inclusive, amount: minor }) => ({
      ...amount(minor),
      inclusive,
      displayName: rows.taxRates.require(rate).displayName,
    })),
    taxIdInfo: null,
    total: totalJson(amounts, amount),
    optionalItems: null,
  }
}

function namesJson({ nameCollection, customerDetails: details }: CheckoutSession) {
  if (nameCollection === null) return null
  return { individualName: details?.individual_name ?? null, businessName: details?.business_name ?? null }
}

type Amounts = ReturnType<typeof amountsOf>

function totalJson(amounts: Amounts | null, amount: ToAmount) {
  const sum = (list: readonly { readonly amount: number }[]): number => list.reduce((all, each) => all + each.amount, 0)
  const taxes = amounts?.totals.taxes ?? []
  return {
    appliedBalance: amount(0),
    balanceAppliedToNextInvoice: false,
    discount: amount(sum(amounts?.totals.discountAmounts ?? [])),
    shippingRate: amount(amounts?.shipping ?? 0),
    subtotal: amount(amounts?.totals.subtotal ?? 0),
    surcharge: amount(0),
    taxExclusive: amount(sum(taxes.filter(({ inclusive }) => !inclusive))),
    taxInclusive: amount(sum(taxes.filter(({ inclusive }) => inclusive))),
    total: amount(amounts?.totals.total ?? 0),
  }
}

function discountJson({ rows }: Context, { coupon: id, promotionCode }: CheckoutSession['discounts'][number]) {
  const coupon = rows.coupons.require(id)
  return {
    displayName: coupon.name ?? id,
    promotionCode: rows.promotionCodes.get(promotionCode)?.code ?? null,
    recurring: null,
    percentOff: coupon.percentOff,
  }
}

function emailOf({ rows }: Context, { customerDetails, customerEmail, customer }: CheckoutSession): string | null {
  return customerDetails?.email ?? customerEmail ?? rows.customers.get(customer)?.email ?? null
}

function statusJson({ status, paymentStatus }: CheckoutSession) {
  return status === 'complete' ? { type: status, paymentStatus } : { type: status }
}

type ToAmount = (minor: number) => Amount

function lineJson(priced: PricedLine, currency: string, amount: ToAmount) {
  const { line, price, product } = priced
  const unit = unitAmountOf(price, line, currency)
  const inclusive = priced.totals.taxes.filter((tax) => tax.inclusive).reduce((all, tax) => all + tax.amount, 0)
  return {
    id: line.id,
    name: product.name,
    discount: amount(discountOf(priced)),
    subtotal: amount(priced.amount),
    total: amount(totalOf(priced)),
    taxExclusive: amount(taxOf(priced) - inclusive),
    taxInclusive: amount(inclusive),
    unitAmount: amount(unit ?? 0),
    unitAmountDecimal: null,
    description: product.description,
    quantity: line.quantity,
    unitLabel: product.unitLabel,
    discountAmounts: null,
    taxAmounts: null,
    recurring:
      price.recurring === null
        ? null
        : {
            interval: price.recurring.interval,
            intervalCount: price.recurring.interval_count,
            usageType: price.recurring.usage_type,
          },
    adjustableQuantity: line.adjustable,
    images: product.images,
    priceId: price.id,
    isRemovable: false,
    pricing: null,
    transformQuantity: null,
  }
}

function recurringJson(session: CheckoutSession, lines: readonly PricedLine[], currency: string, amount: ToAmount) {
  const recurring = lines.filter(({ price }) => price.recurring !== null)
  const interval = recurring[0]?.price.recurring
  if (interval === undefined || interval === null) return null
  const next = recurring.reduce((all, { price, line }) => all + lineAmount(price, line, currency), 0)
  const days = session.subscriptionData['trial_period_days']
  return {
    interval: interval.interval,
    intervalCount: interval.interval_count,
    isProrated: false,
    dueNext: {
      subtotal: amount(next),
      total: amount(next),
      discount: amount(0),
      taxInclusive: amount(0),
      taxExclusive: amount(0),
      billingCycleAnchor: null,
    },
    trial:
      hasTrial(session) && typeof days === 'number'
        ? { trialEnd: session.created + days * DAY_SECONDS, trialPeriodDays: days }
        : null,
  }
}

function shippingJson({ rows }: Context, id: string, currency: string, amount: ToAmount) {
  const rate = rows.shippingRates.require(id)
  return {
    ...amount(rate.currencyOptions[currency]?.amount ?? rate.amount),
    id,
    currency,
    displayName: rate.displayName,
    deliveryEstimate: rate.deliveryEstimate,
  }
}
