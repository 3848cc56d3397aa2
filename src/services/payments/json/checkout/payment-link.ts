import { isRecurring, saleOfLink } from '#payments/rules/checkout/link-sale.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { firstPageJson } from '../page.ts'
import type { Json, Resource } from '#payments/protocol/resource.ts'
import { amountsOf } from '#payments/rules/checkout/amounts.ts'
import { linkUrl } from '#payments/rules/checkout/urls.ts'
import type { Hash, PaymentLink } from '#payments/schema/checkout.ts'
import { lineItemJson } from './line-item.ts'
import { readOwn } from '../read-own.ts'

type Context = Pick<PaymentsContext, 'rows' | 'urls'>

/** Writes a payment link. https://docs.stripe.com/api/payment-link/object */
export function paymentLinkJson(context: Context, link: PaymentLink) {
  return {
    id: link.id,
    object: 'payment_link',
    active: link.active,
    after_completion: afterCompletionJson(link),
    allow_promotion_codes: link.allowPromotionCodes ?? false,
    application: null,
    application_fee_amount: link.applicationFeeAmount,
    application_fee_percent: link.applicationFeePercent,
    automatic_tax: { enabled: link.automaticTax !== null, liability: link.automaticTax },
    billing_address_collection: link.billingAddressCollection ?? 'auto',
    consent_collection: link.consentCollection,
    currency: link.currency,
    custom_fields: link.customFields.map(({ dropdown, numeric, text, ...field }) => ({
      ...field,
      ...(dropdown === undefined ? {} : { dropdown: withoutValue(dropdown) }),
      ...(numeric === undefined ? {} : { numeric: withoutValue(numeric) }),
      ...(text === undefined ? {} : { text: withoutValue(text) }),
    })),
    custom_text: link.customText,
    customer_creation: link.customerCreation ?? 'if_required',
    inactive_message: link.inactiveMessage,
    invoice_creation: link.invoiceCreation ?? { enabled: false, invoice_data: null },
    livemode: false,
    managed_payments: { enabled: false },
    metadata: link.metadata,
    ...(link.nameCollection === null ? {} : { name_collection: link.nameCollection }),
    on_behalf_of: link.onBehalfOf,
    payment_intent_data:
      Object.keys(link.paymentIntentData).length === 0 ? null : paymentIntentDataJson(link.paymentIntentData),
    payment_method_collection: link.paymentMethodCollection ?? 'always',
    payment_method_options: null,
    payment_method_types: link.paymentMethodTypes,
    phone_number_collection: { enabled: link.phoneNumberCollection },
    restrictions: link.limit === null ? null : { completed_sessions: { count: link.completed, limit: link.limit } },
    shipping_address_collection: link.shippingCountries === null ? null : { allowed_countries: link.shippingCountries },
    shipping_options: link.shippingOptions.map((id) => ({
      shipping_amount: context.rows.shippingRates.require(id).amount,
      shipping_rate: id,
    })),
    submit_type: link.submitType ?? 'auto',
    subscription_data: isRecurring(context, link) ? subscriptionDataJson(link.subscriptionData) : null,
    tax_id_collection: link.taxIdCollection,
    transfer_data: link.transferData,
    url: linkUrl(context, link),
  }
}

function withoutValue<T extends { readonly value: string | null }>({ value: _value, ...rest }: T): Omit<T, 'value'> {
  return rest
}

function afterCompletionJson({ afterCompletion: { type, customMessage, url } }: PaymentLink) {
  return type === 'redirect'
    ? { redirect: { url }, type }
    : { hosted_confirmation: { custom_message: customMessage }, type }
}

function paymentIntentDataJson(data: Hash) {
  return {
    capture_method: data['capture_method'] ?? null,
    description: data['description'] ?? null,
    metadata: data['metadata'] ?? {},
    setup_future_usage: data['setup_future_usage'] ?? null,
    statement_descriptor: data['statement_descriptor'] ?? null,
    statement_descriptor_suffix: data['statement_descriptor_suffix'] ?? null,
    transfer_group: data['transfer_group'] ?? null,
  }
}

function subscriptionDataJson(data: Hash) {
  return {
    description: data['description'] ?? null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    metadata: data['metadata'] ?? {},
    trial_period_days: data['trial_period_days'] ?? null,
    trial_settings: data['trial_settings'] ?? { end_behavior: { missing_payment_method: 'create_invoice' } },
  }
}

/** Writes the lines of a link. */
function linkLinesJson(context: Context, link: PaymentLink): readonly Json[] {
  return amountsOf(context, saleOfLink(link)).lines.map((line) => lineItemJson(line, link.currency))
}

/** How payment links are read and expanded. */
export const paymentLinkResource: Resource = {
  object: 'payment_link',
  read: readOwn(({ paymentLinks }) => paymentLinks, paymentLinkJson),
  expandable: {
    on_behalf_of: ['account'],
    'shipping_options.shipping_rate': ['shipping_rate'],
    'transfer_data.destination': ['account'],
  },
  includable: {
    line_items: (context, _account, id) =>
      firstPageJson(
        linkLinesJson(context, context.rows.paymentLinks.require(id)),
        `/v1/payment_links/${id}/line_items`,
      ),
  },
}
