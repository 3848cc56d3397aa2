import { createHash } from 'node:crypto'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { badRequest, notFound } from '#deployhost/errors.ts'
import { drainJson, drainWithAccessJson } from '#deployhost/json/drain.ts'
import { findProject, ownedBy, type Account } from '#deployhost/rules/access.ts'
import { nextSortKey } from '#deployhost/rules/sort-keys.ts'
import type { Drain } from '#deployhost/schema.ts'
import { loadAccount, requireAccountWrite } from '#deployhost/steps/accounts.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const name = v.pipe(v.string(), v.minLength(1, 'should NOT be shorter than 1 characters'))
const schemas = v.record(v.string(), v.looseObject({ version: v.string() }))
const headers = v.record(v.string(), v.string())
const secret = v.optional(v.string())
const url = v.pipe(v.string(), v.url('should match format "uri"'))

const delivery = v.variant('type', [
  v.looseObject({
    type: v.literal('http'),
    endpoint: url,
    encoding: v.picklist(['json', 'ndjson']),
    compression: v.optional(v.picklist(['gzip', 'none'])),
    headers,
    secret,
  }),
  v.looseObject({
    type: v.literal('otlphttp'),
    endpoint: v.looseObject({ traces: url }),
    encoding: v.picklist(['proto', 'json']),
    headers,
    secret,
  }),
  v.looseObject({ type: v.literal('s3'), endpoint: v.string(), roleArn: v.string(), region: v.string() }),
])

const sampling = v.array(
  v.looseObject({ type: v.literal('head_sampling'), rate: v.pipe(v.number(), v.minValue(0), v.maxValue(1)) }),
)
const projectIds = v.array(v.string())
const source = v.looseObject({ kind: v.optional(v.string()) })

const DrainInput = v.object({
  name,
  projects: v.picklist(['some', 'all']),
  projectIds: v.optional(projectIds),
  filter: v.optional(v.looseObject({ version: v.literal('v2') })),
  schemas,
  delivery: v.optional(delivery),
  sampling: v.optional(sampling),
  source: v.optional(source, { kind: 'self-served' }),
})

const DrainChanges = v.object({
  name: v.optional(name),
  projects: v.optional(v.picklist(['some', 'all'])),
  projectIds: v.optional(v.nullable(projectIds)),
  filter: v.optional(v.looseObject({ version: v.literal('v2') })),
  schemas: v.optional(schemas),
  delivery: v.optional(delivery),
  sampling: v.optional(v.nullable(sampling)),
  status: v.optional(v.picklist(['enabled', 'disabled'])),
  source: v.optional(source),
})

/** The drains of an account. https://vercel.com/docs/rest-api/drains */
export const drainsRoutes = [
  post('createDrain', '/v1/drains', requireAccountWrite('repo'), body(DrainInput), (call) => {
    const { rows, account, ids, clock, body } = call
    const { projects, projectIds, filter, delivery = null, sampling = null, ...rest } = body
    const now = Math.floor(clock.now())
    const drain = rows.drains.insert({
      id: ids.uuid(),
      sortKey: nextSortKey(rows.drains, now),
      accountId: account.id,
      teamId: account.team?.id ?? null,
      ...rest,
      projectIds: chosenProjects(rows, account, projects, projectIds),
      filterV2: filter ?? null,
      delivery,
      sampling,
      status: 'enabled',
      createdAt: now,
      updatedAt: now,
    })
    return json(drainJson(drain))
  }),
  get('getDrains', '/v1/drains', loadAccount, ({ rows, account, query }) => {
    const projectId = query.get('projectId')
    const drains = rows.drains
      .list('byAccount', account.id)
      .filter(({ projectIds }) => projectId === null || projectIds === null || projectIds.includes(projectId))
    return json({ drains: drains.map(query.get('includeMetadata') === 'true' ? drainWithAccessJson : drainJson) })
  }),
  get('getDrain', '/v1/drains/:id', loadAccount, ({ rows, account, params }) =>
    json(drainJson(findDrain(rows, account, params.id))),
  ),
  patch('updateDrain', '/v1/drains/:id', requireAccountWrite('repo'), body(DrainChanges), (call) => {
    const { rows, account, params, clock, body } = call
    const { projects, projectIds, filter, ...rest } = body
    const before = findDrain(rows, account, params.id)
    const isSame = projects === undefined && projectIds === undefined
    const wanted = projects ?? (projectIds === null ? 'all' : 'some')
    const drain = rows.drains.update(before.id, {
      ...defined({ ...rest, filterV2: filter }),
      projectIds: isSame ? before.projectIds : chosenProjects(rows, account, wanted, projectIds ?? before.projectIds),
      updatedAt: Math.floor(clock.now()),
    })
    return json(drainJson(drain))
  }),
  del('deleteDrain', '/v1/drains/:id', requireAccountWrite('repo'), ({ rows, account, params }) => {
    rows.drains.delete(findDrain(rows, account, params.id).id)
    return empty()
  }),
  // The code that an endpoint of an account answers with to prove that its owner wants the deliveries.
  get('getEndpointVerificationCode', '/v1/verify-endpoint', loadAccount, ({ account }) =>
    json({ verificationCode: createHash('sha1').update(account.id).digest('hex') }),
  ),
]

/**
 * Returns the ids of the projects that a drain is for; null for all of the account.
 *
 * @throws 400 for some projects without ids, 404 for an unknown one.
 */
function chosenProjects(
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
 * Returns the account's drain with this id.
 *
 * @throws 404.
 */
function findDrain(rows: Rows, account: Account, id: string): Drain {
  const drain = ownedBy(account, rows.drains.get(id))
  if (drain === undefined) throw notFound('Drain')
  return drain
}
