import { createHash } from 'node:crypto'
import { isRecord } from '#core/objects.ts'
import type { ChangeContext, Rows } from '#deployhost/call.ts'
import { badRequest, notFound } from '#deployhost/errors.ts'
import type { Deployment, Drain, DrainedLine, HttpDelivery } from '#deployhost/schema.ts'
import { findProject, ownedBy, type Account } from './access.ts'
import type { LogEvent } from './build-log.ts'
import { wholeLogOf } from './log-queries.ts'
import { nextSortKey } from './sort-keys.ts'

/**
 * Returns the account's drain with this id.
 *
 * @throws 404.
 */
export function findDrain(rows: Rows, account: Account, id: string): Drain {
  const drain = ownedBy(account, rows.drains.get(id))
  if (drain === undefined) throw notFound('Drain')
  return drain
}

/** The fields of a new drain. */
export type NewDrain = Pick<Drain, 'name' | 'projectIds' | 'schemas' | 'delivery' | 'filterV2' | 'sampling' | 'source'>

/** Adds a drain to an account. */
export function createDrain({ rows, ids, clock }: ChangeContext, account: Account, fields: NewDrain): Drain {
  const now = Math.floor(clock.now())
  return rows.drains.insert({
    id: ids.uuid(),
    sortKey: nextSortKey(rows.drains, now),
    accountId: account.id,
    teamId: account.team?.id ?? null,
    ...fields,
    status: 'enabled',
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Returns the ids of the projects that a drain is for; null for all of the account.
 *
 * @throws 400 for some projects without ids, 404 for an unknown one.
 */
export function chosenProjects(
  rows: Rows,
  account: Account,
  projects: 'some' | 'all',
  ids: readonly string[] | null | undefined,
): readonly string[] | null {
  if (projects === 'all') return null
  if (ids === undefined || ids === null || ids.length === 0) {
    throw badRequest('Invalid request: missing required property `projectIds`.')
  }
  return ids.map((id) => findProject(rows, account, id).id)
}

/**
 * Emits the lines that a build has logged since `before`, for each drain of logs of its account that wants them.
 * https://vercel.com/docs/drains/reference/logs
 */
export function drainLog({ rows, emit }: Pick<ChangeContext, 'rows' | 'emit'>, before: Deployment, after: Deployment) {
  const drains = rows.drains.list('byAccount', after.accountId).filter((drain) => wantsBuild(drain, after))
  if (drains.length === 0) return
  const project = rows.projects.require(after.projectId)
  const logged = wholeLogOf(rows, after).slice(wholeLogOf(rows, before).length).filter(hasText)
  for (const drain of drains) {
    const lines = logged.filter(({ id }) => isSampled(drain, after, id))
    if (lines.length > 0) emit({ event: 'drain.log', drain, project, deployment: after, lines })
  }
}

/** Returns the delivery of a drain when it is one by HTTP; null for another, which nothing is sent to. */
export function httpDelivery({ delivery }: Pick<Drain, 'delivery'>): HttpDelivery | null {
  if (delivery?.['type'] !== 'http') return null
  return delivery as unknown as HttpDelivery // the schema of the routes has checked it
}

/** The environment of a deployment, as filters and logs name it. */
export function environmentOf({ target }: Deployment): 'production' | 'preview' {
  return target === 'production' ? 'production' : 'preview'
}

function wantsBuild(drain: Drain, deployment: Deployment): boolean {
  const { status, schemas, projectIds } = drain
  if (status !== 'enabled' || !('log' in schemas) || httpDelivery(drain) === null) return false
  if (projectIds !== null && !projectIds.includes(deployment.projectId)) return false
  return (
    isAllowed(drain, 'log', 'sources', 'build') &&
    isAllowed(drain, 'deployment', 'environments', environmentOf(deployment)) &&
    isAllowed(drain, 'project', 'ids', deployment.projectId)
  )
}

/** Returns the values of a subject that a drain's filter lists; empty where it lists none. */
export function filteredValues(
  { filterV2 }: Pick<Drain, 'filterV2'>,
  subject: 'deployment' | 'log' | 'project',
  list: string,
): readonly unknown[] {
  const filter = filterV2?.['filter']
  const part = isRecord(filter) ? filter[subject] : undefined
  const values = isRecord(part) ? part[list] : undefined
  return Array.isArray(values) ? values : []
}

/** True unless a drain's filter lists other values of a subject only. */
function isAllowed(drain: Drain, subject: 'deployment' | 'log' | 'project', list: string, value: string): boolean {
  const values = filteredValues(drain, subject, list)
  return values.length === 0 || values.includes(value)
}

/** True when the first sampling rule for the environment lets a line through: the same lines in every run. */
function isSampled({ sampling }: Drain, deployment: Deployment, lineId: string): boolean {
  const rules = (sampling ?? []).filter(isRecord)
  const rule = rules.find(({ env, requestPath }) => !requestPath && (!env || env === environmentOf(deployment)))
  if (typeof rule?.['rate'] !== 'number') return true
  return createHash('sha1').update(lineId).digest().readUInt32BE(0) < rule['rate'] * 2 ** 32
}

function hasText(event: LogEvent): event is LogEvent & DrainedLine {
  return event.text !== undefined
}
