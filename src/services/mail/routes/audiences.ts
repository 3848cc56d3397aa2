import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { listedSegmentJson } from '#mail/json/contact.ts'
import { newestFirst } from '#mail/rules/page.ts'
import { createSegment, answerMembers, removeSegment, SegmentInput } from './segments.ts'
import { loadSegment } from '#mail/steps/segments.ts'
import { answerWholeList } from '#mail/json/page.ts'

const { get, post, del } = routesFor<MailCall>()

/** Segments under their older name. https://resend.com/docs/api-reference/audiences/create-audience */
export const audiencesRoutes = [
  post('audiences/create', '/audiences', body(SegmentInput), (call) => createSegment(call, call.body.name, 'audience')),
  get('audiences/list', '/audiences', (call) =>
    answerWholeList(call, newestFirst(call.rows.segments), listedSegmentJson),
  ),
  get('audiences/get', '/audiences/:segment_id', loadSegment('Audience'), ({ segment }) =>
    json({ object: 'audience', ...listedSegmentJson(segment) }),
  ),
  del('audiences/remove', '/audiences/:segment_id', (call) => removeSegment(call, call.params.segment_id, 'audience')),
  get('audiences/list-contacts', '/audiences/:segment_id/contacts', loadSegment('Audience'), answerMembers),
]
