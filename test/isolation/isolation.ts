import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProject, type Project } from '../runners/project.ts'

const PROJECT = fileURLToPath(new URL('project', import.meta.url))

/** The commands of the applications, by their names. */
const APPS = { express: 'node express.mjs', hono: 'node hono.mjs' }

/** Those and the production server of Next, which must be built first. */
export const ALL_APPS = { ...APPS, next: 'next start -H 127.0.0.1 -p {port}' }

/**
 * Creates a project of Vitest whose tests run at once in several workers against the same applications.
 *
 * @param load the workers, and the tests of each of as many files
 */
export function isolationProject(
  load: { readonly workers: number; readonly tests: number },
  apps: Readonly<Record<string, string>> = APPS,
  { nested = false }: { readonly nested?: boolean } = {},
): Project {
  const names = readdirSync(PROJECT, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(PROJECT, name), 'utf8')]))
  const { 'isolation.test.mjs': tests = '', ...others } = files
  const copies = Array.from({ length: load.workers }, (_, index) => [`isolation-${index}.test.mjs`, tests] as const)
  const test = { globalSetup: './setup.mjs', minWorkers: load.workers, maxWorkers: load.workers, testTimeout: 60_000 }
  return createProject(
    { ...others, ...Object.fromEntries(copies), 'vitest.config.mjs': `export default ${JSON.stringify({ test })}\n` },
    { ISOLATION_TESTS: String(load.tests), ISOLATION_APPS: JSON.stringify(apps) },
    { nested },
  )
}
