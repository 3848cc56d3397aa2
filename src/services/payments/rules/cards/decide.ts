import type { CardDetails } from '#payments/schema/payments.ts'
import { cardByNumber, type Decline, type TestCard } from './test-cards.ts'

/** How a card is used. */
export interface CardUse {
  /** True when the customer is not there. */
  readonly offSession: boolean
  /** The request's wish for authentication. */
  readonly threeDSecure: 'automatic' | 'any' | 'challenge'
  /** True once the customer has proven the card to be theirs. */
  readonly authenticated: boolean
  /** True for an order by mail or telephone: the bank asks nobody, unless the card always needs it. */
  readonly moto?: boolean
  /** True for setting the card up, without a payment. */
  readonly setup?: boolean
}

/** The decision of the bank. */
export type Decision =
  | {
      readonly kind: 'approve'
      /** True when the bank authenticated the customer without asking. */ readonly frictionless?: boolean
    }
  | { readonly kind: 'authenticate' }
  | { readonly kind: 'decline'; readonly decline: Decline }

const AUTHENTICATION_REQUIRED: Decline = { code: 'authentication_required', declineCode: 'authentication_required' }

/** Returns what the bank decides about a use of a test card. A number that is no test card is declined. */
export function decide(card: CardDetails, use: CardUse): Decision {
  const test = cardByNumber(card.number)
  if (test === undefined) {
    return { kind: 'decline', decline: { code: 'card_declined', declineCode: 'test_mode_live_card' } }
  }
  if (test.decline !== undefined) return { kind: 'decline', decline: test.decline }
  if (test.authentication === 'required_error') {
    return { kind: 'decline', decline: { code: 'card_declined', declineCode: 'generic_decline' } }
  }
  if (!use.authenticated && needsAuthentication(test, card, use)) {
    return use.offSession || use.moto === true
      ? { kind: 'decline', decline: test.offSessionDecline ?? AUTHENTICATION_REQUIRED }
      : { kind: 'authenticate' }
  }
  if (test.chargeDecline !== undefined && use.setup !== true) return { kind: 'decline', decline: test.chargeDecline }
  return test.authentication === 'frictionless' ? { kind: 'approve', frictionless: true } : { kind: 'approve' }
}

function needsAuthentication({ authentication }: TestCard, { setUp }: CardDetails, use: CardUse): boolean {
  switch (authentication) {
    case 'always':
    case 'required':
      return true
    case 'unless_set_up':
      return use.moto !== true && (!use.offSession || !setUp)
    case 'on_session':
      return use.moto !== true && !use.offSession && use.setup !== true
    case 'optional':
      return use.moto !== true && !use.offSession && use.threeDSecure !== 'automatic'
    default:
      return false
  }
}
