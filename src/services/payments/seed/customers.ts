import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1))

/** The customers of a seed. */
export const customerSection = {
  customers: v.optional(
    v.array(
      v.strictObject({
        id: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'expected an id, such as cus_ada'))),
        name: v.optional(text),
        email: v.optional(v.pipe(v.string(), v.rfcEmail())),
        balance: v.optional(
          v.pipe(v.number(), v.integer(), v.description('Minor units; negative: the customer has credit.')),
          0,
        ),
        metadata: v.optional(v.record(v.string(), v.string()), {}),
        coupon: v.optional(v.pipe(text, v.description('The id of a coupon, whose discount the customer has.'))),
        payment_methods: v.optional(
          v.pipe(
            v.array(text),
            v.description('Test cards by name (visa, mastercard, visa_chargeDeclined …); the first is the default.'),
          ),
          [],
        ),
      }),
    ),
    [],
  ),
}
