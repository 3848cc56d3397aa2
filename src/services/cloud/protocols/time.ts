/** Formats a time as the XML of S3 has it: `2026-01-01T00:00:00.000Z`. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** Formats a time for a header, to the second. RFC 9110 section 5.6.7 */
export function httpTime(at: number): string {
  return new Date(at).toUTCString()
}
