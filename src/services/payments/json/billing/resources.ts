import { embeddedList } from '#payments/protocol/list.ts'
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

/** Products, prices and discounts, as `expand` finds them. */
export const catalogResources: readonly Resource[] = [
  {
    object: 'product',
    read: ({ rows }, account, id) => {
      const product = owned(rows.products.get(id), account)
      return product === undefined ? undefined : productJson(product)
    },
    expandable: { default_price: ['price'], tax_code: [] },
  },
  {
    object: 'price',
    read: ({ rows }, account, id) => {
      const price = owned(rows.prices.get(id), account)
      return price === undefined ? undefined : priceJson(price)
    },
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
    read: (context, account, id) => {
      const coupon = owned(context.rows.coupons.get(id), account)
      return coupon === undefined ? undefined : couponJson(coupon, now(context))
    },
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
    read: ({ rows }, account, id) => {
      const discount = owned(rows.discounts.get(id), account)
      return discount === undefined ? undefined : discountJson(discount)
    },
    expandable: { customer: ['customer'], promotion_code: ['promotion_code'], 'source.coupon': ['coupon'] },
  },
  {
    object: 'tax_rate',
    read: ({ rows }, account, id) => {
      const rate = owned(rows.taxRates.get(id), account)
      return rate === undefined ? undefined : taxRateJson(rate)
    },
    expandable: {},
  },
  {
    object: 'shipping_rate',
    read: ({ rows }, account, id) => {
      const rate = owned(rows.shippingRates.get(id), account)
      return rate === undefined ? undefined : shippingRateJson(rate)
    },
    expandable: { tax_code: [] },
  },
]

/** Invoices and subscriptions, as `expand` finds them. */
export const billingResources: readonly Resource[] = [
  {
    object: 'invoice',
    read: (context, account, id) => {
      const invoice = owned(context.rows.invoices.get(id), account)
      return invoice === undefined ? undefined : invoiceJson(context, invoice)
    },
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
        embeddedList(
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
    read: (context, account, id) => {
      const item = owned(context.rows.invoiceItems.get(id), account)
      return item === undefined ? undefined : invoiceItemJson(context, item)
    },
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
    read: ({ rows }, account, id) => {
      const payment = owned(rows.invoicePayments.get(id), account)
      return payment === undefined ? undefined : invoicePaymentJson(payment)
    },
    expandable: { invoice: ['invoice'], 'payment.charge': ['charge'], 'payment.payment_intent': ['payment_intent'] },
  },
  {
    object: 'credit_note',
    read: (context, account, id) => {
      const note = owned(context.rows.creditNotes.get(id), account)
      return note === undefined ? undefined : creditNoteJson(context, note)
    },
    expandable: {
      customer: ['customer'],
      customer_balance_transaction: ['customer_balance_transaction'],
      invoice: ['invoice'],
      'refunds.refund': ['refund'],
    },
  },
  {
    object: 'subscription',
    read: (context, account, id) => {
      const subscription = owned(context.rows.subscriptions.get(id), account)
      return subscription === undefined ? undefined : subscriptionJson(context, subscription)
    },
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
    read: (context, account, id) => {
      const item = owned(context.rows.subscriptionItems.get(id), account)
      return item === undefined
        ? undefined
        : subscriptionItemJson(context, item, context.rows.subscriptions.require(item.subscription))
    },
    expandable: { discounts: ['discount'] },
  },
  {
    object: 'billing.meter',
    read: ({ rows }, account, id) => {
      const meter = owned(rows.meters.get(id), account)
      return meter === undefined ? undefined : meterJson(meter)
    },
    expandable: {},
  },
  {
    object: 'test_helpers.test_clock',
    read: ({ rows }, account, id) => {
      const clock = owned(rows.testClocks.get(id), account)
      return clock === undefined ? undefined : testClockJson(clock)
    },
    expandable: {},
  },
]

/** Returns the record if it belongs to the account. */
function owned<R extends AccountRow>(row: R | undefined, account: string): R | undefined {
  return row?.account === account ? row : undefined
}
