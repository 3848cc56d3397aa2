/** Thrown for a mistake that the user of the command can correct; its message says how. */
export class UsageError extends Error {
  override name = 'UsageError'
}
