import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { mustHaveAdminRights } from '#codehost/errors.ts'
import { branchJson, listedBranchJson, shortBranchJson } from '#codehost/json/git/branch.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { renameBranch, findBranchTip } from '#codehost/rules/git/branches.ts'
import { permissionIncludes, permissionOf } from '#codehost/rules/repos/permissions.ts'
import { protectionOf } from '#codehost/rules/protection/protection.ts'
import type { Ref } from '#codehost/schema/git.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { branchMergesRoutes } from './branch-merges.ts'
import { recordBranchMove } from '#codehost/rules/repos/moves.ts'

const { get, post } = routesFor<CodehostCall>()

/** Branches. https://docs.github.com/rest/branches/branches */
export const branchesRoutes = [
  get('repos/list-branches', '/repos/:owner/:repo/branches', loadRepo, (call) => {
    const { rows, repo, query } = call
    const isWriter = permissionIncludes(permissionOf(rows, repo, call.principal?.user ?? null), 'push')
    const write = (ref: Ref) => (isWriter ? listedBranchJson : shortBranchJson)(call, repo, ref)
    const isProtectedFilter = query.get('protected')
    if (isProtectedFilter !== 'true' && isProtectedFilter !== 'false') {
      return answerPage(call, viewOfIndex(rows.refs, 'byKind', [repo.id, 'heads']), write)
    }
    const isProtected = ({ name }: Ref): boolean =>
      protectionOf(rows, repo, name.slice('refs/heads/'.length)) !== undefined
    const found = rows.refs
      .list('byKind', repo.id, 'heads')
      .filter((ref) => isProtected(ref) === (isProtectedFilter === 'true'))
    return answerPage(call, found, write)
  }),
  // A branch's name may contain slashes, and not every client encodes them.
  get('repos/get-branch', '/repos/:owner/:repo/branches/*', loadRepo, (call) => {
    const name = call.params['*']
    return json(branchJson(call, call.repo, name, findBranchTip(call, call.repo, name)))
  }),
  post(
    'repos/rename-branch',
    '/repos/:owner/:repo/branches/*/rename',
    requireWrite('push'),
    requireBody(v.object({ new_name: v.string() })),
    (call) => {
      const { rows, repo, user, params, body } = call
      const isAdmin = permissionIncludes(permissionOf(rows, repo, user), 'admin')
      const guarded = repo.defaultBranch === params['*'] || protectionOf(rows, repo, params['*']) !== undefined
      if (guarded && !isAdmin) throw mustHaveAdminRights()
      renameBranch(call, repo, params['*'], body.new_name, user)
      recordBranchMove(rows, repo, params['*'], body.new_name)
      return json(branchJson(call, repo, body.new_name, findBranchTip(call, repo, body.new_name)), 201)
    },
  ),
  ...branchMergesRoutes,
]
