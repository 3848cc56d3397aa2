import { invalidRequest } from '#payments/errors.ts'
import { readerJson } from '#payments/json/terminal.ts'
import {
  boolean,
  currency,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  url,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { checkReadable, startAction } from '#payments/rules/terminal/actions.ts'
import { answer, post } from '../../route.ts'
import { findReader } from './find-reader.ts'
import { INPUTS, inputJson } from './inputs.ts'
import type { SignedCall } from '#payments/call.ts'
import type { PaymentIntent } from '#payments/schema/payments.ts'

const one = '/v1/terminal/readers/:reader'

const REDISPLAY = oneOf('always', 'limited', 'unspecified')

const CONFIG = {
  allow_redisplay: REDISPLAY,
  enable_customer_cancellation: boolean(),
  skip_tipping: boolean(),
  tipping: hash({ amount_eligible: integer({ min: 0 }) }),
}

type Call = SignedCall & { readonly account: string }

/** The actions of a reader. https://docs.stripe.com/terminal/payments/collect-card-payment?terminal-sdk-platform=server-driven */
export const readerActionsRoutes = [
  post(
    'PostTerminalReadersReaderProcessPaymentIntent',
    `${one}/process_payment_intent`,
    { payment_intent: required(text()), process_config: hash({ ...CONFIG, return_url: url() }) },
    (call) => {
      const { payment_intent, process_config } = call.input
      const reader = findReader(call, call.params.reader)
      checkReadable(findIntent(call, payment_intent))
      const details = withConfig({ payment_intent }, { process_config })
      return answer(call, readerJson(call, startAction(call, reader, 'process_payment_intent', details)))
    },
  ),
  post(
    'PostTerminalReadersReaderCollectPaymentMethod',
    `${one}/collect_payment_method`,
    { payment_intent: required(text()), collect_config: hash(CONFIG) },
    (call) => {
      const { payment_intent, collect_config } = call.input
      const reader = findReader(call, call.params.reader)
      checkReadable(findIntent(call, payment_intent))
      const details = withConfig({ payment_intent }, { collect_config })
      return answer(call, readerJson(call, startAction(call, reader, 'collect_payment_method', details)))
    },
  ),
  post(
    'PostTerminalReadersReaderConfirmPaymentIntent',
    `${one}/confirm_payment_intent`,
    { payment_intent: required(text()), confirm_config: hash({ return_url: url() }) },
    (call) => {
      const { payment_intent, confirm_config } = call.input
      const reader = findReader(call, call.params.reader)
      checkReadable(findIntent(call, payment_intent))
      const collected = reader.action?.details['payment_intent'] === payment_intent ? reader.action.collected : null
      if (collected === null) {
        throw invalidRequest('The reader has collected no payment method for this PaymentIntent.', {
          param: 'payment_intent',
        })
      }
      const details = withConfig({ payment_intent }, { confirm_config })
      return answer(call, readerJson(call, startAction(call, reader, 'confirm_payment_intent', details, collected)))
    },
  ),
  post(
    'PostTerminalReadersReaderProcessSetupIntent',
    `${one}/process_setup_intent`,
    {
      allow_redisplay: required(REDISPLAY),
      process_config: hash({ enable_customer_cancellation: boolean() }),
      setup_intent: required(text()),
    },
    (call) => {
      const { rows, account, input } = call
      const reader = findReader(call, call.params.reader)
      const { id, status } = findRecord(rows.setupIntents, account, 'setupintent', input.setup_intent, {
        param: 'setup_intent',
      })
      if (status !== 'requires_payment_method') {
        throw invalidRequest('Setup intent must be in the requires_payment_method state to be processed by a reader.', {
          code: 'intent_invalid_state',
          param: 'setup_intent',
        })
      }
      const details = withConfig({ setup_intent: id }, { process_config: input.process_config })
      return answer(call, readerJson(call, startAction(call, reader, 'process_setup_intent', details)))
    },
  ),
  post(
    'PostTerminalReadersReaderRefundPayment',
    `${one}/refund_payment`,
    {
      amount: integer({ min: 1 }),
      charge: text(),
      metadata: metadata(),
      payment_intent: text(),
      refund_application_fee: boolean(),
      refund_payment_config: hash({ enable_customer_cancellation: boolean() }),
      reverse_transfer: boolean(),
    },
    (call) => {
      const { rows, account, input } = call
      const { charge, payment_intent: intent } = input
      const reader = findReader(call, call.params.reader)
      if ((charge === undefined) === (intent === undefined)) {
        throw invalidRequest('You must specify exactly one of these parameters: charge, payment_intent.')
      }
      if (charge !== undefined) findRecord(rows.charges, account, 'charge', charge, { param: 'charge' })
      if (intent !== undefined) findIntent(call, intent)
      return answer(call, readerJson(call, startAction(call, reader, 'refund_payment', withConfig({}, input))))
    },
  ),
  post(
    'PostTerminalReadersReaderSetReaderDisplay',
    `${one}/set_reader_display`,
    {
      cart: hash({
        currency: required(currency()),
        line_items: required(
          list(
            hash({
              amount: required(integer()),
              description: required(text()),
              quantity: required(integer({ min: 0 })),
            }),
          ),
        ),
        tax: integer(),
        total: required(integer()),
      }),
      type: required(oneOf('cart')),
    },
    (call) => {
      const { cart, type } = call.input
      const reader = findReader(call, call.params.reader)
      const shown = cart === undefined ? null : { ...cart, tax: cart.tax ?? null }
      return answer(call, readerJson(call, startAction(call, reader, 'set_reader_display', { cart: shown, type })))
    },
  ),
  post(
    'PostTerminalReadersReaderCollectInputs',
    `${one}/collect_inputs`,
    { inputs: required(INPUTS), metadata: metadata() },
    (call) => {
      const { inputs, metadata = null } = call.input
      const reader = findReader(call, call.params.reader)
      const details = { inputs: inputs.map(inputJson), metadata: metadata ?? {} }
      return answer(call, readerJson(call, startAction(call, reader, 'collect_inputs', details)))
    },
  ),
  post('PostTerminalReadersReaderCancelAction', `${one}/cancel_action`, {}, (call) => {
    const { id } = findReader(call, call.params.reader)
    return answer(call, readerJson(call, call.rows.readers.update(id, { action: null })))
  }),
]

function findIntent({ rows, account }: Call, id: string): PaymentIntent {
  return findRecord(rows.paymentIntents, account, 'payment_intent', id, { param: 'payment_intent' })
}

/** Returns the members of an action; what the request leaves out is left out. */
function withConfig(members: object, options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = Object.entries(options).filter(([name, value]) => value !== undefined && name !== 'expand')
  return { ...members, ...Object.fromEntries(given) }
}
