import { MINUTE } from '#core/duration.ts'

const WISDOM: readonly string[] = [
  'A test that cannot fail has nothing to say.',
  'Name it twice before you build it once.',
  'Small commits travel far.',
  'The reader arrives after you have left.',
  'Delete the code you meant to explain.',
]

/**
 * Returns the sentence for a time (epoch milliseconds). It changes every minute, so a frozen clock gives the same
 * sentence.
 */
export function zen(at: number): string {
  return WISDOM[Math.floor(at / MINUTE) % WISDOM.length] ?? ''
}
