/** Formats a time to the millisecond: `2026-01-01T00:00:00.123Z`. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** Formats the time of an object, an upload or a bucket as S3 tells it, to the second: `2026-01-01T00:00:00.000Z`. */
export function isoSecond(at: number): string {
  return isoTime(Math.floor(at / 1000) * 1000)
}

/** Formats a time for a header, to the second. RFC 9110 section 5.6.7 */
export function httpTime(at: number): string {
  return new Date(at).toUTCString()
}
