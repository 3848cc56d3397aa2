import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Returns the path of the module, in CommonJS, that steers the calls of a child process or a worker thread. */
export function registerFile(): string {
  // The CommonJS build has __filename, the module build import.meta.
  const { resolve } = createRequire(typeof __filename === 'string' ? __filename : import.meta.url)
  return join(dirname(resolve('backlot/intercept')), 'follow.cjs')
}

/**
 * Returns the option of NODE_OPTIONS by which Node.js loads that module. It is `--require`, because Node.js 20 runs the
 * code of a worker thread (`eval: true`) before an `--import`.
 */
export function registerOption(): string {
  const file = registerFile()
  return `--require=${/[\s"\\]/.test(file) ? JSON.stringify(file) : file}`
}
