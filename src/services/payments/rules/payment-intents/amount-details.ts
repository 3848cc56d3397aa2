import {
  anything,
  boolean,
  hash,
  integer,
  list,
  number,
  required,
  text,
  unsettable,
} from '#payments/protocol/params.ts'
import type { ValuesOf } from '#payments/protocol/params.ts'
import type { Wire } from '#payments/schema/payments.ts'

const TAX = { total_tax_amount: required(integer({ min: 0 })) }

const FIELDS = {
  discount_amount: unsettable(integer({ min: 1 })),
  enforce_arithmetic_validation: boolean(),
  line_items: unsettable(
    list(
      hash({
        discount_amount: integer({ min: 1 }),
        payment_method_options: anything(),
        product_code: text({ max: 12 }),
        product_name: required(text({ max: 1024 })),
        quantity: required(number({ min: 0 })),
        tax: hash(TAX),
        unit_cost: required(integer({ min: 0 })),
        unit_of_measure: text({ max: 12 }),
      }),
      { max: 200 },
    ),
  ),
  shipping: unsettable(
    hash({
      amount: unsettable(integer({ min: 0 })),
      from_postal_code: unsettable(text({ max: 10 })),
      to_postal_code: unsettable(text({ max: 10 })),
    }),
  ),
  tax: unsettable(hash(TAX)),
}

/** The parameter that says what the amount of a payment is made of. */
export const AMOUNT_DETAILS = hash(FIELDS)

/**
 * Returns what the amount of a payment is made of, as the vendor writes it. The lines are left out, which the vendor
 * shows by `expand` only. https://docs.stripe.com/api/payment_intents/object#payment_intent_object-amount_details
 */
export function amountDetailsOf({ discount_amount: discount, shipping, tax }: ValuesOf<typeof FIELDS>): Wire {
  return {
    ...(discount === undefined || discount === null ? {} : { discount_amount: discount }),
    ...(shipping === undefined || shipping === null
      ? {}
      : {
          shipping: {
            amount: shipping.amount ?? null,
            from_postal_code: shipping.from_postal_code ?? null,
            to_postal_code: shipping.to_postal_code ?? null,
          },
        }),
    ...(tax === undefined || tax === null ? {} : { tax: { total_tax_amount: tax.total_tax_amount } }),
    tip: {},
  }
}
