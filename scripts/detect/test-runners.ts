import { dirname, join, posix, relative, sep } from 'node:path'
import { camelCase } from '#fixtures/names.ts'
import type { Matches } from './match.ts'
import { readManifest, type Manifest } from './read-manifests.ts'

/** A test runner that backlot has fixtures for. */
type TestRunner = 'vitest' | 'jest' | 'playwright'

/** A test runner and a package.json that depends on it. */
export interface RunnerPlace {
  readonly runner: TestRunner
  /** The path of the package.json from the project's root, with forward slashes. */
  readonly manifest: string
}

const packageOf: Readonly<Record<TestRunner, string>> = {
  vitest: 'vitest',
  jest: 'jest',
  playwright: '@playwright/test',
}
const testRunners = ['vitest', 'jest', 'playwright'] as const

/**
 * Finds the test runners of a project's root and of the members with a matched dependency: Vitest, then Jest, then
 * Playwright. A project without one uses those of the nearest directory above that depends on one, as a package of a
 * workspace does.
 */
export async function findTestRunners(
  root: string,
  manifests: readonly Manifest[],
  { matched }: Matches,
): Promise<RunnerPlace[]> {
  const concerned = manifests.filter(
    ({ path }, index) => index === 0 || matched.some(({ manifest }) => manifest === path),
  )
  const own = runnersIn(concerned)
  return own.length > 0 ? own : runnersAbove(root)
}

async function runnersAbove(root: string): Promise<RunnerPlace[]> {
  for (let directory = dirname(root); ; directory = dirname(directory)) {
    const path = relative(root, join(directory, 'package.json')).split(sep).join('/')
    const manifest = await readManifest(directory, path)
    const found = manifest === undefined ? [] : runnersIn([manifest])
    if (found.length > 0) return found
    if (directory === dirname(directory)) return []
  }
}

function runnersIn(manifests: readonly Manifest[]): RunnerPlace[] {
  return testRunners.flatMap((runner) =>
    manifests
      .filter(({ dependencies }) => dependencies.some((dependency) => dependency.package === packageOf[runner]))
      .map(({ path }) => ({ runner, manifest: path })),
  )
}

/**
 * Returns the next steps once the config is written: the lines to copy for each test runner, or the command without
 * one.
 */
export function nextSteps(services: readonly string[], places: readonly RunnerPlace[], config: string): string {
  const steps = new Map<string, RunnerPlace[]>()
  for (const place of places) {
    const step = linesOf[place.runner](services, seedFrom(place.manifest, config)).join('\n')
    steps.set(step, [...(steps.get(step) ?? []), place])
  }
  if (steps.size === 0) {
    return `Next: no vitest, jest or @playwright/test found, so start the services by hand:
  npx backlot --service ${services.join(',')}
`
  }
  return [...steps].map(([step, sharing]) => `Next, for ${titleOf(sharing)}:\n${step}\n`).join('\n')
}

function titleOf(places: readonly RunnerPlace[]): string {
  const manifests = places.map(({ manifest }) => manifest).join(', ')
  return `${places[0] ? packageOf[places[0].runner] : ''} (${manifests})`
}

/** Runners search the config in the package in which they run, so a workspace member has to name that of the root. */
function seedFrom(manifest: string, config: string): string | undefined {
  const directory = posix.dirname(manifest)
  const isMember = directory !== '.' && !directory.startsWith('..')
  return isMember ? posix.relative(directory, config) : undefined
}

const linesOf: Readonly<Record<TestRunner, (services: readonly string[], seed?: string) => string[]>> = {
  vitest: (services, seed) => [
    '  // vitest.config.ts',
    "  import { defineConfig } from 'vitest/config'",
    "  import { backlot } from 'backlot/vitest'",
    `  const plugin = backlot({ services: ${listOf(services)}${seed === undefined ? '' : `, seed: '${seed}'`} })`,
    '  export default defineConfig({ plugins: [plugin] })',
  ],
  jest: (services, seed = './backlot.config.yaml') => [
    '  // jest.config.mjs, or these two keys in the config you have',
    `  const testEnvironmentOptions = { services: ${listOf(services)}, seed: '${seed}' }`,
    "  export default { testEnvironment: 'backlot/jest', testEnvironmentOptions }",
  ],
  playwright: (services, seed) => [
    '  // in a test file',
    "  import { test as base } from '@playwright/test'",
    `  import { ${services.map((id) => `${camelCase(id)}Fixture`).join(', ')} } from 'backlot/playwright'`,
    `  const test = base${services.map((id) => `.extend(${camelCase(id)}Fixture)`).join('')}`,
    ...(seed === undefined
      ? []
      : [
          `  const seed = '${seed}'`,
          `  test.use({ ${services.map((id) => `${camelCase(id)}Options: { seed }`).join(', ')} })`,
        ]),
  ],
}

function listOf(services: readonly string[]): string {
  return `[${services.map((id) => `'${id}'`).join(', ')}]`
}
