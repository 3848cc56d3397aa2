import type { Answer } from '../../../core/answer.ts'
import { html, type Html, type Part } from '../../../pages/html.ts'
import { page } from '../../../pages/layout.ts'
import { COUNTRIES } from '../browser/countries.ts'
import { checkbox, field, group, type FormState } from './form-field.ts'
import { SERVICE } from './missing.ts'
import { PAY_STYLE } from './style.ts'

/** A line of the order, in words. */
export interface OrderLine {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly quantity: number
  readonly amount: string
  /** `$10.00 each`, `Billed monthly`; null for nothing to add. */
  readonly note: string | null
  readonly adjustable: { readonly minimum: number; readonly maximum: number } | null
  /** The amount that the customer chooses, as the field has it; null where the price is fixed. */
  readonly chosen: string | null
}

/** Everything that a Checkout page shows. */
export interface CheckoutPage {
  readonly merchant: string
  /** Where the form is sent. */
  readonly action: string
  readonly cancelUrl: string | null
  /** Where the browser goes after the payment. */
  readonly leadsTo: string | null
  readonly embedded: boolean
  /** `Pay Acme`, `Subscribe to Gold`. */
  readonly heading: string
  /** `$20.00`, `14 days free`; null where nothing is paid. */
  readonly amount: string | null
  /** `per month`, `Then $10.00 per month`. */
  readonly amountNote: string | null
  readonly lines: readonly OrderLine[]
  /** The sums below the lines, in order: `Subtotal`, `Shipping`. The last one is what is due. */
  readonly sums: readonly { readonly label: string; readonly amount: string }[]
  /** Null where no code can be entered. */
  readonly promotion: { readonly applied: string | null } | null
  /** The e-mail address that cannot be changed; null where it is asked for. */
  readonly email: string | null
  readonly phone: boolean
  readonly names: { readonly individual: Asked | null; readonly business: Asked | null }
  readonly shippingCountries: readonly string[] | null
  readonly shippingOptions: readonly {
    readonly id: string
    readonly name: string
    readonly amount: string
    readonly estimate: string | null
    readonly chosen: boolean
  }[]
  /** The types of payment methods; empty where none is needed. */
  readonly methods: readonly string[]
  /** Saved payment methods, by id: `Visa ending in 4242`. */
  readonly savedMethods: Readonly<Record<string, string>>
  readonly billingAddress: boolean
  readonly customFields: readonly CustomFieldParts[]
  readonly taxId: boolean
  readonly terms: boolean
  readonly promotions: boolean
  readonly texts: {
    readonly shipping: string | null
    readonly submit: string | null
    readonly terms: string | null
    readonly afterSubmit: string | null
  }
  readonly submit: string
  /** The decline of the payment, as the vendor shows it. */
  readonly alert: string | null
  readonly form: FormState
  readonly script: string
  readonly status?: number
}

interface Asked {
  readonly optional: boolean
}

/** A question of the application. */
export interface CustomFieldParts {
  readonly key: string
  readonly label: string
  readonly optional: boolean
  readonly preset: string
  readonly numeric: boolean
  readonly choices: Readonly<Record<string, string>> | null
  readonly maxlength: number | null
}

/** Returns the page on which a customer pays. Works without scripts. */
export function checkoutPage(parts: CheckoutPage): Answer {
  const content = html`<div class="checkout" ${parts.embedded && html`data-embedded`}>
    <div class="head">
      ${parts.cancelUrl !== null && html`<a class="back" href="${parts.cancelUrl}">← Back to ${parts.merchant}</a>`}
      <h1>${parts.heading}</h1>
      ${parts.amount !== null && html`<p class="total">${parts.amount}</p>`}
      ${parts.amountNote !== null && html`<p class="soft">${parts.amountNote}</p>`}
    </div>
    <form class="pay" id="checkout" method="post" action="${parts.action}" novalidate>
      ${parts.alert !== null && html`<p class="reason" role="alert">${parts.alert}</p>`} ${contact(parts)}
      ${shipping(parts)} ${payment(parts)} ${questions(parts)} ${consent(parts)}
      ${parts.texts.submit !== null && html`<p class="soft">${parts.texts.submit}</p>`}
      <button class="submit SubmitButton" id="submit" data-testid="hosted-payment-submit-button" name="do" value="pay">
        ${parts.submit}
      </button>
      ${parts.texts.afterSubmit !== null && html`<p class="soft">${parts.texts.afterSubmit}</p>`}
      <p class="soft">
        No money moves here: use a <a href="https://docs.stripe.com/testing">test card</a>, such as 4242 4242 4242 4242.
      </p>
    </form>
    <div class="order">${order(parts)} ${promotion(parts)}</div>
  </div>`
  return page({
    service: SERVICE,
    title: parts.heading,
    content,
    style: PAY_STYLE,
    script: parts.script,
    ...(parts.leadsTo === null ? {} : { leadsTo: parts.leadsTo }),
    ...(parts.embedded ? { framedBy: '*' } : {}),
    status: parts.status ?? 200,
  })
}

