import { html, type Html, type Part } from '#pages/html.ts'
import { COUNTRIES } from '#payments/browser/countries.ts'
import { accountNumbers, debitNamed, type DebitKind } from '#payments/schema/debit-kinds.ts'
import { kindNamed } from '#payments/schema/method-kinds.ts'
import { field, group, type FormState } from './form-field.ts'
import type { CheckoutPage } from './checkout-parts.ts'

/**
 * Returns the fields of an address, with the vendor's ids: `shippingAddressLine1`, `billingPostalCode`. `codes` are the
 * countries to choose from, null for all; an optional address has no country at first.
 */
export function addressFields(
  form: FormState,
  kind: string,
  codes: readonly string[] | null,
  { optional = false }: { readonly optional?: boolean } = {},
): Html[] {
  return [
    field(form, {
      name: `${kind}Country`,
      label: 'Country or region',
      choices: { ...(optional ? { '': 'Country' } : {}), ...countriesOf(codes) },
      preset: optional ? '' : codes === null || codes.includes('US') ? 'US' : (codes[0] ?? 'US'),
      autocomplete: `${kind} country`,
      inGroup: true,
    }),
    ...ADDRESS_FIELDS.map(({ name, autocomplete, ...rest }) =>
      field(form, {
        name: `${kind}${name}`,
        placeholder: rest.label,
        autocomplete: `${kind} ${autocomplete}`,
        inGroup: true,
        ...rest,
      }),
    ),
  ]
}

/** The fields of an address after its country. */
const ADDRESS_FIELDS = [
  { name: 'AddressLine1', label: 'Address line 1', autocomplete: 'address-line1' },
  { name: 'AddressLine2', label: 'Address line 2', autocomplete: 'address-line2' },
  { name: 'Locality', label: 'City', autocomplete: 'address-level2', half: true },
  { name: 'AdministrativeArea', label: 'State', autocomplete: 'address-level1', half: true },
  { name: 'PostalCode', label: 'ZIP', autocomplete: 'postal-code' },
]

/** Returns the names of countries by code: of all for null, or of some. */
function countriesOf(codes: readonly string[] | null): Readonly<Record<string, string>> {
  return codes === null ? COUNTRIES : Object.fromEntries(codes.map((code) => [code, COUNTRIES[code] ?? code]))
}

const METHOD_NAMES: Readonly<Record<string, string>> = {
  card: 'Card',
  us_bank_account: 'US bank account',
  sepa_debit: 'SEPA Direct Debit',
  link: 'Link',
  customer_balance: 'Bank transfer',
}

/** Returns the choice of a payment method, and the fields of each type; nothing where none is needed. */
export function payment(parts: CheckoutPage): Part {
  const { form, methods, savedMethods, billingAddress } = parts
  if (methods.length === 0) return null
  const choices = [
    ...Object.entries(savedMethods),
    ...methods.map((type): [string, string] => [
      type,
      METHOD_NAMES[type] ?? (kindNamed(type) ?? debitNamed(type))?.label ?? type,
    ]),
  ]
  const chosen = form.values['paymentMethod'] ?? choices[0]?.[0]
  return [
    choices.length > 1 &&
      html`<fieldset>
        <legend>Payment method</legend>
        ${choices.map(
          ([value, words]) =>
            html`<div class="option">
              <input
                type="radio"
                id="method-${value}"
                name="paymentMethod"
                value="${value}"
                data-testid="${value}-accordion-item-button"
                ${value === chosen && html`checked`}
              />
              <label for="method-${value}">${words}</label>
            </div> `,
        )}
      </fieldset>`,
    methods.map((type) => html`<div data-method="${type}">${methodFields(form, type, billingAddress)}</div>`),
  ]
}

