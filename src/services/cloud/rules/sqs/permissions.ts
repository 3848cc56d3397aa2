import { invalidValue, missingParameter, overLimit } from '#cloud/errors/sqs.ts'
import type { Queue } from '#cloud/schema/sqs.ts'
import { accountIn } from '../account.ts'
import { parseObject } from './attribute-rules.ts'

/** The actions that AddPermission accepts; `*` stands for all of them. */
const ACTIONS = new Set([
  '*',
  'SendMessage',
  'ReceiveMessage',
  'DeleteMessage',
  'ChangeMessageVisibility',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ListDeadLetterSourceQueues',
  'PurgeQueue',
])

/** The largest number of actions in a permission. */
const MOST_ACTIONS = 7

/** A permission for other accounts. */
export interface Permission {
  readonly label: string
  readonly accountIds: readonly string[]
  readonly actions: readonly string[]
}

/**
 * Returns the policy of a queue with one more statement, as text.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_AddPermission.html
 *
 * @throws Failure `InvalidParameterValue`, `MissingParameter`, `OverLimit`
 */
export function policyWith(queue: Queue, { label, accountIds, actions }: Permission): string {
  if (!/^[\w-]{1,80}$/.test(label)) {
    const reason = 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length.'
    throw invalidValue('Label', label, reason)
  }
  if (actions.length > MOST_ACTIONS) {
    throw overLimit(`${actions.length} Actions were found, maximum allowed is ${MOST_ACTIONS}.`)
  }
  const wrong = actions.find((action) => !ACTIONS.has(action))
  if (wrong !== undefined) {
    throw invalidValue('ActionName', `SQS:${wrong}`, 'Only the queue owner is allowed to invoke this action.')
  }
  if (actions.length === 0) throw missingParameter('Actions')
  if (accountIds.length === 0 || accountIds.some((id) => !/^\d{12}$/.test(id))) {
    throw invalidValue('PrincipalId', `[${accountIds.join(', ')}]`, 'Unable to verify.')
  }
  const { statements, ...policy } = policyOf(queue)
  if (statements.some((statement) => sidOf(statement) === label)) throw invalidValue('Label', label, 'Already exists.')
  const statement = {
    Sid: label,
    Effect: 'Allow',
    Principal: { AWS: withoutBrackets(accountIds.map((id) => `${accountIn(queue.region, id)}:root`)) },
    Action: withoutBrackets(actions.map((action) => `SQS:${action}`)),
    Resource: queue.arn,
  }
  return JSON.stringify({ ...policy, Statement: [...statements, statement] })
}

/**
 * Returns the policy without the statement of a label, as text; empty when it was the last statement.
 *
 * @throws `InvalidParameterValue`.
 */
export function policyWithout(queue: Queue, label: string): string {
  const { statements, ...policy } = policyOf(queue)
  const remaining = statements.filter((statement) => sidOf(statement) !== label)
  if (remaining.length === statements.length) throw invalidValue('Label', label, "can't find label.")
  return remaining.length === 0 ? '' : JSON.stringify({ ...policy, Statement: remaining })
}

function policyOf({ arn, attributes }: Queue): { Version: unknown; Id: unknown; statements: readonly unknown[] } {
  const {
    Version = '2008-10-17',
    Id = `${arn}/SQSDefaultPolicy`,
    Statement = [],
  } = parseObject(attributes['Policy'] ?? '') ?? {}
  return { Version, Id, statements: Array.isArray(Statement) ? Statement : [Statement] }
}

function sidOf(statement: unknown): unknown {
  return typeof statement === 'object' && statement !== null && 'Sid' in statement ? statement.Sid : undefined
}

/** Policies write a list of one value without brackets. */
function withoutBrackets(values: readonly string[]): string | readonly string[] | undefined {
  return values.length === 1 ? values[0] : values
}
