import { CHECKOUT_LOCALES } from '#payments/schema/locales.ts'
import { SESSION_METHOD_OPTIONS } from '../payment-intents/method-options.ts'
import { PAYMENT_METHOD_TYPES } from '#payments/protocol/method-types.ts'
import {
  anything,
  boolean,
  currency,
  decimal,
  email,
  hash,
  integer,
  list,
  metadata,
  number,
  oneOf,
  required,
  statementDescriptor,
  text,
  timestamp,
  unsettable,
  unsupported,
  url,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { BRANDING } from './branding.ts'
import { SHIPPING } from '#payments/protocol/shared-params.ts'
import { SHIPPING_RATE_INPUT } from '../billing/prices/new-shipping-rate.ts'

// The parameters that sessions and payment links share, and those of sessions alone.
// https://docs.stripe.com/api/checkout/sessions/create, https://docs.stripe.com/api/payment-link/create

const MESSAGE = unsettable(hash({ message: required(text({ max: 1200 })) }))
const LENGTHS = { default_value: text(), maximum_length: integer({ min: 1 }), minimum_length: integer({ min: 1 }) }

const CUSTOM_FIELD = {
  dropdown: hash({
    default_value: text(),
    options: required(
      list(hash({ label: required(text({ max: 100 })), value: required(text({ max: 100 })) }), { max: 200 }),
    ),
  }),
  key: required(text({ max: 200 })),
  label: required(hash({ custom: required(text({ max: 50 })), type: required(oneOf('custom')) })),
  numeric: hash(LENGTHS),
  optional: boolean(),
  text: hash(LENGTHS),
  type: required(oneOf('dropdown', 'numeric', 'text')),
}

const ISSUER = hash({ account: text(), type: required(oneOf('account', 'self')) })
const INVOICE_FIELDS = unsettable(
  list(hash({ name: required(text({ max: 40 })), value: required(text({ max: 140 })) }), { max: 4 }),
)
const TRANSFER_DATA = hash({ amount: integer({ min: 1 }), destination: required(text()) })

/** The parameters of a line's price where the session describes it. */
const PRICE_DATA = {
  currency: required(currency()),
  product: text(),
  product_data: hash({
    description: text(),
    images: list(text(), { max: 8 }),
    metadata: metadata(),
    name: required(text()),
    tax_code: text(),
    tax_details: anything(),
    unit_label: text({ max: 12 }),
  }),
  recurring: hash({ interval: required(oneOf('day', 'month', 'week', 'year')), interval_count: integer({ min: 1 }) }),
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  unit_amount: integer({ min: 0 }),
  unit_amount_decimal: decimal(),
}

/** The parameters of a line. */
export const LINE_ITEM = {
  adjustable_quantity: hash({
    enabled: required(boolean()),
    maximum: integer({ min: 1 }),
    minimum: integer({ min: 0 }),
  }),
  metadata: metadata(),
  price: text(),
  price_data: hash(PRICE_DATA),
  quantity: integer({ min: 0 }),
  tax_rates: list(text()),
}

/** The parameters of a line of a new session. */
const SESSION_LINE = { ...LINE_ITEM, dynamic_tax_rates: list(text()) }

/** The values of {@link SESSION_LINE}. */
export type SessionLineInput = Partial<ValuesOf<typeof SESSION_LINE>>

/** The values of {@link LINE_ITEM}. */
export type LineInput = ValuesOf<typeof LINE_ITEM>

/** The parameters of a way to ship. */
export const SHIPPING_OPTION = { shipping_rate: text(), shipping_rate_data: hash(SHIPPING_RATE_INPUT) }

/** The values of {@link SHIPPING_OPTION}. */
export type ShippingOptionInput = ValuesOf<typeof SHIPPING_OPTION>

const NAME = hash({ enabled: required(boolean()), optional: boolean() })

/** The parameters that sessions and payment links share. */
export const SETTINGS = {
  allow_promotion_codes: boolean(),
  automatic_tax: hash({ enabled: required(boolean()), liability: ISSUER }),
  billing_address_collection: oneOf('auto', 'required'),
  consent_collection: hash({
    payment_method_reuse_agreement: hash({ position: required(oneOf('auto', 'hidden')) }),
    promotions: oneOf('auto', 'none'),
    terms_of_service: oneOf('none', 'required'),
  }),
  custom_fields: unsettable(list(hash(CUSTOM_FIELD), { max: 3 })),
  custom_text: hash({
    after_submit: MESSAGE,
    shipping_address: MESSAGE,
    submit: MESSAGE,
    terms_of_service_acceptance: MESSAGE,
  }),
  customer_creation: oneOf('always', 'if_required'),
  invoice_creation: hash({
    enabled: required(boolean()),
    invoice_data: hash({
      account_tax_ids: unsettable(list(text())),
      custom_fields: INVOICE_FIELDS,
      description: text(),
      footer: text(),
      issuer: ISSUER,
      metadata: metadata(),
      rendering_options: anything(),
    }),
  }),
  managed_payments: hash({ enabled: boolean() }),
  metadata: metadata(),
  name_collection: hash({ business: NAME, individual: NAME }),
  payment_intent_data: hash({
    application_fee_amount: integer({ min: 0 }),
    capture_method: oneOf('automatic', 'automatic_async', 'manual'),
    description: text(),
    metadata: metadata(),
    on_behalf_of: text(),
    receipt_email: email(),
    setup_future_usage: oneOf('off_session', 'on_session'),
    shipping: hash(SHIPPING),
    statement_descriptor: statementDescriptor(),
    statement_descriptor_suffix: statementDescriptor(),
    transfer_data: TRANSFER_DATA,
    transfer_group: text(),
  }),
  payment_method_collection: oneOf('always', 'if_required'),
  payment_method_types: list(text()),
  phone_number_collection: hash({ enabled: required(boolean()) }),
  shipping_address_collection: hash({ allowed_countries: required(list(text({ max: 2 }))) }),
  shipping_options: list(hash(SHIPPING_OPTION), { max: 5 }),
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
  subscription_data: hash({
    application_fee_percent: number({ min: 0, max: 100 }),
    billing_cycle_anchor: timestamp(),
    billing_cycle_anchor_config: anything(),
    billing_mode: anything(),
    default_tax_rates: list(text()),
    description: text({ max: 500 }),
    invoice_settings: hash({
      account_tax_ids: unsettable(list(text())),
      custom_fields: INVOICE_FIELDS,
      description: text(),
      footer: text(),
      issuer: ISSUER,
    }),
    metadata: metadata(),
    on_behalf_of: text(),
    pending_invoice_item_interval: anything(),
    proration_behavior: oneOf('create_prorations', 'none'),
    transfer_data: hash({ amount_percent: number({ min: 0, max: 100 }), destination: required(text()) }),
    trial_end: timestamp(),
    trial_from_plan: boolean(),
    trial_period_days: integer({ min: 1 }),
    trial_settings: hash({
      end_behavior: required(hash({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) })),
    }),
  }),
  tax_id_collection: hash({ enabled: required(boolean()), required: oneOf('if_supported', 'never') }),
}

