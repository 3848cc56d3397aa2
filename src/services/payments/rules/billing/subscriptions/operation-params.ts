import { LIST_PARAMS } from '#payments/protocol/list.ts'
import {
  boolean,
  currency,
  hash,
  integer,
  list,
  oneOf,
  range,
  required,
  scalarOr,
  text,
  timestamp,
  until,
  unsettable,
  unsupported,
} from '#payments/protocol/params.ts'
import { CHANGED_ITEM, NEW_ITEM } from './item-params.ts'
import { CANCELLATION_DETAILS, COLLECTION_METHOD, MOMENT_OR_NOW, SUBSCRIPTION_FIELDS } from './field-params.ts'

/** The parameter `billing_mode[flexible]`. */
export const FLEXIBLE = hash({ proration_discounts: oneOf('included', 'itemized') })

/** The parameter `billing_cycle_anchor` of an update: a word; since 2026-10-28 a hash with the word as its `type`. */
export const ANCHOR = scalarOr(oneOf('now', 'unchanged'), hash({ type: required(oneOf('now', 'unchanged')) }))

/** The parameters of a new subscription. https://docs.stripe.com/api/subscriptions/create */
export const SUBSCRIPTION_INPUT = {
  ...SUBSCRIPTION_FIELDS,
  backdate_start_date: timestamp(),
  billing_cycle_anchor: timestamp(),
  billing_cycle_anchor_config: hash({
    day_of_month: required(integer({ min: 1, max: 31 })),
    hour: integer({ min: 0, max: 23 }),
    minute: integer({ min: 0, max: 59 }),
    month: integer({ min: 1, max: 12 }),
    second: integer({ min: 0, max: 59 }),
  }),
  billing_mode: hash({ flexible: FLEXIBLE, type: required(oneOf('classic', 'flexible')) }),
  currency: currency(),
  customer: required(text()),
  customer_account: unsupported(),
  items: list(hash(NEW_ITEM)),
  trial_end: MOMENT_OR_NOW,
  trial_period_days: integer({ min: 0, max: 730 }),
}

/** The parameters of an update. https://docs.stripe.com/api/subscriptions/update */
export const SUBSCRIPTION_CHANGES = {
  ...SUBSCRIPTION_FIELDS,
  billing_cycle_anchor: ANCHOR,
  cancellation_details: CANCELLATION_DETAILS,
  items: list(hash(CHANGED_ITEM)),
  pause_collection: unsettable(
    hash({ behavior: required(oneOf('keep_as_draft', 'mark_uncollectible', 'void')), resumes_at: timestamp() }),
  ),
  plan: until('2025-09-30.clover', text()),
  proration_date: timestamp(),
  quantity: until('2025-09-30.clover', integer({ min: 0 })),
  trial_end: MOMENT_OR_NOW,
  trial_from_plan: unsupported(),
}

const STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

/** The parameters of the list. https://docs.stripe.com/api/subscriptions/list */
export const SUBSCRIPTION_LIST = {
  ...LIST_PARAMS,
  automatic_tax: hash({ enabled: required(boolean()) }),
  collection_method: COLLECTION_METHOD,
  created: range(),
  current_period_end: range(),
  current_period_start: range(),
  customer: text(),
  customer_account: unsupported(),
  plan: text(),
  price: text(),
  status: oneOf(...STATUSES),
  test_clock: text(),
}
