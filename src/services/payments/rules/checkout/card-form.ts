import type { PaymentMethodInput } from '../payment-methods/params.ts'
import { addressIn, cardMistakes, methodInput, type Typed } from './page-form.ts'

/** Reads a form that has a card only: the mistakes by field, or the payment method. */
export function readCardForm(
  typed: Typed,
  now: number,
): { readonly errors: Readonly<Record<string, string>> } | { readonly input: PaymentMethodInput } {
  const errors = cardMistakes(typed, now)
  if (Object.keys(errors).length > 0) return { errors }
  const address = addressIn(typed, 'billing')
  return {
    input: {
      ...methodInput(typed, 'card'),
      billing_details: { name: (typed['billingName'] ?? '').trim(), ...(address === null ? {} : { address }) },
    },
  }
}