/** The values of {@link SETTINGS}. */
export type SettingsInput = ValuesOf<typeof SETTINGS>

/** The parameters of a new session. */
export const SESSION_INPUT = {
  ...SETTINGS,
  adaptive_pricing: hash({ enabled: boolean() }),
  after_expiration: hash({ recovery: hash({ allow_promotion_codes: boolean(), enabled: required(boolean()) }) }),
  allowed_payment_method_types: list(text()),
  branding_settings: BRANDING,
  cancel_url: url(),
  client_reference_id: text({ max: 200 }),
  currency: currency(),
  customer: text(),
  customer_account: unsupported(),
  customer_email: email(),
  customer_update: hash({
    address: oneOf('auto', 'never'),
    name: oneOf('auto', 'never'),
    shipping: oneOf('auto', 'never'),
  }),
  discounts: list(hash({ coupon: text(), promotion_code: text() }), { max: 1 }),
  excluded_payment_method_types: list(text()),
  expires_at: timestamp(),
  optional_items: unsupported(),
  integration_identifier: text(),
  line_items: list(hash(SESSION_LINE), { max: 100 }),
  locale: oneOf(...CHECKOUT_LOCALES),
  mode: oneOf('payment', 'setup', 'subscription'),
  origin_context: oneOf('mobile_app', 'web'),
  payment_method_configuration: text(),
  payment_method_data: hash({ allow_redisplay: oneOf('always', 'limited', 'unspecified') }),
  payment_method_options: SESSION_METHOD_OPTIONS,
  payment_method_types: PAYMENT_METHOD_TYPES,
  permissions: hash({ update_shipping_details: oneOf('client_only', 'server_only') }),
  redirect_on_completion: oneOf('always', 'if_required', 'never'),
  return_url: url(),
  saved_payment_method_options: hash({
    allow_redisplay_filters: list(oneOf('always', 'limited', 'unspecified')),
    payment_method_remove: oneOf('disabled', 'enabled'),
    payment_method_save: oneOf('disabled', 'enabled'),
  }),
  setup_intent_data: hash({ description: text(), metadata: metadata(), on_behalf_of: text() }),
  success_url: url(),
  ui_mode: oneOf('elements', 'embedded_page', 'form', 'hosted_page'),
  wallet_options: anything(),
}

/** The values of {@link SESSION_INPUT}. */
export type SessionInput = ValuesOf<typeof SESSION_INPUT>
