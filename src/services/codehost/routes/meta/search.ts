import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { codeSearchNeedsUser, nothingToSearch } from '#codehost/search/failures.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'

const { get } = routesFor<CodehostCall>()

/** A step: loads the search engine. */
async function loadEngine() {
  return { engine: await import('#codehost/search/engine.ts') }
}

/** Search. https://docs.github.com/rest/search/search */
export const searchRoutes = [
  get('search/repos', '/search/repositories', loadEngine, (call) => {
    const query = call.engine.queryOf(call)
    return call.engine.answerSearch(call, query, call.engine.repositoryKind(call, query))
  }),
  get('search/issues-and-pull-requests', '/search/issues', loadEngine, (call) => {
    const query = call.engine.queryOf(call)
    // There is no semantic index: a semantic search is answered by words, which the vendor allows.
    const isByMeaning = call.query.get('search_type') === 'semantic' || call.query.get('search_type') === 'hybrid'
    const fallback = isByMeaning ? { lexical_fallback_reason: ['service_unavailable'] } : {}
    return call.engine.answerSearch(call, query, call.engine.issueKind(call, query), {
      search_type: 'lexical',
      ...fallback,
    })
  }),
  get('search/users', '/search/users', loadEngine, (call) => {
    const query = call.engine.queryOf(call)
    return call.engine.answerSearch(call, query, call.engine.userKind(call))
  }),
  get('search/code', '/search/code', loadEngine, (call) => {
    if (call.principal === null) throw codeSearchNeedsUser()
    const query = call.engine.queryOf(call)
    return call.engine.answerSearch(call, query, call.engine.codeKind(call, query))
  }),
  get('search/commits', '/search/commits', loadEngine, (call) => {
    const query = call.engine.queryOf(call)
    return call.engine.answerSearch(call, query, call.engine.commitKind(call, query))
  }),
  get('search/topics', '/search/topics', loadEngine, (call) => {
    const query = call.engine.queryOf(call)
    return call.engine.answerSearch(call, query, call.engine.topicKind(call))
  }),
  get('search/labels', '/search/labels', loadEngine, (call) => {
    const repo = namedRepo(call)
    const query = call.engine.queryOf(call)
    return call.engine.answerSearch(call, query, call.engine.labelKind(call, repo))
  }),
]

/**
 * Returns the repository of `repository_id`.
 *
 * @throws 422 when it is missing, 404 when the principal may not read the repository.
 */
function namedRepo(call: CodehostCall): Repo {
  const id = call.query.get('repository_id') ?? ''
  if (id === '') throw nothingToSearch('repository_id')
  const repo = call.rows.repos.get(Number(id))
  if (repo === undefined || !canRead(call, repo)) throw notFound()
  return repo
}
