import { resolve } from 'node:path'
import { findSeedFile } from '../config-file.ts'
import { isHost, isOrigin } from '../core/hosts.ts'
import type { EmulatorOptions } from '../emulator-options.ts'
import { UnknownService } from '../find-service.ts'
import type { CommandLine } from './flags.ts'
import type { Startable, Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

/** A port at which something may run; `id` is that of its service, null for a port that several share. */
export interface Address {
  readonly id: string | null
  readonly port: number
}

/**
 * Returns where the services of a command line run, once it has started them.
 *
 * @throws UsageError, UnknownService
 */
export function addressesOf(line: CommandLine, { env, services }: Surroundings): Address[] {
  const onePort = onePortOf(line)
  if (onePort !== undefined) return [{ id: null, port: onePort }]
  const ports = portsOf(line, { env, services })
  return chosen(line, services).map(({ id, port }, index) => ({ id, port: ports[index] ?? port }))
}

/**
 * Returns the port of each service of a command line that gives each its own; 0 stands for any free one.
 *
 * @throws UsageError, UnknownService
 */
export function portsOf(line: CommandLine, { env, services }: Pick<Surroundings, 'env' | 'services'>): number[] {
  const list = chosen(line, services)
  const base = basePort(line, env)
  if (base === undefined) return list.map(({ port }) => port)
  if (base.port + list.length - 1 > 65_535) {
    throw new UsageError(`${base.source}: ${list.length} ports from ${base.port} on go beyond 65535`)
  }
  return list.map((_, index) => (base.port === 0 ? 0 : base.port + index))
}

/**
 * Returns the services that `--service` names, in that order; all services without the flag.
 *
 * @throws UsageError, UnknownService.
 */
export function chosen(line: CommandLine, services: readonly Startable[]): readonly Startable[] {
  const flags = line.values('service')
  if (flags.length === 0) return services
  const ids = flags.flatMap((value) => value.split(',')).map((id) => id.trim())
  const named = ids.filter((id) => id !== '')
  if (named.length === 0) throw new UsageError(`--service needs an id: ${services.map(({ id }) => id).join(', ')}`)
  const twice = named.find((id, index) => named.indexOf(id) !== index)
  if (twice !== undefined) throw new UsageError(`--service: ${twice} is named twice`)
  return named.map((id) => {
    const service = services.find((each) => each.id === id)
    if (service === undefined) throw new UnknownService(id)
    return service
  })
}

function basePort(
  line: CommandLine,
  env: Surroundings['env'],
): { readonly port: number; readonly source: string } | undefined {
  const [text, source] =
    [
      [line.values('port').at(-1), '--port'] as const,
      [env.BACKLOT_PORT, 'BACKLOT_PORT'] as const,
      [env.PORT, 'PORT'] as const,
    ].find(([value]) => value !== undefined && value !== '') ?? []
  if (text === undefined || source === undefined) return undefined
  return { port: portOf(text, source), source }
}

function portOf(text: string, source: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`${source}: expected a whole number from 0 to 65535, got ${JSON.stringify(text)}`)
}

/** Returns the port that all services share; undefined where each has its own. */
export function onePortOf(line: CommandLine): number | undefined {
  const text = line.values('one-port').at(-1)
  if (text === undefined) return undefined
  if (line.has('port')) throw new UsageError('--one-port and --port exclude each other')
  return portOf(text, '--one-port')
}

/**
 * Returns the hosts beside this machine that may receive webhooks, and the origins whose pages may send requests.
 *
 * @throws UsageError for a host that is a URL, and for an origin that no browser sends: without a scheme, or with a
 *   path.
 */
export function allowedOf(line: CommandLine): Pick<EmulatorOptions, 'allowWebhookHosts' | 'allowOrigins'> {
  const allowWebhookHosts = line.values('allow-webhook-host')
  const noHost = allowWebhookHosts.find((each) => !isHost(each))
  if (noHost !== undefined)
    throw new UsageError(`--allow-webhook-host: expected a host such as example.test, got ${JSON.stringify(noHost)}`)
  const allowOrigins = line.values('allow-origin')
  const noOrigin = allowOrigins.find((each) => !isOrigin(each))
  if (noOrigin !== undefined)
    throw new UsageError(`--allow-origin: expected an origin such as https://app.test, got ${JSON.stringify(noOrigin)}`)
  return { allowWebhookHosts, allowOrigins }
}

/** Returns the absolute path of the seed that a command line names, or of the project's; undefined without one. */
export function seedFileOf(line: CommandLine, cwd: string): string | undefined {
  const path = line.values('seed').at(-1)
  return path === undefined ? findSeedFile(cwd) : resolve(cwd, path)
}
