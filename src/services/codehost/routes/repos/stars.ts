import { empty } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { loadRepo, requireUser } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { simpleUserByIdJson } from '#codehost/json/accounts/account.ts'
import { time } from '#codehost/json/format.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { accepts } from '#codehost/rules/media-type.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Star } from '#codehost/schema/repos.ts'
import { star, unstar } from '#codehost/rules/repos/stars.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'

const { get, put, del } = routesFor<CodehostCall>()

const starred = '/user/starred/:owner/:repo'

/** Stars. https://docs.github.com/rest/activity/starring */
export const starsRoutes = [
  get('activity/list-repos-starred-by-authenticated-user', '/user/starred', requireUser(), (call) =>
    listStarred(call, call.user),
  ),
  get('activity/list-repos-starred-by-user', '/users/:username/starred', (call) =>
    listStarred(call, findAccount(call.rows, call.params.username)),
  ),
  get('activity/check-repo-is-starred-by-authenticated-user', starred, loadRepo, requireUser(), (call) => {
    if (call.rows.stars.find('user', call.repo.id, call.user.id) === undefined) throw notFound()
    return empty()
  }),
  put('activity/star-repo-for-authenticated-user', starred, loadRepo, requireUser('public_repo', 'repo'), (call) => {
    star(call, call.repo, call.user)
    return empty()
  }),
  del('activity/unstar-repo-for-authenticated-user', starred, loadRepo, requireUser('public_repo', 'repo'), (call) => {
    unstar(call, call.repo, call.user)
    return empty()
  }),
  get('activity/list-stargazers-for-repo', '/repos/:owner/:repo/stargazers', loadRepo, (call) =>
    answerPage(call, viewOfIndex(call.rows.stars, 'byRepo', [call.repo.id]), ({ userId, starredAt }) => {
      const user = simpleUserByIdJson(call, userId)
      return withTimes(call) ? { starred_at: time(starredAt), user } : user
    }),
  ),
]

/** Returns whether the client requests the times of stars through the media type. */
function withTimes(call: CodehostCall): boolean {
  return accepts(call, 'star')
}

function listStarred(call: CodehostCall, user: Account) {
  const { rows, query } = call
  const viewer = call.principal?.user ?? null
  const write = ({ repoId, starredAt }: Star) => {
    const repo = repositoryJson(call, rows.repos.require(repoId), viewer)
    return withTimes(call) ? { starred_at: time(starredAt), repo } : repo
  }
  const ascending = query.get('direction') === 'asc'
  const updatedAt = ({ repoId }: Star): number => rows.repos.require(repoId).updatedAt
  const found = rows.stars.list('byUser', user.id).filter(({ repoId }) => canRead(call, rows.repos.require(repoId)))
  if (query.get('sort') === 'updated') found.sort((left, right) => updatedAt(left) - updatedAt(right))
  return answerPage(call, ascending ? found : found.toReversed(), write)
}
