import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { topicJson } from '#mail/json/contact.ts'
import { newestFirst } from '#mail/rules/page.ts'
import { loadTopic } from '#mail/steps/topics.ts'
import { answerPage } from '#mail/json/page.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<MailCall>()

const name = v.pipe(v.string(), v.minLength(1, 'The `name` field must not be empty.'), v.maxLength(50))
const description = v.nullish(v.pipe(v.string(), v.maxLength(200)))
const visibility = v.picklist(['public', 'private'])

const TopicInput = v.object({
  name,
  description,
  default_subscription: v.picklist(['opt_in', 'opt_out']),
  visibility: v.optional(visibility, 'private'),
})

/** The default subscription of a topic cannot change. */
const TopicChanges = v.object({ name: v.optional(name), description, visibility: v.optional(visibility) })

/** Topics that contacts subscribe to. https://resend.com/docs/api-reference/topics/create-topic */
export const topicsRoutes = [
  post('topics/create', '/topics', body(TopicInput), (call) => {
    const { rows, ids, clock, body } = call
    const now = clock.now()
    const topic = rows.topics.insert({
      uuid: ids.uuid(),
      name: body.name,
      description: body.description ?? null,
      defaultSubscription: body.default_subscription,
      visibility: body.visibility,
      createdAt: now,
      updatedAt: now,
    })
    call.emit({ event: 'topic.created', topic })
    return json({ object: 'topic', id: topic.uuid }, 201)
  }),
  get('topics/list', '/topics', (call) => answerPage(call, newestFirst(call.rows.topics), topicJson)),
  get('topics/get', '/topics/:id', loadTopic, ({ topic }) => json({ object: 'topic', ...topicJson(topic) })),
  patch('topics/update', '/topics/:id', loadTopic, body(TopicChanges), (call) => {
    const { rows, clock, topic, body } = call
    const changed = rows.topics.update(topic.id, { ...defined(body), updatedAt: clock.now() })
    call.emit({ event: 'topic.updated', topic: changed })
    return json({ object: 'topic', id: topic.uuid })
  }),
  del('topics/remove', '/topics/:id', loadTopic, (call) => {
    const { rows, topic } = call
    rows.topics.delete(topic.id)
    call.emit({ event: 'topic.deleted', topic })
    return json({ object: 'topic', id: topic.uuid, deleted: true })
  }),
]
