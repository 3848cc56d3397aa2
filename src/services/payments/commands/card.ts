import { suggest } from '#core/text/did-you-mean.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { cardByName, cardNames } from '#payments/rules/cards/test-cards.ts'

/**
 * Returns the number of a test card by its name: `payments.card('insufficient_funds')`.
 *
 * @throws for a name that no card has.
 */
export function card(_context: PaymentsContext, name: string): string {
  const found = cardByName(name)
  if (found !== undefined) return found.number
  const suggestion = suggest(name, cardNames())
  const hint = suggestion === undefined ? `there are ${cardNames().join(', ')}` : `did you mean ${suggestion}?`
  throw new Error(`card: no test card is named ${JSON.stringify(name)}: ${hint}`)
}
