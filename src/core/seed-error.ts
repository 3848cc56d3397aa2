/** Thrown when a seed is wrong. The message has file, line and column, path, what was expected and a did-you-mean. */
export class SeedError extends Error {
  override name = 'SeedError'
}
