import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { findRecord } from '../records.ts'
import type { CheckoutSettings, CustomField, Hash, Json } from '#payments/schema/checkout.ts'
import { addShippingRate } from '../billing/prices/new-shipping-rate.ts'
import type { SettingsInput, ShippingOptionInput } from './params.ts'

/**
 * Returns the settings of a session or a payment link, with the vendor's defaults.
 *
 * @throws 400 for those that contradict each other.
 */
export function settingsOf(context: PaymentsContext, account: string, input: SettingsInput): CheckoutSettings {
  const { consent_collection: consent, custom_text: texts, name_collection: names } = input
  return {
    allowPromotionCodes: input.allow_promotion_codes ?? null,
    automaticTax:
      input.automatic_tax?.enabled === true ? (asHash(input.automatic_tax.liability) ?? { type: 'self' }) : null,
    billingAddressCollection: input.billing_address_collection ?? null,
    consentCollection:
      consent === undefined
        ? null
        : {
            payment_method_reuse_agreement: asHash(consent.payment_method_reuse_agreement),
            promotions: consent.promotions ?? null,
            terms_of_service: consent.terms_of_service ?? null,
          },
    customText: {
      after_submit: texts?.after_submit ?? null,
      shipping_address: texts?.shipping_address ?? null,
      submit: texts?.submit ?? null,
      terms_of_service_acceptance: texts?.terms_of_service_acceptance ?? null,
    },
    customFields: customFieldsOf(input.custom_fields ?? []),
    customerCreation: input.customer_creation ?? null,
    invoiceCreation: input.invoice_creation === undefined ? null : invoiceCreationOf(input.invoice_creation),
    nameCollection:
      names === undefined
        ? null
        : {
            ...(names.business === undefined ? {} : { business: nameOf(names.business) }),
            ...(names.individual === undefined ? {} : { individual: nameOf(names.individual) }),
          },
    paymentMethodCollection: input.payment_method_collection ?? null,
    phoneNumberCollection: input.phone_number_collection?.enabled ?? false,
    shippingCountries: input.shipping_address_collection?.allowed_countries ?? null,
    shippingOptions: shippingOptionsOf(context, account, input.shipping_options ?? []),
    submitType: input.submit_type ?? null,
    taxIdCollection: {
      enabled: input.tax_id_collection?.enabled ?? false,
      required: input.tax_id_collection?.required ?? 'never',
    },
    paymentIntentData: asHash(input.payment_intent_data) ?? {},
    subscriptionData: asHash(input.subscription_data) ?? {},
  }
}

function nameOf({
  enabled,
  optional = false,
}: {
  readonly enabled: boolean
  readonly optional?: boolean | undefined
}): Hash {
  return { enabled, optional }
}

/** Returns parameters as a hash to keep, without those that are absent; null where there are none. */
export function asHash(input: object | null | undefined): Hash | null {
  if (input === undefined || input === null) return null
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, asJson(value)]))
}

function asJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(asJson)
  return typeof value === 'object' && value !== null ? (asHash(value) ?? {}) : (value as Json) // parameters have no other values
}

/** Adds the shipping rates that a session describes; returns the ids of all that it offers. */
export function shippingOptionsOf(
  context: PaymentsContext,
  account: string,
  options: readonly ShippingOptionInput[],
): readonly string[] {
  return options.map((option, index) => {
    const path = `shipping_options[${index}]`
    if (option.shipping_rate !== undefined) {
      const param = `${path}[shipping_rate]`
      return findRecord(context.rows.shippingRates, account, 'shipping rate', option.shipping_rate, { param }).id
    }
    if (option.shipping_rate_data === undefined) {
      throw invalidRequest('Each shipping option must have `shipping_rate` or `shipping_rate_data`.', { param: path })
    }
    return addShippingRate(context, account, option.shipping_rate_data, `${path}[shipping_rate_data]`).id
  })
}

function customFieldsOf(fields: NonNullable<SettingsInput['custom_fields']>): readonly CustomField[] {
  return fields.map(({ key, label, optional = false, type, dropdown, numeric, text }, index) => {
    const path = `custom_fields[${index}]`
    if (!/^[a-zA-Z0-9]{1,200}$/.test(key)) {
      throw invalidParameter(`${path}[key]`, 'Custom field keys must be alphanumeric.')
    }
    if (fields.findIndex((each) => each.key === key) !== index) {
      throw invalidParameter(`${path}[key]`, `Custom field keys must be unique: ${key} is used twice.`)
    }
    if (type === 'dropdown' && dropdown === undefined) {
      throw invalidRequest('Missing required param: dropdown.', {
        code: 'parameter_missing',
        param: `${path}[dropdown]`,
      })
    }
    const head = { key, label, optional, type }
    if (type === 'dropdown') {
      const { default_value: preset, options = [] } = dropdown ?? {}
      return { ...head, dropdown: { default_value: preset ?? null, options, value: null } }
    }
    const bounds = (type === 'text' ? text : numeric) ?? {}
    const bounded = {
      default_value: bounds.default_value ?? null,
      maximum_length: bounds.maximum_length ?? null,
      minimum_length: bounds.minimum_length ?? null,
      value: null,
    }
    return type === 'text' ? { ...head, text: bounded } : { ...head, numeric: bounded }
  })
}

function invoiceCreationOf({ enabled, invoice_data: data }: NonNullable<SettingsInput['invoice_creation']>): Hash {
  return {
    enabled,
    invoice_data: {
      account_tax_ids: data?.account_tax_ids ?? null,
      custom_fields: (data?.custom_fields ?? null) as Json, // names and values
      description: data?.description ?? null,
      footer: data?.footer ?? null,
      issuer: asHash(data?.issuer),
      metadata: data?.metadata ?? {},
      rendering_options: asHash(data?.rendering_options as object | undefined),
    },
  }
}
