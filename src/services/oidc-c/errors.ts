import { json, type Answer } from '#core/answer.ts'
import { Failure, type Dialect } from '#core/errors.ts'
import { bearerChallenge, type BearerFailure } from '#oauth/endpoints/bearer.ts'
import { errorPage } from '#pages/error.ts'
import type { OidcCall } from './call.ts'
import { GRAPH_ID, SERVICE } from './schema/identifiers.ts'
import { requestIds, type IdentifiedCall } from './errors/request-id.ts'
import { stsErrorJson, type Words } from './errors/sts.ts'

// The vendor has two forms of errors: that of sign-in (`error`, `error_description`, AADSTS numbers) and that of Graph
// (`error.code`).

/** The part of a call that an error body is made from. */
type ErrorContext = Pick<OidcCall, 'clock'> & IdentifiedCall

/** A failure of Graph. https://learn.microsoft.com/graph/errors */
export function graphFailure(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Failure {
  return new Failure(status, message, { code }, headers)
}

/** 401 for an invalid token, and for one that is not for Graph. */
export function invalidToken(message: string): Failure {
  return graphFailure(401, 'InvalidAuthenticationToken', message, { 'www-authenticate': challenge() })
}

/** 403 for a token without the permission. */
export function requestDenied(has: readonly string[], expected: readonly string[]): Failure {
  const message = `Insufficient privileges to complete the operation. The access token has ${has.join(' ') || 'no permission'}; expected ${expected.join(' or ')}`
  return graphFailure(403, 'Authorization_RequestDenied', message)
}

/** 404 for an unknown user, group or relationship. */
export function noSuchObject(name: string): Failure {
  return graphFailure(
    404,
    'Request_ResourceNotFound',
    `Resource '${name}' does not exist or one of its queried reference-property objects are not present.`,
  )
}

/** 400 for a value that another object of the directory has. */
export function conflict(property: string): Failure {
  const message = `Another object with the same value for property ${property} already exists.`
  const conflicts = [{ code: 'ObjectConflict', message, target: property }]
  return new Failure(400, message, { code: 'Request_BadRequest', conflicts })
}

/** 400 for a query or body that Graph cannot read. */
export function badRequest(message: string, code = 'BadRequest'): Failure {
  return graphFailure(400, code, message)
}

/** 400 for a query that Graph can read but does not support. */
export function unsupportedQuery(message: string): Failure {
  return graphFailure(400, 'Request_UnsupportedQuery', message)
}

/** 400 for an unknown tenant; with `page`, the answer is a page. */
export function noSuchTenant(
  { number, sentence, message }: { number: number; sentence: string; message: string },
  page: boolean,
): Failure {
  const words: Words = { error: number === 90002 ? 'invalid_tenant' : 'invalid_request', number, sentence }
  return new Failure(400, message, { words, page })
}

/** 400 for an address that instance discovery does not know. */
export function noSuchInstance(address: string): Failure {
  const words: Words = { error: 'invalid_instance', number: 50049, sentence: 'Unknown or invalid instance.' }
  return new Failure(400, `authorization_endpoint is ${address}; expected one of this server`, { words })
}

/** The userinfo endpoint's answer to a request without a valid token. */
export function userinfoRefusal(failure: BearerFailure, call: ErrorContext): Answer {
  const { status, message } = failure
  const code = status === 403 ? 'Authorization_RequestDenied' : 'InvalidAuthenticationToken'
  return json(graphBody(code, message, call), status, {
    'www-authenticate': bearerChallenge(failure, ''),
    'cache-control': 'no-store',
  })
}

/** The refusals of Microsoft's sign-in and of Graph. */
export const dialect: Dialect<OidcCall> = {
  failure(failure, call) {
    const { status, message, details, headers } = failure
    const words = details['words'] as Words | undefined // of the functions above
    if (words === undefined)
      return json(
        graphBody(typeof details['code'] === 'string' ? details['code'] : 'UnknownError', message, call, details),
        status,
        { ...headers },
      )
    if (details['page'] === true) {
      return errorPage({
        service: SERVICE,
        status,
        title: `AADSTS${words.number}`,
        message: `${words.sentence} ${message}`,
        remedies: ['Send people to a tenant that is here.'],
      })
    }
    const correlationId = call.header('client-request-id') ?? null
    const context = { ids: call.ids, clock: call.clock, correlationId }
    return json(stsErrorJson(words, message, context), status, { 'cache-control': 'no-store', ...headers })
  },
  unknownRoute: (hint, call) => generic(call, 501, 'NotImplemented', 'server_error', hint),
  internal: (_error, call) =>
    generic(call, 500, 'InternalServerError', 'server_error', 'Internal error; the request record has its cause'),
  malformed: (reason) => badRequest(`Unable to read JSON request payload. ${reason}`),
  invalid(problems, call) {
    const [problem] = problems
    const resource = /\/groups(\/|$)/.test(call.path) ? 'Group' : 'User'
    const name = problem?.path.join('.') ?? ''
    if (problem?.code === 'missing') {
      return badRequest(`A value is required for property '${name}' of resource '${resource}'.`, 'Request_BadRequest')
    }
    if (problem?.code === 'unknown') {
      const type = resource.toLowerCase()
      return badRequest(
        `The property '${name}' does not exist on type 'microsoft.graph.${type}'.`,
        'Request_BadRequest',
      )
    }
    return badRequest(`Invalid value specified for property '${name}' of resource '${resource}'.`, 'Request_BadRequest')
  },
  named: {
    rate_limited: (call) =>
      generic(call, 429, 'TooManyRequests', 'temporarily_unavailable', 'Too many requests', { 'retry-after': '10' }),
    unavailable: (call) =>
      generic(call, 503, 'serviceNotAvailable', 'temporarily_unavailable', 'The service is temporarily unavailable.'),
    server_error: (call) => generic(call, 500, 'InternalServerError', 'server_error', 'Internal Server Error'),
    mfa_required: () => {
      const sentence =
        'Due to a configuration change made by your administrator, or because you moved to a new location, you must use multi-factor authentication to access the resource.'
      const words: Words = { error: 'interaction_required', number: 50076, sentence, suberror: 'basic_action' }
      return new Failure(400, sentence, { words })
    },
  },
}

/** A failure that sign-in and Graph both have: the path decides between the form of sign-in and that of Graph. */
function generic(
  { path }: OidcCall,
  status: number,
  code: string,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): Failure {
  if (!/^\/[^/]+\/(oauth2|v2\.0|discovery|\.well-known)(\/|$)/.test(path))
    return graphFailure(status, code, message, headers)
  const number = status === 429 ? 90055 : 90033
  return new Failure(status, message, { words: { error, number, sentence: '' } }, headers)
}

/** Returns the error envelope of Microsoft Graph. https://learn.microsoft.com/graph/errors#error-resource-type */
function graphBody(
  code: string,
  message: string,
  call: ErrorContext,
  details: Readonly<Record<string, unknown>> = {},
): object {
  return {
    error: {
      code,
      message,
      ...(details['conflicts'] === undefined ? {} : { details: details['conflicts'] }),
      innerError: {
        date: new Date(call.clock.now()).toISOString().slice(0, 19),
        ...requestIds(call),
      },
    },
  }
}

function challenge(): string {
  return `Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", client_id="${GRAPH_ID}"`
}
