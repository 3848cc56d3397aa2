import { priceIdOf } from '#payments/schema/billing/retired-price.ts'
import type { Rows } from '#payments/call.ts'
import { isRedeemable } from '#payments/rules/billing/discounts/redemption.ts'
import type {
  Coupon,
  Discount,
  Price,
  PriceAmounts,
  PriceTier,
  Product,
  PromotionCode,
  ShippingRate,
  TaxRate,
} from '#payments/schema/billing/catalog.ts'

/** https://docs.stripe.com/api/products/object */
export function productJson(product: Product) {
  return {
    id: product.id,
    object: 'product' as const,
    active: product.active,
    created: product.created,
    default_price: product.defaultPrice,
    description: product.description,
    images: product.images,
    livemode: false,
    marketing_features: product.marketingFeatures,
    metadata: product.metadata,
    name: product.name,
    package_dimensions: product.packageDimensions,
    shippable: product.shippable,
    statement_descriptor: product.statementDescriptor,
    tax_code: product.taxCode,
    tax_details: taxDetailsJson(product),
    type: product.type,
    unit_label: product.unitLabel,
    updated: product.updated,
    url: product.url,
  }
}

/** A product that has only the older member `tax_code` shows it here too. */
function taxDetailsJson({ taxCode, taxDetails }: Product): Product['taxDetails'] {
  return taxDetails ?? (taxCode === null ? null : { performance_location: null, tax_code: taxCode })
}

/** https://docs.stripe.com/api/prices/object. Tiers and currency options are there only when they are expanded. */
export function priceJson(price: Price) {
  return {
    id: priceIdOf(price.id),
    object: 'price' as const,
    active: price.active,
    billing_scheme: price.billingScheme,
    created: price.created,
    currency: price.currency,
    custom_unit_amount: price.customUnitAmount,
    livemode: false,
    lookup_key: price.lookupKey,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    recurring: price.recurring,
    tax_behavior: price.taxBehavior,
    tiers_mode: price.tiersMode,
    transform_quantity: price.transformQuantity,
    type: price.recurring === null ? ('one_time' as const) : ('recurring' as const),
    unit_amount: price.unitAmount,
    unit_amount_decimal: price.unitAmountDecimal,
  }
}

/** Returns the member `currency_options` of a price: the amounts in its own currency and in the others. */
export function currencyOptionsJson(price: Price): Readonly<Record<string, object>> {
  const all: readonly (readonly [string, PriceAmounts])[] = [
    [price.currency, price],
    ...Object.entries(price.currencyOptions),
  ]
  return Object.fromEntries(all.map(([currency, amounts]) => [currency, amountsJson(amounts)]))
}

function amountsJson({ customUnitAmount, taxBehavior, tiers, unitAmount, unitAmountDecimal }: PriceAmounts) {
  return {
    custom_unit_amount: customUnitAmount,
    tax_behavior: taxBehavior,
    ...(tiers === null ? {} : { tiers }),
    unit_amount: unitAmount,
    unit_amount_decimal: unitAmountDecimal,
  }
}

/** Returns the member `tiers` of a price; undefined for a price without tiers. */
export function tiersJson({ tiers }: Price): readonly PriceTier[] | undefined {
  return tiers ?? undefined
}

/** The legacy form of a recurring price that subscription items still have. https://docs.stripe.com/api/plans/object */
export function planJson(price: Price) {
  return {
    id: priceIdOf(price.id),
    object: 'plan' as const,
    active: price.active,
    amount: price.unitAmount,
    amount_decimal: price.unitAmountDecimal,
    billing_scheme: price.billingScheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: price.recurring?.meter ?? null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: price.tiersMode,
    transform_usage:
      price.transformQuantity === null
        ? null
        : { divide_by: price.transformQuantity.divide_by, round: price.transformQuantity.round },
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: price.recurring?.usage_type ?? 'licensed',
  }
}

/**
 * https://docs.stripe.com/api/coupons/object. `applies_to` and `currency_options` are there only when they are
 * expanded.
 */
