/**
 * An error that the user can correct. Its message names the thing, the value and the way out, and is shown without a
 * stack.
 */
export class DetectError extends Error {
  override name = 'DetectError'
}

/** Returns the system's code of a failed file operation (`ENOENT`, `EACCES`, …), or undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
