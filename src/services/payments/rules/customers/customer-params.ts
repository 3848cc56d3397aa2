import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { ADDRESS, SHIPPING, addressOf, shippingOf } from '#payments/protocol/shared-params.ts'
import {
  boolean,
  email,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  unsettable,
  unsupported,
  until,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { requireTaxLocation } from '../billing/taxes/automatic-tax.ts'
import { RECONCILIATION } from './cash-balance.ts'
import { findSource, FORMER_SOURCES, SOURCE } from './sources.ts'
import type { Customer } from '#payments/schema/customers.ts'

const TAX = { ip_address: unsettable(text()), validate_location: oneOf('deferred', 'immediately') }

const CUSTOMER_FIELDS = {
  address: unsettable(hash(ADDRESS)),
  balance: integer(),
  business_name: unsettable(text({ max: 150 })),
  cash_balance: hash({ settings: hash({ reconciliation_mode: RECONCILIATION }) }),
  coupon: until('2025-03-31.basil', unsettable(text())),
  description: unsettable(text()),
  email: unsettable(email()),
  individual_name: unsettable(text({ max: 150 })),
  invoice_prefix: text({ max: 12 }),
  invoice_settings: hash({
    custom_fields: unsettable(
      list(hash({ name: required(text({ max: 40 })), value: required(text({ max: 140 })) }), { max: 4 }),
    ),
    default_payment_method: unsettable(text()),
    footer: unsettable(text()),
    rendering_options: unsettable(
      hash({ amount_tax_display: unsettable(oneOf('exclude_tax', 'include_inclusive_tax')), template: text() }),
    ),
  }),
  metadata: metadata(),
  name: unsettable(text({ max: 256 })),
  next_invoice_sequence: integer({ min: 1 }),
  phone: unsettable(text({ max: 20 })),
  preferred_locales: list(text()),
  promotion_code: until('2025-03-31.basil', unsettable(text())),
  shipping: unsettable(hash(SHIPPING)),
  source: SOURCE,
  ...FORMER_SOURCES,
  tax: hash(TAX),
  validate: boolean(),
  tax_exempt: unsettable(oneOf('exempt', 'none', 'reverse')),
}

export const TAX_ID_INPUT = { type: required(text()), value: required(text()) }

export const CUSTOMER_INPUT = {
  ...CUSTOMER_FIELDS,
  payment_method: text(),
  tax_id_data: list(hash(TAX_ID_INPUT)),
  test_clock: text(),
}

/** The names of `default_source` by what it is, which the vendor still takes. */
const FORMER_DEFAULTS = { default_alipay_account: unsupported(), default_bank_account: text(), default_card: text() }

export const CUSTOMER_CHANGES = {
  ...CUSTOMER_FIELDS,
  ...FORMER_DEFAULTS,
  default_source: text(),
  tax: hash({ ...TAX, validate_location: oneOf('auto', 'deferred', 'immediately') }),
}

type CustomerInput = Partial<Omit<ValuesOf<typeof CUSTOMER_INPUT>, 'tax'> & ValuesOf<typeof CUSTOMER_CHANGES>>

/** Returns the fields of a customer that a request sets. */
export function changesOf(
  context: PaymentsContext,
  account: string,
  before: Customer | null,
  input: CustomerInput,
): Partial<Omit<Customer, 'id' | 'account' | 'seq' | 'deleted'>> {
  const defaultSource = input.default_source ?? input.default_card ?? input.default_bank_account
  checkMethods(context, account, before, input, defaultSource)
  const { name, business_name, individual_name, email, phone, description, address, shipping } = input
  const {
    invoice_prefix: prefix,
    next_invoice_sequence: next,
    preferred_locales: locales,
    tax_exempt: taxExempt,
  } = input
  if (prefix !== undefined && !/^[A-Z0-9]{3,12}$/.test(prefix)) {
    throw invalidParameter('invoice_prefix', 'Invoice prefix must be 3–12 uppercase letters or numbers.')
  }
  if (input.tax?.validate_location === 'immediately') {
    requireTaxLocation({
      address: address === undefined ? (before?.address ?? null) : address === null ? null : addressOf(address),
      shipping: shipping === undefined ? (before?.shipping ?? null) : shipping === null ? null : shippingOf(shipping),
    })
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(business_name === undefined ? {} : { businessName: business_name }),
    ...(individual_name === undefined ? {} : { individualName: individual_name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(description === undefined ? {} : { description }),
    ...(address === undefined ? {} : { address: address === null ? null : addressOf(address) }),
    ...(shipping === undefined ? {} : { shipping: shipping === null ? null : shippingOf(shipping) }),
    ...(prefix === undefined ? {} : { invoicePrefix: prefix }),
    ...(next === undefined ? {} : { nextInvoiceSequence: next }),
    ...(locales === undefined ? {} : { preferredLocales: locales }),
    ...(taxExempt === undefined ? {} : { taxExempt: taxExempt ?? 'none' }),
    ...(input.tax?.ip_address === undefined ? {} : { taxIpAddress: input.tax.ip_address }),
    ...(defaultSource === undefined ? {} : { defaultSource }),
    ...invoiceSettingsOf(before, input),
    metadata: mergeMetadata(before?.metadata ?? {}, input.metadata),
  }
}

/** @throws 400 for a default payment method that is not the customer's, and for such a default source. */
function checkMethods(
  context: PaymentsContext,
  account: string,
  before: Customer | null,
  { invoice_settings: settings, payment_method: added }: CustomerInput,
  defaultSource: string | undefined,
): void {
  if (defaultSource !== undefined) findSource(context, before?.id ?? '', defaultSource, { param: 'default_source' })
  const id = settings?.default_payment_method
  if (id === undefined || id === null || id === added) return
  const method = context.rows.paymentMethods.get(id)
  if (method === undefined || method.account !== account || method.customer !== before?.id) {
    throw invalidParameter(
      'invoice_settings[default_payment_method]',
      `No such PaymentMethod: '${id}'; It's possible this PaymentMethod exists on one of your connected accounts, or is not attached to this customer.`,
      'resource_missing',
    )
  }
}

function invoiceSettingsOf(before: Customer | null, { invoice_settings: input }: CustomerInput): Partial<Customer> {
  if (input === undefined) return {}
  const empty = { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null }
  const settings = before?.invoiceSettings ?? empty
  const { custom_fields, default_payment_method, footer, rendering_options: rendering } = input
  return {
    invoiceSettings: {
      custom_fields: custom_fields === undefined ? settings.custom_fields : custom_fields,
      default_payment_method:
        default_payment_method === undefined ? settings.default_payment_method : default_payment_method,
      footer: footer === undefined ? settings.footer : footer,
      rendering_options:
        rendering === undefined
          ? settings.rendering_options
          : rendering === null
            ? null
            : { amount_tax_display: rendering.amount_tax_display ?? null, template: rendering.template ?? null },
    },
  }
}
