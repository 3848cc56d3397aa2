/**
 * Makes Node.js 22.1 and later keep the compiled code of modules that are loaded from now on, for the next process.
 * Users turn it off with `NODE_DISABLE_COMPILE_CACHE`. It stays off while coverage is measured, which the cache makes
 * less precise.
 */
export function enableCompileCache(): void {
  // The types are those of Node.js 20, which has no such function.
  const { enableCompileCache: enable } = process.getBuiltinModule('node:module') as {
    enableCompileCache?: () => unknown
  }
  if (process.env['NODE_V8_COVERAGE'] === undefined) enable?.()
}
