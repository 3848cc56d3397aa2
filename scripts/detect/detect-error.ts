/** A failure the user can mend: its message names the thing, the value and the way out, and is shown without a stack. */
export class DetectError extends Error {
  override name = 'DetectError'
}

/** The system's code of a failed file operation (`ENOENT`, `EACCES`, …), or undefined for any other failure. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
