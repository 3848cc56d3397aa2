import { controlVariable } from '#core/control.ts'
import { isLoopback } from '#core/hosts.ts'
import { PortInUse } from '#core/http/bind.ts'
import { prepareEmulator, type Emulator, type EmulatorOptions, type ReadyEmulator } from '../emulator.ts'
import type { CommandLine } from './flags.ts'
import { planOf, type Plan } from './plan.ts'
import { summary } from './summary.ts'
import type { Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

const EXIT_CODES = { SIGTERM: 0, SIGINT: 130, SIGHUP: 129 } as const

/**
 * Starts services and serves until the process is told to end.
 *
 * @returns the exit code: 0 after SIGTERM, 130 after SIGINT, 129 after SIGHUP (the terminal was closed).
 * @throws AggregateError of what is wrong with any of the services; then none of them listens any more.
 */
export async function start(line: CommandLine, surroundings: Surroundings): Promise<number> {
  const plan = await planOf(line, surroundings)
  const emulators = await startAll(plan)
  try {
    const { isTerminal, stdout, stderr } = surroundings
    const { text, note } = summary(plan, emulators, surroundings)
    stdout(text)
    if (!isTerminal && note !== '') stderr(note)
    if (line.has('open')) openInspector(emulators[0], surroundings)
    stderr(plan.instances.map(({ options }, index) => exposureNote(options, emulators[index])).join(''))
    return EXIT_CODES[await surroundings.stopped]
  } finally {
    await Promise.all(emulators.map((emulator) => emulator.close()))
  }
}

/**
 * Starts all instances of a plan.
 *
 * @throws AggregateError of what is wrong with any of them; then none of them listens any more.
 */
export async function startAll(plan: Plan): Promise<Emulator[]> {
  return listenAll(plan, await prepareAll(plan))
}

/** Opens the inspector of all services, which that of the first one is. */
function openInspector(first: Emulator | undefined, { openBrowser }: Surroundings): void {
  if (first === undefined) return
  const token = first.env[controlVariable(first.service)]
  openBrowser(`${first.url}/_backlot/${token === undefined ? '' : `#token=${token}`}`)
}

/** Returns the line about an instance that other machines may reach; empty for one that only this machine reaches. */
function exposureNote({ hostname }: EmulatorOptions, emulator: Emulator | undefined): string {
  if (hostname === undefined || emulator === undefined || isLoopback(hostname)) return ''
  const { service, env } = emulator
  const variable = controlVariable(service)
  return (
    `backlot: ${service} listens at ${hostname}: everybody who reaches it can act as every user of its seed; ` +
    `its control plane requires the token ${env[variable]} (${variable})\n`
  )
}

/** Makes every instance, before any of them listens: nothing may listen while one of the seeds is wrong. */
async function prepareAll({ instances }: Plan): Promise<ReadyEmulator[]> {
  const preparing = instances.map(({ service, options }) => prepareEmulator(service, options))
  try {
    return await allOf(preparing)
  } catch (error) {
    for (const result of await Promise.allSettled(preparing)) {
      if (result.status === 'fulfilled') result.value.discard()
    }
    throw error
  }
}

async function listenAll({ instances }: Plan, ready: readonly ReadyEmulator[]): Promise<Emulator[]> {
  const starting = ready.map((emulator, index) =>
    emulator.listen().catch((error: unknown) => {
      const { service, options } = instances[index] ?? {}
      throw usageErrorOf(error, service?.id ?? '', options?.hostname)
    }),
  )
  try {
    return await allOf(starting)
  } catch (error) {
    for (const result of await Promise.allSettled(starting)) {
      if (result.status === 'fulfilled') await result.value.close()
    }
    throw error
  }
}

/**
 * Waits for all promises.
 *
 * @throws an AggregateError of everything that is wrong with any of them.
 */
async function allOf<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(promises)
  const reasons = results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []))
  if (reasons.length > 0) throw new AggregateError(reasons)
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

function usageErrorOf(error: unknown, id: string, hostname = '127.0.0.1'): unknown {
  if (error instanceof PortInUse) {
    return new UsageError(`port ${error.port} is in use (${id}): pass --port, or stop the other process`)
  }
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return new UsageError(`${id} can't listen at ${hostname} (${String(error.code)}): pass another --host or --port`)
  }
  return error
}
