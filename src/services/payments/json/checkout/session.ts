import { saleOf } from '#payments/rules/checkout/session-sale.ts'
import { RECOVERY_SECONDS, pageUrl, recoveryUrl } from '#payments/rules/checkout/urls.ts'
import { taxLocationOf } from '#payments/rules/checkout/automatic-tax.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { firstPageJson } from '../page.ts'
import type { Json, Resource } from '#payments/protocol/resource.ts'
import { amountsOf, type SaleAmounts } from '#payments/rules/checkout/amounts.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import { lineItemJson } from './line-item.ts'
import { readOwn } from '../read-own.ts'

type Context = Pick<PaymentsContext, 'rows' | 'urls'>

/** Writes the automatic tax of a session, which is computed once the buyer's location is known. */
function automaticTaxJson(context: Context, session: CheckoutSession) {
  if (session.automaticTax === null) return { enabled: false, liability: null, provider: null, status: null }
  return {
    enabled: true,
    liability: session.automaticTax,
    provider: 'stripe',
    status: taxLocationOf(context, session) === null ? 'requires_location_inputs' : 'complete',
  }
}

/** Writes a session. https://docs.stripe.com/api/checkout/sessions/object */
// oxlint-disable-next-line max-lines-per-function -- the members of one object, in the vendor’s order
export function checkoutSessionJson(context: Context, session: CheckoutSession) {
  const sale = saleOf(session)
  const amounts = sale === undefined ? undefined : amountsOf(context, sale)
  const open = session.status === 'open'
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: session.adaptivePricing },
    after_expiration: afterExpirationJson(context, session),
    allow_promotion_codes: session.allowPromotionCodes,
    allowed_payment_method_types: null,
    amount_subtotal: amounts?.totals.subtotal ?? null,
    amount_total: amounts?.totals.total ?? null,
    automatic_tax: automaticTaxJson(context, session),
    billing_address_collection: session.billingAddressCollection,
    ...(session.brandingSettings === null ? {} : { branding_settings: session.brandingSettings }),
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: open ? session.clientSecret : null,
    collected_information: {
      business_name: session.customerDetails?.business_name ?? null,
      individual_name: session.customerDetails?.individual_name ?? null,
      shipping_details: session.shippingDetails,
    },
    consent: session.consent,
    consent_collection: session.consentCollection,
    created: session.created,
    currency: session.currency,
    currency_conversion: null,
    custom_fields: session.customFields,
    custom_text: session.customText,
    customer: session.customer,
    customer_account: null,
    customer_creation: session.customerCreation,
    customer_details: customerDetailsJson(context, session),
    customer_email: session.customerEmail,
    discounts: session.mode === 'setup' ? null : discountsJson(session),
    ...(session.excludedPaymentMethodTypes.length === 0
      ? {}
      : { excluded_payment_method_types: session.excludedPaymentMethodTypes }),
    expires_at: session.expiresAt,
    integration_identifier: session.integrationIdentifier,
    invoice: session.invoice,
    invoice_creation: session.mode === 'payment' ? (session.invoiceCreation ?? NO_INVOICE) : null,
    livemode: false,
    locale: session.locale,
    managed_payments: session.mode === 'setup' ? null : { enabled: false },
    metadata: session.metadata,
    mode: session.mode,
    ...(session.nameCollection === null ? {} : { name_collection: session.nameCollection }),
    origin_context: session.originContext,
    payment_intent: session.mode === 'payment' ? session.paymentIntent : null,
    payment_link: session.paymentLink,
    payment_method_collection: session.paymentMethodCollection,
    payment_method_configuration_details: null,
    payment_method_options: session.paymentMethodOptions,
    payment_method_types: session.paymentMethodTypes,
    payment_status: session.paymentStatus,
    permissions: session.permissions,
    phone_number_collection: { enabled: session.phoneNumberCollection },
    recovered_from: session.recoveredFrom,
    ...(session.redirectOnCompletion === null ? {} : { redirect_on_completion: session.redirectOnCompletion }),
    ...(session.returnUrl === null ? {} : { return_url: session.returnUrl }),
    saved_payment_method_options: session.savedPaymentMethodOptions,
    setup_intent: session.setupIntent,
    shipping_address_collection:
      session.shippingCountries === null ? null : { allowed_countries: session.shippingCountries },
    shipping_cost: shippingCostJson(session, amounts),
    shipping_options: session.shippingOptions.map((id) => ({
      shipping_amount: context.rows.shippingRates.require(id).amount,
      shipping_rate: id,
    })),
    status: session.status,
    submit_type: session.submitType,
    subscription: session.subscription,
    success_url: session.successUrl,
    tax_id_collection: session.taxIdCollection,
    total_details: amounts === undefined ? null : totalDetailsJson(amounts),
    ui_mode: session.uiMode,
    url: open && session.ui === 'hosted' ? pageUrl(context, session) : null,
    wallet_options: null,
  }
}

