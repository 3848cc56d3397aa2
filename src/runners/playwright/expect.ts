import { createRequire } from 'node:module'
import { join } from 'node:path'
import { matchers } from '#fixtures/index.ts'

/** The part of Playwright that is used at run time. */
interface Runner {
  readonly expect: { extend(added: typeof matchers): unknown }
}

/** The roots of the projects whose `expect` has the matchers. */
const extended = new Set<string>()

/**
 * Adds backlot's matchers to the `expect` that the test files of a project import. It is resolved from the project:
 * Playwright refuses to run when two copies of it are loaded.
 */
export function extendExpect(root: string): void {
  if (extended.has(root)) return
  extended.add(root)
  const load = createRequire(join(root, 'package.json'))
  for (const name of ['@playwright/test', 'playwright/test']) {
    if (!isInstalled(load, name)) continue
    const { expect }: Runner = load(name) as Runner // both packages export it
    expect.extend(matchers)
    return
  }
}

function isInstalled(load: NodeJS.Require, name: string): boolean {
  try {
    load.resolve(name)
    return true
  } catch {
    return false
  }
}
