import { randomBytes } from 'node:crypto'
import { relative, resolve } from 'node:path'
import { findSeedFile } from '../config-file.ts'
import { isLoopback } from '#core/hosts.ts'
import type { AnyService } from '#core/service.ts'
import type { EmulatorOptions, StartOptions } from '../emulator.ts'
import { UnknownService } from '../find-service.ts'
import { filePersistence } from '#persistence/file-persistence.ts'
import { starterContent } from '../starter.ts'
import type { CommandLine } from './flags.ts'
import type { Startable, Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

/** The instances to start. */
export interface Plan {
  readonly instances: readonly { readonly service: AnyService; readonly options: EmulatorOptions }[]
  /** The port that all instances share; absent: each has a port of its own. */
  readonly onePort?: SharedPort
  /** The options of the start that all instances have in common. */
  readonly start: Pick<StartOptions, 'controlToken' | 'acceptHosts'>
  /** The path of the seed, to be printed; null when there is none and each service begins with its starter. */
  readonly seedFile: string | null
}

/** A port that several instances share. */
interface SharedPort {
  readonly port: number
  readonly hostname: string
  readonly baseUrl?: string
  readonly acceptHosts: readonly string[]
}

/**
 * Plans which instances to start, from a command line, the environment and the project's config. `fixed` are options of
 * every instance that the command line does not decide.
 *
 * @throws UsageError, UnknownService
 */
export async function planOf(
  line: CommandLine,
  surroundings: Surroundings,
  fixed: Pick<EmulatorOptions, 'hosts' | 'port'> = {},
): Promise<Plan> {
  const services = await Promise.all(chosen(line, surroundings.services).map((each) => each.load()))
  const onePort = onePortOf(line)
  const base = fixed.port === undefined && onePort === undefined ? basePort(line, surroundings.env) : undefined
  if (base !== undefined && base.port + services.length - 1 > 65_535) {
    throw new UsageError(`${base.source}: ${services.length} ports from ${base.port} on go beyond 65535`)
  }
  const seedFile = seedFileOf(line, surroundings.cwd)
  const [hostname] = line.values('host').slice(-1)
  const sharedUrl = baseUrlOf(line, onePort === undefined ? services.length : 1)
  const baseUrl = onePort === undefined || sharedUrl === undefined ? sharedUrl : belowOnePort(sharedUrl)
  const stateFile = line.values('persist').at(-1)
  const persistence = stateFile === undefined ? undefined : filePersistence(resolve(surroundings.cwd, stateFile))
  const instances = services.map(async (service, index) => ({
    service,
    options: {
      service,
      port: base === undefined ? service.port : base.port === 0 ? 0 : base.port + index,
      seed: seedFile ?? (await starterContent(service)),
      allowWebhookHosts: line.values('allow-webhook-host'),
      allowOrigins: line.values('allow-origin'),
      ...(line.has('https') ? { https: true } : {}),
      ...(hostname === undefined ? {} : { hostname }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(persistence === undefined ? {} : { persistence }),
      ...fixed,
    },
  }))
  const acceptHosts = line.values('accept-host').map((name) => name.toLowerCase())
  const controlToken = controlTokenOf(surroundings.env, hostname, onePort)
  return {
    instances: await Promise.all(instances),
    ...(onePort === undefined
      ? {}
      : {
          onePort: {
            port: onePort,
            hostname: hostname ?? '127.0.0.1',
            acceptHosts,
            ...(baseUrl === undefined ? {} : { baseUrl }),
          },
        }),
    start: { acceptHosts, ...(controlToken === undefined ? {} : { controlToken }) },
    seedFile: seedFile === undefined ? null : shortest(seedFile, surroundings.cwd),
  }
}

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
  const base = basePort(line, env)
  return chosen(line, services).map(({ id, port }, index) => ({
    id,
    port: base === undefined ? port : base.port + index,
  }))
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
function onePortOf(line: CommandLine): number | undefined {
  const text = line.values('one-port').at(-1)
  if (text === undefined) return undefined
  if (line.has('port')) throw new UsageError('--one-port and --port exclude each other')
  return portOf(text, '--one-port')
}

/** Returns a base URL with a place for the id of a service: at its end, unless it has one. */
function belowOnePort(url: string): string {
  return url.includes('{service}') ? url : `${url.replace(/\/+$/, '')}/{service}`
}

/**
 * Returns the token that all control planes of a run have in common: the one that the environment names, or for one
 * port that is open to the network, one that chance gives.
 */
function controlTokenOf(
  { BACKLOT_CONTROL_TOKEN: own }: Surroundings['env'],
  hostname: string | undefined,
  onePort: number | undefined,
): string | undefined {
  if (own !== undefined && own !== '') return own
  const isOpen = hostname !== undefined && !isLoopback(hostname)
  return isOpen && onePort !== undefined ? randomBytes(16).toString('hex') : undefined
}

function seedFileOf(line: CommandLine, cwd: string): string | undefined {
  const path = line.values('seed').at(-1)
  return path === undefined ? findSeedFile(cwd) : resolve(cwd, path)
}

function baseUrlOf(line: CommandLine, count: number): string | undefined {
  const url = line.values('base-url').at(-1)
  if (url === undefined) return undefined
  const sample = url.replaceAll('{service}', 'service')
  if (!URL.canParse(sample) || !/^https?:$/.test(new URL(sample).protocol)) {
    throw new UsageError(`--base-url: expected a URL such as https://{service}.example.com, got ${JSON.stringify(url)}`)
  }
  if (count > 1 && sample === url) {
    throw new UsageError(`--base-url: ${count} services can't share ${url}: put {service} in it, or name one --service`)
  }
  return url
}

function shortest(file: string, cwd: string): string {
  const below = relative(cwd, file)
  return below.startsWith('..') ? file : below
}
