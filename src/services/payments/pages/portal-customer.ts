import type { Answer } from '#core/answer.ts'
import { html, type Part } from '#pages/html.ts'
import { field, group, type FormState } from './form-field.ts'
import { addressFields } from './payment-fields.ts'
import { portalPage, type PortalFrame } from './portal.ts'
import { TAX_ID_TYPES } from '#payments/rules/customers/tax-id-types.ts'

/** The page on which customers change their details. */
export interface CustomerPage {
  readonly action: string
  readonly form: FormState
  /** The details that may be changed: `name`, `email`, `phone`, `address`, `shipping`, `tax_id`. */
  readonly allowed: readonly string[]
  /** The tax ids of the customer, each with the address to which its removal is sent. */
  readonly taxIds: readonly { readonly words: string; readonly removal: string }[]
}

/** Returns the page on which customers change their details. */
export function customerPage(frame: PortalFrame, { action, form, allowed, taxIds }: CustomerPage): Answer {
  const content = html`<h1>Billing information</h1>
    <form method="post" action="${action}" novalidate>
      ${allowed.includes('name') && field(form, { name: 'name', label: 'Name', autocomplete: 'name' })}
      ${allowed.includes('email') && field(form, { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' })}
      ${allowed.includes('address') && group('Address', addressFields(form, 'billing', null, { optional: true }))}
      ${allowed.includes('shipping') && shipping(form)}
      ${allowed.includes('phone') && field(form, { name: 'phone', label: 'Phone number', type: 'tel', autocomplete: 'tel' })}
      ${allowed.includes('tax_id') && newTaxId(form)}
      <button class="submit">Save</button>
    </form>
    ${allowed.includes('tax_id') && taxIds.length > 0 && removals(taxIds)}
    <p><a href="${frame.home}">Go back</a></p>`
  return portalPage(frame, 'Billing information', content)
}

function shipping(form: FormState): Part {
  return group('Shipping address', [
    field(form, {
      name: 'shippingName',
      label: 'Name',
      placeholder: 'Name',
      autocomplete: 'shipping name',
      inGroup: true,
    }),
    ...addressFields(form, 'shipping', null, { optional: true }),
  ])
}

function newTaxId(form: FormState): Part {
  return group('Tax ID', [
    field(form, {
      name: 'taxIdType',
      label: 'Type of tax ID',
      choices: TAX_ID_TYPES,
      preset: 'eu_vat',
      inGroup: true,
      half: true,
    }),
    field(form, { name: 'taxId', label: 'Tax ID', placeholder: 'DE123456789', inGroup: true, half: true }),
  ])
}

function removals(taxIds: CustomerPage['taxIds']): Part {
  return html`<h2>Tax IDs</h2>
    <ul class="rows" aria-label="Tax IDs">
      ${taxIds.map(
        ({ words, removal }) =>
          html`<li>
            <span>${words}</span>
            <form method="post" action="${removal}"><button class="small">Delete</button></form>
          </li> `,
      )}
    </ul>`
}
