import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { mergePull } from '#codehost/rules/pulls/merge.ts'
import { updateHead } from '#codehost/rules/pulls/update-branch.ts'
import { loadPull } from '#codehost/steps/pulls.ts'

const { get, put } = routesFor<CodehostCall>()

const MergeInput = v.object({
  commit_title: v.nullish(v.string()),
  commit_message: v.nullish(v.string()),
  sha: v.nullish(v.string()),
  merge_method: v.optional(v.picklist(['merge', 'squash', 'rebase']), 'merge'),
})

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
