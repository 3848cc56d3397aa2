import type { Rows } from '#codehost/call.ts'
import type { Environment } from '#codehost/schema/deployments.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { fnmatch } from '../git/fnmatch.ts'
import { protectionOf } from '../protection/protection.ts'

/**
 * Returns whether a branch or tag may be deployed to an environment.
 * https://docs.github.com/actions/reference/workflows-and-actions/deployments-and-environments#deployment-branches-and-tags
 */
export function canDeployRef(
  rows: Rows,
  repo: Repo,
  environment: Environment,
  type: 'branch' | 'tag',
  name: string,
): boolean {
  if (environment.refPolicy === null) return true
  if (environment.refPolicy === 'protected') {
    return type === 'branch' && protectionOf(rows, repo, name) !== undefined
  }
  return rows.branchPolicies
    .referring('environmentId', environment.id)
    .some((policy) => policy.type === type && fnmatch(policy.name, name))
}
