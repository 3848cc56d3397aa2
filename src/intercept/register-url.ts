import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Returns the URL of the module that steers the calls of a child process. */
export function registerUrl(): string {
  const name = 'backlot/intercept'
  // The CommonJS build has __filename, the module build import.meta.
  return typeof __filename === 'string'
    ? pathToFileURL(createRequire(__filename).resolve(name)).href
    : import.meta.resolve(name)
}
