// The cost of a fixture for each test: what the runner's own tests take with a trivial fixture, and with an emulator's.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './child.ts'
import { createProject } from './project.ts'

const ROUNDS = 5

/** The number of tests in a file. */
const TESTS = 2000

/** The cost of a fixture in one runner, in milliseconds per test. */
export interface Overhead {
  readonly runner: 'Vitest' | 'Jest'
  /** A test with a trivial fixture. */
  readonly trivial: number
  /** A test with the fixture of codehost. */
  readonly emulator: number
  /** The median of the differences of neighbouring rounds. */
  readonly difference: number
}

/** The tests print how long each of them took, from the first to the end of the file. */
const MEASURED = `
for (let index = 0; index < ${TESTS}; index++) test('test ' + index, () => { globalThis.first ??= performance.now() })
afterAll(() => console.log('each took ' + (performance.now() - globalThis.first) / ${TESTS}))
`

const FILES = {
  'trivial.vitest.js': `
import { afterAll, test as base } from 'vitest'
const test = base.extend({
  value: [async ({}, use) => use(1), { scope: 'file' }],
  _each: [async ({ value, task, onTestFailed }, use) => { onTestFailed(() => value); await use() }, { auto: true }],
})
${MEASURED}`,
  'emulator.vitest.js': `
import { afterAll, test as base } from 'vitest'
import { codehostFixture } from 'backlot/vitest'
const test = base.extend(codehostFixture)
${MEASURED}`,
  'trivial.jest.cjs': `
const value = {}
beforeEach(() => { value.reset = true })
${MEASURED}`,
  'emulator.jest.cjs': `/** @jest-environment backlot/jest */
${MEASURED}`,
  'vitest.config.js': `export default { test: { include: ['*.vitest.js'] } }`,
  'jest.config.cjs': `module.exports = { testMatch: ['**/*.jest.cjs'], testEnvironmentOptions: { services: ['codehost'] } }`,
  'package.json': '{ "type": "module", "private": true }',
}

/** Measures the cost of codehost's fixture in Vitest and in Jest, on the built package. */
export function fixtureOverhead(): Overhead[] {
  const folder = createProject(FILES)
  try {
    return (['Vitest', 'Jest'] as const).map((runner) => measure(runner, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measure(runner: Overhead['runner'], folder: string): Overhead {
  const trivial: number[] = []
  const emulator: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    trivial.push(run(runner, folder, 'trivial'))
    emulator.push(run(runner, folder, 'emulator'))
  }
  const differences = emulator.map((each, round) => each - (trivial[round] ?? Number.NaN))
  return { runner, trivial: median(trivial), emulator: median(emulator), difference: median(differences) }
}

function run(runner: Overhead['runner'], folder: string, kind: 'trivial' | 'emulator'): number {
  const [program, ...words] =
    runner === 'Vitest'
      ? ['vitest', 'run', `${kind}.vitest.js`, '--reporter=dot']
      : ['jest', '--runInBand', '--silent=false', `${kind}.jest`]
  const { stdout, stderr } = spawnSync(join('node_modules', '.bin', program ?? ''), words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1' },
  })
  const [, each] = /each took (\S+)/.exec(stdout + stderr) ?? []
  if (each === undefined) throw new Error(`${runner} printed no time: ${stdout}${stderr}`)
  return Number(each)
}
