// Runs the tests of MongoDB's driver for Node.js and of mongoose against docdb, and compares their failures with the
// known ones. The folder that BACKLOT_DRIVERS names has a checkout of each, `node-mongodb-native` and `mongoose`, with
// its packages installed. `BACKLOT_DRIVERS=../drivers npm run test:drivers [part of a path…]`
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MongoClient } from 'mongodb'
import type * as source from '../src/index.ts'
import { compareFailures, readReport, type Difference, type Failure, type SuiteResult } from './drivers/compare.ts'
import { SUITES, type Suite } from './drivers/suites.ts'

/** The longest that one part of a suite may take, in milliseconds. */
const PATIENCE = 1_800_000

const drivers = process.env['BACKLOT_DRIVERS']
if (drivers === undefined) {
  console.error(
    'test:drivers: BACKLOT_DRIVERS names no folder: set it to one with node-mongodb-native, mongoose or both',
  )
  process.exit(1)
}
const wanted = process.argv.slice(2)
// The built package, whose types are those of the source.
const built = (await import(pathToFileURL(resolve('dist/index.js')).href)) as typeof source
const output = mkdtempSync(join(tmpdir(), 'backlot-drivers-'))
let isWorse = false
for (const suite of SUITES) {
  const folder = resolve(drivers, suite.name)
  if (existsSync(folder)) isWorse = (await runSuite(suite, realpathSync(folder))) || isWorse
  else console.log(`${suite.name}: not in ${drivers}`)
}
rmSync(output, { recursive: true })
process.exit(isWorse ? 1 : 0)

/** Runs the parts of a suite; returns whether something fails that is not known. */
async function runSuite(suite: Suite, folder: string): Promise<boolean> {
  const failures: Failure[] = []
  const files = new Set<string>()
  let passed = 0
  let ended = true
  suite.prepare(folder)
  for (const part of suite.parts(folder)) {
    const name = `${suite.name}/${part}`
    if (wanted.length > 0 && !wanted.some((each) => name.includes(each))) continue
    const result = await runPart(suite, folder, part)
    console.log(
      result === null
        ? `${name}: has written no report`
        : `${name}: ${result.passed} passed, ${result.failures.length} failed, ${result.skipped} skipped`,
    )
    if (result === null) {
      ended = false
      continue
    }
    passed += result.passed
    failures.push(...result.failures)
    for (const file of result.files) files.add(file)
  }
  const { worse, better } = compareFailures(failures, suite.known, files)
  console.log(`${suite.name}: ${passed} passed, ${failures.length} failed`)
  for (const each of worse) console.log(describeDifference(each, 'more than are known'))
  for (const each of better) console.log(describeDifference(each, 'fewer than are known: shorten the list'))
  return worse.length > 0 || !ended
}

function describeDifference({ file, known, failures }: Difference, words: string): string {
  const lines = failures.map(({ title, message }) => `    ${title}\n      ${message}`)
  return [`  ${file}: ${failures.length} of ${known} failures, ${words}`, ...lines].join('\n')
}

/** Returns the hosts and ports of the members of an instance's replica set, as connection strings have them. */
async function hostsOf(uri: string): Promise<string> {
  const client = await MongoClient.connect(uri)
  const reply = await client.db('admin').command({ hello: 1 })
  await client.close()
  return (reply['hosts'] as string[]).join(',') // every member says them
}

/** Runs a part of a suite against an instance of its own; null when it did not end. */
async function runPart(suite: Suite, folder: string, part: string): Promise<SuiteResult | null> {
  const docdb = await built.createEmulator({ service: 'docdb', port: 0, seed: { docdb: {} } })
  const report = join(output, `${suite.name}-${part.replaceAll(/\W/g, '-')}.json`)
  const program = [
    'node_modules/mocha/bin/mocha.js',
    '--exit',
    '--reporter',
    'json',
    '--reporter-option',
    `output=${report}`,
  ]
  const child = spawn(process.execPath, [...program, ...suite.mocha(part)], {
    cwd: folder,
    env: { ...process.env, ...suite.env(await hostsOf(docdb.uri)) },
    stdio: 'ignore',
    timeout: PATIENCE,
  })
  await new Promise((done) => child.once('exit', done))
  await docdb.close()
  return existsSync(report) ? readReport(readFileSync(report, 'utf8'), folder) : null
}
