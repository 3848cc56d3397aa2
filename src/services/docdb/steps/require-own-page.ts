import { Failure } from '#core/errors.ts'
import type { DocdbCall } from '#docdb/call.ts'

/** Refuses a form that the page of another origin has sent. A client that is no browser names none. */
export function requireOwnPage({ header }: DocdbCall): void {
  const origin = header('origin')
  const site = header('sec-fetch-site')
  const isForeign =
    site === undefined
      ? origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== header('host'))
      : site !== 'same-origin' && site !== 'none'
  if (isForeign) throw new Failure(403, 'Only the page of this instance may send this form.')
}
