import type { Failure } from '../../core/errors.ts'
import { refusal } from './failure.ts'

// Failures by the names of the vendor's model; the query protocol has other names for some of them.
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html

/** 400: a parameter with a value that cannot be. */
export function invalidParameterValue(message: string): Failure {
  return refusal(400, 'InvalidParameterValueException', message, { queryCode: 'InvalidParameterValue' })
}

/** 400: `Value 11 for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.` */
export function invalidValue(parameter: string, value: unknown, reason: string): Failure {
  return invalidParameterValue(`Value ${String(value)} for parameter ${parameter} is invalid. Reason: ${reason}`)
}

/** 400: a parameter that there must be. */
export function missingParameter(name: string): Failure {
  return refusal(400, 'MissingRequiredParameterException', `The request must contain the parameter ${name}.`, {
    queryCode: 'MissingParameter',
  })
}

/** 400: no queue is there, or none of that account. */
export function queueDoesNotExist(protocol: 'json' | 'query' = 'json'): Failure {
  const message = 'The specified queue does not exist'
  return refusal(400, 'QueueDoesNotExist', protocol === 'json' ? `${message}.` : `${message} for this wsdl version.`, {
    queryCode: 'AWS.SimpleQueueService.NonExistentQueue',
  })
}

/** 400: a queue of that name has another value for an attribute. */
export function queueNameExists(attribute: string): Failure {
  const message = `A queue already exists with the same name and a different value for attribute ${attribute}`
  return refusal(400, 'QueueNameExists', message, { queryCode: 'QueueAlreadyExists' })
}

/** 400: the name is not free yet. */
export function queueDeletedRecently(): Failure {
  const message = 'You must wait 60 seconds after deleting a queue before you can create another with the same name.'
  return refusal(400, 'QueueDeletedRecently', message, {
    queryCode: 'AWS.SimpleQueueService.QueueDeletedRecently',
  })
}

/** 400: there is no attribute of that name, or not for this type of queue. */
export function unknownAttribute(name: string): Failure {
  return invalidAttributeName(`Unknown Attribute ${name}.`)
}

/** 400: attributes that cannot be together. */
export function invalidAttributeName(message: string): Failure {
  return refusal(400, 'InvalidAttributeName', message)
}

/** 400: an attribute of a queue with a value that cannot be. */
export function invalidAttributeValue(name: string, reason?: string): Failure {
  const suffix = reason === undefined ? '' : ` Reason: ${reason}`
  return refusal(400, 'InvalidAttributeValue', `Invalid value for the parameter ${name}.${suffix}`)
}

/** 403: the queue was emptied within the last 60 seconds. */
export function purgeQueueInProgress(queue: string): Failure {
  const message = `Only one PurgeQueue operation on ${queue} is allowed every 60 seconds.`
  return refusal(403, 'PurgeQueueInProgress', message, {
    queryCode: 'AWS.SimpleQueueService.PurgeQueueInProgress',
  })
}

/** 400: a letter that XML cannot carry. */
export function invalidMessageContents(letter: string): Failure {
  const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase()
  const allowed = '#x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]'
  const message = `Invalid binary character '#x${code}' was found in the message body, the set of allowed characters is ${allowed}.`
  return refusal(400, 'InvalidMessageContents', message)
}

/** 404: what is no receipt handle, or one of another queue. */
export function receiptHandleIsInvalid(handle: string): Failure {
  return refusal(404, 'ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`)
}

/** 403: more than there may be, in the vendor's sentence. */
export function overLimit(message: string): Failure {
  return refusal(403, 'OverLimit', message)
}

/** 400: a batch of nothing. */
export function emptyBatchRequest(entry: string): Failure {
  return refusal(400, 'EmptyBatchRequest', `There should be at least one ${entry} in the request.`, {
    queryCode: 'AWS.SimpleQueueService.EmptyBatchRequest',
  })
}

/** 400: a batch of more than ten. */
export function tooManyEntriesInBatchRequest(count: number): Failure {
  const message = `Maximum number of entries per request are 10. You have sent ${count}.`
  return refusal(400, 'TooManyEntriesInBatchRequest', message, {
    queryCode: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  })
}

/** 400: an id that a batch has twice. */
export function batchEntryIdsNotDistinct(id: string): Failure {
  return refusal(400, 'BatchEntryIdsNotDistinct', `Id ${id} repeated.`, {
    queryCode: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  })
}

/** 400: an id with other letters than it may have. */
export function invalidBatchEntryId(): Failure {
  const message =
    'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.'
  return refusal(400, 'InvalidBatchEntryId', message, {
    queryCode: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  })
}

/** 400: messages that are too long together, in bytes. */
export function batchRequestTooLong(limit: number, sent: number): Failure {
  const message = `Batch requests cannot be longer than ${limit} bytes. You have sent ${sent} bytes.`
  return refusal(400, 'BatchRequestTooLong', message, { queryCode: 'AWS.SimpleQueueService.BatchRequestTooLong' })
}

/** 404: what a move task names is not there. */
export function resourceNotFound(message: string): Failure {
  return refusal(404, 'ResourceNotFoundException', message)
}
