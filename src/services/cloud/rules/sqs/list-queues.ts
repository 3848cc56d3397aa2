import { keyAfter, viewOfIndex, type OrderedListView } from '#core/list-view.ts'
import type { CloudCall } from '#cloud/call.ts'
import { regionOf } from '../region.ts'
import { invalidParameterValue, invalidValue } from '#cloud/errors/sqs.ts'
import type { Queue } from '#cloud/schema/sqs.ts'

/** The paging parameters of a list of queues. */
export interface QueueListQuery {
  readonly MaxResults?: number | undefined
  readonly NextToken?: string | undefined
}

/** A page of a list of queues. */
export interface QueueList {
  readonly queues: readonly Queue[]
  /** The token of the next page; only when the client limits the results. */
  readonly nextToken: string | undefined
}

const MAX_RESULTS = 1000

/**
 * Returns the queues of an account in the request's region whose names begin with `prefix`, by name. Reads only the
 * page.
 *
 * @throws `InvalidParameterValue`.
 */
export function listQueues(call: CloudCall, accountId: string, prefix: string, query: QueueListQuery): QueueList {
  return queuePage(query, prefix, viewOfIndex(call.rows.queues, 'byName', [accountId, regionOf(call)]))
}

/**
 * Returns the queues whose dead-letter queue this is, by name.
 *
 * @throws `InvalidParameterValue`.
 */
export function listSources(call: CloudCall, target: Queue, query: QueueListQuery): QueueList {
  return queuePage(query, '', viewOfIndex(call.rows.queues, 'byDeadLetterTarget', [target.arn]))
}

function queuePage(
  { MaxResults, NextToken }: QueueListQuery,
  prefix: string,
  list: OrderedListView<Queue, string>,
): QueueList {
  if (MaxResults !== undefined && (MaxResults < 1 || MaxResults > MAX_RESULTS)) {
    throw invalidValue('MaxResults', MaxResults, `MaxResults must be an integer between 1 and ${MAX_RESULTS}.`)
  }
  const limit = MaxResults ?? MAX_RESULTS
  const start = NextToken === undefined ? prefix : keyAfter(nameOf(NextToken))
  const rows = list.slice(list.countBefore(start), limit + 1)
  const found = rows.filter(({ name }) => name.startsWith(prefix))
  const queues = found.slice(0, limit)
  const last = queues.at(-1)
  const more = MaxResults !== undefined && found.length > limit && last !== undefined
  return { queues, nextToken: more ? Buffer.from(`after ${last.name}`).toString('base64') : undefined }
}

function nameOf(token: string): string {
  const text = Buffer.from(token, 'base64').toString('utf8')
  if (!text.startsWith('after ')) throw invalidParameterValue('Invalid or expired next token.')
  return text.slice('after '.length)
}
