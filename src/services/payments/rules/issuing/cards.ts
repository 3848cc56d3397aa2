import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { newRecord } from '../records.ts'
import { requireActivatable } from './requirements.ts'
import type { IssuedCard } from '#payments/schema/issuing.ts'

type CardInput = Pick<
  IssuedCard,
  | 'cancelAfter'
  | 'cardholder'
  | 'currency'
  | 'metadata'
  | 'replacementFor'
  | 'replacementReason'
  | 'secondLine'
  | 'shipping'
  | 'spendingControls'
  | 'status'
  | 'type'
> & { readonly expMonth: number | undefined; readonly expYear: number | undefined }

/**
 * Issues a card, valid for four years by default. Emits `issuing_card.created`.
 *
 * @throws 400 for an active card of a cardholder who has not told everything.
 */
export function issueCard(context: PaymentsContext, account: string, input: CardInput): IssuedCard {
  const { rows, ids, clock } = context
  if (input.status === 'active') requireActivatable(context, input.cardholder)
  const today = new Date(clock.now())
  const card = rows.issuedCards.insert({
    ...newRecord(context, account, 'ic_'),
    ...input,
    expMonth: input.expMonth ?? today.getUTCMonth() + 1,
    expYear: input.expYear ?? today.getUTCFullYear() + 4,
    cancellationReason: null,
    cvc: digits(ids.hex(3)),
    number: `400000999${digits(ids.hex(7))}`,
    replacedBy: null,
  })
  if (input.replacementFor !== null) rows.issuedCards.update(input.replacementFor, { replacedBy: card.id })
  context.emit({ type: 'issuing_card.created', kind: 'issuing.card', row: card })
  return card
}

function digits(hex: string): string {
  return Array.from(hex, (letter) => String(Number.parseInt(letter, 16) % 10)).join('')
}

/**
 * Changes a card. Emits `issuing_card.updated`.
 *
 * @throws 400 for a card that is canceled, whose status cannot be changed, and for the activation of a card whose
 * cardholder has not told everything.
 */
export function updateCard(
  context: PaymentsContext,
  before: IssuedCard,
  changes: Partial<Omit<IssuedCard, 'id' | 'account' | 'seq'>>,
): IssuedCard {
  if (before.status === 'canceled' && changes.status !== undefined && changes.status !== 'canceled') {
    throw invalidRequest('This card has been canceled; its status can no longer be changed.', { param: 'status' })
  }
  if (changes.status === 'active' && before.status !== 'active') requireActivatable(context, before.cardholder)
  const after = context.rows.issuedCards.update(before.id, changes)
  context.emit({ type: 'issuing_card.updated', kind: 'issuing.card', row: after, before })
  return after
}

/** Cancels a card that was made for a number of payments, when it has made them. */
export function cancelSpentCard(context: PaymentsContext, id: string): void {
  const card = context.rows.issuedCards.require(id)
  if (card.cancelAfter === null || card.status === 'canceled') return
  const payments = context.rows.issuingAuthorizations.list('card', card.account, id).filter(({ approved }) => approved)
  if (payments.length >= card.cancelAfter) updateCard(context, card, { status: 'canceled' })
}

const NEXT_STATES = {
  pending: ['canceled', 'submitted', 'shipped'],
  submitted: ['failure', 'shipped'],
  shipped: ['delivered', 'failure', 'returned'],
} as const

/** The states of a card on its way. */
export type ShippingStatus = 'delivered' | 'failure' | 'returned' | 'shipped' | 'submitted'

/**
 * Moves a physical card on its way.
 *
 * @throws 400 for a card that is not on the way to that state.
 */
export function moveShipment(context: PaymentsContext, card: IssuedCard, status: ShippingStatus): IssuedCard {
  const present = card.shipping?.['status'] as string | undefined // newShipping writes it
  const next: readonly string[] =
    present !== undefined && Object.hasOwn(NEXT_STATES, present) ? NEXT_STATES[present as keyof typeof NEXT_STATES] : []
  if (!next.includes(status)) {
    throw invalidRequest(`The card's shipping status cannot become ${status}: it is ${present ?? 'not shipped'}.`)
  }
  const tracked = status === 'shipped' ? { carrier: 'usps', tracking_number: '9400100000000000000000' } : {}
  return updateCard(context, card, { shipping: { ...card.shipping, ...tracked, status } })
}
