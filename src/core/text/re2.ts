import { createRequire } from 'node:module'
import type * as re2js from 're2js'

/**
 * Loads the engine for RE2's regular expressions, which takes 50 ms, for the first pattern that needs it. Patterns are
 * matched synchronously, hence `require`. https://github.com/google/re2/wiki/Syntax
 */
export function re2(): typeof re2js {
  const here: string | undefined = import.meta.url // undefined in a CommonJS build
  return createRequire(here ?? __filename)('re2js') as typeof re2js // the type of the package's exports, which `require` does not know
}