export function couponJson(coupon: Coupon, now: number) {
  return {
    id: coupon.id,
    object: 'coupon' as const,
    amount_off: coupon.amountOff,
    created: coupon.created,
    currency: coupon.currency,
    duration: coupon.duration,
    duration_in_months: coupon.durationInMonths,
    livemode: false,
    max_redemptions: coupon.maxRedemptions,
    metadata: coupon.metadata,
    name: coupon.name,
    percent_off: coupon.percentOff,
    redeem_by: coupon.redeemBy,
    times_redeemed: coupon.timesRedeemed,
    valid: isRedeemable(coupon, now),
  }
}

/** https://docs.stripe.com/api/promotion_codes/object */
export function promotionCodeJson({ promotionCode: code, active }: { promotionCode: PromotionCode; active: boolean }) {
  return {
    id: code.id,
    object: 'promotion_code' as const,
    active,
    code: code.code,
    created: code.created,
    customer: code.customer,
    customer_account: null,
    expires_at: code.expiresAt,
    livemode: false,
    max_redemptions: code.maxRedemptions,
    metadata: code.metadata,
    promotion: { coupon: code.coupon, type: 'coupon' as const },
    restrictions: {
      ...(Object.keys(code.restrictionCurrencies).length === 0 ? {} : { currency_options: code.restrictionCurrencies }),
      first_time_transaction: code.firstTimeTransaction,
      minimum_amount: code.minimumAmount,
      minimum_amount_currency: code.minimumAmountCurrency,
    },
    times_redeemed: code.timesRedeemed,
  }
}

/** https://docs.stripe.com/api/discounts/object */
export function discountJson(discount: Discount) {
  return {
    id: discount.id,
    object: 'discount' as const,
    checkout_session: discount.checkoutSession,
    customer: discount.customer,
    customer_account: null,
    end: discount.end,
    invoice: discount.invoice,
    invoice_item: discount.invoiceItem,
    promotion_code: discount.promotionCode,
    source: { coupon: discount.coupon, type: 'coupon' as const },
    start: discount.start,
    subscription: discount.subscription,
    subscription_item: discount.subscriptionItem,
  }
}

/** Returns a discount that has been deleted. */
export function deletedDiscountJson(discount: Discount) {
  const { end: _end, ...rest } = discountJson(discount)
  return { ...rest, deleted: true as const }
}

/** https://docs.stripe.com/api/tax_rates/object */
export function taxRateJson(rate: TaxRate) {
  return {
    id: rate.id,
    object: 'tax_rate' as const,
    active: rate.active,
    country: rate.country,
    created: rate.created,
    description: rate.description,
    display_name: rate.displayName,
    effective_percentage: rate.percentage,
    flat_amount: null,
    inclusive: rate.inclusive,
    jurisdiction: rate.jurisdiction,
    jurisdiction_level: null,
    livemode: false,
    metadata: rate.metadata,
    percentage: rate.percentage,
    rate_type: 'percentage' as const,
    state: rate.state,
    tax_type: rate.taxType,
  }
}

/** Returns the tax rates with these ids, as objects of the API. */
export function taxRatesJson({ taxRates }: Pick<Rows, 'taxRates'>, ids: readonly string[]) {
  return ids.flatMap((id) => {
    const rate = taxRates.get(id)
    return rate === undefined ? [] : [taxRateJson(rate)]
  })
}

/** https://docs.stripe.com/api/shipping_rates/object */
export function shippingRateJson(rate: ShippingRate) {
  return {
    id: rate.id,
    object: 'shipping_rate' as const,
    active: rate.active,
    created: rate.created,
    delivery_estimate: rate.deliveryEstimate,
    display_name: rate.displayName,
    fixed_amount: {
      amount: rate.amount,
      currency: rate.currency,
      ...(Object.keys(rate.currencyOptions).length === 0 ? {} : { currency_options: rate.currencyOptions }),
    },
    livemode: false,
    metadata: rate.metadata,
    tax_behavior: rate.taxBehavior,
    tax_code: rate.taxCode,
    type: 'fixed_amount' as const,
  }
}
