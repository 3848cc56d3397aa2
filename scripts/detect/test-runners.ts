import { posix } from 'node:path'
import type { Matches } from './match.ts'
import type { Manifest } from './read-manifests.ts'

/** A test runner that backlot plugs into. */
export type TestRunner = 'vitest' | 'jest' | 'playwright'

/** A test runner and a package.json that depends on it. */
export interface RunnerPlace {
  readonly runner: TestRunner
  readonly manifest: string
}

const packageOf: Readonly<Record<TestRunner, string>> = {
  vitest: 'vitest',
  jest: 'jest',
  playwright: '@playwright/test',
}
const testRunners = ['vitest', 'jest', 'playwright'] as const

/** The test runners of a project's root and of the members with a matched dependency: Vitest, then Jest, then Playwright. */
export function findTestRunners(manifests: readonly Manifest[], { matched }: Matches): RunnerPlace[] {
  const concerned = manifests.filter(
    ({ path }, index) => index === 0 || matched.some(({ manifest }) => manifest === path),
  )
  return testRunners.flatMap((runner) =>
    concerned
      .filter(({ dependencies }) => dependencies.some((dependency) => dependency.package === packageOf[runner]))
      .map(({ path }) => ({ runner, manifest: path })),
  )
}

/** What to do once the config is written: the lines to copy for each test runner, or how to start by hand without one. */
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

/** Runners look for the config in the package they run in: a workspace member has to name the root's. */
function seedFrom(manifest: string, config: string): string | undefined {
  const directory = posix.dirname(manifest)
  return directory === '.' ? undefined : posix.relative(directory, config)
}

const linesOf: Readonly<Record<TestRunner, (services: readonly string[], seed?: string) => string[]>> = {
  vitest: (services, seed) =>
    seed === undefined
      ? [
          '  // vitest.config.ts',
          "  import { defineConfig } from 'vitest/config'",
          "  const test = { globalSetup: 'backlot/vitest/global-setup', setupFiles: 'backlot/vitest/setup' }",
          '  export default defineConfig({ test })',
        ]
      : [
          '  // in a test file',
          "  import { test as base } from 'vitest'",
          "  import { emulatorFixture } from 'backlot/vitest'",
          `  const seed = '${seed}'`,
          `  const test = base${services.map((id) => `.extend(emulatorFixture('${id}', { seed }))`).join('')}`,
        ],
  jest: (services, seed = './backlot.config.yaml') => [
    '  // jest.config.mjs, or these two keys in the config you have',
    `  const testEnvironmentOptions = { services: [${services.map((id) => `'${id}'`).join(', ')}], seed: '${seed}' }`,
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

function camelCase(id: string): string {
  return id.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
