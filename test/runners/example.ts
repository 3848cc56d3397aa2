import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { createProject, type Ended, type Project } from './project.ts'

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url))

/** Copies an example into a project of its own. Its programs run with these variables. */
export function copyExample(
  name: string,
  env: Readonly<Record<string, string>>,
  options: { readonly nested?: boolean } = {},
): Project {
  const folder = join(EXAMPLES, name)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
  return createProject(
    Object.fromEntries(files.map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')])),
    env,
    options,
  )
}

/** Expects that a runner has ended without a failure, and that its output has a text: `6 passed`. */
export function expectPassed({ code, output }: Ended, text: string): void {
  expect(output).toContain(text)
  expect(code).toBe(0)
}

/** Expects that the compiler finds no error in a project. */
export async function expectTypes(project: Project): Promise<void> {
  expect(await project.run('tsc', ['--noEmit'])).toMatchObject({ code: 0, output: '' })
}
