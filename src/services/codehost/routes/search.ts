import { routesFor } from '../../../core/routes.ts'
import { canSee } from '../access.ts'
import type { CodehostCall } from '../call.ts'
import { notFound } from '../errors.ts'
import type { Repo } from '../schema.ts'
import { codeKind } from '../search/code.ts'
import { commitKind } from '../search/commits.ts'
import { issueKind } from '../search/issues.ts'
import { labelKind } from '../search/labels.ts'
import { codeSearchNeedsUser, nothingToSearch } from '../search/refusals.ts'
import { repositoryKind } from '../search/repositories.ts'
import { answerSearch, queryOf } from '../search/search.ts'
import { topicKind } from '../search/topics.ts'
import { userKind } from '../search/users.ts'

const { get } = routesFor<CodehostCall>()

/** Search. https://docs.github.com/rest/search/search */
export const searchRoutes = [
  get('search/repos', '/search/repositories', (call) => {
    const query = queryOf(call)
    return answerSearch(call, query, repositoryKind(call, query))
  }),
  get('search/issues-and-pull-requests', '/search/issues', (call) => {
    const query = queryOf(call)
    // What a word means is not known here: a search by meaning is answered by words, as the vendor may.
    const isByMeaning = call.query.get('search_type') === 'semantic' || call.query.get('search_type') === 'hybrid'
    const fallback = isByMeaning ? { lexical_fallback_reason: ['service_unavailable'] } : {}
    return answerSearch(call, query, issueKind(call, query), { search_type: 'lexical', ...fallback })
  }),
  get('search/users', '/search/users', (call) => {
    const query = queryOf(call)
    return answerSearch(call, query, userKind(call))
  }),
  get('search/code', '/search/code', (call) => {
    if (call.principal === null) throw codeSearchNeedsUser()
    const query = queryOf(call)
    return answerSearch(call, query, codeKind(call, query))
  }),
  get('search/commits', '/search/commits', (call) => {
    const query = queryOf(call)
    return answerSearch(call, query, commitKind(call, query))
  }),
  get('search/topics', '/search/topics', (call) => {
    const query = queryOf(call)
    return answerSearch(call, query, topicKind(call))
  }),
  get('search/labels', '/search/labels', (call) => {
    const repo = namedRepo(call)
    const query = queryOf(call)
    return answerSearch(call, query, labelKind(call, repo))
  }),
]

/** The repository of `repository_id`. Throws 422 when it is not given, 404 when the principal may not see it. */
function namedRepo(call: CodehostCall): Repo {
  const id = call.query.get('repository_id') ?? ''
  if (id === '') throw nothingToSearch('repository_id')
  const repo = call.rows.repos.get(Number(id))
  if (repo === undefined || !canSee(call, repo)) throw notFound()
  return repo
}
