import * as v from 'valibot'
import { json, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { listedSegmentJson, memberJson } from '#mail/json/contact.ts'
import { newestFirst, withPublicIds } from '#mail/rules/page.ts'
import type { Segment } from '#mail/schema/audiences.ts'
import { loadSegment } from '#mail/steps/segments.ts'
import { answerPage, answerWholeList } from '#mail/json/page.ts'

const { get, post, patch, del } = routesFor<MailCall>()

/** The body of a request that creates a segment. */
export const SegmentInput = v.object({
  name: v.pipe(v.string(), v.minLength(1, 'The `name` field must not be empty.')),
})

/** Groups of contacts. https://resend.com/docs/api-reference/segments/create-segment */
export const segmentsRoutes = [
  post('segments/create', '/segments', body(SegmentInput), (call) => createSegment(call, call.body.name, 'segment')),
  get('segments/list', '/segments', (call) => answerPage(call, newestFirst(call.rows.segments), listedSegmentJson)),
  get('segments/get', '/segments/:segment_id', loadSegment('Segment'), ({ segment }) =>
    json({ object: 'segment', ...listedSegmentJson(segment) }),
  ),
  patch(
    'segments/update',
    '/segments/:segment_id',
    loadSegment('Segment'),
    body(SegmentInput),
    ({ rows, segment, body }) => {
      rows.segments.update(segment.id, { name: body.name })
      return json({ object: 'segment', id: segment.uuid })
    },
  ),
  del('segments/remove', '/segments/:segment_id', (call) => removeSegment(call, call.params.segment_id, 'segment')),
  get('segments/list-contacts', '/segments/:segment_id/contacts', loadSegment('Segment'), answerMembers),
]

/** Creates a segment; `object` is the name that the client calls it by. */
export function createSegment({ rows, ids, clock }: MailCall, name: string, object: 'segment' | 'audience'): Answer {
  const segment = rows.segments.insert({ uuid: ids.uuid(), name, createdAt: clock.now() })
  return json({ object, id: segment.uuid, name: segment.name }, 201)
}

/** Deletes a segment. The vendor says that it did so also for a segment that does not exist. */
export function removeSegment({ rows }: MailCall, uuid: string, object: 'segment' | 'audience'): Answer {
  const segment = rows.segments.find('uuid', uuid)
  if (segment !== undefined) rows.segments.delete(segment.id)
  return json({ object, id: uuid, deleted: true })
}

/** Answers the members of a segment, newest member first. */
export function answerMembers(call: MailCall & { readonly segment: Segment }): Answer {
  const { rows, segment } = call
  const newest = viewOfIndex(rows.segmentMembers, 'bySegment', [segment.id], { descending: true })
  const list = withPublicIds(newest, (uuid) => {
    const contact = rows.contacts.find('uuid', uuid)
    return contact && rows.segmentMembers.find('pair', segment.id, contact.id)
  })
  return answerWholeList(call, list, ({ contactId }) => memberJson(rows.contacts.require(contactId)))
}
