import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { registry } from '../../src/registry.ts'
import { driverTarget } from './driver.ts'
import type { Finding, OpenTarget } from './finding.ts'
import { httpTarget } from './http.ts'
import { handlerTarget, proxyTarget, smtpTarget, socketsTarget } from './streams.ts'

/** Everything that is fuzzed, by the name that `--only` takes: `http:mail`, `driver`, `smtp`. */
export const TARGETS: Readonly<Record<string, OpenTarget>> = {
  ...Object.fromEntries(registry.map(({ id }) => [`http:${id}`, httpTarget(id)])),
  driver: driverTarget,
  sockets: socketsTarget,
  smtp: smtpTarget,
  proxy: proxyTarget,
  handler: handlerTarget,
}

/** A finding with the command that repeats it. */
export interface Found extends Finding {
  readonly repeat: string
}

/** The options of {@link fuzz}. */
export interface FuzzOptions {
  /** The target's name. */
  readonly name: string
  /** The target to fuzz. Default: the target of that name */
  readonly target?: OpenTarget
  /** The seed of the first round; each later round has the next number. */
  readonly seed: number
  /** The time after which no round begins, in milliseconds. */
  readonly time: number
  /** The most rounds. Default: no limit */
  readonly rounds?: number
}

/** The growth of memory over the second half of the rounds that is a finding, in bytes. */
const GROWTH = 96 * 1024 * 1024

/** The fewest rounds of which memory is compared: code and caches of the first ones stay. */
const WARM = 30

/** Runs rounds of one target. */
export async function fuzz({
  name,
  target: open = TARGETS[name],
  seed,
  time,
  rounds = Infinity,
}: FuzzOptions): Promise<{ readonly found: readonly Found[]; readonly rounds: number }> {
  if (open === undefined)
    throw new TypeError(`there is no target ${name}; there are ${Object.keys(TARGETS).join(', ')}`)
  const found: Found[] = []
  const crashes: unknown[] = []
  const crash = (error: unknown): void => void crashes.push(error)
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  let done = 0
  let warm: number | null = null
  try {
    await using target = await open()
    const until = performance.now() + time
    while (done === 0 || (done < rounds && performance.now() < until)) {
      const of = seed + done
      const repeat = `npm run fuzz -- --only ${name} --seed ${of} --rounds 1`
      const findings = await target.round(of)
      await new Promise((resolve) => setImmediate(resolve))
      const thrown = crashes.splice(0).map((error) => ({ sent: 'the round', flaw: `uncaught: ${stackOf(error)}` }))
      found.push(...[...findings, ...thrown].map((each) => ({ ...each, repeat })))
      done += 1
      if (done === WARM) warm = heldBytes()
    }
    const growth = warm === null || done < 2 * WARM ? 0 : heldBytes() - warm
    if (growth > GROWTH) {
      const repeat = `npm run fuzz -- --only ${name} --seed ${seed} --rounds ${done}`
      found.push({ sent: `${done} rounds`, flaw: `memory grew by ${Math.round(growth / 2 ** 20)} MB`, repeat })
    }
  } finally {
    process.off('uncaughtException', crash)
    process.off('unhandledRejection', crash)
  }
  return { found, rounds: done }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Returns the bytes that this process holds after a collection. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // the flag defines it
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
