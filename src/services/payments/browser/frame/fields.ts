import {
  asksPostalCode,
  checkAccountNumber,
  checkCvc,
  checkDigits,
  checkEmail,
  checkExpiry,
  checkFilled,
  checkIban,
  checkNumber,
  checkPostalCode,
  checkRoutingNumber,
  digitsOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  type FieldState,
} from '../card-fields.ts'
import { accountNumbers, debitNamed, type DebitKind } from '../../schema/debit-kinds.ts'
import { kindNamed, type MethodKind } from '../../schema/method-kinds.ts'
import { COUNTRIES } from '../countries.ts'
import { optionsOf, type FrameSetup, type Options } from '../messages.ts'

/** The texts of a form's fields, by name. */
export type Values = Readonly<Record<string, string>>

/** One field of an element. */
export interface Field {
  /** The `name` of the input, the vendor's own. */
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly autocomplete: string
  readonly inputMode: 'text' | 'numeric' | 'email' | 'tel'
  readonly width: 'full' | 'half'
  /** The text at the beginning. */
  readonly value: string
  /** The choices of a select, by value; absent for an input. */
  readonly choices?: Readonly<Record<string, string>>
  /** True when the label is read out only, because the field stands in a row with others. */
  readonly labelHidden: boolean
  /** Returns the text as it is to stand in the field. */
  readonly format: (text: string, values: Values) => string
  readonly check: (text: string, values: Values) => FieldState
  /** Returns whether the field is asked for, beside these values of the others. */
  readonly isActive: (values: Values) => boolean
}

const COMPLETE: FieldState = { complete: true, error: undefined }

const field = (name: string, label: string, rest: Partial<Field> = {}): Field => ({
  name,
  label,
  placeholder: '',
  autocomplete: 'off',
  inputMode: 'text',
  width: 'full',
  value: '',
  labelHidden: false,
  format: (text) => text,
  check: (text) => checkFilled(text),
  isActive: () => true,
  ...rest,
})

/** Reads a member of nested options: `at(options, 'defaultValues', 'billingDetails')`. */
export function at(options: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => optionsOf(value)[name], options)
}

const textAt = (options: unknown, ...path: readonly string[]): string => {
  const value = at(options, ...path)
  return typeof value === 'string' ? value : ''
}

const NUMERIC: Partial<Field> = { inputMode: 'numeric' }

interface CardNames {
  readonly number: string
  readonly expiry: string
  readonly cvc: string
}

function numberField(name: string, label: string, rest: Partial<Field> = {}): Field {
  return field(name, label, {
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    ...NUMERIC,
    format: formatNumber,
    check: checkNumber,
    ...rest,
  })
}

function expiryField(name: string, label: string, now: number, rest: Partial<Field> = {}): Field {
  return field(name, label, {
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    ...NUMERIC,
    width: 'half',
    format: formatExpiry,
    check: (text) => checkExpiry(text, now),
    ...rest,
  })
}

function cvcField(name: string, label: string, numberName: string, rest: Partial<Field> = {}): Field {
  return field(name, label, {
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    ...NUMERIC,
    width: 'half',
    format: (text, values) => formatCvc(text, values[numberName] ?? ''),
    check: (text, values) => checkCvc(text, values[numberName] ?? ''),
    ...rest,
  })
}

/** The names of the card's fields, by the type of the element. */
export const CARD_NAMES: Readonly<Record<string, CardNames>> = {
  payment: { number: 'number', expiry: 'expiry', cvc: 'cvc' },
  card: { number: 'cardnumber', expiry: 'exp-date', cvc: 'cvc' },
  cardNumber: { number: 'cardnumber', expiry: 'exp-date', cvc: 'cvc' },
  cardExpiry: { number: 'cardnumber', expiry: 'exp-date', cvc: 'cvc' },
  cardCvc: { number: 'cardnumber', expiry: 'exp-date', cvc: 'cvc' },
}

/** Returns the fields of an element; those of a payment element are of one type of payment method. */
export function fieldsOf(
  setup: Pick<FrameSetup, 'elementType' | 'options' | 'group'>,
  method: string,
  now: number,
): Field[] {
  const { elementType, options, group } = setup
  switch (elementType) {
    case 'payment':
      return paymentFields(options, group, method, now)
    case 'card':
      return cardRow(options, now)
    case 'cardNumber':
      return [row(numberField('cardnumber', 'Credit or debit card number', withPlaceholder(options)))]
    case 'cardExpiry':
      return [row(expiryField('exp-date', 'Credit or debit card expiration date', now, withPlaceholder(options)))]
    case 'cardCvc':
      return [row(cvcField('cvc', 'Credit or debit card CVC/CVV', 'cardnumber', withPlaceholder(options)))]
    case 'iban':
      return [row(field('iban', 'IBAN', { placeholder: 'DE00 0000 0000 0000 0000 00', check: checkIban }))]
    case 'address':
    case 'shippingAddress':
      return addressFields(options)
    default:
      return [
        field('email', 'Email', {
          placeholder: 'you@example.com',
          autocomplete: 'email',
          inputMode: 'email',
          value: textAt(options, 'defaultValues', 'email'),
          check: checkEmail,
        }),
      ]
  }
}

