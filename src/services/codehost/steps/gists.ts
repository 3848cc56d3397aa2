import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import type { Commit } from '#codehost/git/objects.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { commitAt } from '#codehost/rules/git/objects.ts'
import { asksForCredentials, gitForbidden, repositoryNotFound } from '#codehost/rules/git/transport.ts'
import { gitRowsOf } from '#codehost/rules/gists/gists.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Gist, GistComment } from '#codehost/schema/gists.ts'
import { requireUser } from './access.ts'

type GistCall = CodehostCall & { readonly params: { readonly gist_id: string } }

/**
 * A step: loads the gist that the path names. Secret gists are read by everyone who knows their URL.
 *
 * @throws 404.
 */
export function loadGist({ rows, params }: GistCall): { readonly gist: Gist } {
  const gist = rows.gists.find('name', params.gist_id)
  if (gist === undefined) throw notFound()
  return { gist }
}

/**
 * A step: loads the gist that the path names for its owner.
 *
 * @throws 401, 403 without the scope, 404 for other users.
 */
export function requireOwnGist(call: GistCall): { readonly gist: Gist; readonly user: Account } {
  const { user } = requireUser('gist')(call)
  const { gist } = loadGist(call)
  if (gist.ownerId !== user.id) throw notFound()
  return { gist, user }
}

/**
 * A step: loads the revision of the gist that the path names.
 *
 * @throws 404.
 */
export function loadRevision({
  rows,
  params,
  gist,
}: GistCall & { readonly gist: Gist; readonly params: { readonly sha: string } }): { readonly revision: Commit } {
  const revision = commitAt(gitRowsOf(rows), gist, params.sha)
  if (revision === null) throw notFound()
  return { revision }
}

/**
 * A step: loads the comment of the gist that the path names.
 *
 * @throws 404.
 */
export function loadGistComment({
  rows,
  params,
  gist,
}: GistCall & { readonly gist: Gist; readonly params: { readonly comment_id: string } }): {
  readonly comment: GistComment
} {
  const comment = rows.gistComments.get(wholeNumber(params.comment_id))
  if (comment?.gistId !== gist.id) throw notFound()
  return { comment }
}

/**
 * A step: loads the gist that a URL of git names, with or without `.git`.
 *
 * @throws 404, 401 for an anonymous request.
 */
export function loadFetchedGist(call: GistCall): { readonly gist: Gist } {
  const gist = call.rows.gists.find('name', call.params.gist_id.replace(/\.git$/, ''))
  if (gist === undefined) throw repositoryNotFound(call)
  return { gist }
}

/**
 * A step: loads the gist that a URL of git names, for its owner.
 *
 * @throws 401 for an anonymous request, 404, 403 for other users and without the scope.
 */
export function requireGistPush(call: GistCall): { readonly gist: Gist; readonly user: Account } {
  const { principal } = call
  if (principal === null) throw asksForCredentials('No anonymous write access.')
  const { gist } = loadFetchedGist(call)
  const { user, scopes } = principal
  if (gist.ownerId !== user.id || !covers(scopes, ['gist'])) {
    throw gitForbidden(`Permission to ${gist.name}.git denied to ${user.login}.`)
  }
  return { gist, user }
}
