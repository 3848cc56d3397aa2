// The first second of a run: the wall time from the start of a runner to its first test, with all services and without.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '../src/registry.ts'
import { median } from './child.ts'
import { createProject } from './project.ts'

const ROUNDS = 7

/** The time that a runner takes until its first test, in milliseconds. */
export interface FirstTest {
  readonly runner: 'Vitest' | 'Jest' | 'Playwright'
  /** Of a project without backlot. */
  readonly plain: number
  /** The median of the differences between neighbouring rounds. */
  readonly above: number
}

const IDS = registry.map(({ id }) => id)

type Files = Readonly<Record<string, string>>

/** Measures the time to the first test in each runner, on the built package. */
export function timesToFirstTest(): FirstTest[] {
  return (['Vitest', 'Jest', 'Playwright'] as const).map((runner) => {
    const [without, withAll] = [createProject(filesOf(runner, [])), createProject(filesOf(runner, IDS))]
    try {
      // Later runs find what the first one writes: transformed modules, and the facts of a start.
      for (const folder of [without, withAll]) timeOf(runner, folder)
      const plain: number[] = []
      const differences: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const bare = timeOf(runner, without)
        plain.push(bare)
        differences.push(timeOf(runner, withAll) - bare)
      }
      return { runner, plain: median(plain), above: median(differences) }
    } finally {
      for (const folder of [without, withAll]) rmSync(folder, { recursive: true, force: true })
    }
  })
}

const COMMANDS: Readonly<Record<FirstTest['runner'], readonly [string, ...string[]]>> = {
  Vitest: ['vitest', 'run', '--reporter=dot'],
  Jest: ['jest', '--runInBand'],
  Playwright: ['playwright', 'test', '--reporter=dot', '--workers=1'],
}

function timeOf(runner: FirstTest['runner'], folder: string): number {
  const [program, ...words] = COMMANDS[runner]
  const started = Date.now()
  const { status, stdout, stderr } = spawnSync(join('node_modules', '.bin', program), words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1' },
  })
  if (status !== 0) throw new Error(`${runner}: ${stdout}${stderr}`)
  return Number(readFileSync(join(folder, 'first-test'), 'utf8')) - started
}

/** The first test writes when it began. */
const FIRST = `require('node:fs').writeFileSync('first-test', String(Date.now()))`

function filesOf(runner: FirstTest['runner'], ids: readonly string[]): Files {
  const files = { Vitest: vitestFiles, Jest: jestFiles, Playwright: playwrightFiles }[runner](ids)
  return { 'package.json': '{ "private": true }', ...files }
}

function vitestFiles(ids: readonly string[]): Files {
  const plugin = ids.length === 0 ? '' : "import { backlot } from 'backlot/vitest'\n"
  const plugins = ids.length === 0 ? '' : `backlot({ services: ${JSON.stringify(ids)} })`
  return {
    'vitest.config.mjs': `${plugin}export default { plugins: [${plugins}], test: { include: ['*.spec.mjs'] } }`,
    'first.spec.mjs': `
import { createRequire } from 'node:module'
import { test } from 'vitest'
const require = createRequire(import.meta.url)
test('first', () => ${FIRST})`,
  }
}

function jestFiles(ids: readonly string[]): Files {
  const environment =
    ids.length === 0 ? {} : { testEnvironment: 'backlot/jest', testEnvironmentOptions: { services: ids } }
  return {
    'jest.config.cjs': `module.exports = ${JSON.stringify({ testMatch: ['**/*.spec.cjs'], ...environment })}`,
    'first.spec.cjs': `test('first', () => ${FIRST})`,
  }
}

function playwrightFiles(ids: readonly string[]): Files {
  const fixtures = ids.map((id) => `.extend(emulatorFixture('${id}'))`).join('')
  const fixture = ids.length === 0 ? '' : "const { emulatorFixture } = require('backlot/playwright')\n"
  return {
    'playwright.config.cjs': 'module.exports = {}',
    'first.spec.cjs': `
const { test: base } = require('@playwright/test')
${fixture}const test = base${fixtures}
test('first', () => ${FIRST})`,
  }
}
