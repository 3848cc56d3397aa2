const WISDOM: readonly string[] = [
  'A test that cannot fail has nothing to say.',
  'Name it twice before you build it once.',
  'Small commits travel far.',
  'The reader arrives after you have left.',
  'Delete the code you meant to explain.',
]

/** The sentence of a moment (epoch milliseconds): each minute has its own, so that a standing clock repeats itself. */
export function zen(at: number): string {
  return WISDOM[Math.floor(at / 60_000) % WISDOM.length] ?? ''
}