function order({ lines, sums, shippingOptions }: CheckoutPage): Part {
  return [
    lines.length > 0 &&
      html`<ul class="lines" aria-label="Order">
        ${lines.map(
          (line) =>
            html`<li>
              <span
                >${line.name}${line.quantity > 1 && line.adjustable === null && html` <small>Qty ${line.quantity}</small>`}
                ${line.description !== null && html`<small>${line.description}</small>`}
                ${line.note !== null && html`<small>${line.note}</small>`} ${quantity(line)}</span
              ><span>${line.amount}</span>
            </li> `,
        )}
      </ul>`,
    sums.length > 0 &&
      html`<dl class="sums">
        ${sums.map(
          ({ label, amount }, at) =>
            html`<div ${at === sums.length - 1 && html`class="due"`}>
              <dt>${label}</dt>
              <dd>${amount}</dd>
            </div> `,
        )}
      </dl>`,
    // Below the button that pays, because the first button of a form is the one that Enter presses.
    shippingOptions.length > 1 &&
      html`<button class="small" id="update" form="checkout" name="do" value="update">Update total</button>`,
  ]
}

function quantity({ id, name, quantity: count, adjustable, chosen }: OrderLine): Part {
  return [
    adjustable !== null &&
      html`<span class="quantity"
        ><input
          type="number"
          form="checkout"
          id="quantity-${id}"
          name="quantity-${id}"
          value="${count}"
          min="${adjustable.minimum}"
          max="${adjustable.maximum}"
          aria-label="Quantity of ${name}"
        /><button class="small" form="checkout" name="do" value="update">Update</button></span
      >`,
    chosen !== null &&
      html`<span class="quantity"
        ><input
          form="checkout"
          id="amount-${id}"
          name="amount-${id}"
          value="${chosen}"
          inputmode="decimal"
          aria-label="Amount of ${name}"
        /><button class="small" form="checkout" name="do" value="update">Update</button></span
      >`,
  ]
}

function promotion({ promotion: offered, form }: CheckoutPage): Part {
  if (offered === null) return null
  if (offered.applied !== null) {
    return html`<p class="inline">
      <span class="badge">${offered.applied}</span>
      <button class="small" form="checkout" name="do" value="remove-promotion">Remove</button>
    </p>`
  }
  const error = form.errors['promotionCode']
  return html`<div class="inline">
    <div class="field">
      <label for="promotionCode">Promotion code</label>
      <input
        form="checkout"
        id="promotionCode"
        name="promotionCode"
        value="${form.values['promotionCode'] ?? ''}"
        placeholder="Add promotion code"
        autocomplete="off"
        ${error !== undefined && html`aria-invalid="true" aria-describedby="promotionCode-error"`}
      />
      ${error !== undefined && html`<p class="error" id="promotionCode-error" role="alert">${error}</p>`}
    </div>
    <button class="small" form="checkout" name="do" value="promotion">Apply</button>
  </div>`
}

function contact({ form, email, phone, names }: CheckoutPage): Part {
  return [
    field(form, {
      name: 'email',
      label: 'Email',
      type: 'email',
      autocomplete: 'email',
      placeholder: 'email@example.com',
      ...(email === null ? {} : { preset: email, readonly: true }),
    }),
    phone && field(form, { name: 'phoneNumber', label: 'Phone number', type: 'tel', autocomplete: 'tel' }),
    names.individual !== null &&
      field(form, {
        name: 'individualName',
        label: 'Full name',
        autocomplete: 'name',
        optional: names.individual.optional,
      }),
    names.business !== null &&
      field(form, {
        name: 'businessName',
        label: 'Business name',
        autocomplete: 'organization',
        optional: names.business.optional,
      }),
  ]
}

function shipping(parts: CheckoutPage): Part {
  const { form, shippingCountries: codes, shippingOptions: options, texts } = parts
  return [
    codes !== null &&
      group('Shipping address', [
        field(form, {
          name: 'shippingName',
          label: 'Name',
          placeholder: 'Name',
          autocomplete: 'shipping name',
          inGroup: true,
        }),
        ...addressFields(form, 'shipping', codes),
      ]),
    codes !== null && texts.shipping !== null && html`<p class="soft">${texts.shipping}</p>`,
    options.length > 0 &&
      html`<fieldset>
        <legend>Shipping method</legend>
        ${options.map(
          ({ id, name, amount, estimate, chosen }) =>
            html`<div class="option">
              <input
                type="radio"
                id="${id}"
                name="shippingOption"
                value="${id}"
                data-updates="update"
                ${chosen && html`checked`}
              />
              <label for="${id}">${name}${estimate !== null && html`<small>${estimate}</small>`}</label>
              <span>${amount}</span>
            </div> `,
        )}
      </fieldset>`,
  ]
}

