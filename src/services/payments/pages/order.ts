import { html, type Part } from '#pages/html.ts'
import type { CheckoutPage, OrderLine } from './checkout-parts.ts'

/** Returns the lines of the order, with the fields that change them, and the sums. */
export function order({ lines, sums, shippingOptions }: CheckoutPage): Part {
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

/** Returns the field for a promotion code, or the code that is applied; nothing where no code can be entered. */
export function promotion({ promotion: offered, form }: CheckoutPage): Part {
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
