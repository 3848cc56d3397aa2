import { json, text } from '#core/answer.ts'
import { Failure, type Dialect, type Problem } from '#core/errors.ts'
import { percentDecode } from '#core/text/percent-decode.ts'
import type { CodehostCall } from './call.ts'
import { isForJobs } from './rules/actions/job-tokens.ts'
import { isGitTransport } from './rules/git/transport.ts'
import { rateLimitOf, resourceOf as rateLimitResource } from './rules/rate-limits.ts'
import { API_VERSIONS } from './rules/api-versions.ts'
import documentation from './documentation.json' with { type: 'json' }

/** One entry of a validation error's `errors`. */
export interface FieldError {
  resource: string
  field?: string
  code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unaffiliated' | 'unprocessable' | 'custom'
  message?: string
  value?: unknown
}

/** 404: the resource does not exist, or the principal may not know that it does. */
export function notFound(message = 'Not Found'): Failure {
  return new Failure(404, message)
}

/** 400, with the vendor's sentence. */
export function badRequest(message: string): Failure {
  return new Failure(400, message)
}

/** 400: a version of the API that does not exist. https://docs.github.com/rest/about-the-rest-api/api-versions */
export function unsupportedVersion(version: string): Failure {
  const supported = API_VERSIONS.map((each, index) => `"${each}"${index === 0 ? ' (most recent)' : ''}`).join(', ')
  return new Failure(
    400,
    `The version you specified in the "X-GitHub-API-Version" request header, "${version}", is not a supported version. ` +
      `The following versions are currently supported: ${supported}.`,
    { documentation_url: 'https://docs.github.com/rest' },
  )
}

/** 415: the client accepts none of the vendor's media types. */
export function unsupportedMediaType(accept: string): Failure {
  const message = `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`
  return new Failure(415, message, { documentation_url: 'https://docs.github.com/v3/media' })
}

/** 409, with the vendor's sentence. */
export function conflict(message: string): Failure {
  return new Failure(409, message)
}

/** 412, with the vendor's sentence: the record has changed since the client read it. */
export function preconditionFailed(message: string): Failure {
  return new Failure(412, message)
}

/** 410, with the vendor's sentence: the resource existed and was deleted. */
export function gone(message: string): Failure {
  return new Failure(410, message)
}

/** 401: the operation requires a user and the request is anonymous. */
export function requiresAuthentication(): Failure {
  return new Failure(401, 'Requires authentication')
}

/** 401: the token is unknown. */
export function badCredentials(): Failure {
  return new Failure(401, 'Bad credentials', { documentation_url: 'https://docs.github.com/rest' })
}

/** 401: the credentials are not a JWT of an app where one is required. */
export function tokenNotDecoded(): Failure {
  return wrongClaim('A JSON web token could not be decoded')
}

/** 401: a claim of a JWT is missing or wrong, in the vendor's sentence. */
export function wrongClaim(message: string): Failure {
  return new Failure(401, message, { documentation_url: 'https://docs.github.com/rest' })
}

/** 404: a JWT of an app that does not exist. */
export function integrationNotFound(): Failure {
  return new Failure(404, 'Integration not found', { documentation_url: 'https://docs.github.com/rest' })
}

/** 403: the GitHub App lacks the permission. */
export function notAccessibleByIntegration(): Failure {
  return forbidden('Resource not accessible by integration')
}

/** 403: the fine-grained personal access token lacks the permission. */
export function notAccessibleByToken(): Failure {
  return forbidden('Resource not accessible by personal access token')
}

/** 403: the installation is suspended. */
export function suspended(): Failure {
  return forbidden('This installation has been suspended')
}

/** 403, with the vendor's sentence. */
export function forbidden(message: string): Failure {
  return new Failure(403, message)
}

/** 403: the user may read the repository but lacks the permission for this operation. */
export function mustHaveAdminRights(): Failure {
  return forbidden('Must have admin rights to Repository.')
}

/** 403: the repository is archived. */
export function archived(): Failure {
  return forbidden('Repository was archived so is read-only.')
}

/** 422 with `errors[]`; each entry names a resource, a field and a code, or is a sentence. */
export function validationFailed(...errors: readonly (FieldError | string)[]): Failure {
  return new Failure(422, 'Validation Failed', { errors })
}

/** 422: a required field is missing. */
export function missingField(resource: string, field: string): Failure {
  return validationFailed({ resource, field, code: 'missing_field' })
}

/** 422: a field has an invalid value. */
export function invalidField(resource: string, field: string, value?: unknown): Failure {
  return validationFailed({ resource, field, code: 'invalid', ...(value === undefined ? {} : { value }) })
}

/** 422: another record has the same value of the field. */
export function alreadyExists(resource: string, field: string): Failure {
  return validationFailed({ resource, field, code: 'already_exists' })
}

/** 422: a repository that cannot be created, for a reason that concerns its name. */
export function repositoryCreationFailed(message: string): Failure {
  const errors: FieldError[] = [{ resource: 'Repository', code: 'custom', field: 'name', message }]
  return new Failure(422, 'Repository creation failed.', { errors })
}

/** 422: a template cannot be copied, for a reason that is also the only one of `errors`. */
export function cloneFailed(reason: string): Failure {
  const message = `Could not clone: ${reason}`
  return new Failure(422, message, { errors: [message] })
}

