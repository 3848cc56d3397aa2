import type { Answer } from '#core/answer.ts'
import { html, type Part } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import type { CheckoutPage } from './checkout-parts.ts'
import { checkbox, field, group } from './form-field.ts'
import { SERVICE } from './missing.ts'
import { order, promotion } from './order.ts'
import { addressFields, payment } from './payment-fields.ts'
import { PAY_STYLE } from './style.ts'
import { TAX_ID_TYPES } from '#payments/rules/customers/tax-id-types.ts'

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

/**
 * The page that follows a payment where the application has none of its own; a page that embeds it hears of the
 * payment.
 */
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
  /** The URL to which the page that embeds this one goes; null where it stays. */
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
