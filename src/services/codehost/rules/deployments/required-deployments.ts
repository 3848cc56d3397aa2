import type { Rows } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Ruleset } from '#codehost/schema/rulesets.ts'
import { ruleOf } from '../protection/rulesets.ts'
import { latestStatus } from './deployment-rows.ts'

/**
 * Returns what a ruleset still asks for of a commit: a sentence for each environment that it was not deployed to with
 * success.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/available-rules-for-rulesets#require-deployments-to-succeed-before-merging
 */
export function missingDeployments(rows: Rows, repo: Pick<Repo, 'id'>, ruleset: Ruleset, sha: string): string[] {
  const required = ruleOf(ruleset, 'required_deployments')?.parameters?.['required_deployment_environments']
  if (!Array.isArray(required)) return []
  const deployments = rows.deployments.list('byCommit', repo.id, sha)
  const isDeployed = (name: string): boolean =>
    deployments.some(
      (each) => each.environment.toLowerCase() === name.toLowerCase() && latestStatus(rows, each)?.state === 'success',
    )
  return required
    .filter((name: string) => !isDeployed(name))
    .map((name) => `Required deployment to ${name} is expected.`)
}
