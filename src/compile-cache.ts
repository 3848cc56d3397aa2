/**
 * Makes Node.js 22.1 and later keep the compiled code of modules that are loaded from now on, for the next process.
 * Users turn it off with `NODE_DISABLE_COMPILE_CACHE`. It stays off while coverage is measured, which the cache makes
 * less precise.
 */
export function enableCompileCache(): void {
  if (process.env['NODE_V8_COVERAGE'] === undefined) compileCache().enableCompileCache?.()
}

/**
 * Writes the compiled code of the modules that are loaded, which Node.js 22.10 and later otherwise do when a process
 * ends by itself: Vitest kills its workers. Costs next to nothing where all of it has been written before.
 */
export function flushCompileCache(): void {
  compileCache().flushCompileCache?.()
}

/** The functions of later versions: the types are those of Node.js 20. */
interface CompileCache {
  readonly enableCompileCache?: () => unknown
  readonly flushCompileCache?: () => void
}

function compileCache(): CompileCache {
  return process.getBuiltinModule('node:module') as CompileCache // it may have them
}
