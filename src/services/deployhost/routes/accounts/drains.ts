import { createHash } from 'node:crypto'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { failure } from '#deployhost/errors.ts'
import { drainJson, drainWithAccessJson } from '#deployhost/json/drain.ts'
import { chosenProjects, createDrain, findDrain, httpDelivery } from '#deployhost/rules/drains.ts'
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

const DrainTestInput = v.object({ schemas, delivery })

/** The drains of an account. https://vercel.com/docs/rest-api/drains */
export const drainsRoutes = [
  post('createDrain', '/v1/drains', requireAccountWrite('repo'), body(DrainInput), (call) => {
    const { projects, projectIds, filter = null, delivery = null, sampling = null, ...rest } = call.body
    const chosen = chosenProjects(call.rows, call.account, projects, projectIds)
    const fields = { ...rest, projectIds: chosen, filterV2: filter, delivery, sampling }
    return json(drainJson(createDrain(call, call.account, fields)))
  }),
  post('testDrain', '/v1/drains/test', requireAccountWrite('repo'), body(DrainTestInput), (call) => {
    const delivery = httpDelivery(call.body)
    if (delivery === null || !('log' in call.body.schemas)) {
      throw failure(501, 'not_implemented', 'Only drains of logs that are delivered by HTTP can be tested.')
    }
    call.emit({ event: 'drain.test', delivery })
    return json({})
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
