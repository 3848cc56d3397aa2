/** Thrown for a wrong seed. The message has file, line and column, path, the expected value and a did-you-mean. */
export class SeedError extends Error {
  override name = 'SeedError'
}
