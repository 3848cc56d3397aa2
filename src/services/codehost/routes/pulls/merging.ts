import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requirePermission, requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { failedJson, mergedJson, pendingJson } from '#codehost/json/pulls/async-merge.ts'
import { hasLapsed, mergeLater } from '#codehost/rules/pulls/async-merge.ts'
import { mergePull } from '#codehost/rules/pulls/merge.ts'
import { updateHead } from '#codehost/rules/pulls/update-branch.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadPull } from '#codehost/steps/pulls.ts'

const { get, put } = routesFor<CodehostCall>()

const MergeInput = v.object({
  commit_title: v.nullish(v.string()),
  commit_message: v.nullish(v.string()),
  sha: v.nullish(v.string()),
  merge_method: v.optional(v.picklist(['merge', 'squash', 'rebase']), 'merge'),
})

const AsyncMergeInput = v.nullish(
  v.object({
    commit_title: v.optional(v.string()),
    commit_message: v.optional(v.string()),
    sha: v.optional(v.string()),
    merge_method: v.optional(v.picklist(['merge', 'squash', 'rebase'])),
    merge_action: v.optional(v.picklist(['default', 'direct_merge', 'merge_queue'])),
  }),
)

const BranchUpdateInput = v.object({ expected_head_sha: v.nullish(v.string(), null) })

/** Merging pull requests. https://docs.github.com/rest/pulls/pulls#merge-a-pull-request */
export const mergingRoutes = [
  get('pulls/check-if-merged', '/repos/:owner/:repo/pulls/:pull_number/merge', loadRepo, loadPull, (call) => {
    if (!call.pull.merged) throw notFound()
    return empty()
  }),
  put(
    'pulls/merge',
    '/repos/:owner/:repo/pulls/:pull_number/merge',
    requireWrite('push'),
    loadPull,
    body(MergeInput),
    (call) => {
      const sha = mergePull(call, call.pull, call.user, call.body)
      return json({ sha, merged: true, message: 'Pull Request successfully merged' })
    },
  ),
  put(
    'pulls/merge-async',
    '/repos/:owner/:repo/pulls/:pull_number/merge-async',
    requireWrite('push'),
    loadPull,
    requireBody(AsyncMergeInput),
    (call) => {
      const { pull, issue, user, body } = call
      if (pull.merged) return json(mergedJson(pull.mergeCommitSha ?? ''))
      if (issue.state === 'closed') return json(failedJson('Pull Request is closed'), 400)
      if (pull.draft) return json(failedJson('Pull Request is still a draft'), 400)
      return json(pendingJson(mergeLater(call, pull, user, body ?? {})), 202)
    },
  ),
  get(
    'pulls/get-merge-async-result',
    '/repos/:owner/:repo/pulls/:pull_number/merge-async/:uuid',
    requirePermission('push'),
    loadPull,
    ({ rows, clock, params, pull }) => {
      const merge = rows.asyncMerges.get(params.uuid)
      if (merge?.pullId !== pull.id || hasLapsed(merge, clock.now())) throw notFound()
      return json(merge.sha === null ? failedJson(merge.refusal ?? '') : mergedJson(merge.sha))
    },
  ),
  put(
    'pulls/update-branch',
    '/repos/:owner/:repo/pulls/:pull_number/update-branch',
    requireWrite('pull'),
    loadPull,
    body(BranchUpdateInput),
    (call) => {
      const { repo, user, pull, issue, body } = call
      updateHead(call, pull, user, body.expected_head_sha)
      const url = `${repoUrls(call, repo).url}/pulls/${issue.number}`
      return json({ message: 'Updating pull request branch.', url }, 202)
    },
  ),
]
