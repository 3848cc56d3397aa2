import { LATEST } from '#core/duration.ts'

/**
 * Formats a time as the vendor does: `2026-01-01T12:00:00.000Z`. A time after the clock's range, such as the expiry of
 * a token that was issued at its end, becomes the last time of the range.
 */
export function date(at: number): string
export function date(at: number | null): string | null
export function date(at: number | null): string | null {
  return at === null ? null : new Date(Math.min(at, LATEST)).toISOString()
}

/** Converts epoch milliseconds into epoch seconds, the unit of times in tokens. */
export function dateInSeconds(at: number): number {
  return Math.floor(at / 1000)
}
