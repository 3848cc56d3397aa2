/**
 * Formats a time as events, received emails and times that the vendor calculates have it: `2026-02-22T23:41:12.126Z`.
 * `at` is epoch milliseconds.
 */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/**
 * Formats a time as most answers have it, which is what the vendor's database prints: `2026-02-22 23:41:12.126+00`,
 * with as many digits of the second as are needed, and none for a whole one. `at` is epoch milliseconds.
 * https://github.com/resend/resend-openapi/pull/83
 */
export function timestamp(at: number): string {
  return isoTime(at)
    .replace('T', ' ')
    .replace(/\.?0*Z$/, '+00')
}