/** 422 with the vendor's sentence and without `errors`. */
export function unprocessable(message: string): Failure {
  return new Failure(422, message)
}

/**
 * 403: the requests of this hour, or of this minute for searches, are used up.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export function rateLimited(call: CodehostCall): Failure {
  const { limit, reset } = rateLimitOf(call)
  const who =
    call.principal === null
      ? "127.0.0.1. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)"
      : call.principal.app?.kind === 'installation'
        ? `installation ID ${call.principal.app.installation?.id}.`
        : `user ID ${call.principal.user.id}.`
  return new Failure(
    403,
    `API rate limit exceeded for ${who}`,
    { documentation_url: 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api' },
    {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-used': String(limit),
      'x-ratelimit-reset': String(reset),
      'x-ratelimit-resource': rateLimitResource(call),
    },
  )
}

/** 422 whose `errors` are sentences, which the operations on reviews use. */
export function unprocessableEntity(...sentences: readonly string[]): Failure {
  return new Failure(422, 'Unprocessable Entity', { errors: sentences })
}

/** 422 with the vendor's sentences about a body that its schema refuses. */
export function invalidRequest(sentences: string): Failure {
  return unprocessable(`Invalid request.\n\n${sentences}`)
}

/** Returns the vendor's sentence about members that a body lacks: `"sha" wasn't supplied.` */
export function notSupplied(...names: readonly string[]): string {
  return `${names.map((name) => JSON.stringify(name)).join(', ')} ${names.length === 1 ? "wasn't" : "weren't"} supplied.`
}

/** The codes of Twirp by their statuses. https://twitchtv.github.io/twirp/docs/spec_v7.html#error-codes */
const TWIRP_CODES: Readonly<Record<number, string>> = {
  400: 'malformed',
  401: 'unauthenticated',
  404: 'not_found',
  409: 'already_exists',
}

/** The vendor's error answers: https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api */
export const dialect: Dialect<CodehostCall> = {
  failure({ status, message, details, headers }, call) {
    if (isGitTransport(call)) return text(`${message}\n`, status, headers)
    if (isForJobs(call)) return json({ code: TWIRP_CODES[status] ?? 'internal', msg: message }, status, headers)
    const { errors, ...rest } = details
    const url = documentationUrl(call.operation)
    return json(
      { message, ...(errors === undefined ? {} : { errors }), documentation_url: url, status: String(status), ...rest },
      status,
      headers,
    )
  },
  unknownRoute: (hint, { path }) => (percentDecode(path) === null ? badRequest('Bad Request') : new Failure(501, hint)),
  internal: () => new Failure(500, 'Server Error'),
  malformed: () => new Failure(400, 'Problems parsing JSON'),
  invalid: (problems, call) =>
    problems[0]?.path.length === 0
      ? new Failure(400, 'Body should be a JSON object')
      : validationFailed(...problems.map((problem) => fieldError(problem, resourceOf(call)))),
  named: {
    bad_credentials: badCredentials,
    not_found: () => notFound(),
    rate_limited: rateLimited,
    secondary_rate_limited: () =>
      new Failure(
        403,
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
        {
          documentation_url:
            'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits',
        },
        { 'retry-after': '60' },
      ),
    server_error: () => new Failure(502, 'Server Error'),
    unavailable: () => new Failure(503, 'Service Unavailable'),
  },
}

/** Returns the URL of the vendor's documentation of an operation. */
function documentationUrl(operation: string | null): string {
  const pages: Readonly<Record<string, string>> = documentation
  const page = operation === null ? undefined : pages[operation]
  return page === undefined ? 'https://docs.github.com/rest' : `https://docs.github.com/rest/${page}`
}

function fieldError({ path, code, value }: Problem, resource: string): FieldError {
  const field = path.join('.')
  if (code === 'missing') return { resource, field, code: 'missing_field' }
  return { resource, field, code: 'invalid', ...(typeof value === 'object' ? {} : { value }) }
}

const RESOURCES: readonly (readonly [operation: RegExp, resource: string])[] = [
  [/^reactions\//, 'Reaction'],
  [/label/, 'Label'],
  [/milestone/, 'Milestone'],
  [/webhook/, 'Hook'],
  [/commit-comment/, 'CommitComment'],
  [/review-comment|reply/, 'PullRequestReviewComment'],
  [/review/, 'PullRequestReview'],
  [/comment/, 'IssueComment'],
  [/^pulls\//, 'PullRequest'],
  [/^issues\//, 'Issue'],
  [/^teams\//, 'Team'],
  [/^orgs\//, 'Organization'],
  [/^users\//, 'User'],
  [/^git\//, 'Reference'],
  [/^checks\//, 'CheckRun'],
  [/release-asset$/, 'ReleaseAsset'],
  [/release/, 'Release'],
  [/^apps\/.*installation/, 'Installation'],
  [/^apps\/(check|reset|delete)-(token|authorization)$/, 'OauthAccess'],
]

/** Returns the vendor's name of the resource of an operation, for validation errors. */
function resourceOf({ operation }: CodehostCall): string {
  return RESOURCES.find(([pattern]) => pattern.test(operation ?? ''))?.[1] ?? 'Repository'
}