const withPlaceholder = (options: Options): Partial<Field> =>
  typeof options['placeholder'] === 'string' ? { placeholder: options['placeholder'] } : {}

const row = (each: Field): Field => ({ ...each, labelHidden: true })

/** The card in one row: number, date, code, and the postal code unless the page hides it. */
function cardRow(options: Options, now: number): Field[] {
  const postalCode = field('postal', 'ZIP', {
    placeholder: 'ZIP',
    autocomplete: 'billing postal-code',
    value: textAt(options, 'value', 'postalCode'),
    check: (text) => (text.trim().length >= 3 ? COMPLETE : checkPostalCode('', 'US')),
  })
  return [
    row(numberField('cardnumber', 'Credit or debit card number', { placeholder: 'Card number' })),
    row(expiryField('exp-date', 'Credit or debit card expiration date', now)),
    row(cvcField('cvc', 'Credit or debit card CVC/CVV', 'cardnumber')),
    ...(options['hidePostalCode'] === true ? [] : [row(postalCode)]),
  ]
}

/**
 * Returns whether the page collects a part of the billing details itself: `fields: { billingDetails: { address: 'never'
 * } }`.
 */
function isNever(options: Options, ...path: readonly string[]): boolean {
  const steps = path.map((_, index) => at(options, 'fields', 'billingDetails', ...path.slice(0, index + 1)))
  return at(options, 'fields', 'billingDetails') === 'never' || steps.includes('never')
}

function paymentFields(options: Options, group: Options, method: string, now: number): Field[] {
  const fallback = (...path: readonly string[]): string =>
    textAt(options, 'defaultValues', 'billingDetails', ...path) ||
    textAt(group, 'defaultValues', 'billingDetails', ...path)
  const name = field('name', 'Full name', { autocomplete: 'billing name', value: fallback('name') })
  const email = field('email', 'Email', {
    autocomplete: 'email',
    inputMode: 'email',
    value: fallback('email'),
    check: checkEmail,
  })
  const holder = [...(isNever(options, 'name') ? [] : [name]), ...(isNever(options, 'email') ? [] : [email])]
  if (method === 'us_bank_account') {
    return [
      ...holder,
      field('routingNumber', 'Routing number', { ...NUMERIC, format: digitsOf, check: checkRoutingNumber }),
      field('accountNumber', 'Account number', { ...NUMERIC, format: digitsOf, check: checkAccountNumber }),
    ]
  }
  if (method === 'sepa_debit')
    return [...holder, field('iban', 'IBAN', { placeholder: 'DE00 0000 0000 0000 0000 00', check: checkIban })]
  if (method === 'link') return isNever(options, 'email') ? [] : [email]
  const debit = debitNamed(method)
  if (debit !== undefined) {
    return [...kindFields(debit, options, { name, email, fallback }), ...accountFields(debit)]
  }
  const kind = kindNamed(method)
  if (kind !== undefined) return kindFields(kind, options, { name, email, fallback })
  const country = field('country', 'Country', {
    autocomplete: 'billing country',
    width: 'half',
    choices: COUNTRIES,
    value: fallback('address', 'country') || 'US',
  })
  const postalCode = field('postalCode', 'ZIP code', {
    placeholder: '12345',
    autocomplete: 'billing postal-code',
    width: 'half',
    value: fallback('address', 'postal_code'),
    check: (text, values) => checkPostalCode(text, values['country'] ?? 'US'),
    isActive: (values) => asksPostalCode(values['country'] ?? 'US'),
  })
  return [
    numberField('number', 'Card number'),
    expiryField('expiry', 'Expiration date', now),
    cvcField('cvc', 'Security code', 'number'),
    ...(isNever(options, 'address', 'country') ? [] : [country]),
    ...(isNever(options, 'address', 'postalCode') ? [] : [postalCode]),
  ]
}

/** The fields of a bank account that has a number and a number of its bank. */
function accountFields(kind: DebitKind): Field[] {
  const digits = (name: string, label: string, from: number, to: number): Field =>
    field(name, label, { ...NUMERIC, format: digitsOf, check: (text) => checkDigits(text, from, to) })
  return accountNumbers(kind).map(([param, { label, least, digits: most }]) => digits(param, label, least, most))
}

