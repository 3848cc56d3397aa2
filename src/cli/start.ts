import { controlVariable } from '#core/control.ts'
import { isLoopback } from '#core/hosts.ts'
import { PortInUse } from '#core/http/bind.ts'
import type { OnePort } from '#core/http/one-port.ts'
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
  const emulators = await startAll(plan, { onHint: hintWriter(surroundings) })
  try {
    const { isTerminal, stdout, stderr } = surroundings
    const { text, note } = summary(plan, emulators, surroundings)
    stdout(text)
    if (!isTerminal && note !== '') stderr(note)
    if (line.has('open')) openInspector(emulators[0], surroundings)
    stderr(exposureNotes(plan, emulators))
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
export async function startAll(plan: Plan, { onHint }: Watching = {}): Promise<Emulator[]> {
  const ready = await prepareAll(plan)
  for (const { instance } of ready) instance.onHint = onHint ?? null
  return listenAll(plan, ready)
}

/** The listeners to the instances. */
interface Watching {
  /** Is called with each hint at a refusal whose reason the vendor's answer does not tell. */
  readonly onHint?: (hint: string) => void
}

/** Returns a function that writes each hint once, as a client may repeat its request. */
function hintWriter({ stderr }: Surroundings): (hint: string) => void {
  const written = new Set<string>()
  return (hint) => {
    if (written.has(hint)) return
    written.add(hint)
    stderr(`backlot: ${hint}\n`)
  }
}

/** Opens the inspector of all services, which that of the first one is. */
function openInspector(first: Emulator | undefined, { openBrowser }: Surroundings): void {
  if (first === undefined) return
  const token = first.env[controlVariable(first.service)]
  openBrowser(`${first.url}/_backlot/${token === undefined ? '' : `#token=${token}`}`)
}

/** Returns the lines about what other machines may reach; empty where only this machine reaches it. */
function exposureNotes({ instances, onePort, start: { controlToken } }: Plan, emulators: readonly Emulator[]): string {
  if (onePort === undefined) {
    return instances.map(({ options }, index) => exposureNote(options, emulators[index])).join('')
  }
  if (isLoopback(onePort.hostname)) return ''
  return (
    `backlot: the services listen at ${onePort.hostname}: everybody who reaches it can act as every user of their seeds; ` +
    `their control planes require the token ${controlToken} (BACKLOT_CONTROL_TOKEN)\n`
  )
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
async function prepareAll({ instances, start: common }: Plan): Promise<ReadyEmulator[]> {
  const preparing = instances.map(({ service, options }) => prepareEmulator(service, options, common))
  try {
    return await allOf(preparing)
  } catch (error) {
    for (const result of await Promise.allSettled(preparing)) {
      if (result.status === 'fulfilled') result.value.discard()
    }
    throw error
  }
}

async function listenAll(plan: Plan, ready: readonly ReadyEmulator[]): Promise<Emulator[]> {
  const { instances } = plan
  const onePort = await openOnePort(plan, ready)
  const starting = ready.map((emulator, index) =>
    emulator.listen(onePort).catch((error: unknown) => {
      const { service, options } = instances[index] ?? {}
      throw usageErrorOf(error, service?.id ?? '', options?.hostname)
    }),
  )
  try {
    const emulators = await allOf(starting)
    onePort?.complete()
    return emulators
  } catch (error) {
    for (const result of await Promise.allSettled(starting)) {
      if (result.status === 'fulfilled') await result.value.close()
    }
    await onePort?.close()
    throw error
  }
}

/** Opens the port that all instances share; undefined where each has its own. */
async function openOnePort({ onePort }: Plan, ready: readonly ReadyEmulator[]): Promise<OnePort | undefined> {
  if (onePort === undefined) return undefined
  // Loaded here, because only this flag needs it.
  const { OnePort } = await import('#core/http/one-port.ts')
  const https = ready.some((each) => each.https)
  const tls = https ? await (await import('#core/http/certificates.ts')).serverCertificate() : undefined
  const instances = ready.map(({ instance }) => instance)
  const port = new OnePort(instances, { ...onePort, https, keepAlive: true, ...(tls === undefined ? {} : { tls }) })
  try {
    await port.open()
    return port
  } catch (error) {
    for (const each of ready) each.discard()
    throw usageErrorOf(error, '--one-port', onePort.hostname)
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
