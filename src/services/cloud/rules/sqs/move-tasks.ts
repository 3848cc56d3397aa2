import type { CloudContext, Rows } from '#cloud/call.ts'
import { invalidParameterValue, resourceNotFound } from '#cloud/errors/sqs.ts'
import type { Message, MoveTask, Queue } from '#cloud/schema/sqs.ts'
import { parseObject } from './attribute-rules.ts'
import { addMessage, countMessages, expireMessages, removeMessage } from './message-store.ts'
import { nextSequenceNumber } from './sequence-number.ts'

/** The parameters of a new task. */
export interface MoveTaskInput {
  readonly sourceArn: string
  readonly destinationArn: string | null
  readonly maxPerSecond: number | null
}

/**
 * Starts moving the messages of a dead-letter queue: all at once, or `maxPerSecond` each second.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html
 *
 * @throws Failure `ResourceNotFoundException`, `InvalidParameterValue`
 */
export function startMove(context: CloudContext, move: MoveTaskInput): MoveTask {
  const { rows, clock, ids } = context
  const source = findSource(rows, move.sourceArn)
  const destination = move.destinationArn === null ? source : rows.queues.find('arn', move.destinationArn)
  if (destination === undefined) throw resourceMissing('DestinationArn')
  if (destination.fifo !== source.fifo) {
    throw invalidParameterValue('Source and destination queues must be of the same type.')
  }
  if (rows.queues.count('byDeadLetterTarget', source.arn) === 0) {
    throw invalidParameterValue('Source queue must be configured as a Dead Letter Queue.')
  }
  if (latestTasks(rows, source.arn, 1)[0]?.status === 'RUNNING') {
    const message =
      'There is already a task running. Only one active task is allowed for a source queue arn at a given time.'
    throw invalidParameterValue(message)
  }
  expireMessages(context, source)
  const task = rows.moveTasks.insert({
    ...move,
    taskId: ids.uuid(),
    status: 'RUNNING',
    toMove: countMessages(rows, source, clock.now()).visible,
    moved: 0,
    failureReason: null,
    startedAt: clock.now(),
  })
  if (move.maxPerSecond === null) return moveMessages(context, task, task.toMove)
  context.schedule(1000, 'moveMessages', task.id)
  return task
}

/**
 * Cancels a running task; moved messages stay where they are.
 *
 * @throws `InvalidParameterValue` for a task that has ended.
 */
export function cancelMove({ rows }: Pick<CloudContext, 'rows'>, task: MoveTask): MoveTask {
  if (task.status !== 'RUNNING') throw invalidParameterValue('Only active tasks can be cancelled.')
  return rows.moveTasks.update(task.id, { status: 'CANCELLED' })
}

/** Returns the tasks of a queue, newest first. */
export function latestTasks(rows: Rows, sourceArn: string, limit: number): readonly MoveTask[] {
  return rows.moveTasks.page('bySource', [sourceArn], { offset: 0, limit, descending: true }).rows
}

/** Returns the handle with which a running task can be cancelled. */
export function taskHandle({ taskId, sourceArn }: MoveTask): string {
  return Buffer.from(JSON.stringify({ taskId, sourceArn })).toString('base64')
}

/** The content of a task handle. */
export interface TaskHandle {
  readonly taskId: string
  readonly sourceArn: string
}

/**
 * Finds the task of a handle.
 *
 * @throws `ResourceNotFoundException`.
 */
export function findTask(rows: Rows, { taskId, sourceArn }: TaskHandle): MoveTask {
  findSource(rows, sourceArn)
  const task = rows.moveTasks.find('taskId', taskId)
  if (task === undefined || task.sourceArn !== sourceArn) throw resourceNotFound('Task does not exist.')
  return task
}

/**
 * Finds the source queue of a task.
 *
 * @throws `ResourceNotFoundException`.
 */
export function findSource(rows: Rows, arn: string): Queue {
  const queue = rows.queues.find('arn', arn)
  if (queue === undefined) throw resourceMissing('SourceArn')
  return queue
}

/** Fails the running tasks whose destination was deleted. */
export function failMovesTo({ rows }: Pick<CloudContext, 'rows'>, destinationArn: string): void {
  for (const { id, destinationArn: to } of rows.moveTasks.list('byStatus', 'RUNNING')) {
    if (to === destinationArn) fail(rows, id)
  }
}

/** The timers of SQS. */
export const moveTimers = {
  moveMessages: (context: CloudContext, id: number): void => {
    const task = context.rows.moveTasks.get(id)
    if (task?.status !== 'RUNNING') return
    if (moveMessages(context, task, task.maxPerSecond ?? 1).status === 'RUNNING')
      context.schedule(1000, 'moveMessages', id)
  },
}

function moveMessages(context: CloudContext, task: MoveTask, limit: number): MoveTask {
  const { rows, clock } = context
  const source = rows.queues.find('arn', task.sourceArn)
  if (source === undefined) return fail(rows, task.id)
  expireMessages(context, source)
  let { moved } = task
  const page = rows.messages.page('byVisibility', [source.id], { offset: 0, limit }).rows
  for (const message of page.toSorted((left, right) => left.id - right.id)) {
    if (message.visibleAt > clock.now()) continue
    const arn = task.destinationArn ?? message.deadLetterSourceArn
    if (arn === null) return fail(rows, task.id, { moved, failureReason: 'CouldNotDetermineMessageSource' })
    const target = rows.queues.find('arn', arn)
    if (target === undefined) return fail(rows, task.id, { moved })
    moveMessage(context, message, target)
    moved++
  }
  const over = moved >= task.toMove || page.length < limit
  return rows.moveTasks.update(task.id, { moved, status: over ? 'COMPLETED' : 'RUNNING' })
}

/** Moves a message, which becomes a new one: with a new id, sent now, never received. */
function moveMessage(context: CloudContext, message: Message, target: Queue): void {
  const { id: _id, queueId: _queueId, groupId: _groupId, ...fields } = message
  removeMessage(context, message)
  const now = context.clock.now()
  addMessage(context, target, {
    ...fields,
    messageId: context.ids.uuid(),
    sentAt: now,
    visibleAt: now,
    receivedAt: null,
    firstReceivedAt: null,
    receiveCount: 0,
    queueReceiveCount: 0,
    receipt: null,
    sequenceNumber: target.fifo ? nextSequenceNumber(context) : null,
    deadLetterSourceArn: null,
  })
}

/**
 * Fails a task that cannot continue; by default because a queue does not exist.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/troubleshooting-dlq-redrive.html
 */
function fail(rows: Rows, id: number, changes: Partial<Pick<MoveTask, 'moved' | 'failureReason'>> = {}): MoveTask {
  return rows.moveTasks.update(id, {
    status: 'FAILED',
    failureReason: 'AWS.SimpleQueueService.NonExistentQueue',
    ...changes,
  })
}

/**
 * Parses a task handle.
 *
 * @throws `InvalidParameterValue` for a malformed one.
 */
export function readHandle(handle: string): TaskHandle {
  const value = parseObject(Buffer.from(handle, 'base64').toString('utf8')) ?? {}
  const { taskId, sourceArn } = value
  if (typeof taskId === 'string' && typeof sourceArn === 'string') return { taskId, sourceArn }
  throw invalidParameterValue('Value for parameter TaskHandle is invalid.')
}

function resourceMissing(parameter: string) {
  return resourceNotFound(`The resource that you specified for the ${parameter} parameter doesn't exist.`)
}
