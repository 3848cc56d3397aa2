import type { PaymentsContext } from '#payments/call.ts'
import { failure, noSuch } from '#payments/errors.ts'
import { billingDetailsOf } from './params.ts'
import { newRecord } from '../records.ts'
import type { CardDetails, Token } from '#payments/schema/payments.ts'
import { cardDetails } from '../cards/card-details.ts'
import { cardByName } from '../cards/test-cards.ts'

/** A token of a card. */
export type CardToken = Pick<Token, 'billingDetails'> & { readonly card: CardDetails; readonly source: string }

type TokenFields = Pick<Token, 'card' | 'usBankAccount' | 'billingDetails'>

/** Adds a token of a card or a bank account. */
export function addToken(context: PaymentsContext, account: string, fields: TokenFields): Token {
  const isCard = fields.card !== null
  return context.rows.tokens.insert({
    ...newRecord(context, account, isCard ? 'tok_' : 'btok_'),
    type: isCard ? 'card' : 'bank_account',
    used: false,
    source: `${isCard ? 'card_' : 'ba_'}${context.ids.base62(24)}`,
    ...fields,
  })
}

/**
 * Uses up a token of a card, and returns its card. Test tokens (`tok_visa`) can be used again and again.
 *
 * @throws 400 for a token that does not exist, was used, or is of no card.
 */
export function takeCardToken(context: PaymentsContext, account: string, id: string, param: string): CardToken {
  const { rows, ids } = context
  const test = cardByName(id.replace(/^tok_/, ''))
  if (id.startsWith('tok_') && test !== undefined) {
    const today = new Date(context.clock.now())
    const [month, year] = [today.getUTCMonth() + 1, today.getUTCFullYear() + 1]
    const card = cardDetails(context, { number: test.number, exp_month: month, exp_year: year })
    return { card, source: `card_${ids.base62(24)}`, billingDetails: billingDetailsOf() }
  }
  const token = rows.tokens.get(id)
  if (token === undefined || token.account !== account || token.card === null) throw noSuch('token', id, param, 400)
  if (token.used) {
    throw failure(400, `You cannot use a Stripe token more than once: ${id}.`, { code: 'token_already_used', param })
  }
  rows.tokens.update(id, { used: true })
  return { card: token.card, source: token.source, billingDetails: token.billingDetails }
}
