import {
  boolean,
  hash,
  integer,
  list,
  metadata,
  number,
  oneOf,
  required,
  text,
  timestamp,
  unsettable,
  unsupported,
  type Param,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { LINE_ITEM } from '../checkout/params.ts'

const ISSUER = hash({ account: unsupported(), type: required(oneOf('account', 'self')) })

const { adjustable_quantity: _adjustable, metadata: _metadata, ...LINE } = LINE_ITEM

/** A moment in epoch seconds, or the end of the current period of a subscription. */
const EFFECTIVE_DATE: Param<number | 'current_period_end'> = {
  read: (raw, path) => (raw === 'current_period_end' ? raw : timestamp().read(raw, path)),
}

/** The parameters of a quote that updates have too. https://docs.stripe.com/api/quotes/update */
export const QUOTE_CHANGES = {
  application_fee_amount: unsettable(integer({ min: 0 })),
  application_fee_percent: unsettable(number({ min: 0, max: 100 })),
  automatic_tax: hash({ enabled: required(boolean()), liability: ISSUER }),
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  customer: text(),
  customer_account: unsupported(),
  default_tax_rates: unsettable(list(text())),
  description: unsettable(text({ max: 500 })),
  discounts: unsettable(list(hash({ coupon: text(), discount: unsupported(), promotion_code: text() }))),
  expires_at: timestamp(),
  footer: unsettable(text({ max: 500 })),
  header: unsettable(text({ max: 50 })),
  invoice_settings: hash({
    custom_fields: unsettable(
      list(hash({ name: required(text({ max: 40 })), value: required(text({ max: 140 })) }), { max: 4 }),
    ),
    days_until_due: integer({ min: 0 }),
    description: unsettable(text()),
    footer: unsettable(text()),
    issuer: ISSUER,
  }),
  line_items: list(hash({ ...LINE, discounts: unsupported(), id: text(), tax_rates: unsettable(list(text())) })),
  metadata: metadata(),
  on_behalf_of: unsettable(text()),
  subscription_data: hash({
    billing_mode: hash({
      flexible: hash({ proration_discounts: oneOf('included', 'itemized') }),
      type: required(oneOf('flexible')),
    }),
    description: unsettable(text({ max: 500 })),
    effective_date: unsettable(EFFECTIVE_DATE),
    metadata: metadata(),
    trial_period_days: unsettable(integer({ min: 0 })),
  }),
  transfer_data: unsettable(
    hash({
      amount: integer({ min: 0 }),
      amount_percent: number({ min: 0, max: 100 }),
      destination: required(text()),
    }),
  ),
}

/** The parameters of a new quote. https://docs.stripe.com/api/quotes/create */
export const QUOTE_INPUT = {
  ...QUOTE_CHANGES,
  from_quote: hash({ is_revision: boolean(), quote: required(text()) }),
  test_clock: text(),
}

/** The values of {@link QUOTE_INPUT}. */
export type QuoteInput = ValuesOf<typeof QUOTE_INPUT>
