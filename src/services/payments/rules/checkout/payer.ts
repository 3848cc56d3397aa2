import type { Address } from '#payments/schema/customers.ts'
import type { CheckoutSession, CustomerDetails, CustomField, ShippingDetails } from '#payments/schema/checkout.ts'

/** The details that a customer gives in Checkout, beside the payment method. */
export interface Payer {
  readonly email: string | null
  readonly phone: string | null
  /** The name on the card or the bank account. */
  readonly name: string | null
  readonly individualName: string | null
  readonly businessName: string | null
  readonly address: Address | null
  readonly shipping: ShippingDetails | null
  readonly taxId: { readonly type: string; readonly value: string } | null
  /** The answers to the application's questions, by key. */
  readonly answers: Readonly<Record<string, string>>
  readonly acceptsTerms: boolean
  readonly acceptsPromotions: boolean
}

/** The details of a customer who types none: those that the session has are used. */
export const NOBODY: Payer = {
  email: null,
  phone: null,
  name: null,
  individualName: null,
  businessName: null,
  address: null,
  shipping: null,
  taxId: null,
  answers: {},
  acceptsTerms: false,
  acceptsPromotions: false,
}

/** Returns the members of a session that follow from what the customer gave. */
export function collected(session: CheckoutSession, payer: Payer): Partial<CheckoutSession> {
  return {
    customerDetails: detailsOf(session, payer),
    shippingDetails: payer.shipping ?? session.shippingDetails,
    customFields: session.customFields.map((field) => answered(field, payer.answers[field.key])),
    consent: consentOf(session, payer),
  }
}

/** Returns what a session knows of its customer by what was given. */
export function detailsOf(session: CheckoutSession, payer: Payer): CustomerDetails {
  const name = payer.individualName ?? payer.name
  return {
    address: payer.address,
    business_name: payer.businessName,
    email: payer.email ?? session.customerEmail,
    individual_name: payer.individualName,
    name: payer.businessName !== null && payer.taxId !== null ? payer.businessName : name,
    phone: payer.phone,
    tax_exempt: 'none',
    tax_ids: payer.taxId === null ? [] : [payer.taxId],
  }
}

function answered(field: CustomField, value: string | undefined): CustomField {
  const answer = value === undefined || value === '' ? null : value
  if (field.dropdown !== undefined) return { ...field, dropdown: { ...field.dropdown, value: answer } }
  if (field.numeric !== undefined) return { ...field, numeric: { ...field.numeric, value: answer } }
  return field.text === undefined ? field : { ...field, text: { ...field.text, value: answer } }
}

function consentOf({ consentCollection }: CheckoutSession, payer: Payer): CheckoutSession['consent'] {
  if (consentCollection === null) return null
  const promotions = consentCollection['promotions'] === 'auto'
  return {
    promotions: promotions ? (payer.acceptsPromotions ? 'opt_in' : 'opt_out') : null,
    terms_of_service: payer.acceptsTerms ? 'accepted' : null,
  }
}