/** The billing details that a payment method needs, and what else it asks for. */
function kindFields(
  { needs = [], asks }: Pick<MethodKind, 'asks' | 'needs'>,
  options: Options,
  {
    name,
    email,
    fallback,
  }: { readonly name: Field; readonly email: Field; readonly fallback: (...path: readonly string[]) => string },
): Field[] {
  const country = field('country', 'Country', {
    autocomplete: 'billing country',
    choices: COUNTRIES,
    value: fallback('address', 'country') || 'US',
  })
  const phone = field('phone', 'Phone number', {
    autocomplete: 'billing tel',
    inputMode: 'tel',
    value: fallback('phone'),
  })
  const line = (id: string, label: string, path: string, rest: Partial<Field> = {}): Field =>
    field(id, label, { autocomplete: `billing ${id}`, value: fallback('address', path), ...rest })
  const address = [
    country,
    line('addressLine1', 'Address line 1', 'line1'),
    line('locality', 'City', 'city', { width: 'half' }),
    line('administrativeArea', 'State', 'state', { width: 'half', check: () => COMPLETE }),
    line('postalCode', 'ZIP code', 'postal_code'),
  ]
  return [
    ...(needs.includes('name') && !isNever(options, 'name') ? [name] : []),
    ...(needs.includes('email') && !isNever(options, 'email') ? [email] : []),
    ...(needs.includes('phone') && !isNever(options, 'phone') ? [phone] : []),
    ...(asks === undefined ? [] : [field(asks.param, asks.label, asks)]),
    ...(needs.includes('country') && !isNever(options, 'address', 'country') ? [country] : []),
    ...(needs.includes('address') && !isNever(options, 'address') ? address : []),
  ]
}

/** Countries whose addresses name a state or province. */
const WITH_STATE: Readonly<Record<string, string>> = {
  US: 'State',
  CA: 'Province',
  AU: 'State',
  BR: 'State',
  MX: 'State',
  IN: 'State',
  IT: 'Province',
  JP: 'Prefecture',
}

function nameFields(split: boolean, fallback: (name: string) => string): Field[] {
  if (split) {
    return [
      field('firstName', 'First name', { autocomplete: 'given-name', width: 'half', value: fallback('firstName') }),
      field('lastName', 'Last name', { autocomplete: 'family-name', width: 'half', value: fallback('lastName') }),
    ]
  }
  const placeholder = 'First and last name'
  return [field('name', 'Full name', { autocomplete: 'name', placeholder, value: fallback('name') })]
}

function addressFields(options: Options): Field[] {
  const fallback = (...path: readonly string[]): string => textAt(options, 'defaultValues', ...path)
  const allowed = at(options, 'allowedCountries')
  const choices = Array.isArray(allowed)
    ? Object.fromEntries(Object.entries(COUNTRIES).filter(([code]) => allowed.includes(code)))
    : COUNTRIES
  const first = Object.keys(choices).includes('US') ? 'US' : (Object.keys(choices)[0] ?? 'US')
  const phone = at(options, 'fields', 'phone') === 'always'
  return [
    ...nameFields(at(options, 'display', 'name') === 'split', fallback),
    field('country', 'Country or region', {
      autocomplete: 'country',
      choices,
      value: fallback('address', 'country') || first,
    }),
    field('addressLine1', 'Address line 1', {
      autocomplete: 'address-line1',
      placeholder: 'Street address',
      value: fallback('address', 'line1'),
    }),
    field('addressLine2', 'Address line 2', {
      autocomplete: 'address-line2',
      placeholder: 'Apt., suite, unit number, etc. (optional)',
      value: fallback('address', 'line2'),
      check: () => COMPLETE,
    }),
    field('locality', 'City', { autocomplete: 'address-level2', width: 'half', value: fallback('address', 'city') }),
    field('administrativeArea', 'State', {
      autocomplete: 'address-level1',
      width: 'half',
      value: fallback('address', 'state'),
      isActive: (values) => (values['country'] ?? first) in WITH_STATE,
    }),
    field('postalCode', 'ZIP code', {
      autocomplete: 'postal-code',
      width: 'half',
      value: fallback('address', 'postal_code'),
      check: (text, values) => checkPostalCode(text, values['country'] ?? first),
    }),
    ...(phone
      ? [field('phone', 'Phone number', { autocomplete: 'tel', inputMode: 'tel' as const, value: fallback('phone') })]
      : []),
  ]
}

/** Returns the value of an address element, as its `change` event and the API have it. */
export function addressOf(values: Values): Options {
  const text = (name: string): string | null => (values[name] ?? '').trim() || null
  return {
    name: text('name') ?? [text('firstName'), text('lastName')].filter(Boolean).join(' '),
    ...(values['firstName'] === undefined
      ? {}
      : { firstName: text('firstName') ?? '', lastName: text('lastName') ?? '' }),
    address: {
      line1: text('addressLine1') ?? '',
      line2: text('addressLine2'),
      city: text('locality') ?? '',
      state: text('administrativeArea') ?? '',
      postal_code: text('postalCode') ?? '',
      country: text('country') ?? '',
    },
    ...(values['phone'] === undefined ? {} : { phone: text('phone') ?? '' }),
  }
}
