import { notFound } from '#mail/errors.ts'
import type { Topic } from '#mail/schema/audiences.ts'
import { findTopic } from '#mail/rules/audiences/contacts.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the topic of the path.
 *
 * @throws 404.
 */
export function loadTopic({ rows, params }: PathContext<'id'>): {
  readonly topic: Topic
} {
  const topic = rows.topics.find('uuid', params.id)
  if (topic === undefined) throw notFound('Topic')
  return { topic }
}

/**
 * A step that loads the topic of an unsubscribe link.
 *
 * @throws 404.
 */
export function loadTopicOfLink({ rows, params }: PathContext<'topic_id'>): { readonly topic: Topic } {
  return { topic: findTopic(rows, params.topic_id) }
}
