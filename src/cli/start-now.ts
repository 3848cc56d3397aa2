import { controlVariable } from '#core/control.ts'
import { isLoopback } from '#core/hosts.ts'
import type { OnePort } from '#core/http/one-port.ts'
import { isRecord } from '#core/objects.ts'
import { keepStartFacts } from '#sleeping/start-facts.ts'
import { prepareEmulator, type Emulator, type EmulatorOptions, type ReadyEmulator } from '../emulator.ts'
import type { CommandLine } from './flags.ts'
import { planOf, type Plan } from './plan.ts'
import { keyOf, maySleep } from './start-asleep.ts'
import type { Started, Watching } from './started.ts'
import { allOf, usageErrorOf } from './start-errors.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Makes all instances of a command line, and starts them.
 *
 * @throws AggregateError of what is wrong with any of the services; then none of them listens any more.
 */
export async function startNow(line: CommandLine, surroundings: Surroundings, watching: Watching): Promise<Started> {
  const plan = await planOf(line, surroundings)
  const ready = await prepareAll(plan, watching)
  const emulators = await listenAll(plan, ready)
  if (maySleep(line, surroundings)) {
    for (const { instance, findings } of ready) keepStartFacts(keyOf(instance.service.id, plan.seedFile), findings)
  }
  return {
    emulators,
    titles: plan.instances.map(({ service }) => service.title),
    seedFile: plan.seedFile,
    tokens: [...new Set(plan.instances.flatMap(({ options: { seed } }) => tokensOf(seed)))],
    notes: exposureNotes(plan, emulators),
  }
}

function tokensOf(seed: unknown): string[] {
  return isRecord(seed) && isRecord(seed.tokens) ? Object.keys(seed.tokens) : []
}

/**
 * Starts all instances of a plan.
 *
 * @throws AggregateError of what is wrong with any of them; then none of them listens any more.
 */
export async function startAll(plan: Plan): Promise<Emulator[]> {
  return listenAll(plan, await prepareAll(plan, {}))
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
async function prepareAll({ instances, start: common }: Plan, { onHint }: Partial<Watching>): Promise<ReadyEmulator[]> {
  const preparing = instances.map(({ service, options }) => prepareEmulator(service, options, common))
  try {
    const ready = await allOf(preparing)
    for (const { instance } of ready) instance.onHint = onHint ?? null
    return ready
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
