import { MINUTE } from '#core/duration.ts'
import type { Failure } from '#core/errors.ts'
import type { CloudCall, CloudContext, Rows } from '#cloud/call.ts'
import {
  invalidAttributeValue,
  invalidParameterValue,
  purgeQueueInProgress,
  queueDeletedRecently,
  queueDoesNotExist,
  queueNameExists,
} from '#cloud/errors/sqs.ts'
import { parseJsonText } from '#cloud/protocols/json-text.ts'
import { wireOf } from '#cloud/protocols/wire.ts'
import type { Queue } from '#cloud/schema/sqs.ts'
import { ownAccountId, partitionOf } from '../account.ts'
import { settingsOf } from '../settings.ts'
import {
  changedAttributes,
  checkAttributeName,
  defaultAttributes,
  normalValue,
  type Attributes,
} from './attribute-rules.ts'
import { delayMessages, removeAllMessages } from './message-store.ts'
import { failMovesTo } from './move-tasks.ts'
import {
  checkDeadLetterTarget,
  checkRedriveAllowPolicy,
  parseRedrivePolicy,
  redrivePolicyText,
} from './redrive-policy.ts'

/**
 * The time in milliseconds after a deletion in which the name cannot be used again, and after a purge in which there
 * cannot be another.
 */
const COOLDOWN = MINUTE

/** Returns `arn:aws:sqs:us-east-1:123456789012:jobs`. */
export function queueArn({ accountId, region, name }: Pick<Queue, 'accountId' | 'region' | 'name'>): string {
  return `arn:${partitionOf(region)}:sqs:${region}:${accountId}:${name}`
}

/**
 * Returns the URL of a queue, at the host that answers advertise; at the vendor's own hosts that of the request, which
 * has the region.
 */
export function queueUrl(
  { urls, host, header }: Pick<CloudCall, 'urls' | 'host' | 'header'>,
  { accountId, name }: Pick<Queue, 'accountId' | 'name'>,
): string {
  const path = `/${accountId}/${name}`
  return host === 'sqs' ? `https://${header('host') ?? ''}${path}` : urls.of(path, 'sqs')
}

/**
 * Finds a queue of a region by the last two segments of a URL's path, ignoring the host; a name alone means one of
 * the caller's account.
 */
function queueOfUrl(call: CloudCall, url: string, region: string): Queue | undefined {
  const { accountId, name } = queuePath(url, ownAccountId(call))
  return call.rows.queues.find('name', accountId, region, name)
}

/** Finds a queue by a URL or a name: that of the seed's region, or else the first of another region. */
export function queueOfAnyRegion({ rows }: Pick<CloudContext, 'rows'>, url: string): Queue | undefined {
  const settings = settingsOf({ rows })
  const { accountId, name } = queuePath(url, settings.accountId)
  return rows.queues.find('name', accountId, settings.region, name) ?? rows.queues.list('byAccount', accountId, name)[0]
}

