import { suggest } from '../../core/did-you-mean.ts'
import type { PaymentsContext } from './call.ts'
import { cardByName, cardNames } from './rules/cards/test-cards.ts'

/** Returns the number of a test card by its name: `payments.card('insufficient_funds')`. Throws for a name that no card has. */
export function card(_context: PaymentsContext, name: string): string {
  const found = cardByName(name)
  if (found !== undefined) return found.number
  const suggestion = suggest(name, cardNames())
  const hint = suggestion === undefined ? `there are ${cardNames().join(', ')}` : `did you mean ${suggestion}?`
  throw new Error(`card: no test card is named ${JSON.stringify(name)}: ${hint}`)
}
