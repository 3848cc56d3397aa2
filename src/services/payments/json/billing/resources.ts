import { firstPageJson } from '../page.ts'
import { now } from '#payments/rules/new-id.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import { isActive } from '#payments/rules/billing/discounts/find-coupon.ts'
import type { AccountRow } from '#payments/schema/account.ts'
import {
  couponJson,
  currencyOptionsJson,
  discountJson,
  planJson,
  priceJson,
  productJson,
  promotionCodeJson,
  shippingRateJson,
  taxRateJson,
  tiersJson,
} from './catalog.ts'
import { creditNoteJson, invoiceItemJson, invoiceJson, invoicePaymentJson } from './invoices.ts'
import { meterJson, subscriptionItemJson, subscriptionJson, testClockJson } from './subscriptions.ts'
import { readOwn } from '../read-own.ts'

/** Products, prices and discounts, as `expand` finds them. */
export const catalogResources: readonly Resource[] = [
  {
    object: 'product',
    read: readOwn(
      ({ products }) => products,
      (_context, product) => productJson(product),
    ),
    expandable: { default_price: ['price'], tax_code: [] },
  },
  {
    object: 'price',
    read: readOwn(
      ({ prices }) => prices,
      (_context, price) => priceJson(price),
    ),
    expandable: { product: ['product'], currency_options: [], tiers: [] },
    includable: {
      currency_options: ({ rows }, account, id) => {
        const price = owned(rows.prices.get(id), account)
        return price === undefined ? undefined : currencyOptionsJson(price)
      },
      tiers: ({ rows }, account, id) => {
        const price = owned(rows.prices.get(id), account)
        return price === undefined ? undefined : tiersJson(price)
      },
    },
  },
  {
    object: 'plan',
    read: ({ rows }, account, id) => {
      const price = owned(rows.prices.get(id), account)
      return price === undefined || price.recurring === null ? undefined : planJson(price)
    },
    expandable: { product: ['product'], tiers: [] },
    includable: {
      tiers: ({ rows }, account, id) => {
        const price = owned(rows.prices.get(id), account)
        return price === undefined ? undefined : tiersJson(price)
      },
    },
  },
  {
    object: 'coupon',
    read: readOwn(
      ({ coupons }) => coupons,
      (context, coupon) => couponJson(coupon, now(context)),
    ),
    expandable: { applies_to: [], currency_options: [] },
    includable: {
      applies_to: ({ rows }, account, id) => {
        const products = owned(rows.coupons.get(id), account)?.products ?? null
        return products === null ? undefined : { products }
      },
      currency_options: ({ rows }, account, id) => {
        const coupon = owned(rows.coupons.get(id), account)
        if (coupon === undefined || coupon.currency === null || coupon.amountOff === null) return undefined
        return { [coupon.currency]: { amount_off: coupon.amountOff }, ...coupon.currencyOptions }
      },
    },
  },
  {
    object: 'promotion_code',
    read: (context, account, id) => {
      const promotionCode = owned(context.rows.promotionCodes.get(id), account)
      if (promotionCode === undefined) return undefined
      return promotionCodeJson({ promotionCode, active: isActive(context.rows, promotionCode, now(context)) })
    },
    expandable: { customer: ['customer'], 'promotion.coupon': ['coupon'] },
  },
  {
    object: 'discount',
    read: readOwn(
      ({ discounts }) => discounts,
      (_context, discount) => discountJson(discount),
    ),
    expandable: { customer: ['customer'], promotion_code: ['promotion_code'], 'source.coupon': ['coupon'] },
  },
  {
    object: 'tax_rate',
    read: readOwn(
      ({ taxRates }) => taxRates,
      (_context, rate) => taxRateJson(rate),
    ),
    expandable: {},
  },
  {
    object: 'shipping_rate',
    read: readOwn(
      ({ shippingRates }) => shippingRates,
      (_context, rate) => shippingRateJson(rate),
    ),
    expandable: { tax_code: [] },
  },
]

