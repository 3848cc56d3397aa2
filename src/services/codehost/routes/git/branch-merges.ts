import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { conflict, notFound, unprocessable } from '#codehost/errors.ts'
import { isAncestor } from '#codehost/git/history.ts'
import { commitJson } from '#codehost/json/commits/commit.ts'
import { mergeBranch, mergeInto, moveBranch } from '#codehost/rules/git/branch-merge.ts'
import { branchTip, objectsOf } from '#codehost/rules/git/objects.ts'
import { fetchCommit } from '#codehost/rules/pulls/refs.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'

const { post } = routesFor<CodehostCall>()

const BranchMergeInput = v.object({
  base: v.string(),
  head: v.string(),
  commit_message: v.optional(v.nullable(v.string())),
})

/** Merges without a pull request. https://docs.github.com/rest/branches/branches#merge-a-branch */
export const branchMergesRoutes = [
  post('repos/merge', '/repos/:owner/:repo/merges', requireWrite('push'), requireBody(BranchMergeInput), (call) => {
    const { repo, user, body } = call
    const made = mergeBranch(call, repo, { base: body.base, head: body.head, message: body.commit_message }, user)
    if (made === null) return empty()
    const wire = commitJson(call, repo, made)
    return json(wire, 201, { location: wire.url })
  }),
  post(
    'repos/merge-upstream',
    '/repos/:owner/:repo/merge-upstream',
    requireWrite('push'),
    requireBody(v.object({ branch: v.string() })),
    (call) => {
      const { rows, repo, user, body } = call
      const { branch } = body
      const parent = rows.repos.get(repo.parentId)
      if (parent === undefined || !canRead(call, parent)) throw unprocessable('This repository is not a fork.')
      const base = branchTip(rows, repo, branch)
      const theirs = branchTip(rows, parent, branch) ?? branchTip(rows, parent, parent.defaultBranch)
      if (base === null || theirs === null) throw notFound('Branch not found')
      const owner = rows.accounts.require(parent.ownerId).login
      const upstream = `${owner}:${branchTip(rows, parent, branch) === null ? parent.defaultBranch : branch}`
      const answer = (type: string, message: string) => json({ message, merge_type: type, base_branch: upstream })
      fetchCommit(rows, parent, repo, theirs.sha)
      const objects = objectsOf(rows, repo)
      if (isAncestor(objects, theirs.sha, base.sha)) {
        return answer('none', `This branch is not behind the upstream ${upstream}.`)
      }
      if (isAncestor(objects, base.sha, theirs.sha)) {
        moveBranch(call, repo, branch, base, theirs, user)
        return answer('fast-forward', `Successfully fetched and fast-forwarded from upstream ${upstream}.`)
      }
      const made = mergeInto(call, repo, base, theirs, `Merge branch '${upstream}' into ${branch}`, user)
      if (made === null) throw conflict('There are merge conflicts')
      moveBranch(call, repo, branch, base, made, user)
      return answer('merge', `Successfully fetched and merged from upstream ${upstream}.`)
    },
  ),
]
