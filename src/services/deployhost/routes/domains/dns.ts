import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { notFound } from '#deployhost/errors.ts'
import { listedRecordJson, recordJson } from '#deployhost/json/dns.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import { contentOf, createRecord, findRecord, parseZone, zoneOf } from '#deployhost/rules/dns-records.ts'
import { findDomain } from '#deployhost/rules/domains.ts'
import { RECORD_TYPES } from '#deployhost/schema/dns.ts'
import { atPaths } from '../versions.ts'
import { loadAccount, requireAccountWrite } from '#deployhost/steps/accounts.ts'
import { answerPage } from '#deployhost/json/page.ts'
import * as v from 'valibot'

const { get, post, put, patch, del } = routesFor<DeployhostCall>()

const number = v.pipe(v.number(), v.minValue(0), v.maxValue(65_535))
const fields = {
  name: v.optional(v.string()),
  value: v.optional(v.string()),
  ttl: v.optional(v.pipe(v.number(), v.minValue(60), v.maxValue(2_147_483_647))),
  mxPriority: v.optional(number),
  srv: v.optional(v.object({ priority: number, weight: number, port: number, target: v.string() })),
  comment: v.optional(v.string()),
}
const RecordInput = v.object({ ...fields, type: v.picklist(RECORD_TYPES) })
const RecordChanges = v.object({ ...fields, type: v.optional(v.picklist(RECORD_TYPES)) })

const LIST = ['/v5/domains/:domain/records', '/v4/domains/:domain/records', '/v3/domains/:domain/records'] as const
const NEW = ['/v2/domains/:domain/records', '/v3/domains/:domain/records', '/v4/domains/:domain/records'] as const
const ITEM = ['/v2/domains/:domain/records/:recordId', '/v3/domains/:domain/records/:recordId'] as const

/** DNS records of domains. https://vercel.com/docs/rest-api/reference/endpoints/dns */
export const dnsRoutes = [
  ...atPaths(LIST, (path) =>
    get('getRecords', path, loadAccount, (call) => {
      const domain = findDomain(call, call.params.domain)
      return answerPage(
        'records',
        pageOf(pageQuery(call), viewOfIndex(call.rows.dnsRecords, 'byDomain', [domain.id])),
        listedRecordJson,
      )
    }),
  ),
  ...atPaths(NEW, (path) =>
    post('createRecord', path, requireAccountWrite('repo'), body(RecordInput), (call) => {
      const record = createRecord(call, findDomain(call, call.params.domain), call.user, call.body)
      return json({ uid: record.id, updated: record.updatedAt })
    }),
  ),
  put('importRecords', '/v3/domains/:domain/records', requireAccountWrite('repo'), (call) => {
    const domain = findDomain(call, call.params.domain)
    const records = parseZone(zoneOf(call), domain.name).map((each) => createRecord(call, domain, call.user, each))
    return json({ recordIds: records.map(({ id }) => id) })
  }),
  ...atPaths(['/v5/domains/records/:recordId', '/domains/records/:recordId'], (path) =>
    get('getRecord', path, loadAccount, ({ rows, account, params }) => {
      const { record, domain } = findRecord(rows, account, params.recordId)
      return json(recordJson(record, domain.name))
    }),
  ),
  ...atPaths(['/v1/domains/records/:recordId', '/v4/domains/records/:recordId'], (path) =>
    patch('updateRecord', path, requireAccountWrite('repo'), body(RecordChanges), (call) => {
      const { rows, account, params, clock, body } = call
      const { record, domain } = findRecord(rows, account, params.recordId)
      const { type = record.type, name, ttl, comment } = body
      const { value = record.value, mxPriority = record.mxPriority ?? undefined, srv } = body
      const content =
        type === 'SRV' && srv === undefined
          ? { value: record.value, mxPriority: null, priority: record.priority }
          : contentOf({ type, value, mxPriority, srv })
      const changes = defined({ name: name?.toLowerCase(), ttl, comment })
      const updatedAt = Math.floor(clock.now())
      return json(
        recordJson(rows.dnsRecords.update(record.id, { type, ...content, ...changes, updatedAt }), domain.name),
      )
    }),
  ),
  ...atPaths(ITEM, (path) =>
    del('removeRecord', path, requireAccountWrite('repo'), (call) => {
      const domain = findDomain(call, call.params.domain)
      const { record } = findRecord(call.rows, call.account, call.params.recordId)
      if (record.domainId !== domain.id) throw notFound('Record')
      call.rows.dnsRecords.delete(record.id)
      return json({})
    }),
  ),
]
