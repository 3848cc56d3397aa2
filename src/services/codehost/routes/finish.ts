import { crc32 } from 'node:zlib'
import { isStreamed, type Answer } from '#core/answer.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { isForJobs } from '#codehost/rules/actions/job-tokens.ts'
import { hasPermissions } from '#codehost/rules/apps/gate.ts'
import { isGitTransport } from '#codehost/rules/git/transport.ts'
import { mergeReadyPulls } from '#codehost/rules/pulls/auto-merge.ts'
import { logRefusals } from '#codehost/rules/protection/rule-suites.ts'
import { mediaType } from '#codehost/rules/media-type.ts'
import { rateLimitOf, resourceOf, uncountRequest, type RateLimit } from '#codehost/rules/rate-limits.ts'
import { API_VERSIONS, DEFAULT_API_VERSION } from '#codehost/rules/api-versions.ts'

/**
 * Adds the headers of every API answer: rate limit, scopes, media type, request id, entity tag. Answers 304 where
 * nothing changed.
 */
export function finish(call: CodehostCall, answer: Answer): Answer {
  if (call.method !== 'GET') {
    if (answer.status < 400) mergeReadyPulls(call)
    logRefusals(call)
  }
  if (isPage(call)) return answer
  const rate = rateLimitOf(call)
  const headers: Record<string, string> = {
    'x-github-media-type': mediaType(call),
    'x-github-api-version-selected': versionOf(call),
    'x-github-request-id': requestId(call, rate),
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-used': String(rate.used),
    'x-ratelimit-reset': String(rate.reset),
    'x-ratelimit-resource': resourceOf(call),
    'access-control-expose-headers': EXPOSED,
    // Last, so that a failure about the rate limit sets its own numbers.
    ...answer.headers,
  }
  if (call.principal !== null && !hasPermissions(call.principal)) {
    headers['x-oauth-scopes'] = call.principal.scopes.join(', ')
    headers['x-accepted-oauth-scopes'] = acceptedForReading(call)
    const clientId = call.principal.token?.clientId
    if (typeof clientId === 'string') headers['x-oauth-client-id'] = clientId
  } else if (call.principal !== null) {
    // These credentials have permissions in place of scopes.
    delete call.responseHeaders['x-accepted-oauth-scopes']
  }
  const expiry = call.principal?.token?.clientId === null ? call.principal.token.expiresAt : null
  if (expiry !== null) headers['github-authentication-token-expiration'] = expiryText(expiry)
  return conditional(call, answer, headers)
}

/**
 * The vendor's list. https://docs.github.com/rest/using-the-rest-api/using-cors-and-jsonp-to-make-cross-origin-requests
 */
const EXPOSED =
  'ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, ' +
  'X-RateLimit-Resource, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, ' +
  'X-GitHub-Media-Type, X-GitHub-SSO, X-GitHub-Request-Id, Deprecation, Sunset'

/** Returns the time at which a personal token expires as the vendor's header has it: `2026-02-01 00:00:00 UTC`. */
function expiryText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/**
 * Returns the scopes that the vendor names for an operation without a required scope: those that show more of the
 * resource. https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
 */
function acceptedForReading({ path }: CodehostCall): string {
  const [, first = ''] = path.split('/')
  if (first === 'repos' || first === 'repositories') return 'repo'
  if (first === 'orgs' || first === 'organizations') return 'admin:org, read:org, repo, user, write:org'
  return first === 'users' ? 'user' : ''
}

/** Returns the API version that answers this request: the default where the client names an unknown one. */
function versionOf(call: CodehostCall): string {
  const requested = call.header('x-github-api-version')
  return requested !== undefined && API_VERSIONS.includes(requested) ? requested : DEFAULT_API_VERSION
}

/**
 * Returns an id in the vendor's form: groups of hexadecimal digits, of which the last is the time in seconds. The
 * others differ between the requests of one principal.
 */
