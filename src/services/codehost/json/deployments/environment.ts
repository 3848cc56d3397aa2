import type { Site } from '#codehost/call.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { App } from '#codehost/schema/apps.ts'
import type { BranchPolicy, DeploymentGate, Environment, EnvironmentReviewer } from '#codehost/schema/deployments.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { simpleUserJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'
import { teamJson } from '../teams/team.ts'

/** An environment with its protection rules: `environment`. */
export function environmentJson(site: Site, repo: Repo, environment: Environment) {
  const { refPolicy } = environment
  return {
    ...briefEnvironmentJson(site, repo, environment),
    created_at: time(environment.createdAt),
    updated_at: time(environment.updatedAt),
    can_admins_bypass: true,
    protection_rules: rulesJson(site, environment),
    deployment_branch_policy:
      refPolicy === null
        ? null
        : { protected_branches: refPolicy === 'protected', custom_branch_policies: refPolicy === 'custom' },
  }
}

/** An environment without its protection, as pending deployments name it. */
export function briefEnvironmentJson(site: Site, repo: Repo, { id, name }: Environment) {
  const { url, page } = repoUrls(site, repo)
  return {
    id,
    node_id: nodeId('EN', id),
    name,
    url: `${url}/environments/${encodeURIComponent(name)}`,
    html_url: `${page}/deployments/activity_log?environments_filter=${encodeURIComponent(name)}`,
  }
}

/** The rules that are not rows of their own have ids that follow from the id of the environment. */
function rulesJson(site: Site, environment: Environment) {
  const { id, waitTimer, reviewers, preventSelfReview, refPolicy } = environment
  const rule = (place: number, type: string) => ({ id: id * 10 + place, node_id: nodeId('GA', id * 10 + place), type })
  return [
    ...(waitTimer === 0 ? [] : [{ ...rule(1, 'wait_timer'), wait_timer: waitTimer }]),
    ...(reviewers.length === 0
      ? []
      : [
          {
            ...rule(2, 'required_reviewers'),
            prevent_self_review: preventSelfReview,
            reviewers: reviewersJson(site, reviewers),
          },
        ]),
    ...(refPolicy === null ? [] : [rule(3, 'branch_policy')]),
  ]
}

/** The users and teams that can approve, without those that are gone. */
export function reviewersJson(site: Site, reviewers: readonly EnvironmentReviewer[]) {
  return reviewers.flatMap(({ type, id }) => {
    const user = type === 'User' ? site.rows.accounts.get(id) : undefined
    const team = type === 'Team' ? site.rows.teams.get(id) : undefined
    const reviewer = user === undefined ? team && teamJson(site, team) : simpleUserJson(site, user)
    return reviewer === undefined ? [] : [{ type, reviewer }]
  })
}

/** A pattern of refs that may be deployed: `deployment-branch-policy`. */
export function branchPolicyJson({ id, name, type }: BranchPolicy) {
  return { id, node_id: nodeId('DBP', id), name, type }
}

/** An app that decides about deployments: `deployment-protection-rule`. */
export function deploymentGateJson(site: Site, { id, appId }: DeploymentGate) {
  const app = gateAppJson(site, site.rows.apps.require(appId))
  return { id, node_id: nodeId('GA', id), enabled: true, app }
}

/** An app that can decide about deployments: `custom-deployment-rule-app`. */
export function gateAppJson({ base }: Pick<Site, 'base'>, { id, slug }: App) {
  return { id, slug, integration_url: `${base}/apps/${slug}`, node_id: nodeId('A', id) }
}
