import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { chromiumPath } from '#testkit/chromium.ts'
import { createProject, type Ended, type Project } from './project.ts'

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url))

/** The names of the examples. */
export function exampleNames(): string[] {
  return readdirSync(EXAMPLES)
}

/** Returns the texts of an example's files, by their path below its folder. */
export function filesOfExample(name: string): Readonly<Record<string, string>> {
  const folder = join(EXAMPLES, name)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(files.map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]))
}

/** Copies an example into a project of its own. Its programs run with these variables, and with the tests' browser. */
export function copyExample(
  name: string,
  env: Readonly<Record<string, string>>,
  options: { readonly nested?: boolean } = {},
): Project {
  return createProject(filesOfExample(name), { BACKLOT_CHROMIUM: chromiumPath(), ...env }, options)
}

/** Expects that a runner has ended without a failure, and that its output has a text: `6 passed`. */
export function expectPassed({ code, output }: Ended, text: string): void {
  expect(output).toContain(text)
  expect(code).toBe(0)
}