function requestId(call: CodehostCall, { used }: RateLimit): string {
  const seconds = Math.floor(call.clock.now() / 1000)
  // The products of odd numbers, modulo 2³², so that different counts stay different.
  const first = Math.imul(used, 0x9e3779b1)
  const second = Math.imul(first ^ seconds, 0x85ebca6b)
  const long = `${hex(first, 3)}:${hex(second, 3)}`
  return `${hex(first >>> 16, 2)}:${hex(second >>> 16, 2)}:${long}:${hex(seconds, 4)}`
}

/** All bytes as two digits: `toString(16)` takes as long for one number as these for a whole id. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase())

/** Returns the lowest bytes of a number as upper-case hexadecimal digits. */
function hex(number: number, bytes: number): string {
  let digits = ''
  for (let shift = (bytes - 1) * 8; shift >= 0; shift -= 8) digits += BYTES[(number >>> shift) & 0xff] ?? ''
  return digits
}

/** Returns whether a request is for a sign-in page, a token or a client of git, which are not part of the REST API. */
function isPage(call: CodehostCall): boolean {
  return call.path.startsWith('/login/') || call.path.endsWith('/settings/apps/new') || isGitTransport(call)
}

/**
 * Adds an entity tag to an answer of 200 or 201, of writes too; answers 304 to a GET when the client has this version.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api
 */
function conditional(call: CodehostCall, { status, body }: Answer, headers: Record<string, string>): Answer {
  const isWrite = call.method !== 'GET' && call.method !== 'HEAD'
  if ((status !== 200 && status !== 201) || body === null || isStreamed(body) || (isWrite && isUntagged(call))) {
    return { status, headers, body }
  }
  if (isUncached(call)) {
    headers['cache-control'] = 'no-cache'
    return { status, headers, body }
  }
  // The vendor compresses answers of 200, which makes their tags weak.
  const etag = status === 200 ? `W/"${tagOf(body)}"` : `"${tagOf(body)}"`
  headers['etag'] = etag
  headers['cache-control'] = `${call.principal === null ? 'public' : 'private'}, max-age=60, s-maxage=60`
  headers['vary'] = 'Accept, Authorization, Cookie, X-GitHub-OTP,Accept-Encoding, Accept, X-Requested-With'
  if (isWrite || !isKnown(call, etag, headers['last-modified'])) return { status, headers, body }
  delete headers['content-type']
  if (call.principal !== null && call.operation !== 'rate-limit/get') {
    const { used, remaining } = uncountRequest(call)
    headers['x-ratelimit-used'] = String(used)
    headers['x-ratelimit-remaining'] = String(remaining)
  }
  return { status: 304, headers, body: null }
}

/** Returns whether the answers to a write have no entity tag: those of GraphQL, and those for jobs of workflows. */
function isUntagged(call: CodehostCall): boolean {
  return call.operation === 'graphql' || isForJobs(call)
}

/** Returns whether the answers of an operation have no entity tag: those of the searches, and the rate limits. */
function isUncached({ operation }: CodehostCall): boolean {
  return operation === 'rate-limit/get' || operation?.startsWith('search/') === true
}

/** Returns whether the client has this version, by its tags or, without any, by the time of the last change. */
function isKnown(call: CodehostCall, etag: string, lastModified: string | undefined): boolean {
  const known = call.header('if-none-match')
  if (known !== undefined) return known.split(',').some((each) => sameTag(each.trim(), etag))
  const since = call.header('if-modified-since')
  return lastModified !== undefined && since !== undefined && Date.parse(lastModified) <= Date.parse(since)
}

/**
 * Returns a checksum and the length of a body, which distinguish the bodies of tests in a third of the time of a
 * digest. The text is not encoded into a buffer first, because memory outside the heap triggers full garbage
 * collections.
 */
function tagOf(body: string | Uint8Array): string {
  return crc32(body).toString(16).padStart(8, '0') + body.length.toString(16).padStart(8, '0')
}

/** Weak comparison (RFC 9110 section 8.8.3.2). */
function sameTag(tag: string, current: string): boolean {
  return tag === '*' || tag.replace(/^W\//, '') === current.replace(/^W\//, '')
}