/** The fields of one type of payment method. */
export function methodFields(form: FormState, type: string, billingAddress = false): Part {
  switch (type) {
    case 'us_bank_account':
      return group('Bank account', [
        field(form, {
          name: 'usBankName',
          label: 'Account holder name',
          placeholder: 'Account holder name',
          inGroup: true,
        }),
        field(form, {
          name: 'routingNumber',
          label: 'Routing number',
          placeholder: 'Routing number',
          inputmode: 'numeric',
          inGroup: true,
          half: true,
        }),
        field(form, {
          name: 'accountNumber',
          label: 'Account number',
          placeholder: 'Account number',
          inputmode: 'numeric',
          inGroup: true,
          half: true,
        }),
      ])
    case 'sepa_debit':
      return group('Bank account', [
        field(form, {
          name: 'sepaName',
          label: 'Account holder name',
          placeholder: 'Account holder name',
          inGroup: true,
        }),
        field(form, { name: 'iban', label: 'IBAN', placeholder: 'DE00 0000 0000 0000 0000 00', inGroup: true }),
      ])
    case 'customer_balance':
      return html`<p class="soft">The instructions for the transfer follow the order.</p>`
    case 'link':
      return html`<p class="soft">Link pays with what it has saved for the e-mail address above.</p>`
    case 'card':
      return cardFields(form, billingAddress)
    default: {
      const debit = debitNamed(type)
      return debit === undefined ? kindFields(form, type) : debitFields(form, type, debit)
    }
  }
}

/** The fields of a bank account that has a number and a number of its bank. */
function debitFields(form: FormState, type: string, kind: DebitKind): Part {
  return [
    group('Bank account', [
      field(form, {
        name: `${type}Name`,
        label: 'Account holder name',
        placeholder: 'Account holder name',
        inGroup: true,
      }),
      ...accountNumbers(kind).map(([param, { label }]) =>
        field(form, { name: `${type}-${param}`, label, placeholder: label, inputmode: 'numeric', inGroup: true }),
      ),
    ]),
    kind.needs?.includes('address') === true && group('Billing address', addressFields(form, type, null)),
  ]
}

/** The fields of a payment method that the customer authorizes on another page. */
function kindFields(form: FormState, type: string): Part {
  const { label = type, needs = [], asks } = kindNamed(type) ?? {}
  const country = field(form, {
    name: `${type}Country`,
    label: 'Country or region',
    choices: countriesOf(null),
    preset: 'US',
    autocomplete: 'billing country',
    inGroup: true,
  })
  return [
    needs.includes('name') &&
      field(form, { name: `${type}Name`, label: 'Full name', placeholder: 'Full name', autocomplete: 'name' }),
    needs.includes('phone') &&
      field(form, { name: `${type}Phone`, label: 'Phone number', autocomplete: 'tel', inputmode: 'tel' }),
    asks !== undefined && field(form, { name: `${type}-${asks.param}`, ...asks }),
    needs.includes('country') && group('Country or region', [country]),
    needs.includes('address') && group('Billing address', addressFields(form, type, null)),
    html`<p class="soft">${label} asks you to authorize the payment on a page of its own.</p>`,
  ]
}

/** The fields of a card. */
function cardFields(form: FormState, billingAddress: boolean): Part {
  return [
    group('Card information', [
      field(form, {
        name: 'cardNumber',
        label: 'Card number',
        placeholder: '1234 1234 1234 1234',
        autocomplete: 'cc-number',
        inputmode: 'numeric',
        inGroup: true,
      }),
      field(form, {
        name: 'cardExpiry',
        label: 'Expiration',
        placeholder: 'MM / YY',
        autocomplete: 'cc-exp',
        inputmode: 'numeric',
        inGroup: true,
        half: true,
      }),
      field(form, {
        name: 'cardCvc',
        label: 'CVC',
        placeholder: 'CVC',
        autocomplete: 'cc-csc',
        inputmode: 'numeric',
        maxlength: 4,
        inGroup: true,
        half: true,
      }),
    ]),
    field(form, {
      name: 'billingName',
      label: 'Cardholder name',
      placeholder: 'Full name on card',
      autocomplete: 'cc-name',
    }),
    billingAddress ? group('Billing address', addressFields(form, 'billing', null)) : billingRegion(form),
  ]
}

/** The country of a card, and its postal code. */
function billingRegion(form: FormState): Html {
  return group('Country or region', [
    field(form, {
      name: 'billingCountry',
      label: 'Country or region',
      choices: countriesOf(null),
      preset: 'US',
      autocomplete: 'billing country',
      inGroup: true,
    }),
    field(form, {
      name: 'billingPostalCode',
      label: 'ZIP',
      placeholder: 'ZIP',
      autocomplete: 'billing postal-code',
      inGroup: true,
    }),
  ])
}
