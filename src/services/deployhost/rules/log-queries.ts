import type { DeployhostCall, Rows } from '../call.ts'
import { invalidRequest } from '../errors.ts'
import type { Deployment } from '../schema.ts'
import { buildLog, type LogEvent } from './build-log.ts'
import { cloneUrl } from './git.ts'

/** Which part of a log a request asks for. */
export interface LogQuery {
  readonly backward: boolean
  /** How many events at most; null: all of them. */
  readonly limit: number | null
  /** Epoch milliseconds; both are part of what is asked for. */
  readonly since: number | null
  readonly until: number | null
  /** Whether the marks between steps are wanted. */
  readonly delimiters: boolean
  /** Whether requests are asked for, of which builds have none. */
  readonly requestsOnly: boolean
  /** The build that is asked for; null: whichever. */
  readonly build: string | null
  /** Whether the answer goes on until the build is over. */
  readonly follow: boolean
}

/** What a request for a log asks for. Throws 400 for what is no number. https://vercel.com/docs/rest-api/deployments/get-deployment-events */
export function logQuery({ query }: Pick<DeployhostCall, 'query'>): LogQuery {
  const limit = numberIn(query, 'limit')
  const direction = query.get('direction') ?? 'forward'
  if (direction !== 'forward' && direction !== 'backward') {
    throw invalidRequest('`direction` should be equal to one of the allowed values "backward, forward"')
  }
  return {
    backward: direction === 'backward',
    limit: limit === null || limit < 0 ? null : limit,
    since: numberIn(query, 'since'),
    until: numberIn(query, 'until'),
    delimiters: numberIn(query, 'delimiter') === 1,
    requestsOnly: (query.get('statusCode') ?? '') !== '',
    build: query.get('name') || null,
    follow: numberIn(query, 'follow') === 1,
  }
}

/** What a log has of what is asked for, in the order that is asked for. */
export function logOf(rows: Rows, deployment: Deployment, query: LogQuery): LogEvent[] {
  const found = buildLog(deployment, factsOf(rows, deployment)).filter((event) => wanted(deployment, event, query))
  if (query.backward) found.reverse()
  return query.limit === null ? found : found.slice(0, query.limit)
}

function factsOf(rows: Rows, { id, gitSource }: Deployment) {
  return {
    files: rows.deploymentFiles.countReferring('deploymentId', id),
    repository: gitSource === null ? null : cloneUrl(gitSource),
  }
}

function wanted({ buildId }: Deployment, { type, createdAt }: LogEvent, query: LogQuery): boolean {
  if (query.requestsOnly || (query.build !== null && query.build !== buildId)) return false
  if (type === 'delimiter' && !query.delimiters) return false
  return createdAt >= (query.since ?? createdAt) && createdAt <= (query.until ?? createdAt)
}

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  const value = Number(text)
  if (!Number.isFinite(value)) throw invalidRequest(`\`${name}\` should be number`)
  return value
}
