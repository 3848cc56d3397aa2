import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { isLoopback } from '#core/hosts.ts'
import type { AnyService } from '#core/service.ts'
import type { EmulatorOptions, StartOptions } from '../emulator.ts'
import { filePersistence } from '#persistence/file-persistence.ts'
import { starterContent } from '../starter.ts'
import { allowedOf, chosen, onePortOf, portsOf, seedFileOf } from './addresses.ts'
import type { CommandLine } from './flags.ts'
import type { Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

/** The instances to start. */
export interface Plan {
  readonly instances: readonly { readonly service: AnyService; readonly options: EmulatorOptions }[]
  /** The port that all instances share; absent: each has a port of its own. */
  readonly onePort?: SharedPort
  /** The options of the start that all instances have in common. */
  readonly start: Pick<StartOptions, 'controlToken' | 'acceptHosts'>
  /** The absolute path of the seed; null when there is none and each service begins with its starter. */
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
  const ports = fixed.port === undefined && onePort === undefined ? portsOf(line, surroundings) : undefined
  const seedFile = seedFileOf(line, surroundings.cwd)
  const [hostname] = line.values('host').slice(-1)
  const sharedUrl = baseUrlOf(line, onePort === undefined ? services.length : 1)
  const baseUrl = onePort === undefined || sharedUrl === undefined ? sharedUrl : belowOnePort(sharedUrl)
  const stateFile = line.values('persist').at(-1)
  const persistence = stateFile === undefined ? undefined : filePersistence(resolve(surroundings.cwd, stateFile))
  const allowed = allowedOf(line)
  const instances = services.map(async (service, index) => ({
    service,
    options: {
      service,
      port: ports?.[index] ?? service.port,
      seed: seedFile ?? (await starterContent(service)),
      ...allowed,
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
    seedFile: seedFile ?? null,
  }
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
