import type { Failure } from '#core/errors.ts'
import { cloudFailure } from './failure.ts'

// Failures of SQS by the names of the vendor's model; the query protocol has other names for some of them.
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html

/** 400: the value of a parameter is invalid. */
export function invalidParameterValue(message: string): Failure {
  return cloudFailure(400, 'InvalidParameterValueException', message, { queryCode: 'InvalidParameterValue' })
}

/** 400: `Value 11 for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.` */
export function invalidValue(parameter: string, value: string | number, reason: string): Failure {
  return invalidParameterValue(`Value ${value} for parameter ${parameter} is invalid. Reason: ${reason}`)
}

/** 400: a required parameter is missing. */
export function missingParameter(name: string): Failure {
  return cloudFailure(400, 'MissingRequiredParameterException', `The request must contain the parameter ${name}.`, {
    queryCode: 'MissingParameter',
  })
}

/** 400: no operation has this name, or it is not one of those that a queue's own URL answers. */
export function invalidAction(action: string): Failure {
  return cloudFailure(400, 'InvalidAction', `The action ${action} is not valid for this endpoint.`)
}

/** 404: the request names no operation. */
export function unknownOperation(): Failure {
  return cloudFailure(404, 'UnknownOperationException', '')
}

/** 400: the queue does not exist. */
export function queueDoesNotExist(protocol: 'json' | 'query' = 'json'): Failure {
  const message = 'The specified queue does not exist'
  return cloudFailure(
    400,
    'QueueDoesNotExist',
    protocol === 'json' ? `${message}.` : `${message} for this wsdl version.`,
    {
      queryCode: 'AWS.SimpleQueueService.NonExistentQueue',
    },
  )
}

/** 400: a queue of this name exists with another value for an attribute. */
export function queueNameExists(attribute: string): Failure {
  const message = `A queue already exists with the same name and a different value for attribute ${attribute}`
  return cloudFailure(400, 'QueueNameExists', message, { queryCode: 'QueueAlreadyExists' })
}

/** 400: a queue of this name was deleted less than 60 seconds ago. */
export function queueDeletedRecently(): Failure {
  const message = 'You must wait 60 seconds after deleting a queue before you can create another with the same name.'
  return cloudFailure(400, 'QueueDeletedRecently', message, {
    queryCode: 'AWS.SimpleQueueService.QueueDeletedRecently',
  })
}

/** 400: the attribute does not exist, or not for this type of queue. */
export function unknownAttribute(name: string): Failure {
  return invalidAttributeName(`Unknown Attribute ${name}.`)
}

/** 400: the attributes cannot be combined. */
export function invalidAttributeName(message: string): Failure {
  return cloudFailure(400, 'InvalidAttributeName', message)
}

/** 400: the value of a queue's attribute is invalid. */
export function invalidAttributeValue(name: string, reason?: string): Failure {
  const suffix = reason === undefined ? '' : ` Reason: ${reason}`
  return cloudFailure(400, 'InvalidAttributeValue', `Invalid value for the parameter ${name}.${suffix}`)
}

/** 403: the queue was purged within the last 60 seconds. */
export function purgeQueueInProgress(queue: string): Failure {
  const message = `Only one PurgeQueue operation on ${queue} is allowed every 60 seconds.`
  return cloudFailure(403, 'PurgeQueueInProgress', message, {
    queryCode: 'AWS.SimpleQueueService.PurgeQueueInProgress',
  })
}

/** 400: the message contains a character that XML cannot carry. */
export function invalidMessageContents(letter: string): Failure {
  const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase()
  const allowed = '#x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]'
  const message = `Invalid binary character '#x${code}' was found in the message body, the set of allowed characters is ${allowed}.`
  return cloudFailure(400, 'InvalidMessageContents', message)
}

/** 404: the receipt handle is malformed or belongs to another queue. */
export function receiptHandleIsInvalid(handle: string): Failure {
  return cloudFailure(
    404,
    'ReceiptHandleIsInvalid',
    `The input receipt handle "${handle}" is not a valid receipt handle.`,
  )
}

/** 403: a limit is exceeded; `message` is the vendor's. */
export function overLimit(message: string): Failure {
  return cloudFailure(403, 'OverLimit', message)
}

/** 400: the batch is empty. */
export function emptyBatchRequest(entry: string): Failure {
  return cloudFailure(400, 'EmptyBatchRequest', `There should be at least one ${entry} in the request.`, {
    queryCode: 'AWS.SimpleQueueService.EmptyBatchRequest',
  })
}

/** 400: the batch has more than ten entries. */
export function tooManyEntriesInBatchRequest(count: number): Failure {
  const message = `Maximum number of entries per request are 10. You have sent ${count}.`
  return cloudFailure(400, 'TooManyEntriesInBatchRequest', message, {
    queryCode: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  })
}

/** 400: two entries of the batch have the same id. */
export function batchEntryIdsNotDistinct(id: string): Failure {
  return cloudFailure(400, 'BatchEntryIdsNotDistinct', `Id ${id} repeated.`, {
    queryCode: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  })
}

/** 400: an id contains a character that is not allowed. */
export function invalidBatchEntryId(): Failure {
  const message =
    'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.'
  return cloudFailure(400, 'InvalidBatchEntryId', message, {
    queryCode: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  })
}

/** 400: the messages of the batch are too long together; lengths in bytes. */
export function batchRequestTooLong(limit: number, sent: number): Failure {
  const message = `Batch requests cannot be longer than ${limit} bytes. You have sent ${sent} bytes.`
  return cloudFailure(400, 'BatchRequestTooLong', message, { queryCode: 'AWS.SimpleQueueService.BatchRequestTooLong' })
}

/** 404: a queue or task that a move task names does not exist. */
export function resourceNotFound(message: string): Failure {
  return cloudFailure(404, 'ResourceNotFoundException', message)
}
