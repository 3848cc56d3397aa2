import { isRecord, ownMember } from '#core/objects.ts'
import { invalidAttributeName, invalidAttributeValue, unknownAttribute } from '#cloud/errors/sqs.ts'
import { parseJsonText } from '#cloud/protocols/json-text.ts'
import { storedPolicy } from '../policy/document.ts'

/** Attributes by name, as text. */
export type Attributes = Readonly<Record<string, string>>

/** The bounds of numeric attributes, both inclusive. */
const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  VisibilityTimeout: [0, 43_200],
  MaximumMessageSize: [1024, 1_048_576],
  MessageRetentionPeriod: [60, 1_209_600],
  DelaySeconds: [0, 900],
  ReceiveMessageWaitTimeSeconds: [0, 20],
  KmsDataKeyReusePeriodSeconds: [60, 86_400],
}

const BOOLEANS = new Set(['SqsManagedSseEnabled', 'FifoQueue', 'ContentBasedDeduplication'])

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  DeduplicationScope: ['queue', 'messageGroup'],
  FifoThroughputLimit: ['perQueue', 'perMessageGroupId'],
}

/** The attributes with JSON values; an empty value removes them. redrive-policy.ts checks RedrivePolicy further. */
const DOCUMENTS = new Set(['Policy', 'RedrivePolicy', 'RedriveAllowPolicy'])

const KNOWN = new Set([...Object.keys(BOUNDS), ...BOOLEANS, ...Object.keys(CHOICES), ...DOCUMENTS, 'KmsMasterKeyId'])

const DEFAULTS: Attributes = {
  VisibilityTimeout: '30',
  MaximumMessageSize: '1048576',
  MessageRetentionPeriod: '345600',
  DelaySeconds: '0',
  ReceiveMessageWaitTimeSeconds: '0',
  SqsManagedSseEnabled: 'true',
}

const FIFO_DEFAULTS: Attributes = {
  FifoQueue: 'true',
  ContentBasedDeduplication: 'false',
  DeduplicationScope: 'queue',
  FifoThroughputLimit: 'perQueue',
}

/** Returns the attributes of a new queue. */
export function defaultAttributes(fifo: boolean): Attributes {
  return fifo ? { ...DEFAULTS, ...FIFO_DEFAULTS } : DEFAULTS
}

/**
 * Returns the attributes after a change.
 *
 * @throws Failure `InvalidAttributeName` for an unknown attribute, `InvalidAttributeValue` for an invalid value
 */
export function changedAttributes(present: Attributes, changes: Attributes, fifo: boolean): Attributes {
  for (const name of Object.keys(changes)) checkAttributeName(name, fifo)
  const normal = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, normalValue(name, value)]))
  const changed: Record<string, string> = { ...present, ...normal, ...encryption(normal) }
  for (const name of [...DOCUMENTS, 'KmsMasterKeyId']) if (changed[name] === '') delete changed[name]
  if (changed['KmsMasterKeyId'] === undefined) delete changed['KmsDataKeyReusePeriodSeconds']
  else changed['KmsDataKeyReusePeriodSeconds'] ??= '300'
  if (changed['FifoThroughputLimit'] === 'perMessageGroupId' && changed['DeduplicationScope'] !== 'messageGroup') {
    throw invalidAttributeValue('FifoThroughputLimit', 'perMessageGroupId needs a DeduplicationScope of messageGroup.')
  }
  return changed
}

/**
 * Returns the value as it is stored.
 *
 * @throws `InvalidAttributeValue` for an invalid one.
 */
export function normalValue(name: string, value: string): string {
  const bounds = ownMember(BOUNDS, name)
  if (bounds !== undefined) {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < bounds[0] || number > bounds[1]) throw invalidAttributeValue(name)
    return String(number)
  }
  if (BOOLEANS.has(name)) {
    const lower = value.toLowerCase()
    if (lower !== 'true' && lower !== 'false') throw invalidAttributeValue(name)
    return lower
  }
  if (ownMember(CHOICES, name)?.includes(value) === false) throw invalidAttributeValue(name)
  if (name === 'Policy' && value !== '' && storedPolicy(value) === null) throw invalidAttributeValue(name)
  return value
}

/** Parses a JSON object; null for any other text. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  const value = parseJsonText(text)
  return isRecord(value) ? value : null
}

/** @throws `InvalidAttributeName` for an attribute that cannot be set, or not for this type of queue. */
export function checkAttributeName(name: string, fifo: boolean): void {
  if (!KNOWN.has(name)) throw unknownAttribute(name)
  if (fifo || !Object.hasOwn(FIFO_DEFAULTS, name)) return
  if (Object.hasOwn(CHOICES, name)) {
    throw invalidAttributeName(`You can specify the ${name} only when FifoQueue is set to true.`)
  }
  throw unknownAttribute(name)
}

/** Returns the change that a KMS key implies: a queue has one kind of encryption, so the key turns SQS's own off. */
function encryption(changes: Attributes): Attributes {
  const key = changes['KmsMasterKeyId'] ?? ''
  if (key === '') return {}
  if (changes['SqsManagedSseEnabled'] === 'true') {
    throw invalidAttributeName(
      'You can use one type of server-side encryption (SSE) at one time. You can either enable KMS SSE or SQS SSE.',
    )
  }
  return { SqsManagedSseEnabled: 'false' }
}