function queuePath(url: string, usualAccountId: string): Pick<Queue, 'accountId' | 'name'> {
  const end = url.search(/[?#]/)
  const [name = '', accountId] = url
    .slice(0, end < 0 ? undefined : end)
    .split('/')
    .toReversed()
  const owner = accountId === undefined || accountId === '' ? usualAccountId : accountId
  return { accountId: owner, name }
}

/**
 * Returns the queue of a request.
 *
 * @throws `QueueDoesNotExist` when it is undefined.
 */
export function existingQueue(call: CloudCall, queue: Queue | undefined): Queue {
  if (queue === undefined) throw missingQueue(call)
  return queue
}

function missingQueue(call: CloudCall): Failure {
  return queueDoesNotExist(wireOf(call).protocol === 'query' ? 'query' : 'json')
}

/**
 * Returns the queue of a region that a URL or a name tells.
 *
 * @throws `QueueDoesNotExist`; the request log names the region that has a queue of the name.
 */
export function requireQueue(call: CloudCall, url: string, region: string): Queue {
  const found = queueOfUrl(call, url, region)
  if (found !== undefined) return found
  const failure = missingQueue(call)
  const other = queueOfAnyRegion(call, url)
  if (other !== undefined) failure.hint = `the queue ${other.name} is in ${other.region}; the request is for ${region}`
  throw failure
}

/** The properties of a new queue. */
export interface NewQueue {
  readonly name: string
  readonly attributes: Attributes
  readonly tags: Readonly<Record<string, string>>
  /** The account that owns the queue: twelve digits. */
  readonly accountId: string
  /** The region that the queue is in. Two queues of an account in one region have different names. */
  readonly region: string
}

/**
 * Creates a queue. Returns an existing queue of the same name when the requested attributes match.
 *
 * @throws Failure `QueueNameExists`, `QueueDeletedRecently`, `InvalidParameterValue`, and those of invalid attributes
 */
export function createQueue(context: CloudContext, { attributes: requested, tags, ...named }: NewQueue): Queue {
  const { rows, clock } = context
  const { accountId, region, name } = named
  const fifo = checkName(name, requested)
  const known = rows.queues.find('name', accountId, region, name)
  if (known !== undefined) {
    checkSame(known, requested)
    return known
  }
  const deleted = rows.deletedQueues.find('name', accountId, region, name)
  if (deleted !== undefined && deleted.deletedAt + COOLDOWN > clock.now()) throw queueDeletedRecently()
  const arn = queueArn(named)
  const attributes = checkedAttributes(rows, { arn, fifo }, defaultAttributes(fifo), requested)
  return rows.queues.insert({
    accountId,
    region,
    name,
    arn,
    fifo,
    ...redriveFields(attributes),
    attributes,
    tags,
    createdAt: clock.now(),
    modifiedAt: clock.now(),
    purgedAt: null,
  })
}

/**
 * Changes some attributes of a queue. A new delay of a FIFO queue applies to its messages too.
 *
 * @throws for invalid attributes.
 */
export function setAttributes(context: CloudContext, queue: Queue, changes: Attributes): Queue {
  const { rows, clock } = context
  if (changes['FifoQueue'] !== undefined && queue.fifo && changes['FifoQueue'] !== 'true') {
    throw invalidAttributeValue('FifoQueue', 'Modifying queue type is not supported.')
  }
  const attributes = checkedAttributes(rows, queue, queue.attributes, changes)
  const { DelaySeconds: delay } = attributes
  if (queue.fifo && delay !== queue.attributes['DelaySeconds']) delayMessages(context, queue, Number(delay))
  return rows.queues.update(queue.id, { attributes, ...redriveFields(attributes), modifiedAt: clock.now() })
}

/** Deletes a queue with its messages. The name can be used again a minute later. */
export function deleteQueue(context: CloudContext, { id, arn, accountId, region, name }: Queue): void {
  const { rows, clock } = context
  rows.queues.delete(id)
  failMovesTo(context, arn)
  const before = rows.deletedQueues.find('name', accountId, region, name)
  if (before === undefined) rows.deletedQueues.insert({ accountId, region, name, deletedAt: clock.now() })
  else rows.deletedQueues.update(before.id, { deletedAt: clock.now() })
}

/**
 * Removes all messages of a queue.
 *
 * @throws `PurgeQueueInProgress` within a minute of the last purge.
 */
export function purgeQueue(context: CloudContext, queue: Queue): void {
  const now = context.clock.now()
  if (queue.purgedAt !== null && queue.purgedAt + COOLDOWN > now) throw purgeQueueInProgress(queue.name)
  removeAllMessages(context, queue)
  context.rows.queues.update(queue.id, { purgedAt: now })
}

/**
 * Returns whether the attributes are those of a FIFO queue.
 *
 * @throws `InvalidParameterValue` for an invalid name.
 */
function checkName(name: string, changes: Attributes): boolean {
  const fifo = changes['FifoQueue']?.toLowerCase() === 'true'
  if (fifo && !/^[\w-]{1,75}\.fifo$/.test(name)) {
    throw invalidParameterValue(
      'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, ' +
        'must end with .fifo suffix and be 1 to 80 in length.',
    )
  }
  if (!fifo && !/^[\w-]{1,80}$/.test(name)) {
    throw invalidParameterValue('Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length')
  }
  return fifo
}

function checkSame(queue: Queue, changes: Attributes): void {
  for (const name of Object.keys(changes)) checkAttributeName(name, queue.fifo)
  for (const [name, value] of Object.entries(changes)) {
    if (comparable(name, value) !== comparable(name, queue.attributes[name] ?? '')) throw queueNameExists(name)
  }
}

function comparable(name: string, value: string): string {
  const normal = value === '' ? '' : normalValue(name, value)
  const parsed = parseJsonText(name === 'RedrivePolicy' ? redrivePolicyText(normal) : normal)
  return parsed === undefined ? normal : JSON.stringify(parsed)
}

function checkedAttributes(
  rows: Rows,
  queue: Pick<Queue, 'arn' | 'fifo'>,
  present: Attributes,
  changes: Attributes,
): Attributes {
  const { RedrivePolicy: redrive, RedriveAllowPolicy: allow } = changes
  const changed = changedAttributes(present, changes, queue.fifo)
  if (allow !== undefined) checkRedriveAllowPolicy(allow)
  if (redrive === undefined) return changed
  checkDeadLetterTarget(rows, queue, redrive)
  return redrive === '' ? changed : { ...changed, RedrivePolicy: redrivePolicyText(redrive) }
}

function redriveFields(attributes: Attributes): Pick<Queue, 'deadLetterTargetArn' | 'maxReceiveCount'> {
  const policy = parseRedrivePolicy(attributes['RedrivePolicy'] ?? '')
  return { deadLetterTargetArn: policy?.deadLetterTargetArn ?? null, maxReceiveCount: policy?.maxReceiveCount ?? null }
}
