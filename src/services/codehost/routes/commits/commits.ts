import { json } from '#core/answer.ts'
import { pageWindow, type PageRequest } from '#core/pagination.ts'
import { routesFor } from '#core/routes.ts'
import { loadRepo } from '#codehost/steps/access.ts'
import { lastModified } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { changedFiles } from '#codehost/git/changes.ts'
import { aheadBehind, mergeBase } from '#codehost/git/history.ts'
import { commitAt } from '#codehost/git/objects.ts'
import { shortBranchJson } from '#codehost/json/git/branch.ts'
import { commitJson, commitWithFilesJson } from '#codehost/json/commits/commit.ts'
import { comparisonJson } from '#codehost/json/commits/comparison.ts'
import { simplePullJson } from '#codehost/json/pulls/pull.ts'
import { linksTo, pageRequest, answerPage } from '#codehost/json/pagination.ts'
import { commitsFor } from '#codehost/rules/commits/lists.ts'
import { changesIn } from '#codehost/rules/commits/changes.ts'
import { sidesOf } from '#codehost/rules/commits/comparisons.ts'
import { findCommit, requireContent } from '#codehost/rules/commits/find.ts'
import { objectsOf, resolveCommit } from '#codehost/rules/git/objects.ts'
import { pullsWith } from '#codehost/rules/pulls/of-commit.ts'
import { answerText } from './patches.ts'

const { get } = routesFor<CodehostCall>()

/** https://docs.github.com/rest/commits/commits */
const MOST_COMMITS = 250
const MOST_FILES = 300

/** Commits and comparisons. */
export const commitsRoutes = [
  get('repos/list-commits', '/repos/:owner/:repo/commits', loadRepo, (call) => {
    const { rows, repo } = call
    requireContent(rows, repo)
    const tip = resolveCommit(rows, repo, call.query.get('sha') || repo.defaultBranch)
    if (tip === null) throw notFound()
    return answerPage(call, commitsFor(call, objectsOf(rows, repo), tip), (commit) => commitJson(call, repo, commit))
  }),
  // A branch's name may contain slashes, and not every client encodes them.
  get('repos/get-commit', '/repos/:owner/:repo/commits/*', loadRepo, (call) => {
    const { rows, repo } = call
    const commit = findCommit(rows, repo, call.params['*'])
    const objects = objectsOf(rows, repo)
    const diff = () => changesIn(objects, commit)
    const [parent] = commit.parents
    // Like `git format-patch` of a merge: the patches of the commits that it merged.
    const commits = () => (parent === undefined ? [commit] : aheadBehind(objects, parent, commit.sha).ahead)
    const answer = answerText(call, { diff, commits, head: commit }, objects)
    if (answer !== undefined) return answer
    const changes = diff()
    const request = call.query.has('per_page') ? pageRequest(call) : { ...pageRequest(call), size: MOST_FILES }
    const { offset, limit } = pageWindow(request)
    const listed = changes.slice(offset, offset + limit)
    return json(commitWithFilesJson(call, repo, commit, changes, listed), 200, {
      ...linksTo(call, request, changes.length),
      ...lastModified({ updatedAt: commit.committer.at }),
    })
  }),
  get('repos/list-pull-requests-associated-with-commit', '/repos/:owner/:repo/commits/*/pulls', loadRepo, (call) => {
    const { rows, repo } = call
    const commit = findCommit(rows, repo, call.params['*'])
    return answerPage(call, pullsWith(rows, repo, commit.sha), (pull) => simplePullJson(call, pull))
  }),
  get('repos/list-branches-for-head-commit', '/repos/:owner/:repo/commits/*/branches-where-head', loadRepo, (call) => {
    const { rows, repo } = call
    const { sha } = findCommit(rows, repo, call.params['*'])
    const branches = rows.refs.list('byKind', repo.id, 'heads').filter((ref) => ref.sha === sha)
    return json(branches.map((ref) => shortBranchJson(call, repo, ref)))
  }),
  get('repos/compare-commits-with-basehead', '/repos/:owner/:repo/compare/*', loadRepo, (call) => {
    const { repo, query } = call
    const basehead = call.params['*']
    const { objects, base, head, owners } = sidesOf(call, repo, basehead)
    const common = mergeBase(objects, base.sha, head.sha)
    if (common === null) {
      const [left, right] = basehead.split('...')
      throw notFound(`No common ancestor between ${left} and ${right}.`)
    }
    const origin = commitAt(objects, common)
    const { ahead, behind } = aheadBehind(objects, base.sha, head.sha)
    const diff = () => changedFiles(objects, origin.tree, head.tree)
    const answer = answerText(call, { diff, commits: () => ahead, head }, objects)
    if (answer !== undefined) return answer
    // A request without page parameters gets the newest commits and no links, because its page has another size.
    const request = query.has('per_page') || query.has('page') ? pageRequest(call) : null
    const { offset, limit } = request === null ? { offset: -MOST_COMMITS, limit: Infinity } : pageWindow(request)
    const comparison = comparisonJson(call, repo, {
      basehead,
      base,
      head,
      owners,
      mergeBase: origin,
      aheadBy: ahead.length,
      behindBy: behind,
      commits: ahead.slice(offset).slice(0, limit),
      files: request === null || request.page === 1 ? diff().slice(0, MOST_FILES) : null,
    })
    return json(comparison, 200, request === null ? {} : comparisonLinks(call, request, ahead.length))
  }),
]

/** Returns the Link header of a page of a comparison, in which the first and the last page name themselves too. */
function comparisonLinks(call: CodehostCall, request: PageRequest, total: number): Record<string, string> {
  const { page, size } = request
  const last = Math.ceil(total / size)
  const links: [string, number][] = last > 1 ? [['last', last]] : []
  if (page < last) links.push(['next', page + 1])
  links.push(['first', 1])
  if (page > 1) links.push(['prev', page - 1])
  return linksTo(call, request, total, links)
}
