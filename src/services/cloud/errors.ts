import { json, type Answer } from '#core/answer.ts'
import { suggest } from '#core/text/did-you-mean.ts'
import type { Dialect, Failure, Problem } from '#core/errors.ts'
import type { CloudCall } from './call.ts'
import { cloudFailure, type FailureDetails } from './errors/failure.ts'
import { namedFailures } from './errors/named-failures.ts'
import { invalidAction, unknownOperation } from './errors/sqs.ts'
import { operations } from './operations.generated.ts'
import { prefersJson, queryJson } from './protocols/query-json.ts'
import { NAMESPACES, TARGETS, wireOf, type Wire } from './protocols/wire.ts'
import { writeXml } from './protocols/xml.ts'
import { hostIdOf, requestIdOf } from './protocols/request-id.ts'
import { subresources } from './protocols/s3/operation.ts'

/**
 * Renders failures as AWS does, in each of its protocols.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export const dialect: Dialect<CloudCall> = {
  failure(failure, call) {
    const wire = wireOf(call)
    if (failure.status === 304) return { status: 304, headers: failure.headers, body: null }
    const details: FailureDetails = { code: codeOf(failure.status, wire), ...failure.details }
    if (wire.protocol === 'json') return jsonFailure(failure, details)
    return wire.protocol === 'query' ? queryFailure(failure, details, wire, call) : s3Failure(failure, details, call)
  },
  unknownRoute(hint, call) {
    const { service, protocol } = wireOf(call)
    if (protocol === 'rest-xml') return cloudFailure(501, 'NotImplemented', unknownResource(call, hint))
    const [prefix = '', target] = call.header('x-amz-target')?.split('.') ?? []
    const action = target ?? actionOf(call)
    // Every operation of SQS is here, so this is one that the vendor does not have either.
    if (service === 'sqs' && protocol === 'query') return action === '' ? unknownOperation() : invalidAction(action)
    const nearest = suggest(`${service}:${action}`, operations) ?? operations.find((each) => each.startsWith(service))
    const named =
      target === undefined || Object.hasOwn(TARGETS, prefix) ? `${service}:${action}` : `${prefix}.${target}`
    const message = `backlot's cloud does not implement ${named}; the nearest operation is ${nearest}`
    return cloudFailure(501, protocol === 'json' ? 'UnknownOperationException' : 'InvalidAction', message)
  },
  internal(_error, call) {
    return wireOf(call).service === 's3'
      ? cloudFailure(500, 'InternalError', 'We encountered an internal error. Please try again.')
      : cloudFailure(500, 'InternalFailure', 'The request processing has failed because of an unknown error.')
  },
  malformed: (reason) => cloudFailure(400, 'SerializationException', reason),
  invalid: (problems, call) => validationError(problems, wireOf(call).service),
  named: namedFailures,
}

/** Describes a request that no route matches, and names the nearest implemented operation. */
function unknownResource(call: CloudCall, hint: string): string {
  const { method, path, search } = call
  if (method === 'POST' && path === '/') {
    return `${hint} that names an operation: by X-Amz-Target, or by Action and a Version that SQS, IAM or STS has`
  }
  const known = subresources(call).map((name) => `?${name}`)
  if (known.length === 0) return hint
  const named = `${method} ${path}${search.replace(/=.*$/s, '')}`
  return `backlot's cloud does not implement ${named}; the nearest operation is one with ${known.join(', ')}`
}

function s3Failure(failure: Failure, { code, members = {} }: FailureDetails, call: CloudCall): Answer {
  const body = writeXml('Error', {
    Code: code,
    Message: failure.message,
    ...members,
    RequestId: requestIdOf(call),
    HostId: hostIdOf(call),
  })
  return { status: failure.status, headers: { 'content-type': 'application/xml', ...failure.headers }, body }
}