function discountsJson({ discounts }: CheckoutSession) {
  return discounts.map(({ coupon, promotionCode }) => ({
    coupon: promotionCode === null ? coupon : null,
    promotion_code: promotionCode,
  }))
}

/** The member `invoice_creation` of a payment that did not ask for an invoice. */
const NO_INVOICE = {
  enabled: false,
  invoice_data: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: null,
    metadata: {},
    rendering_options: null,
  },
}

function afterExpirationJson(context: Context, session: CheckoutSession) {
  if (session.afterExpiration === null) return null
  const { allowPromotionCodes, enabled } = session.afterExpiration
  const { recoveryToken } = session
  return {
    recovery: {
      allow_promotion_codes: allowPromotionCodes,
      enabled,
      expires_at: recoveryToken === null ? null : session.expiresAt + RECOVERY_SECONDS,
      url: recoveryToken === null ? null : recoveryUrl(context, recoveryToken),
    },
  }
}

/** Writes what is known of the customer: what was collected, or the e-mail address that the session began with. */
function customerDetailsJson({ rows }: Context, session: CheckoutSession) {
  if (session.customerDetails !== null) return session.customerDetails
  const email = session.customerEmail ?? rows.customers.get(session.customer)?.email
  if (email === undefined) return null
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: session.mode === 'setup' ? null : 'none',
    tax_ids: null,
  }
}

function shippingCostJson({ shippingRate }: CheckoutSession, amounts: SaleAmounts | undefined) {
  const shipping = amounts?.shipping ?? null
  if (shipping === null) return null
  return { amount_subtotal: shipping, amount_tax: 0, amount_total: shipping, shipping_rate: shippingRate }
}

function totalDetailsJson({ totals, shipping }: SaleAmounts) {
  const sum = (list: readonly { readonly amount: number }[]): number =>
    list.reduce((all, { amount }) => all + amount, 0)
  return {
    amount_discount: sum(totals.discountAmounts),
    amount_shipping: shipping ?? 0,
    amount_tax: sum(totals.taxes),
  }
}

/** Writes the lines of a session. */
function sessionLinesJson(context: Context, session: CheckoutSession): readonly Json[] {
  const sale = saleOf(session)
  return sale === undefined ? [] : amountsOf(context, sale).lines.map((line) => lineItemJson(line, sale.currency))
}

/** How sessions are read and expanded. */
export const checkoutSessionResource: Resource = {
  object: 'checkout.session',
  read: readOwn(({ checkoutSessions }) => checkoutSessions, checkoutSessionJson),
  expandable: {
    customer: ['customer'],
    invoice: ['invoice'],
    payment_intent: ['payment_intent'],
    payment_link: ['payment_link'],
    setup_intent: ['setup_intent'],
    subscription: ['subscription'],
    'discounts.coupon': ['coupon'],
    'discounts.promotion_code': ['promotion_code'],
    'shipping_cost.shipping_rate': ['shipping_rate'],
    'shipping_options.shipping_rate': ['shipping_rate'],
  },
  includable: {
    line_items: (context, account, id) => {
      const session = context.rows.checkoutSessions.require(id)
      return firstPageJson(sessionLinesJson(context, session), `/v1/checkout/sessions/${id}/line_items`)
    },
  },
}
