import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { invalidRequest } from '#deployhost/errors.ts'
import type { Deployment } from '#deployhost/schema.ts'
import { buildLog, type LogEvent } from './build-log.ts'
import { cloneUrl } from './git.ts'

/** The part of a log that a request asks for. */
export interface LogQuery {
  readonly backward: boolean
  /** The largest number of events; null: all. */
  readonly limit: number | null
  /** Epoch milliseconds, inclusive. */
  readonly since: number | null
  readonly until: number | null
  /** True when the answer includes the delimiters between steps. */
  readonly delimiters: boolean
  /** True when the answer includes only HTTP requests, which build logs do not have. */
  readonly requestsOnly: boolean
  /** The id of the build; null: any. */
  readonly build: string | null
  /** True when the answer continues until the build is over. */
  readonly follow: boolean
}

/**
 * Parses the query of a request for a log. https://vercel.com/docs/rest-api/deployments/get-deployment-events
 *
 * @throws 400 for a malformed number.
 */
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

/** Returns the requested events of a log, in the requested order. */
export function logOf(rows: Rows, deployment: Deployment, query: LogQuery): LogEvent[] {
  const events = wholeLogOf(rows, deployment).filter((event) => matchesQuery(deployment, event, query))
  if (query.backward) events.reverse()
  return query.limit === null ? events : events.slice(0, query.limit)
}

/** Returns all that the build of a deployment has logged so far. */
export function wholeLogOf(rows: Rows, deployment: Deployment): LogEvent[] {
  return buildLog(deployment, factsOf(rows, deployment))
}

function factsOf(rows: Rows, { id, gitSource }: Deployment) {
  return {
    files: rows.deploymentFiles.countReferring('deploymentId', id),
    repository: gitSource === null ? null : cloneUrl(gitSource),
  }
}

function matchesQuery({ buildId }: Deployment, { type, createdAt }: LogEvent, query: LogQuery): boolean {
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
