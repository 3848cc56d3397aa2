import { Failure } from '#core/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'

/** The operations of git's own protocol. https://git-scm.com/docs/http-protocol */
const OPERATIONS: ReadonlySet<string | null> = new Set([
  'git-http/info-refs',
  'git-http/upload-pack',
  'git-http/receive-pack',
])

/** Returns whether a request is one of git's own protocol, whose refusals are plain text. */
export function isGitTransport({ operation }: Pick<CodehostCall, 'operation'>): boolean {
  return OPERATIONS.has(operation)
}

/** 401: git asks its user, or its credential helper, for a name and a password. */
export function asksForCredentials(message: string): Failure {
  return new Failure(401, message, {}, { 'www-authenticate': 'Basic realm="GitHub"' })
}

/** 403, in the vendor's sentence. */
export function gitForbidden(message: string): Failure {
  return new Failure(403, message)
}

/**
 * The repository does not exist or is hidden: 404, and 401 for an anonymous request, because the repository may be one
 * that only some may see.
 */
export function repositoryNotFound({ principal }: Pick<CodehostCall, 'principal'>): Failure {
  const message = 'Repository not found.'
  return principal === null ? asksForCredentials(message) : new Failure(404, message)
}
