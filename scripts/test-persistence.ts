// Has two processes write into one shared state until 10,000 writes are answered, kills one of them or the store itself
// every now and then, and fails when an answered write is lost, one is there twice, or two got one number. For each
// client of redisPersistence, postgresPersistence and s3Persistence, with the packed package. A store whose server is
// not installed is skipped by name. `npm run test:persistence [-- --writes 1000] [client…]`
//
// Each round begins with an empty store: a write saves the whole state, so that the time of ten thousand on one state
// would grow with the square of their number.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, promisify } from 'node:util'
import { pack, run, writeFile } from './frameworks/project.ts'
import { stores, type RunningStore, type Store } from './persistence/stores.ts'

const FOLDER = resolve('.matrix/persistence')

/** The most writes on one state. */
const ROUND = 2000

/** A process is killed after this many answers, and the store after every fourth part of a round. */
const KILL_AFTER = 97

/** The longest that the writes of one round may take, in milliseconds. */
const PATIENCE = 900_000

const { values, positionals: chosen } = parseArgs({
  options: { writes: { type: 'string', default: '10000' } },
  allowPositionals: true,
})
const writes = Number(values.writes)

/** The answers to the writes of all processes. */
interface Answers {
  /** The number of each entry that was answered with 201, by its title. */
  readonly made: Map<string, number>
  /** The titles whose writes failed: each may be there or not. */
  readonly failed: Map<string, string>
  readonly kills: number
}

/** Runs the writers of one client until so many writes are answered. */
async function write(store: RunningStore, client: string, writes: number): Promise<Answers> {
  const made = new Map<string, number>()
  const failed = new Map<string, string>()
  const running: ChildProcess[] = []
  let kills = 0
  let started = 0
  let restarting: Promise<void> | undefined
  await new Promise<void>((done, fail) => {
    const onAnswer = (line: string): void => {
      // The last line of a killed process may not be whole.
      if (!line.endsWith(';')) return
      const [title = '', number = '', ...rest] = line.slice(0, -1).split(' ')
      if (title === '?') failed.set(number, rest.join(' '))
      else made.set(title, Number(number))
      if (made.size >= writes) return done()
      if (title === '?' || made.size % KILL_AFTER !== 0) return
      kills++
      const oldest = running.shift()
      oldest?.kill('SIGKILL')
      start()
      if (made.size % Math.ceil(writes / 4) < KILL_AFTER)
        restarting ??= store.restart?.().then(() => (restarting = undefined), fail)
    }
    const start = (): void => {
      const child = spawn('node', ['--no-warnings', 'writer.mjs', client, store.url, `${++started}-`], {
        cwd: FOLDER,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running.push(child)
      createInterface({ input: child.stdout }).on('line', onAnswer)
      child.once('close', (code) => {
        if (code !== null) fail(new Error(`a writer ended with ${code}`))
      })
    }
    start()
    start()
    setTimeout(() => fail(new Error(`only ${made.size} writes are answered`)), PATIENCE).unref()
  }).finally(() => {
    for (const each of running) each.kill('SIGKILL')
  })
  await restarting
  return { made, failed, kills }
}

/** Compares what is saved with the answers; returns what is wrong. */
function problemsOf(saved: readonly { id: number; title: string }[], { made }: Answers): string[] {
  const numbers = new Map(saved.map(({ id, title }) => [title, id]))
  const lost = [...made].filter(([title, number]) => numbers.get(title) !== number)
  const isDense = saved.every(({ id }, index) => id === index + 1)
  return [
    ...lost.map(([title, number]) => `${title} was answered with ${number} and is ${numbers.get(title) ?? 'lost'}`),
    ...(numbers.size === saved.length ? [] : [`${saved.length - numbers.size} entries are there twice`]),
    ...(isDense ? [] : ['the numbers of the entries have gaps']),
  ].slice(0, 10)
}

/** Makes one round on an empty store, and compares what is saved with the answers. */
async function round(kind: Store, client: string, writes: number): Promise<Answers> {
  const store = await kind.start()
  try {
    const answers = await write(store, client, writes)
    // The store may be in this process, which must not be blocked.
    const read = await promisify(execFile)('node', ['reader.mjs', client, store.url], {
      cwd: FOLDER,
      maxBuffer: 2 ** 28,
    })
    const saved = JSON.parse(read.stdout) as { id: number; title: string }[] // of reader.mjs
    const problems = problemsOf(saved, answers)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return answers
  } finally {
    await store.stop()
  }
}

async function test(kind: Store, client: string): Promise<string> {
  let made = 0
  let kills = 0
  const failed: string[] = []
  while (made < writes) {
    // The rounds take turns, as each needs the whole machine.
    const answers = await round(kind, client, Math.min(ROUND, writes - made))
    made += answers.made.size
    kills += answers.kills
    failed.push(...answers.failed.values())
  }
  const reasons = [...new Set(failed)].slice(0, 3).map((each) => `\n    ${each.slice(0, 200)}`)
  return (
    `ok, ${made} writes answered and saved once, ${kills} processes killed, ` +
    `${failed.length} writes failed${reasons.join('')}`
  )
}

function prepare(): void {
  const tarball = pack()
  rmSync(FOLDER, { recursive: true, force: true })
  const packages = ['ioredis', 'redis', 'pg', '@types/pg', '@aws-sdk/client-s3', 'valibot']
  const newest = Object.fromEntries(packages.map((each) => [each, '*']))
  const dependencies = { ...newest, '@types/node': '^20', typescript: '^5', backlot: `file:${tarball}` }
  writeFile(join(FOLDER, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }, null, 2))
  run(FOLDER, 'npm install --no-audit --no-fund --loglevel=error --ignore-scripts')
  for (const file of ['clients.mjs', 'reader.mjs', 'writer.mjs', 'persistences.mjs']) {
    copyFileSync(join('scripts/persistence', file), join(FOLDER, file))
  }
  run(
    FOLDER,
    'tsc --noEmit --strict --allowJs --checkJs --module nodenext --target es2023 --skipLibCheck --types node clients.mjs',
  )
}

prepare()
let failures = 0
for (const store of stores) {
  for (const client of store.clients.filter((each) => chosen.length === 0 || chosen.includes(each))) {
    const began = performance.now()
    const missing = store.missing()
    // The stores take turns, as each needs the whole machine.
    const result =
      missing === null
        ? await test(store, client).catch((error: unknown) => `FAILED\n${String(error)}`)
        : `skipped: ${missing}`
    if (result.startsWith('FAILED')) failures++
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    process.stdout.write(`${`${store.name} with ${client}`.padEnd(22)} ${seconds.padStart(4)} s  ${result}\n`)
  }
}
process.exitCode = failures === 0 ? 0 : 1
