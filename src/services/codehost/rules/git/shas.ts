import { unprocessable } from '#codehost/errors.ts'

/**
 * Checks that a parameter has the form of a SHA.
 *
 * @throws 422 in the vendor's words.
 */
export function checkSha(parameter: string, sha: string): void {
  if (/^[0-9a-f]{40}$/.test(sha)) return
  throw unprocessable(`The ${parameter} parameter must be exactly 40 characters and contain only [0-9a-f].`)
}
