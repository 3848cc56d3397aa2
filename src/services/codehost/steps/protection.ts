import * as v from 'valibot'
import type { CodehostCall } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Protection, Restrictions } from '#codehost/schema/protection.ts'
import { loadRepo, requireScopes, requireWrite } from './access.ts'
import { permissionIncludes, permissionOf } from '#codehost/rules/repos/permissions.ts'
import { notFound } from '#codehost/errors.ts'
import { findBranchTip } from '#codehost/rules/git/branches.ts'
import { protectionOf } from '#codehost/rules/protection/protection.ts'
import { requireBody } from './body.ts'

const NAMES = v.array(v.string())

type BranchCall = CodehostCall & {
  readonly params: { readonly owner: string; readonly repo: string; readonly '*': string }
}

/**
 * A step: loads the protection of the branch that the path names, for users who may change it.
 *
 * @throws 404 for all others.
 */
export function loadProtection(call: BranchCall): { readonly repo: Repo; readonly protection: Protection } {
  const { repo } = loadRepo(call)
  const { user } = requireScopes(call, repo.private ? ['repo'] : ['public_repo', 'repo'])
  if (!permissionIncludes(permissionOf(call.rows, repo, user), 'admin')) throw notFound()
  return { repo, protection: findProtection(call, repo) }
}

/**
 * A step: loads the protection of the branch that the path names, for a change.
 *
 * @throws 401, 403, 404.
 */
export function requireProtectionWrite(call: BranchCall) {
  const found = requireWrite('admin')(call)
  return { ...found, protection: findProtection(call, found.repo) }
}

function findProtection(call: BranchCall, repo: Repo): Protection {
  const branch = call.params['*']
  findBranchTip(call, repo, branch)
  const protection = protectionOf(call.rows, repo, branch)
  if (protection === undefined) throw notFound('Branch not protected')
  return protection
}

/** A step: parses the names in the body, which is an object with a list of this kind or the list itself. */
export function requireNames(kind: keyof Restrictions) {
  return (call: CodehostCall): { readonly names: readonly string[] } => {
    const bare = v.safeParse(NAMES, call.json())
    const names = bare.success ? bare.output : requireBody(v.object({ [kind]: NAMES }))(call).body[kind]
    return { names: names ?? [] }
  }
}

/** A step: parses the contexts in the body, which is an object or the list itself. */
export function requireContexts(call: CodehostCall): { readonly contexts: readonly string[] } {
  const list = v.array(v.string())
  const bare = v.safeParse(list, call.json())
  return { contexts: bare.success ? bare.output : requireBody(v.object({ contexts: list }))(call).body.contexts }
}
