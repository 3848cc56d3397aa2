/** Returns the message of an error, or what was thrown in its place as text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