/** The fields of an address, with the vendor's ids: `shippingAddressLine1`, `billingPostalCode`. */
function addressFields(form: FormState, kind: 'shipping' | 'billing', codes: readonly string[] | null): Html[] {
  const fill = kind
  return [
    field(form, {
      name: `${kind}Country`,
      label: 'Country or region',
      choices: countriesOf(codes),
      preset: codes === null || codes.includes('US') ? 'US' : (codes[0] ?? 'US'),
      autocomplete: `${fill} country`,
      inGroup: true,
    }),
    field(form, {
      name: `${kind}AddressLine1`,
      label: 'Address line 1',
      placeholder: 'Address line 1',
      autocomplete: `${fill} address-line1`,
      inGroup: true,
    }),
    field(form, {
      name: `${kind}AddressLine2`,
      label: 'Address line 2',
      placeholder: 'Address line 2',
      autocomplete: `${fill} address-line2`,
      inGroup: true,
    }),
    field(form, {
      name: `${kind}Locality`,
      label: 'City',
      placeholder: 'City',
      autocomplete: `${fill} address-level2`,
      inGroup: true,
      half: true,
    }),
    field(form, {
      name: `${kind}AdministrativeArea`,
      label: 'State',
      placeholder: 'State',
      autocomplete: `${fill} address-level1`,
      inGroup: true,
      half: true,
    }),
    field(form, {
      name: `${kind}PostalCode`,
      label: 'ZIP',
      placeholder: 'ZIP',
      autocomplete: `${fill} postal-code`,
      inGroup: true,
    }),
  ]
}

/** The names of countries by code: of all, or of some. */
export function countriesOf(codes: readonly string[] | null): Readonly<Record<string, string>> {
  return codes === null ? COUNTRIES : Object.fromEntries(codes.map((code) => [code, COUNTRIES[code] ?? code]))
}

const METHOD_NAMES: Readonly<Record<string, string>> = {
  card: 'Card',
  us_bank_account: 'US bank account',
  sepa_debit: 'SEPA Direct Debit',
  link: 'Link',
}

function payment(parts: CheckoutPage): Part {
  const { form, methods, savedMethods, billingAddress } = parts
  if (methods.length === 0) return null
  const choices = [
    ...Object.entries(savedMethods),
    ...methods.map((type): [string, string] => [type, METHOD_NAMES[type] ?? type]),
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
    case 'link':
      return html`<p class="soft">Link pays with what it has saved for the e-mail address above.</p>`
    default:
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
        billingAddress
          ? group('Billing address', addressFields(form, 'billing', null))
          : group('Country or region', [
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
            ]),
      ]
  }
}

function questions({ form, customFields, taxId }: CheckoutPage): Part {
  return [
    customFields.map(({ key, label, optional, preset, numeric, choices, maxlength }) =>
      field(form, {
        name: `custom-${key}`,
        label,
        optional,
        preset,
        ...(numeric ? { inputmode: 'numeric' as const } : {}),
        ...(choices === null ? {} : { choices: { '': 'Select', ...choices } }),
        ...(maxlength === null ? {} : { maxlength }),
      }),
    ),
    taxId && [
      checkbox(form, 'businessPurchase', "I'm purchasing as a business"),
      html`<div data-business>
        ${group('Business details', [
          field(form, {
            name: 'taxBusinessName',
            label: 'Business name',
            placeholder: 'Business name',
            autocomplete: 'organization',
            inGroup: true,
          }),
          field(form, {
            name: 'taxIdType',
            label: 'Type of tax ID',
            choices: TAX_ID_TYPES,
            preset: 'eu_vat',
            inGroup: true,
            half: true,
          }),
          field(form, { name: 'taxId', label: 'Tax ID', placeholder: 'DE123456789', inGroup: true, half: true }),
        ])}
      </div>`,
    ],
  ]
}

/** The types of tax ids that the page offers, with the vendor's names. */
const TAX_ID_TYPES: Readonly<Record<string, string>> = {
  eu_vat: 'EU VAT',
  gb_vat: 'GB VAT',
  us_ein: 'US EIN',
  ch_vat: 'CH VAT',
  au_abn: 'AU ABN',
  ca_bn: 'CA BN',
  jp_cn: 'JP CN',
  no_vat: 'NO VAT',
}

function consent({ form, terms, promotions, texts, merchant }: CheckoutPage): Part {
  return [
    promotions && checkbox(form, 'promotionsConsent', `Get updates and offers from ${merchant}`),
    terms &&
      checkbox(
        form,
        'termsOfServiceConsentCheckbox',
        texts.terms ?? `I agree to ${merchant}'s Terms of Service and Privacy Policy`,
      ),
  ]
}

/** The page that follows a payment where the application has none of its own; a page that embeds it hears of the payment. */
export function completePage({
  heading,
  message,
  embedded,
  returnUrl,
  script,
}: {
  readonly heading: string
  readonly message: string
  readonly embedded: boolean
  /** Where the page that embeds this one goes; null where it stays. */
  readonly returnUrl: string | null
  readonly script: string
}): Answer {
  const content = html`<div class="plain" ${embedded && html`data-embedded data-complete="${returnUrl ?? ''}"`}>
    <h1 class="done">${heading}</h1>
    <p>${message}</p>
  </div>`
  return page({
    service: SERVICE,
    title: heading,
    content,
    style: PAY_STYLE,
    script,
    ...(embedded ? { framedBy: '*' } : {}),
  })
}
