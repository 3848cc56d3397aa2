import { invalidMessageContents, invalidParameterValue } from '#cloud/errors/sqs.ts'
import type { AttributeValue, AttributeValues } from '#cloud/schema/sqs.ts'
import { isBinary } from './message-digest.ts'

/** The characters that XML 1.0 cannot carry, unpaired surrogates among them. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** @throws `InvalidMessageContents` for a text that a message cannot carry. */
export function checkText(text: string): void {
  const letter = FORBIDDEN.exec(text)?.[0]
  if (letter !== undefined) throw invalidMessageContents(letter)
}

/**
 * Checks the attributes of a message.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-message-attributes
 *
 * @throws Failure `InvalidParameterValue`, `InvalidMessageContents`
 */
export function checkMessageAttributes(attributes: AttributeValues): void {
  const entries = Object.entries(attributes)
  if (entries.length > 10) {
    throw invalidParameterValue(`Number of message attributes [${entries.length}] exceeds the allowed maximum [10].`)
  }
  for (const [name, value] of entries) {
    checkName(name)
    checkValue('user', name, value)
  }
}

/**
 * Checks the system attributes that a message is sent with.
 *
 * @throws `InvalidParameterValue`.
 */
export function checkSystemAttributes(attributes: AttributeValues): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name !== 'AWSTraceHeader') {
      throw invalidParameterValue(`Message system attribute name '${name}' is invalid.`)
    }
    checkValue('system', name, value)
    if (value.dataType !== 'String') {
      throw invalidParameterValue(`Message (system) attribute '${name}' must be of type 'String'.`)
    }
  }
}

function checkName(name: string): void {
  const refuse = (reason: string) =>
    invalidParameterValue(`Message (user) attribute name '${name}' is invalid. Reason: ${reason}`)
  if (!/^[\p{L}\p{N}_.-]{1,256}$/u.test(name)) {
    throw refuse('It can only contain alphanumeric characters, underscores, hyphens and periods. 1 to 256 in length.')
  }
  if (/^\.|\.$|\.\./.test(name)) throw refuse('It cannot start or end with a period, or have periods in succession.')
  if (/^(?:aws|amazon)\./i.test(name)) throw refuse('It cannot start with AWS-reserved prefixes.')
}

function checkValue(kind: 'user' | 'system', name: string, value: AttributeValue): void {
  const { dataType, stringValue, binaryValue } = value
  if (dataType === '') {
    throw invalidParameterValue(`The message attribute '${name}' must contain non-empty message attribute type.`)
  }
  const type = /^(String|Number|Binary)(?:\..+)?$/.exec(dataType)?.[1]
  if (type === undefined || dataType.length > 256) {
    const types = 'the set of supported type prefixes is Binary, Number, and String'
    throw invalidParameterValue(`The message attribute '${name}' has an invalid message attribute type, ${types}.`)
  }
  const content = isBinary(value) ? binaryValue : stringValue
  if (content === null || content === '') {
    throw invalidParameterValue(
      `Message (${kind}) attribute '${name}' must contain a non-empty value of type '${type}'.`,
    )
  }
  if (isBinary(value)) return
  if (FORBIDDEN.test(content)) {
    throw invalidParameterValue(
      `Invalid binary character was found in the message attribute '${name}', the set of allowed characters is ` +
        '#x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]',
    )
  }
  if (type === 'Number' && (content.trim() === '' || !Number.isFinite(Number(content)))) {
    throw invalidParameterValue(`Can't cast the value of message (${kind}) attribute '${name}' to a number.`)
  }
}
