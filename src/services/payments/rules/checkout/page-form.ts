import {
  asksPostalCode,
  checkAccountNumber,
  checkCvc,
  checkEmail,
  checkExpiry,
  checkIban,
  checkNumber,
  checkPostalCode,
  checkRoutingNumber,
  digitsOf,
  expiryOf,
  type FieldState,
} from '#payments/browser/card-fields.ts'
import { ownMember } from '#core/objects.ts'
import { accountNumbers, debitNamed, type DebitKindName } from '#payments/schema/debit-kinds.ts'
import { kindNamed, type MethodKindName } from '#payments/schema/method-kinds.ts'
import type { PaymentMethodInput } from '../payment-methods/params.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import type { Address } from '#payments/schema/customers.ts'
import type { PaidWith } from './pay.ts'
import type { Payer } from './payer.ts'

/** The texts of a page's form, by field. */
export type Typed = Readonly<Record<string, string>>

/** The fields of a session's form that do not follow from the session alone. */
export interface Questions {
  /** The e-mail address that cannot be changed; null where it is asked for. */
  readonly email: string | null
  /** The types of payment methods; empty where none is needed. */
  readonly methods: readonly string[]
  /** The ids of saved payment methods that can be chosen. */
  readonly savedMethods: readonly string[]
}

/** The result of reading a form: the mistakes by field, or what the customer gave. */
export type ReadForm =
  | { readonly errors: Readonly<Record<string, string>> }
  | { readonly payer: Payer; readonly paidWith: PaidWith }

/** Reads the form of a Checkout page. `now` is the emulator's clock, in epoch milliseconds. */
export function readCheckoutForm(session: CheckoutSession, questions: Questions, typed: Typed, now: number): ReadForm {
  const errors: Record<string, string> = {}
  const text = (name: string): string => (typed[name] ?? '').trim()
  const need = (name: string, state: FieldState = filled(text(name))): void => {
    if (state.error !== undefined) errors[name] = text(name) === '' ? 'Required' : state.error.message
  }
  const method = methodOf(typed, questions)
  if (questions.email === null) need('email', checkEmail(text('email')))
  if (session.phoneNumberCollection) need('phoneNumber')
  for (const kind of ['individual', 'business'] as const) {
    const asked = session.nameCollection?.[kind] as
      | { readonly enabled?: boolean; readonly optional?: boolean }
      | undefined
    if (asked?.enabled === true && asked.optional !== true) need(`${kind}Name`)
  }
  if (session.shippingCountries !== null) needAddress('shipping', need, text)
  if (method !== undefined) needMethod(method, session.billingAddressCollection === 'required', need, text, now)
  for (const field of session.customFields) {
    const value = text(`custom-${field.key}`)
    if (value === '' && !field.optional) errors[`custom-${field.key}`] = 'Required'
    else if (field.type === 'numeric' && !/^\d*$/.test(value)) errors[`custom-${field.key}`] = 'Enter digits only'
    else checkLength(field, value, errors)
  }
  const isBusiness = session.taxIdCollection.enabled && typed['businessPurchase'] === 'on'
  if (isBusiness) for (const name of ['taxBusinessName', 'taxId']) need(name)
  const acceptsTerms = typed['termsOfServiceConsentCheckbox'] === 'on'
  if (session.consentCollection?.['terms_of_service'] === 'required' && !acceptsTerms) {
    errors['termsOfServiceConsentCheckbox'] = 'You must accept the terms to continue'
  }
  if (Object.keys(errors).length > 0) return { errors }
  return {
    payer: payerOf(session, questions, typed, method, isBusiness),
    paidWith: paidWithOf(typed, questions, method),
  }
}

/** Returns the mistakes of a form that has a card only, by field. */
export function cardMistakes(typed: Typed, now: number): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {}
  const text = (name: string): string => (typed[name] ?? '').trim()
  const need: Need = (name, state = filled(text(name))) => {
    if (state.error !== undefined) errors[name] = text(name) === '' ? 'Required' : state.error.message
  }
  needMethod('card', false, need, text, now)
  return errors
}

type Need = (name: string, state?: FieldState) => void
type Read = (name: string) => string

function filled(text: string): FieldState {
  return text === ''
    ? { complete: false, error: { type: 'validation_error', code: 'incomplete', message: 'Required' } }
    : { complete: true, error: undefined }
}

/** Returns the type of the new payment method; undefined for a saved one, and where none is needed. */
function methodOf(typed: Typed, { methods, savedMethods }: Questions): string | undefined {
  const chosen = typed['paymentMethod'] ?? savedMethods[0] ?? methods[0]
  return methods.find((each) => each === chosen) ?? (savedMethods.includes(chosen ?? '') ? undefined : methods[0])
}

function needAddress(kind: string, need: Need, text: Read): void {
  const country = text(`${kind}Country`)
  if (kind === 'shipping') need('shippingName')
  for (const name of ['AddressLine1', 'Locality']) need(`${kind}${name}`)
  if (country === 'US' || country === 'CA') need(`${kind}AdministrativeArea`)
  if (asksPostalCode(country)) need(`${kind}PostalCode`, checkPostalCode(text(`${kind}PostalCode`), country))
}

