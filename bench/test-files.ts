// The price of a test file: the wall time that each more file of trivial tests takes with the stand-ins, above one
// without them, in each pool of Vitest and in Jest.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './child.ts'
import { createProject } from './project.ts'

const ROUNDS = 1
const FILES = 100
const TESTS = 20

/** The services of a file. */
const SERVICES = {
  none: [],
  one: ['codehost'],
  five: ['codehost', 'payments', 'mail', 'chat', 'cloud'],
} as const

/** The ways to run files. */
const POOLS = ['forks', 'threads', 'vmThreads', 'jest'] as const

/** The price of a file, in milliseconds. */
export interface Price {
  readonly pool: (typeof POOLS)[number]
  readonly services: 'one' | 'five'
  /** How the application finds the services: by their URLs, or at the vendors' hosts. */
  readonly by: 'url' | 'hosts'
  /** A file without a service. */
  readonly plain: number
  /** The time that the services add to that. */
  readonly above: number
}

/** Measures the price of a file on the built package. */
export function pricesOfFiles(): Price[] {
  return POOLS.flatMap((pool) => {
    const plain = Array.from({ length: ROUNDS }, () => timeOf(pool, 'none', 'url'))
    return (['one', 'five'] as const).flatMap((services) =>
      (['url', 'hosts'] as const).map((by) => {
        const taken = Array.from({ length: ROUNDS }, () => timeOf(pool, services, by))
        return { pool, services, by, plain: median(plain), above: median(taken) - median(plain) }
      }),
    )
  })
}

/** Returns the wall time of a whole run for each of its files, in milliseconds. */
function timeOf(pool: Price['pool'], services: keyof typeof SERVICES, by: Price['by']): number {
  const options = by === 'hosts' ? { hosts: 'real' } : {}
  const files =
    pool === 'jest' ? jestFiles(SERVICES[services], options) : vitestFiles(pool, SERVICES[services], options)
  const folder = createProject(files)
  try {
    const [program, ...words] =
      pool === 'jest' ? ['jest', '--maxWorkers=2'] : ['vitest', 'run', '--reporter=dot', '--maxWorkers=2']
    const before = performance.now()
    const { status, stdout, stderr } = spawnSync(join('node_modules', '.bin', program ?? ''), words, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1' },
    })
    const taken = performance.now() - before
    if (status !== 0) throw new Error(`${pool} with ${services} services by ${by}: ${stdout}${stderr}`)
    return taken / FILES
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const tests = `for (let at = 0; at < ${TESTS}; at++) test('test ' + at, () => {})\n`

type Files = Readonly<Record<string, string>>

function vitestFiles(pool: string, services: readonly string[], options: object): Files {
  const fixtures = services.map((id) => `.extend(emulatorFixture('${id}', ${JSON.stringify(options)}))`).join('')
  const fixture = services.length === 0 ? '' : `import { emulatorFixture } from 'backlot/vitest'\n`
  const file = `import { test as base } from 'vitest'\n${fixture}const test = base${fixtures}\n${tests}`
  return {
    'package.json': '{ "type": "module", "private": true }',
    'vitest.config.js': `export default { test: { include: ['*.spec.js'], pool: '${pool}' } }`,
    ...Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`file-${at}.spec.js`, file])),
  }
}

function jestFiles(services: readonly string[], options: object): Files {
  const environment = services.length === 0 ? '' : '/** @jest-environment backlot/jest */\n'
  const testEnvironmentOptions = { services, ...options }
  return {
    'package.json': '{ "private": true }',
    'jest.config.cjs': `module.exports = ${JSON.stringify({ testMatch: ['**/*.spec.cjs'], testEnvironmentOptions })}`,
    ...Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`file-${at}.spec.cjs`, environment + tests])),
  }
}
