import { PAYMENT_METHOD_TYPES } from '#payments/protocol/method-types.ts'
import {
  anything,
  boolean,
  currency,
  email,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  scalarOr,
  statementDescriptor,
  text,
  unsettable,
  unsupported,
  url,
} from '#payments/protocol/params.ts'
import { AMOUNT_DETAILS } from './amount-details.ts'
import { PAYMENT_METHOD_OPTIONS } from './method-options.ts'
import { MANDATE_DATA } from '../payment-methods/mandates.ts'
import { PAYMENT_METHOD_DATA } from '../payment-methods/params.ts'
import { SHIPPING } from '#payments/protocol/shared-params.ts'

const CAPTURE_METHOD = oneOf('automatic', 'automatic_async', 'manual')

/** The parameters that creating, updating and confirming an intent share. */
const SHARED = {
  allowed_payment_method_types: list(text()),
  amount_details: AMOUNT_DETAILS,
  capture_method: CAPTURE_METHOD,
  excluded_payment_method_types: unsettable(list(text())),
  hooks: anything(),
  payment_details: anything(),
  payment_method: unsettable(text()),
  payment_method_data: hash(PAYMENT_METHOD_DATA),
  payment_method_options: PAYMENT_METHOD_OPTIONS,
  payment_method_types: PAYMENT_METHOD_TYPES,
  receipt_email: unsettable(email()),
  setup_future_usage: unsettable(oneOf('off_session', 'on_session')),
  shipping: unsettable(hash(SHIPPING)),
}

const DESCRIBED = {
  application_fee_amount: unsettable(integer({ min: 0 })),
  customer: text(),
  description: unsettable(text()),
  metadata: metadata(),
  payment_method_configuration: text(),
  statement_descriptor: statementDescriptor(),
  statement_descriptor_suffix: statementDescriptor(),
  transfer_group: text(),
}

const MANDATE = {
  confirmation_token: text(),
  error_on_requires_action: boolean(),
  mandate: text(),
  mandate_data: MANDATE_DATA,
  off_session: scalarOr(offSession(), offSession()),
  radar_options: anything(),
  return_url: url(),
  use_stripe_sdk: boolean(),
}

function offSession() {
  const words = oneOf('one_off', 'recurring')
  const flag = boolean()
  return {
    read(raw: Parameters<typeof flag.read>[0], path: string): boolean {
      if (raw === 'one_off' || raw === 'recurring') return words.read(raw, path) !== undefined
      return flag.read(raw, path)
    },
  }
}

const TRANSFER = {
  amount: integer({ min: 1 }),
  description: unsupported(),
  metadata: unsupported(),
  payment_data: unsupported(),
}

/** https://docs.stripe.com/api/payment_intents/create */
export const PAYMENT_INTENT_INPUT = {
  ...SHARED,
  ...DESCRIBED,
  ...MANDATE,
  amount: required(integer()),
  currency: required(currency()),
  customer_account: unsupported(),
  automatic_payment_methods: hash({ allow_redirects: oneOf('always', 'never'), enabled: required(boolean()) }),
  confirm: boolean(),
  confirmation_method: oneOf('automatic', 'manual'),
  managed_payments: anything(),
  on_behalf_of: text(),
  transfer_data: hash({ ...TRANSFER, destination: required(text()) }),
}

/** https://docs.stripe.com/api/payment_intents/update */
export const PAYMENT_INTENT_CHANGES = {
  ...SHARED,
  ...DESCRIBED,
  amount: integer(),
  currency: currency(),
  customer_account: unsupported(),
  client_secret: text(),
  transfer_data: hash(TRANSFER),
}

/** https://docs.stripe.com/api/payment_intents/confirm */
export const PAYMENT_INTENT_CONFIRMATION = {
  ...SHARED,
  ...MANDATE,
  amount_to_confirm: integer(),
  client_secret: text(),
}
