import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall, Rows } from '#mail/call.ts'
import { missingField, notFound, validationError } from '#mail/errors.ts'
import { broadcastJson, listedBroadcastJson } from '#mail/json/broadcast.ts'
import { newestFirst } from '#mail/rules/page.ts'
import { mailbox, mailboxes } from '#mail/rules/sending/addresses.ts'
import { recipientsOf, startBroadcast } from '#mail/rules/audiences/broadcasts.ts'
import { findSegment } from '#mail/rules/audiences/contacts.ts'
import { subjectText } from '#mail/rules/sending/email-input.ts'
import { scheduledTime } from '#mail/rules/sending/scheduled-at.ts'
import { requireSender } from '#mail/rules/sending/sender.ts'
import type { Broadcast } from '#mail/schema/audiences.ts'
import { loadBroadcast, requireDraft } from '#mail/steps/broadcasts.ts'
import { answerWholeList } from '#mail/json/page.ts'

const { get, post, patch, del } = routesFor<MailCall>()

const fields = {
  name: v.nullish(v.string()),
  segment_id: v.nullish(v.string()),
  /** The older name of `segment_id`. */
  audience_id: v.nullish(v.string()),
  subject: v.nullish(subjectText),
  reply_to: v.nullish(mailboxes('reply_to')),
  preview_text: v.nullish(v.string()),
  html: v.nullish(v.string()),
  text: v.nullish(v.string()),
  topic_id: v.nullish(v.string()),
}
const BroadcastChanges = v.object({ ...fields, from: v.nullish(mailbox('from')) })
const BroadcastInput = v.object({
  ...fields,
  from: mailbox('from'),
  subject: subjectText,
  send: v.nullish(v.boolean()),
  scheduled_at: v.nullish(v.string()),
})
const SendInput = v.object({ scheduled_at: v.nullish(v.string()) })

/** Emails to a segment. https://resend.com/docs/api-reference/broadcasts/create-broadcast */
export const broadcastsRoutes = [
  post('broadcasts/create', '/broadcasts', body(BroadcastInput), loadSendingTime, (call) => {
    const { rows, ids, clock, body, at } = call
    const { segmentId, topicId } = targets(rows, body)
    if (segmentId === undefined) throw missingField('segment_id')
    if (at !== null && body.send !== true) throw validationError('You can use `scheduled_at` only if `send` is true.')
    if (isEmpty(body.html) && isEmpty(body.text)) throw validationError('Missing `html` or `text` field.')
    requireSender(call, body.from, [])
    const broadcast = rows.broadcasts.insert({
      uuid: ids.uuid(),
      name: body.name ?? 'Untitled',
      segmentId,
      topicId: topicId ?? null,
      from: body.from,
      subject: body.subject,
      replyTo: body.reply_to ?? null,
      previewText: body.preview_text ?? null,
      html: body.html ?? null,
      text: body.text ?? null,
      status: 'draft',
      createdAt: clock.now(),
      scheduledAt: null,
      sentAt: null,
    })
    if (body.send === true) startBroadcast(call, broadcast, at)
    return json({ id: broadcast.uuid }, 201)
  }),
  get('broadcasts/list', '/broadcasts', (call) =>
    answerWholeList(call, newestFirst(call.rows.broadcasts), (each) => listedBroadcastJson(call.rows, each)),
  ),
  get('broadcasts/get', '/broadcasts/:id', loadBroadcast, ({ rows, broadcast }) =>
    json(broadcastJson(rows, broadcast)),
  ),
  patch(
    'broadcasts/update',
    '/broadcasts/:id',
    loadBroadcast,
    requireDraft('updated'),
    body(BroadcastChanges),
    (call) => {
      const { rows, broadcast, body } = call
      if (typeof body.from === 'string') requireSender(call, body.from, [])
      const changes = defined({
        name: body.name ?? undefined,
        ...targets(rows, body),
        from: body.from ?? undefined,
        subject: body.subject ?? undefined,
        replyTo: body.reply_to,
        previewText: body.preview_text,
        html: body.html,
        text: body.text,
      })
      rows.broadcasts.update(broadcast.id, changes)
      return json({ id: broadcast.uuid })
    },
  ),
  del('broadcasts/remove', '/broadcasts/:id', loadBroadcast, ({ rows, broadcast }) => {
    // Deleting a scheduled broadcast cancels it.
    if (broadcast.status === 'sent') throw validationError('Sent broadcasts cannot be deleted.')
    rows.broadcasts.delete(broadcast.id)
    return json({ object: 'broadcast', id: broadcast.uuid, deleted: true })
  }),
  post(
    'broadcasts/send',
    '/broadcasts/:id/send',
    loadBroadcast,
    requireDraft('sent'),
    body(SendInput),
    (call) => loadSendingTime(call),
    (call) => {
      const { rows, at, broadcast } = call
      if (broadcast.segmentId === null) throw missingField('segment_id')
      requireSender(
        call,
        broadcast.from ?? '',
        recipientsOf(rows, broadcast).map(({ email }) => email),
      )
      startBroadcast(call, broadcast, at)
      return json({ id: broadcast.uuid })
    },
  ),
  post('broadcasts/cancel', '/broadcasts/:id/cancel', loadBroadcast, ({ rows, broadcast: { id, uuid, status } }) => {
    if (status !== 'queued') throw validationError(`Only scheduled broadcasts can be canceled; this one is ${status}.`)
    rows.broadcasts.update(id, { status: 'draft', scheduledAt: null })
    return json({ object: 'broadcast', id: uuid })
  }),
  post('broadcasts/duplicate', '/broadcasts/:id/duplicate', loadBroadcast, ({ rows, ids, clock, broadcast }) => {
    const { id: _, ...copied } = broadcast
    const fresh = {
      uuid: ids.uuid(),
      status: 'draft',
      createdAt: clock.now(),
      scheduledAt: null,
      sentAt: null,
    } as const
    const copy = rows.broadcasts.insert({ ...copied, ...fresh, name: `${broadcast.name} (Copy)` })
    return json({ object: 'broadcast', id: copy.uuid }, 201)
  }),
]

/** A step that parses `scheduled_at`; `at` is null when the broadcast is sent at once. Rejects with 422. */
async function loadSendingTime({
  body,
  clock,
}: Pick<MailCall, 'clock'> & { readonly body: v.InferOutput<typeof SendInput> }): Promise<{
  readonly at: number | null
}> {
  return { at: typeof body.scheduled_at === 'string' ? await scheduledTime(body.scheduled_at, clock.now()) : null }
}

/**
 * Returns the segment and the topic that a body names: a member is absent when the body does not mention it, null when
 * the body removes it.
 *
 * @throws 404.
 */
function targets(
  rows: Rows,
  { segment_id, audience_id, topic_id }: v.InferOutput<typeof BroadcastChanges>,
): Partial<Pick<Broadcast, 'segmentId' | 'topicId'>> {
  const segment = segment_id ?? audience_id
  const topic = typeof topic_id === 'string' ? rows.topics.find('uuid', topic_id) : null
  if (topic === undefined) throw notFound('Topic')
  return defined({
    segmentId: typeof segment === 'string' ? findSegment(rows, segment).id : undefined,
    topicId: topic_id === undefined ? undefined : (topic?.id ?? null),
  })
}

function isEmpty(text: string | null | undefined): boolean {
  return text === null || text === undefined || text === ''
}