/** Invoices and subscriptions, as `expand` finds them. */
export const billingResources: readonly Resource[] = [
  {
    object: 'invoice',
    read: readOwn(({ invoices }) => invoices, invoiceJson),
    expandable: {
      account_tax_ids: ['tax_id'],
      confirmation_secret: [],
      customer: ['customer'],
      default_payment_method: ['payment_method'],
      default_source: ['card', 'bank_account'],
      discounts: ['discount'],
      'from_invoice.invoice': ['invoice'],
      latest_revision: ['invoice'],
      on_behalf_of: ['account'],
      'parent.subscription_details.subscription': ['subscription'],
      payments: [],
      'shipping_cost.shipping_rate': ['shipping_rate'],
      test_clock: ['test_helpers.test_clock'],
      'total_discount_amounts.discount': ['discount'],
      'total_pretax_credit_amounts.discount': ['discount'],
    },
    includable: {
      confirmation_secret: ({ rows }, account, id) => {
        const intent = rows.paymentIntents.get(owned(rows.invoices.get(id), account)?.paymentIntent)
        return intent === undefined ? null : { client_secret: intent.clientSecret, type: 'payment_intent' }
      },
      payments: ({ rows }, _account, id) =>
        firstPageJson(
          rows.invoicePayments.list('invoice', id).map(invoicePaymentJson),
          `/v1/invoice_payments?invoice=${id}`,
        ),
    },
  },
  {
    object: 'line_item',
    read: () => undefined,
    expandable: {
      discounts: ['discount'],
      'discount_amounts.discount': ['discount'],
      'pretax_credit_amounts.discount': ['discount'],
      'pricing.price_details.price': ['price'],
      subscription: ['subscription'],
    },
  },
  {
    object: 'invoiceitem',
    read: readOwn(({ invoiceItems }) => invoiceItems, invoiceItemJson),
    expandable: {
      customer: ['customer'],
      discounts: ['discount'],
      invoice: ['invoice'],
      'pricing.price_details.price': ['price'],
      test_clock: ['test_helpers.test_clock'],
    },
  },
  {
    object: 'invoice_payment',
    read: readOwn(
      ({ invoicePayments }) => invoicePayments,
      (_context, payment) => invoicePaymentJson(payment),
    ),
    expandable: { invoice: ['invoice'], 'payment.charge': ['charge'], 'payment.payment_intent': ['payment_intent'] },
  },
  {
    object: 'credit_note',
    read: readOwn(({ creditNotes }) => creditNotes, creditNoteJson),
    expandable: {
      customer: ['customer'],
      customer_balance_transaction: ['customer_balance_transaction'],
      invoice: ['invoice'],
      'refunds.refund': ['refund'],
    },
  },
  {
    object: 'subscription',
    read: readOwn(({ subscriptions }) => subscriptions, subscriptionJson),
    expandable: {
      customer: ['customer'],
      default_payment_method: ['payment_method'],
      default_source: ['card', 'bank_account'],
      discounts: ['discount'],
      'invoice_settings.account_tax_ids': ['tax_id'],
      latest_invoice: ['invoice'],
      on_behalf_of: ['account'],
      pending_setup_intent: ['setup_intent'],
      schedule: ['subscription_schedule'],
      test_clock: ['test_helpers.test_clock'],
      'transfer_data.destination': ['account'],
    },
  },
  {
    object: 'subscription_item',
    read: readOwn(
      ({ subscriptionItems }) => subscriptionItems,
      (context, item) => subscriptionItemJson(context, item, context.rows.subscriptions.require(item.subscription)),
    ),
    expandable: { discounts: ['discount'] },
  },
  {
    object: 'billing.meter',
    read: readOwn(
      ({ meters }) => meters,
      (_context, meter) => meterJson(meter),
    ),
    expandable: {},
  },
  {
    object: 'test_helpers.test_clock',
    read: readOwn(
      ({ testClocks }) => testClocks,
      (_context, clock) => testClockJson(clock),
    ),
    expandable: {},
  },
]

/** Returns the record if it belongs to the account. */
function owned<R extends AccountRow>(row: R | undefined, account: string): R | undefined {
  return row?.account === account ? row : undefined
}
