/**
 * Lets Node.js keep the compiled code of modules that are loaded from now on, for the next process: from version 22.1, where the
 * user has not turned it off (`NODE_DISABLE_COMPILE_CACHE`). Not while coverage is measured, which it makes less precise.
 */
export function enableCompileCache(): void {
  // The types are those of the oldest version that is supported.
  const { enableCompileCache: enable } = process.getBuiltinModule('node:module') as {
    enableCompileCache?: () => unknown
  }
  if (process.env['NODE_V8_COVERAGE'] === undefined) enable?.()
}
