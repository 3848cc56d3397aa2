/** Thrown for what whoever started the command can put right; its message says how. */
export class UsageError extends Error {
  override name = 'UsageError'
}
