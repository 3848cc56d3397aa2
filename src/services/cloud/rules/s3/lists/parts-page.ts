import { pageNumber } from './page-number.ts'

const LIMIT = 1000

/**
 * Returns the size of a page of parts, and the number after which it begins, from the parameters of ListParts or the
 * headers of GetObjectAttributes.
 *
 * @throws `InvalidArgument` for one that is no number.
 */
export function partsPage(valueOf: (name: 'max-parts' | 'part-number-marker') => string | null | undefined): {
  readonly limit: number
  readonly marker: number
} {
  return {
    limit: Math.min(pageNumber(valueOf('max-parts'), { name: 'max-parts', otherwise: LIMIT }), LIMIT),
    marker: pageNumber(valueOf('part-number-marker'), { name: 'part-number-marker', otherwise: 0 }),
  }
}
