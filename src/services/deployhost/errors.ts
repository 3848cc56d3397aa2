import { json } from '#core/answer.ts'
import { Failure, type Dialect, type Problem } from '#core/errors.ts'
import type { DeployhostCall } from './call.ts'
import { RATE_LIMIT, rateLimitReset } from './rules/rate-limit.ts'
import { challengeDomain, challengeValue } from './rules/domain-challenge.ts'
import { projectDomainJson } from './json/domain.ts'
import type { ProjectDomain } from './schema.ts'

/** A failure with one of the vendor's codes; `members` are added beside `code` and `message`. */
export function failure(
  status: number,
  code: string,
  message: string,
  members: Readonly<Record<string, unknown>> = {},
): Failure {
  return new Failure(status, message, { code, ...members })
}

/** 400, with the vendor's sentence. */
export function badRequest(message: string, members: Readonly<Record<string, unknown>> = {}): Failure {
  return failure(400, 'bad_request', message, members)
}

/** 400 `bad_request` in the words of the vendor's validator: ``Invalid request: `name` should be string.`` */
export function invalidRequest(complaint: string): Failure {
  return badRequest(`Invalid request: ${complaint}.`)
}

/** 404: the record does not exist, or the principal may not know that it does. `record`: `Project`. */
export function notFound(record: string): Failure {
  return failure(404, 'not_found', `${record} not found.`)
}

/** 409: `conflict`, or another of the vendor's codes. */
export function conflict(message: string, code = 'conflict', members: Readonly<Record<string, unknown>> = {}): Failure {
  return failure(409, code, message, members)
}

/** 403: the principal may see the record but not do this. */
export function forbidden(message = 'You do not have permission to access this resource.'): Failure {
  return failure(403, 'forbidden', message)
}

/** 403: the token is unknown or has expired. */
export function invalidToken(): Failure {
  return failure(403, 'forbidden', 'Not authorized', { invalidToken: true })
}

/** 403: the seed sets `strict_auth` and the request has no token. */
export function missingToken(): Failure {
  return failure(403, 'forbidden', 'The request is missing an authentication token', { missingToken: true })
}

/** 403: `teamId` or `slug` names a team that the principal is not in, or that does not exist. */
export function notAuthorizedForTeam(idOrSlug: string): Failure {
  return forbidden(
    `Not authorized: Trying to access resource under scope "${idOrSlug}". ` +
      'You must re-authenticate to this scope or use a token with access to this scope.',
  )
}

/**
 * 403: the token lacks the scope of the operation. The vendor's tokens have no such scopes, so the text is not the
 * vendor's.
 */
export function missingScope(scope: string, granted: readonly string[]): Failure {
  const has = granted.length === 0 ? 'none' : granted.map((each) => `"${each}"`).join(', ')
  return forbidden(`Not authorized: this operation needs a token with the scope "${scope}"; this token has ${has}.`)
}

/** 400: the path exists, but not in this version. */
export function invalidVersion(): Failure {
  return badRequest('Invalid API version')
}

/** 409: another project of the account has the domain. */
export function domainInUse(holder: ProjectDomain): Failure {
  const message = `Cannot add ${holder.name} since it's already in use by one of your projects.`
  return conflict(message, 'domain_already_in_use', {
    projectId: holder.projectId,
    domain: projectDomainJson(holder),
  })
}

/** 429: the requests of this minute are used up. https://vercel.com/docs/rest-api/errors#generic-errors */
function rateLimited(call: Pick<DeployhostCall, 'clock'>): Failure {
  const reset = rateLimitReset(call)
  return new Failure(
    429,
    'Rate limit exceeded. Try again in 60 seconds.',
    { code: 'rate_limited', limit: { total: RATE_LIMIT, remaining: 0, reset } },
    { 'x-ratelimit-remaining': '0', 'retry-after': '60' },
  )
}

/** Vercel's error envelope: https://vercel.com/docs/rest-api/errors */
export const dialect: Dialect<DeployhostCall> = {
  failure({ status, message, details, headers }) {
    const { code = codeOf(status), ...members } = details
    return json({ error: { code, message, ...members } }, status, { ...headers })
  },
  unknownRoute: (hint) => failure(501, 'not_implemented', hint),
  internal: () => failure(500, 'internal_server_error', 'An internal error occurred.'),
  malformed: () => badRequest('Invalid JSON'),
  invalid: ([problem]) => invalidRequest(problem === undefined ? 'the body is not valid' : complaintOf(problem)),
  named: {
    forbidden: () => forbidden(),
    not_found: () => failure(404, 'not_found', 'The requested resource was not found.'),
    invalid_token: () => invalidToken(),
    rate_limited: rateLimited,
    internal_server_error: () => failure(500, 'internal_server_error', 'An internal error occurred.'),
    store_not_found: () => failure(404, 'store_not_found', 'The store does not exist'),
    store_suspended: () => failure(403, 'store_suspended', 'The store is suspended'),
    service_unavailable: () => failure(503, 'service_unavailable', 'The service is unavailable'),
    missing_txt_record: (call) => failure(400, 'missing_txt_record', missingRecord(call)),
    existing_project_domain: (call) =>
      failure(
        400,
        'existing_project_domain',
        `Domain ${domainIn(call.path)} was added to a different project. ` +
          'Please complete verification to add it to this project instead.',
      ),
  },
}

/** Returns the message about the TXT record that the domain of the path lacks. */
function missingRecord({ path, rows }: DeployhostCall): string {
  const name = domainIn(path)
  const domain = rows.projectDomains.list('byName', name).find(({ verified }) => !verified)
  if (domain === undefined) return `Domain _vercel.${name} is missing required TXT Record`
  return `Domain ${challengeDomain(domain)} is missing required TXT Record "${challengeValue(domain)}"`
}

/** Returns the domain in a path. A fault is matched before the route's parameters are parsed. */
function domainIn(path: string): string {
  return decodeURIComponent(/\/domains\/([^/]+)/.exec(path)?.[1] ?? '').toLowerCase()
}

/** Returns the error code for a failure that has only a status, such as one of a fault. */
function codeOf(status: number): string {
  const codes: Readonly<Record<number, string>> = {
    400: 'bad_request',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not_found',
    409: 'conflict',
    410: 'gone',
    429: 'rate_limited',
  }
  return codes[status] ?? 'internal_server_error'
}

/** Returns the first problem of a body in the words of the vendor's validator. */
function complaintOf(problem: Problem): string {
  const { path, code } = problem
  const last = path.at(-1) ?? ''
  if (code === 'missing') return `${subject(path.slice(0, -1))}missing required property \`${last}\``
  if (code === 'unknown') return `${subject(path.slice(0, -1))}should NOT have additional property \`${last}\``
  return `${subject(path)}${expectation(problem)}`
}

/** Returns a property path in backquotes, such as `environmentVariables[0].key`; empty for the body itself. */
function subject(path: readonly string[]): string {
  const text = path.map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : `${at === 0 ? '' : '.'}${part}`)).join('')
  return text === '' ? '' : `\`${text}\` `
}

function expectation({ expected, message }: Problem): string {
  // The schema gives the whole complaint.
  if (message.startsWith('should ')) return message
  const alternatives = expected
    .replaceAll(/[()]/g, '')
    .split(' | ')
    .filter((each) => each !== 'undefined')
  if (alternatives.some((each) => /^["\d]/.test(each))) {
    const allowed = alternatives.map((each) => each.replaceAll('"', '')).join(', ')
    return `should be equal to one of the allowed values "${allowed}"`
  }
  return `should be ${alternatives.map((each) => each.toLowerCase()).join(',')}`
}
