import { notFound } from '#codehost/errors.ts'

/**
 * Returns the number in a path.
 *
 * @throws 404 for other text.
 */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw notFound()
  return Number(text)
}
