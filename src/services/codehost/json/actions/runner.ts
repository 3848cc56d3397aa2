import type { Rows, Site } from '#codehost/call.ts'
import { DEFAULT_GROUP, isStored, type Group } from '#codehost/rules/actions/runners.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Runner } from '#codehost/schema/runners.ts'

/** A self-hosted runner: `runner`. */
export function runnerJson(rows: Rows, runner: Runner) {
  return {
    id: runner.id,
    runner_group_id: rows.runnerGroups.get(runner.groupId)?.number ?? DEFAULT_GROUP,
    name: runner.name,
    os: runner.os,
    status: 'offline',
    busy: false,
    labels: runnerLabelsJson(runner),
    ephemeral: true,
  }
}

/** The labels of a runner: `runner-label`. Those of the runner itself come first. */
export function runnerLabelsJson({ id, labels }: Runner) {
  return [
    { id: 1, name: 'self-hosted', type: 'read-only' },
    ...labels.map((name, index) => ({ id: id * 1000 + index, name, type: 'custom' })),
  ]
}

/** A group of runners: `runner-groups-org`. */
export function runnerGroupJson({ base }: Site, org: Account, group: Group) {
  const url = `${base}/orgs/${org.login}/actions/runner-groups/${group.number}`
  const stored = isStored(group) ? group : null
  return {
    id: group.number,
    name: stored?.name ?? 'Default',
    visibility: stored?.visibility ?? 'all',
    default: stored === null,
    ...(stored?.visibility === 'selected' ? { selected_repositories_url: `${url}/repositories` } : {}),
    runners_url: `${url}/runners`,
    hosted_runners_url: `${url}/hosted-runners`,
    inherited: false,
    allows_public_repositories: stored?.allowsPublicRepositories ?? false,
    restricted_to_workflows: stored?.restrictedToWorkflows ?? false,
    selected_workflows: stored?.selectedWorkflows ?? [],
    workflow_restrictions_read_only: false,
  }
}
