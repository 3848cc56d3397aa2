import fc from 'fast-check'
import { respondToWeb } from '#core/http/web-exchange.ts'
import type { Instance } from '#core/instance.ts'
import type { AnyService } from '#core/service.ts'
import { routesOf } from '#core/service-routes.ts'
import { createInstance } from '../../src/emulator.ts'
import { findService } from '../../src/find-service.ts'
import { starterContent } from '../../src/starter.ts'
import { PATIENCE, shortened, SLOW, timed, type Finding, type OpenTarget } from './finding.ts'
import { requestsFor, type Planned } from './requests.ts'
import { resetTo, stateOf } from './state.ts'
import { oddText } from './values.ts'

/** The header `authorization` of a principal of each service's starter, where it is not that of `dev_token`. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  'auth-saas': 'Bearer sk_test_backlot',
  chat: 'Bearer xoxb-dev-token',
  docdb: 'Bearer backlot_admin',
  mail: 'Bearer re_dev_token',
  'oidc-d': 'SSWS dev_token',
  payments: 'Bearer sk_test_backlot',
  cloud: '',
}

/** Returns the headers of a principal of a service's starter; none for the cloud, which accepts anonymous requests. */
export function credentialsOf(id: string): Readonly<Record<string, string>> {
  const authorization = CREDENTIALS[id] ?? 'Bearer dev_token'
  return authorization === '' ? {} : { authorization }
}

/** The requests of one round, between two resets. */
const REQUESTS = 40

/** Statuses of 5xx that a vendor has for what a client does. */
const DECLARED = new Set([501, 503])

/** Members of answers and seeds with a text or a number, by which later requests name records. */
const NAMING = /"([A-Za-z_]{2,40})"\s*:\s*("(?:[^"\\]{1,120})"|\d{1,15})/g

/** The members that parameters of paths are named after, where their names differ. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  owner: ['owner', 'login'],
  repo: ['name'],
  org: ['login'],
  username: ['login'],
  bucket: ['name'],
  branch: ['default_branch', 'ref'],
  ref: ['default_branch', 'sha'],
  idOrName: ['id', 'name'],
}

/** The values that earlier answers and the seed have named, by the names of the members. */
export class Pool {
  readonly #byName = new Map<string, string[]>()

  constructor(seeded: string) {
    this.learn(seeded)
  }

  learn(text: string): void {
    for (const [, name = '', found = ''] of text.slice(0, 50_000).matchAll(NAMING)) {
      const known = this.#byName.get(name) ?? []
      const value = found.replaceAll('"', '')
      if (known.length < 40 && !known.includes(value)) known.push(value)
      this.#byName.set(name, known)
    }
  }

  /** Returns values for a parameter: of the members of its name, of names that it ends with, else of ids. */
  for(parameter: string): readonly string[] {
    const last = parameter.split('_').at(-1) ?? parameter
    const names = [parameter, ...(ALIASES[parameter] ?? []), last, last.toLowerCase().endsWith('id') ? 'id' : 'name']
    const found = names.flatMap((name) => this.#byName.get(name) ?? [])
    return found.length > 0 ? found : ['1']
  }
}

/** Requests to every operation of a service, in process. */
export function httpTarget(named: string | AnyService): OpenTarget {
  return async () => {
    const service = typeof named === 'string' ? await findService(named) : named
    if (service === undefined) throw new TypeError('there is no such service')
    const { id } = service
    const options = {
      service,
      port: 0,
      seed: await starterContent(service),
      baseUrl: `https://${id}.test`,
      now: '2026-01-01T00:00:00Z',
    }
    const [instance, fresh] = await Promise.all([createInstance(service, options), createInstance(service, options)])
    for (const each of [instance, fresh]) each.origin = `https://${id}.test`
    const { routes } = await routesOf(service)
    const requests = requestsFor(routes)
    const weird = fc.sample(oddText, { seed: 1, numRuns: 100 })
    const seeded = stateOf(fresh)
    return {
      async round(seed) {
        const findings: Finding[] = []
        const pool = new Pool(JSON.stringify(options.seed))
        for (const planned of fc.sample(requests, { seed, numRuns: REQUESTS })) {
          findings.push(...(await send(instance, planned, { id, pool, weird })))
        }
        return [...findings, ...resetTo(seeded, instance, `${REQUESTS} requests`)]
      },
      async [Symbol.asyncDispose]() {
        instance.close()
        fresh.close()
      },
    }
  }
}

interface Known {
  readonly id: string
  readonly pool: Pool
  readonly weird: readonly string[]
}

async function send(instance: Instance, planned: Planned, { id, pool, weird }: Known): Promise<readonly Finding[]> {
  const { route, body } = planned
  const headers = { ...credentialsOf(id), ...planned.headers }
  const path = pathOf(planned, pool, weird)
  const sent = `${route.method} ${path} ${JSON.stringify(headers)} ${shortened(body ?? '')}`
  const request = (): Request =>
    new Request(`https://${id}.test${path}`, {
      method: route.method,
      headers,
      body: route.method === 'GET' || route.method === 'HEAD' ? null : body,
      signal: AbortSignal.timeout(PATIENCE),
    })
  let made: Request
  try {
    made = request()
  } catch {
    return [] // what no client can send
  }
  const { result, spent } = await timed(async () => {
    try {
      const response = await respondToWeb(instance, made)
      return { status: response.status, text: await response.text() }
    } catch (error) {
      // The patience is over, or the connection was closed by a fault.
      return { status: 0, text: String(error) }
    }
  })
  pool.learn(result.text)
  const findings: Finding[] = []
  if (result.status >= 500 && !DECLARED.has(result.status)) {
    findings.push({ sent, flaw: `answered ${result.status}: ${shortened(result.text)}` })
  }
  if (spent > SLOW) findings.push({ sent, flaw: `took ${Math.round(spent)} ms of the processor` })
  return findings
}

/** Returns the path with its parameters: mostly what earlier answers have named, sometimes what nobody would send. */
export function pathOf({ route, picks, query }: Planned, pool: Pool, weird: readonly string[]): string {
  const [template = ''] = route.path.split('?')
  let at = 0
  const path = template.replaceAll(/:([A-Za-z_]+)|\*/g, (_, parameter: string = 'path') => {
    const pick = picks[at++ % picks.length] ?? 0
    const among = pick % 10 === 0 ? weird : pool.for(parameter)
    return encodeURIComponent(among[Math.floor(pick / 10) % among.length] ?? '1').replaceAll('.', '%2E')
  })
  const search = new URLSearchParams(query).toString()
  return `${path.startsWith('/') ? path : `/${path}`}${search === '' ? '' : `?${search}`}`
}
