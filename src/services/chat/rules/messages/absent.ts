/** Returns true for an argument that is not set, which clients also send as an empty text. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
