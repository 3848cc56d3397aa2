import type { Answer } from '#core/answer.ts'
import { issuedCardJson } from '#payments/json/issuing.ts'
import { moveShipment, type ShippingStatus } from '#payments/rules/issuing/cards.ts'
import { findCard } from '../../issuing/cards.ts'
import { answer, post } from '../../route.ts'
import type { SignedCall } from '#payments/call.ts'

const one = '/v1/test_helpers/issuing/cards/:card/shipping'

type Call = SignedCall & {
  readonly account: string
  readonly input: object
  readonly params: { readonly card: string }
}

/** The way of physical cards in a test. https://docs.stripe.com/issuing/cards/physical/testing */
export const testCardsRoutes = [
  post('PostTestHelpersIssuingCardsCardShippingDeliver', `${one}/deliver`, {}, (call) => moved(call, 'delivered')),
  post('PostTestHelpersIssuingCardsCardShippingFail', `${one}/fail`, {}, (call) => moved(call, 'failure')),
  post('PostTestHelpersIssuingCardsCardShippingReturn', `${one}/return`, {}, (call) => moved(call, 'returned')),
  post('PostTestHelpersIssuingCardsCardShippingShip', `${one}/ship`, {}, (call) => moved(call, 'shipped')),
  post('PostTestHelpersIssuingCardsCardShippingSubmit', `${one}/submit`, {}, (call) => moved(call, 'submitted')),
]

function moved(call: Call, status: ShippingStatus): Answer {
  return answer(call, issuedCardJson(call, moveShipment(call, findCard(call, call.params.card), status)))
}
