/** Formats a time as most answers and events have it: `2026-02-22T23:41:12.126Z`. `at` is epoch milliseconds. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/**
 * Formats a time as the vendor's database prints it: `2026-02-22T23:41:12.126000+00:00`. `at` is epoch milliseconds.
 */
export function timestamp(at: number): string {
  return isoTime(at).replace('Z', '000+00:00')
}
