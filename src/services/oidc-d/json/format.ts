/** A moment as the vendor writes it: `2026-01-01T12:00:00.000Z`. */
export function date(at: number): string
export function date(at: number | null): string | null
export function date(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** What can be asked of a link that changes something. */
export const POST = { hints: { allow: ['POST'] } } as const

/** A moment as tokens write it: seconds since 1970. */
export function dateInSeconds(at: number): number {
  return Math.floor(at / 1000)
}
