// Gives a run of the tests a folder of its own for temporary files, which ends with the run: what tests leave there,
// and workers that are stopped, would stay on the machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** For Vitest, which calls it before the tests, and what it returns after them. */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-tests-'))
  process.env['TMPDIR'] = folder
  // A program that a test has started may still write.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
