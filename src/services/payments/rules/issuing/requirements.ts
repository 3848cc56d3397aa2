import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { Cardholder } from '#payments/schema/issuing.ts'
import type { Wire } from '#payments/schema/payments.ts'

/** A detail of a person, by its path in `individual`. */
const NAMES = ['first_name', 'last_name']

/** The acceptance of the bank's terms, which cards of the United States need. */
const TERMS = ['card_issuing.user_terms_acceptance.ip', 'card_issuing.user_terms_acceptance.date']

/**
 * Returns what a cardholder must still tell before their cards can be used, as `requirements.past_due` names it.
 * https://docs.stripe.com/api/issuing/cardholders/object#issuing_cardholder_object-requirements
 */
export function pastDueOf({ rows }: Pick<PaymentsContext, 'rows'>, holder: Cardholder): readonly string[] {
  if (holder.type === 'company') return []
  const isAmerican = rows.accounts.get(holder.account)?.country === 'US'
  return [...(isAmerican ? TERMS : []), ...NAMES]
    .filter((path) => isMissing(holder.individual, path))
    .map((path) => `individual.${path}`)
}

function isMissing(individual: Wire | null, path: string): boolean {
  const value = path.split('.').reduce<unknown>((part, name) => (part as Wire | null | undefined)?.[name], individual)
  return value === undefined || value === null || value === ''
}

/** @throws 400 where a cardholder's cards cannot be activated yet. */
export function requireActivatable(context: Pick<PaymentsContext, 'rows'>, cardholder: string): void {
  if (pastDueOf(context, context.rows.cardholders.require(cardholder)).length === 0) return
  throw invalidRequest('This cardholder has outstanding requirements preventing them from activating an issued card.', {
    param: 'status',
  })
}
