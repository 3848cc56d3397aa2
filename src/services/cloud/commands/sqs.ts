import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import { awaited } from '#core/commands.ts'
import { suggest } from '#core/text/did-you-mean.ts'
import type { CloudContext } from '#cloud/call.ts'
import { queuedMessageJson, type QueuedMessage } from '#cloud/json/queue-content.ts'
import { countMessages, expireMessages } from '#cloud/rules/sqs/message-store.ts'
import { queueOfAnyRegion } from '#cloud/rules/sqs/queues.ts'
import type { Queue } from '#cloud/schema/sqs.ts'

const QueueOptionsSchema = v.strictObject({ queue: v.string() })

/** The queue that a command is about. */
export interface QueueOptions {
  /** Its name, URL or ARN. A name or URL means the queue of the seed's region first, then one of another region. */
  readonly queue: string
}

/** The commands with which tests read and await queues beside the API. */
export const sqs = {
  /** Returns the messages in a queue in the order of arrival, visible or not. Changes nothing. */
  messages(context: CloudContext, options: QueueOptions): readonly QueuedMessage[] {
    const queue = queueOf(context, checkedOptions('sqs.messages', QueueOptionsSchema, options).queue)
    expireMessages(context, queue)
    const found = context.rows.messages.list('byVisibility', queue.id)
    return found
      .toSorted((left, right) => left.id - right.id)
      .map((message) => queuedMessageJson(message, context.clock.now()))
  },

  /**
   * Waits until a queue is empty: every message was deleted or moved to another queue. Rejects after `timeout` (5 s),
   * listing the remaining messages, and at a reset.
   */
  drained: awaited({
    look(context: CloudContext, options: QueueOptions): true | undefined {
      const queue = queueOf(context, checkedOptions('sqs.drained', QueueOptionsSchema, options).queue)
      expireMessages(context, queue)
      return context.rows.messages.count('byVisibility', queue.id) === 0 ? true : undefined
    },
    missing(context: CloudContext, options: QueueOptions): string {
      const queue = queueOf(context, options.queue)
      const { visible, inFlight, delayed } = countMessages(context.rows, queue, context.clock.now())
      return `${queue.name} is not empty: ${visible} visible, ${inFlight} in flight, ${delayed} delayed`
    },
  }),
}

/**
 * Finds a queue by name, URL or ARN.
 *
 * @throws TypeError when there is none.
 */
function queueOf(context: CloudContext, named: string): Queue {
  const found = context.rows.queues.find('arn', named) ?? queueOfAnyRegion(context, named)
  if (found !== undefined) return found
  const names = context.rows.queues.all().map(({ name }) => name)
  const suggestion = suggest(named, names)
  const hint = suggestion === undefined ? `there are ${names.join(', ') || 'none'}` : `did you mean ${suggestion}?`
  throw new TypeError(`sqs: no queue is named ${JSON.stringify(named)}; ${hint}`)
}
