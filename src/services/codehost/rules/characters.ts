import * as v from 'valibot'

/**
 * Returns whether a text has more than `most` characters. Like the vendor, counts code points: an emoji outside the
 * basic plane is one character.
 */
export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && [...text].length > most
}

/** Returns the schema action that accepts texts of at most `most` characters. */
export function atMost(most: number) {
  return v.check((text: string) => !isLongerThan(text, most), `expected at most ${most} characters`)
}
