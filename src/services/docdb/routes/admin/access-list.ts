import * as v from 'valibot'
import { empty } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { accessEntryJson } from '#docdb/json/admin/access.ts'
import { answerAdmin } from '#docdb/json/admin/answer.ts'
import { answerPage } from '#docdb/json/admin/page.ts'
import { addAccessEntry } from '#docdb/rules/admin/access-list.ts'
import { loadAccessEntry } from '#docdb/steps/admin/load-access.ts'
import { loadProject } from '#docdb/steps/admin/load-place.ts'
import { date, written } from './bodies.ts'

const { get, post, del } = routesFor<DocdbCall>()

const AccessEntriesInput = v.array(
  v.strictObject({
    awsSecurityGroup: v.optional(v.string()),
    cidrBlock: v.optional(v.string()),
    comment: v.optional(v.pipe(v.string(), v.maxLength(80))),
    deleteAfterDate: v.optional(date),
    groupId: written,
    ipAddress: v.optional(v.string()),
    links: written,
  }),
)

const ENTRIES = '/api/atlas/v2/groups/:groupId/accessList'

/**
 * The addresses that may connect.
 * https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-project-ip-access-list
 */
export const accessListRoutes = [
  get('listAccessListEntries', ENTRIES, loadProject, (call) =>
    answerPage(call, viewOfReference(call.rows.accessEntries, 'projectId', call.project.id), (entry) =>
      accessEntryJson(call, entry),
    ),
  ),

  post('createAccessListEntry', ENTRIES, loadProject, body(AccessEntriesInput), (call) => {
    for (const { awsSecurityGroup, cidrBlock, comment, deleteAfterDate, ipAddress } of call.body) {
      addAccessEntry(call, call.project, {
        awsSecurityGroup: awsSecurityGroup ?? null,
        cidrBlock: cidrBlock ?? null,
        comment: comment ?? null,
        deleteAfter: deleteAfterDate ?? null,
        ipAddress: ipAddress ?? null,
      })
    }
    return answerPage(call, viewOfReference(call.rows.accessEntries, 'projectId', call.project.id), (entry) =>
      accessEntryJson(call, entry),
    )
  }),

  get('getAccessListEntry', `${ENTRIES}/:entryValue`, loadProject, loadAccessEntry, (call) =>
    answerAdmin(call, accessEntryJson(call, call.entry)),
  ),

  get('getAccessListStatus', `${ENTRIES}/:entryValue/status`, loadProject, loadAccessEntry, (call) =>
    answerAdmin(call, { STATUS: 'ACTIVE' }),
  ),

  del('deleteAccessListEntry', `${ENTRIES}/:entryValue`, loadProject, loadAccessEntry, ({ rows, entry }) => {
    rows.accessEntries.delete(entry.id)
    return empty()
  }),
]
