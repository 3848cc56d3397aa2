import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { listedSegment } from '#mail/json/contact.ts'
import { newestFirst, wholeUnlessLimited } from '#mail/rules/page.ts'
import { loadSegment } from '#mail/rules/audiences/contacts.ts'
import { createSegment, listMembers, NewSegment } from './segments.ts'

const { get, post, del } = routesFor<MailCall>()

/** Segments under their older name. https://resend.com/docs/api-reference/audiences/create-audience */
export const audiencesRoutes = [
  post('audiences/create', '/audiences', body(NewSegment), (call) => createSegment(call, call.body.name, 'audience')),
  get('audiences/list', '/audiences', (call) =>
    wholeUnlessLimited(call, newestFirst(call.rows.segments), listedSegment),
  ),
  get('audiences/get', '/audiences/:segment_id', loadSegment('Audience'), ({ segment }) =>
    json({ object: 'audience', ...listedSegment(segment) }),
  ),
  del('audiences/remove', '/audiences/:segment_id', loadSegment('Audience'), ({ rows, segment }) => {
    rows.segments.delete(segment.id)
    return json({ object: 'audience', id: segment.uuid, deleted: true })
  }),
  get('audiences/list-contacts', '/audiences/:segment_id/contacts', loadSegment('Audience'), listMembers),
]