function needMethod(method: string, billingAddress: boolean, need: Need, text: Read, now: number): void {
  if (method === 'us_bank_account') {
    need('usBankName')
    need('routingNumber', checkRoutingNumber(text('routingNumber')))
    need('accountNumber', checkAccountNumber(text('accountNumber')))
  } else if (method === 'sepa_debit') {
    need('sepaName')
    need('iban', checkIban(text('iban')))
  } else if (method === 'card') {
    need('cardNumber', checkNumber(text('cardNumber')))
    need('cardExpiry', checkExpiry(text('cardExpiry'), now))
    need('cardCvc', checkCvc(text('cardCvc'), text('cardNumber')))
    need('billingName')
    const country = text('billingCountry')
    if (billingAddress) needAddress('billing', need, text)
    else if (asksPostalCode(country)) need('billingPostalCode', checkPostalCode(text('billingPostalCode'), country))
  }
  const debit = debitNamed(method)
  for (const [param] of debit === undefined ? [] : accountNumbers(debit)) {
    need(`${method}-${param}`)
  }
  const { needs = [] } = debit ?? kindNamed(method) ?? {}
  const { asks } = kindNamed(method) ?? {}
  if (needs.includes('name')) need(`${method}Name`)
  if (needs.includes('phone')) need(`${method}Phone`)
  if (needs.includes('address')) needAddress(method, need, text)
  if (asks !== undefined) need(`${method}-${asks.param}`)
}

function checkLength(
  field: CheckoutSession['customFields'][number],
  value: string,
  errors: Record<string, string>,
): void {
  const { minimum_length: least, maximum_length: most } = field.numeric ?? field.text ?? {}
  if (value === '') return
  if (typeof least === 'number' && value.length < least)
    errors[`custom-${field.key}`] = `Enter at least ${least} characters`
  if (typeof most === 'number' && value.length > most)
    errors[`custom-${field.key}`] = `Enter at most ${most} characters`
}

/** Returns the address of a form; null where it has none. */
export function addressIn(typed: Typed, kind: string): Address | null {
  const text = (name: string): string | null => (typed[`${kind}${name}`] ?? '').trim() || null
  const country = text('Country')
  if (country === null) return null
  return {
    city: text('Locality'),
    country,
    line1: text('AddressLine1'),
    line2: text('AddressLine2'),
    postal_code: text('PostalCode'),
    state: text('AdministrativeArea'),
  }
}

function payerOf(
  session: CheckoutSession,
  questions: Questions,
  typed: Typed,
  method: string | undefined,
  isBusiness: boolean,
): Payer {
  const text = (name: string): string | null => (typed[name] ?? '').trim() || null
  const shipping = session.shippingCountries === null ? null : addressIn(typed, 'shipping')
  const holders = { card: 'billingName', us_bank_account: 'usBankName', sepa_debit: 'sepaName' }
  const kind = kindNamed(method ?? '') ?? debitNamed(method ?? '')
  const holder = kind === undefined ? ownMember(holders, method ?? '') : `${method}Name`
  return {
    email: questions.email ?? text('email'),
    phone: (session.phoneNumberCollection ? text('phoneNumber') : null) ?? text(`${method}Phone`),
    name: holder === undefined ? null : text(holder),
    individualName: text('individualName'),
    businessName: isBusiness ? text('taxBusinessName') : text('businessName'),
    address: method === 'card' ? addressIn(typed, 'billing') : addressIn(typed, method ?? ''),
    shipping: shipping === null ? null : { address: shipping, name: text('shippingName') ?? '' },
    taxId: isBusiness ? { type: text('taxIdType') ?? 'eu_vat', value: text('taxId') ?? '' } : null,
    answers: Object.fromEntries(session.customFields.map(({ key }) => [key, typed[`custom-${key}`] ?? ''])),
    acceptsTerms: typed['termsOfServiceConsentCheckbox'] === 'on',
    acceptsPromotions: typed['promotionsConsent'] === 'on',
  }
}

function paidWithOf(typed: Typed, { methods, savedMethods }: Questions, method: string | undefined): PaidWith {
  if (methods.length === 0) return null
  if (method === undefined) return { id: typed['paymentMethod'] ?? savedMethods[0] ?? '' }
  return { input: methodInput(typed, method) }
}

/** Returns the payment method that a form describes, as the API takes it. */
export function methodInput(typed: Typed, method: string): PaymentMethodInput {
  const text = (name: string): string => (typed[name] ?? '').trim()
  switch (method) {
    case 'us_bank_account':
      return {
        type: method,
        us_bank_account: { account_number: text('accountNumber'), routing_number: text('routingNumber') },
      }
    case 'sepa_debit':
      return { type: method, sepa_debit: { iban: text('iban') } }
    case 'customer_balance':
      return { type: method, customer_balance: {} }
    case 'link':
      return { type: method, link: {} }
    case 'card': {
      const { month, year } = expiryOf(text('cardExpiry'))
      return {
        type: 'card',
        card: {
          number: digitsOf(text('cardNumber')),
          exp_month: month ?? 0,
          exp_year: year ?? 0,
          cvc: text('cardCvc'),
        },
      }
    }
    default: {
      const debit = debitNamed(method)
      if (debit !== undefined) {
        const own = Object.fromEntries(accountNumbers(debit).map(([param]) => [param, text(`${method}-${param}`)]))
        return { type: method as DebitKindName, [method]: own } // it has a kind
      }
      const { asks } = kindNamed(method) ?? {}
      const own = asks === undefined || method === 'blik' ? {} : { [asks.param]: text(`${method}-${asks.param}`) }
      return { type: method as MethodKindName, [method]: own } // what the form offers beside the above is of a kind
    }
  }
}
