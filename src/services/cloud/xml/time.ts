/** A moment as the documents of S3 have it: `2026-01-01T00:00:00.000Z`. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** A moment as headers have it, to the second. RFC 9110 section 5.6.7 */
export function httpTime(at: number): string {
  return new Date(at).toUTCString()
}
