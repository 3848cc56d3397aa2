import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DRIVER_FAILURES, MONGOOSE_FAILURES } from './known-failures.ts'
import type { KnownFailures } from './compare.ts'

/** The tests of a driver or of a library on it. */
export interface Suite {
  /** The name of the folder that holds it. */
  readonly name: string
  /** Returns the parts that run by themselves, each against an instance of its own. */
  readonly parts: (folder: string) => readonly string[]
  /** The arguments of Mocha for a part. */
  readonly mocha: (part: string) => readonly string[]
  /** The variables that name the server, given its hosts and ports. */
  readonly env: (hosts: string) => Readonly<Record<string, string>>
  /** Writes the files that the suite makes before it runs. */
  readonly prepare: (folder: string) => void
  readonly known: KnownFailures
}

/** The parts of the driver's tests that are about other servers, or about none. */
const OTHER_SERVERS = [
  'atlas-data-lake-testing',
  'benchmarking',
  'bson-corpus',
  'client-side-encryption',
  'ocsp-support',
  'polling-srv-records-for-mongos-discovery',
  'serverless-testing',
  'shared.js',
]

/** Returns whether a file is one of tests, or a folder has some. */
function hasTests(path: string): boolean {
  const files = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [path]
  return files.some((file) => /\.test\.[jt]s$/.test(file))
}

/** The suites, by the repositories that have them. */
export const SUITES: readonly Suite[] = [
  {
    name: 'node-mongodb-native',
    parts: (folder) =>
      readdirSync(join(folder, 'test/integration'))
        .filter((part) => !OTHER_SERVERS.includes(part) && hasTests(join(folder, 'test/integration', part)))
        .map((part) => `test/integration/${part}`),
    // Some tests wait for an election for 15 seconds, so that its own limit of a minute stays.
    mocha: (part) => ['--config', 'test/mocha_mongodb.js', part],
    env: (hosts) => ({
      AUTH: 'noauth',
      MONGODB_URI: `mongodb://${hosts}/?replicaSet=rs0`,
      TS_NODE_TRANSPILE_ONLY: '1',
      TS_NODE_PROJECT: 'test/tsconfig.json',
    }),
    prepare: (folder) => {
      const program = 'etc/build-runtime-barrel.mjs'
      if (existsSync(join(folder, program)))
        execFileSync(process.execPath, [program], { cwd: folder, env: { ...process.env, MONGODB_BUNDLED: 'false' } })
    },
    known: DRIVER_FAILURES,
  },
  {
    name: 'mongoose',
    parts: () => ['./test/**/*.test.js'],
    mocha: (part) => ['--timeout', '20000', '--ignore', 'test/encryption/**/*.test.js', part],
    env: (hosts) => ({
      START_REPLICA_SET: '1',
      MONGOOSE_TEST_URI: `mongodb://${hosts}/mongoose_test`,
      MONGOOSE_REPLSET_URI: `mongodb://${hosts}/?replicaSet=rs0`,
    }),
    prepare: () => undefined,
    known: MONGOOSE_FAILURES,
  },
]
