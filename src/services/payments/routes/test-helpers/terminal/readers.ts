import { readerJson } from '#payments/json/terminal.ts'
import { hash, integer, oneOf, required, text } from '#payments/protocol/params.ts'
import { fillInputs, timeOutInputs } from '#payments/rules/terminal/inputs.ts'
import { presentMethod } from '#payments/rules/terminal/present.ts'
import { answer, post } from '../../route.ts'
import { findReader } from '../../terminal/readers/find-reader.ts'

const one = '/v1/test_helpers/terminal/readers/:reader'

/** A customer's actions at a simulated reader. https://docs.stripe.com/api/terminal/readers/present_payment_method */
export const testReadersRoutes = [
  post(
    'PostTestHelpersTerminalReadersReaderPresentPaymentMethod',
    `${one}/present_payment_method`,
    {
      amount_tip: integer({ min: 0 }),
      card: hash({
        cvc: text(),
        exp_month: required(integer()),
        exp_year: required(integer()),
        number: required(text()),
      }),
      card_present: hash({ number: text() }),
      interac_present: hash({ number: text() }),
      type: oneOf('card', 'card_present', 'interac_present'),
    },
    (call) => {
      const { amount_tip: tip = 0, card, type = 'card_present' } = call.input
      const typed = card && { expMonth: card.exp_month, expYear: card.exp_year, cvc: card.cvc }
      const number = call.input[type]?.number
      const reader = presentMethod(call, findReader(call, call.params.reader), { type, number, typed, tip })
      return answer(call, readerJson(call, reader))
    },
  ),
  post(
    'PostTestHelpersTerminalReadersReaderSucceedInputCollection',
    `${one}/succeed_input_collection`,
    { skip_non_required_inputs: oneOf('all', 'none') },
    (call) => {
      const skips = call.input.skip_non_required_inputs === 'all'
      return answer(call, readerJson(call, fillInputs(call, findReader(call, call.params.reader), skips)))
    },
  ),
  post('PostTestHelpersTerminalReadersReaderTimeoutInputCollection', `${one}/timeout_input_collection`, {}, (call) =>
    answer(call, readerJson(call, timeOutInputs(call, findReader(call, call.params.reader)))),
  ),
]