function queryFailure(failure: Failure, details: FailureDetails, { service }: Wire, call: CloudCall): Answer {
  if (failure.status === 404 && details.code === 'UnknownOperationException') {
    return { status: 404, headers: { 'content-type': 'text/xml' }, body: '<UnknownOperationException/>\n' }
  }
  const error = {
    Type: typeOf(failure, details),
    Code: details.queryCode ?? details.code,
    Message: failure.message,
    ...(service === 'sqs' ? { Detail: '' } : {}),
  }
  const content = { Error: error, RequestId: requestIdOf(call) }
  if (prefersJson(call)) return queryJson(content, failure.status, failure.headers)
  const body = writeXml('ErrorResponse', content, { xmlns: NAMESPACES[service] })
  return { status: failure.status, headers: { 'content-type': 'text/xml', ...failure.headers }, body }
}

/** Failures of SQS are shapes of its own model; failures that all services share have another prefix. */
function jsonFailure(failure: Failure, details: FailureDetails): Answer {
  const { code, queryCode = code } = details
  const shape = COMMON.has(code) ? `com.amazon.coral.service#${code}` : `com.amazonaws.sqs#${code}`
  return json({ __type: shape, message: failure.message }, failure.status, {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-query-error': `${queryCode};${typeOf(failure, details)}`,
    ...failure.headers,
  })
}

const COMMON = new Set([
  'AccessDeniedException',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InternalFailure',
  'InvalidClientTokenId',
  'InvalidParameterValueException',
  'InvalidSignatureException',
  'MissingAuthenticationToken',
  'MissingRequiredParameterException',
  'SerializationException',
  'UnknownOperationException',
])

function typeOf({ status }: Failure, { type }: FailureDetails): string {
  return type ?? (status < 500 ? 'Sender' : 'Receiver')
}

/** Returns the code of a failure without a code, such as a fault that sets only a status. */
function codeOf(status: number, { service }: Wire): string {
  if (service === 's3') return S3_CODES[status] ?? (status < 500 ? 'InvalidRequest' : 'InternalError')
  if (status === 403) return 'AccessDenied'
  if (status === 429) return 'Throttling'
  return status === 503 ? 'ServiceUnavailable' : status < 500 ? 'ValidationError' : 'InternalFailure'
}

const S3_CODES: Readonly<Record<number, string>> = {
  403: 'AccessDenied',
  404: 'NoSuchKey',
  405: 'MethodNotAllowed',
  409: 'OperationAborted',
  412: 'PreconditionFailed',
  413: 'EntityTooLarge',
  416: 'InvalidRange',
  501: 'NotImplemented',
  503: 'SlowDown',
}

function actionOf({ query, method, text }: CloudCall): string {
  return (method === 'POST' ? new URLSearchParams(text).get('Action') : null) ?? query.get('Action') ?? ''
}

/**
 * 400 of IAM and STS, listing every problem. A schema that carries the vendor's sentence states its constraint itself.
 * IAM tells neither the value nor the words that it takes instead.
 */
function validationError(problems: readonly Problem[], service: Wire['service']): Failure {
  const found = problems.map(({ path, code, value, message, expected }) => {
    const name = path.map((part) => (/^\d+$/.test(part) ? `${Number(part) + 1}.member` : lowerFirst(part))).join('.')
    if (code === 'missing') {
      return `Value null at '${name}' failed to satisfy constraint: Member must not be null`
    }
    const constraint = /^Invalid [a-z]/.test(message) ? `Member must be ${expected}` : message
    if (service === 'iam') {
      return `Value at '${name}' failed to satisfy constraint: ${constraint.replace(/(enum value set): .*/, '$1')}`
    }
    const shown = typeof value === 'string' ? value : JSON.stringify(value)
    return `Value '${shown}' at '${name}' failed to satisfy constraint: ${constraint}`
  })
  const count = `${found.length} validation error${found.length === 1 ? '' : 's'} detected`
  return cloudFailure(400, 'ValidationError', `${count}: ${found.join('; ')}`)
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
