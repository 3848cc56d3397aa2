import * as v from 'valibot'
import { CURRENCIES } from '#payments/schema/currencies.ts'

const text = v.pipe(v.string(), v.minLength(1))
const count = v.pipe(v.number(), v.integer(), v.minValue(1))
const amount = v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Minor units: 1500 is 15 dollars.'))
const id = v.pipe(v.string(), v.regex(/^[\w-]+$/, 'expected an id, such as price_gold'))
const metadata = v.optional(v.record(v.string(), v.string()), {})
const currency = v.pipe(
  v.string(),
  v.check((code) => CURRENCIES.has(code), 'expected a currency in lower case, such as usd'),
)

/** The products, prices, discounts, taxes and subscriptions of a seed. */
export const billingSection = {
  products: v.optional(
    v.array(
      v.strictObject({
        id: v.optional(id),
        name: text,
        description: v.optional(text),
        active: v.optional(v.boolean(), true),
        metadata,
      }),
    ),
    [],
  ),
  prices: v.optional(
    v.array(
      v.strictObject({
        id: v.optional(id),
        product: v.pipe(text, v.description('The name or the id of a product of the seed.')),
        unit_amount: amount,
        currency: v.optional(currency, 'usd'),
        recurring: v.optional(
          v.strictObject({
            interval: v.picklist(['day', 'week', 'month', 'year']),
            interval_count: v.optional(count, 1),
          }),
        ),
        lookup_key: v.optional(text),
        nickname: v.optional(text),
        metadata,
      }),
    ),
    [],
  ),
  coupons: v.optional(
    v.array(
      v.strictObject({
        id: v.optional(id),
        name: v.optional(text),
        percent_off: v.optional(v.pipe(v.number(), v.minValue(0.01), v.maxValue(100))),
        amount_off: v.optional(v.pipe(amount, v.minValue(1))),
        currency: v.optional(currency),
        duration: v.optional(v.picklist(['once', 'repeating', 'forever']), 'once'),
        duration_in_months: v.optional(count),
        max_redemptions: v.optional(count),
      }),
    ),
    [],
  ),
  promotion_codes: v.optional(
    v.array(
      v.strictObject({
        code: text,
        coupon: v.pipe(text, v.description('The id of a coupon of the seed.')),
        active: v.optional(v.boolean(), true),
        max_redemptions: v.optional(count),
      }),
    ),
    [],
  ),
  tax_rates: v.optional(
    v.array(
      v.strictObject({
        id: v.optional(id),
        display_name: text,
        percentage: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
        inclusive: v.optional(v.boolean(), false),
        country: v.optional(text),
      }),
    ),
    [],
  ),
  tax: v.optional(
    v.strictObject({
      rates: v.optional(
        v.pipe(
          v.record(
            v.pipe(v.string(), v.regex(/^[A-Z]{2}(?:-[A-Z]{2})?$/, 'expected a country or a state: DE, US-CA')),
            v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
          ),
          v.description('Percentages of tax by country or state, in place of those that are built in: { DE: 19 }.'),
        ),
        {},
      ),
      registrations: v.optional(
        v.pipe(
          v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}(?:-[A-Z]{2})?$/, 'expected a country or a state: DE, US-CA'))),
          v.description('The countries and states in which the account collects tax.'),
        ),
        [],
      ),
    }),
    {},
  ),
  subscriptions: v.optional(
    v.array(
      v.strictObject({
        id: v.optional(id),
        customer: v.pipe(text, v.description('The e-mail address or the id of a customer of the seed.')),
        prices: v.pipe(
          v.array(v.pipe(text, v.description('The id or the lookup key of a recurring price of the seed.'))),
          v.minLength(1),
        ),
        trial_days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
        status: v.optional(
          v.pipe(
            v.picklist(['active', 'canceled', 'incomplete', 'past_due', 'paused', 'trialing', 'unpaid']),
            v.description('Default: what the payment of the first invoice makes it; active without a payment method.'),
          ),
        ),
        metadata,
      }),
    ),
    [],
  ),
  billing: v.optional(
    v.strictObject({
      retry_days: v.optional(
        v.pipe(v.array(count), v.description('Days between the attempts to collect a renewal that failed.')),
        [3, 5, 7],
      ),
      after_retries: v.optional(
        v.pipe(
          v.picklist(['cancel', 'unpaid', 'past_due']),
          v.description('The fate of the subscription after the last failed attempt.'),
        ),
        'cancel',
      ),
    }),
    {},
  ),
}
