import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import { lastModified } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { mustHaveAdminRights } from '#codehost/errors.ts'
import { commitAt } from '#codehost/git/objects.ts'
import { commitJson, diffEntryJson } from '#codehost/json/commits/commit.ts'
import { openedPullJson, pullJson, pullWriter } from '#codehost/json/pulls/pull.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { updateTestMerge } from '#codehost/rules/pulls/mergeable.ts'
import { openPull } from '#codehost/rules/pulls/create.ts'
import { objectsOf } from '#codehost/rules/git/objects.ts'
import { pullChanges } from '#codehost/rules/pulls/changes.ts'
import { pullsOfRepo } from '#codehost/rules/pulls/lists.ts'
import { updatePull } from '#codehost/rules/pulls/update.ts'
import { canChange } from '#codehost/rules/issues/update.ts'
import { loadPull } from '#codehost/steps/pulls.ts'
import { answerText } from '../commits/patches.ts'

const { get, post, patch } = routesFor<CodehostCall>()

/** The vendor's limits for a pull request. https://docs.github.com/rest/pulls/pulls */
const MOST_COMMITS = 250
const MOST_FILES = 3000

const PullInput = v.object({
  title: v.nullish(v.string()),
  head: v.string(),
  head_repo: v.nullish(v.string()),
  base: v.string(),
  body: v.nullish(v.string()),
  maintainer_can_modify: v.optional(v.boolean()),
  draft: v.optional(v.boolean()),
  issue: v.nullish(v.pipe(v.number(), v.integer())),
})

const PullChanges = v.object({
  title: v.nullish(v.string()),
  body: v.nullish(v.string()),
  state: v.optional(v.picklist(['open', 'closed'])),
  base: v.nullish(v.string()),
  maintainer_can_modify: v.optional(v.boolean()),
})

/** Pull requests. https://docs.github.com/rest/pulls/pulls */
export const pullsRoutes = [
  get('pulls/list', '/repos/:owner/:repo/pulls', loadRepo, (call) => {
    const { rows, repo, query, clock } = call
    return answerPage(call, pullsOfRepo(rows, repo, query, clock.now()), pullWriter(call, repo))
  }),
  post('pulls/create', '/repos/:owner/:repo/pulls', requireWrite('pull'), body(PullInput), (call) => {
    const wire = openedPullJson(call, openPull(call, call.repo, call.user, call.body))
    return json(wire, 201, { location: wire.url })
  }),
  get('pulls/get', '/repos/:owner/:repo/pulls/:pull_number', loadRepo, loadPull, (call) => {
    const { rows, repo, pull } = call
    const objects = objectsOf(rows, repo)
    const { commits, files } = pullChanges(rows, pull)
    const parts = { diff: () => [...files], commits: () => commits, head: commitAt(objects, pull.headSha) }
    const answer = answerText(call, parts, objects)
    if (answer !== undefined) return answer
    // Like the vendor's, reading a pull request updates its test merge.
    return json(pullJson(call, updateTestMerge(call, pull)), 200, lastModified(rows.issues.require(pull.issueId)))
  }),
  patch(
    'pulls/update',
    '/repos/:owner/:repo/pulls/:pull_number',
    requireWrite('pull'),
    loadPull,
    body(PullChanges),
    (call) => {
      const { rows, repo, user, pull, issue, body } = call
      if (!canChange(rows, repo, issue, user)) throw mustHaveAdminRights()
      return json(pullJson(call, updatePull(call, pull, body, user)))
    },
  ),
  get('pulls/list-commits', '/repos/:owner/:repo/pulls/:pull_number/commits', loadRepo, loadPull, (call) => {
    const { commits } = pullChanges(call.rows, call.pull)
    return answerPage(call, commits.slice(0, MOST_COMMITS), (commit) => commitJson(call, call.repo, commit))
  }),
  get('pulls/list-files', '/repos/:owner/:repo/pulls/:pull_number/files', loadRepo, loadPull, (call) => {
    const { rows, repo, pull } = call
    const { files } = pullChanges(rows, pull)
    return answerPage(call, files.slice(0, MOST_FILES), (file) => diffEntryJson(call, repo, pull.headSha, file))
  }),
]
