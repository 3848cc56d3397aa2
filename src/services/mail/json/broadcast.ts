import type { Rows } from '#mail/call.ts'
import type { Broadcast } from '#mail/schema/audiences.ts'
import { timestamp } from './format.ts'

/** A broadcast. https://resend.com/docs/api-reference/broadcasts/get-broadcast */
export function broadcastJson(rows: Rows, broadcast: Broadcast) {
  const { id, name, audience_id, segment_id, status, created_at, scheduled_at, sent_at, topic_id } =
    listedBroadcastJson(rows, broadcast)
  return {
    object: 'broadcast',
    id,
    name,
    audience_id,
    segment_id,
    from: broadcast.from,
    subject: broadcast.subject,
    reply_to: broadcast.replyTo,
    preview_text: broadcast.previewText,
    html: broadcast.html,
    text: broadcast.text,
    status,
    created_at,
    scheduled_at,
    sent_at,
    topic_id,
  }
}

/** A broadcast in a list. https://resend.com/docs/api-reference/broadcasts/list-broadcasts */
export function listedBroadcastJson(rows: Rows, broadcast: Broadcast) {
  const segment = rows.segments.get(broadcast.segmentId)?.uuid ?? null
  const time = (at: number | null): string | null => (at === null ? null : timestamp(at))
  return {
    id: broadcast.uuid,
    name: broadcast.name,
    audience_id: segment,
    segment_id: segment,
    status: broadcast.status,
    created_at: timestamp(broadcast.createdAt),
    scheduled_at: time(broadcast.scheduledAt),
    sent_at: time(broadcast.sentAt),
    topic_id: rows.topics.get(broadcast.topicId)?.uuid ?? null,
  }
}
