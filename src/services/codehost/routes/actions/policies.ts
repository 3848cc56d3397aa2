import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { conflict } from '#codehost/errors.ts'
import { allowedActionsJson, selectedActionsJson, workflowPermissionsJson } from '#codehost/json/actions/policy.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import {
  changePolicy,
  disableIn,
  enableIn,
  mostRetentionDays,
  policyOf,
  selectRepos,
  setRetention,
  type PolicyTarget,
} from '#codehost/rules/actions/policies.ts'
import { ownRepo } from '#codehost/rules/actions/runners.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { APPROVAL_POLICIES } from '#codehost/schema/actions-policies.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireOrganizationOwner, requirePermission } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, del } = routesFor<CodehostCall>()

const flag = v.optional(v.boolean())
const allowed = {
  allowed_actions: v.optional(v.picklist(['all', 'local_only', 'selected'])),
  sha_pinning_required: flag,
}
const RepositoryPermissions = v.object({ enabled: v.boolean(), ...allowed })
const OrganizationPermissions = v.object({ enabled_repositories: v.picklist(['all', 'none', 'selected']), ...allowed })
const SelectedActions = v.object({
  github_owned_allowed: flag,
  verified_allowed: flag,
  patterns_allowed: v.optional(v.array(v.string())),
})
const WorkflowPermissions = v.object({
  default_workflow_permissions: v.optional(v.picklist(['read', 'write'])),
  can_approve_pull_request_reviews: flag,
})
const Retention = v.object({ days: v.pipe(v.number(), v.integer()) })
const Approval = v.object({ approval_policy: v.picklist(APPROVAL_POLICIES) })
const ForkRunsInput = v.object({
  run_workflows_from_fork_pull_requests: v.boolean(),
  send_write_tokens_to_workflows: flag,
  send_secrets_and_variables: flag,
  require_approval_for_fork_pr_workflows: flag,
})
const Access = v.object({ access_level: v.picklist(['none', 'user', 'organization']) })
const Selection = v.object({ selected_repository_ids: v.array(v.pipe(v.number(), v.integer())) })

const ofRepo = '/repos/:owner/:repo/actions/permissions'
const ofOrg = '/orgs/:org/actions/permissions'
const selected = `${ofOrg}/repositories` as const // the type of a path template
const oneSelected = `${selected}/:repository_id` as const // the same
const requireAccessBody = requireBody(Access)
const requireApprovalBody = requireBody(Approval)
const requireForkRunsInputBody = requireBody(ForkRunsInput)
const requireOrganizationPermissionsBody = requireBody(OrganizationPermissions)
const requireRepositoryPermissionsBody = requireBody(RepositoryPermissions)
const requireRetentionBody = requireBody(Retention)
const requireSelectedActionsBody = requireBody(SelectedActions)
const requireSelectionBody = requireBody(Selection)
const requireWorkflowPermissionsBody = requireBody(WorkflowPermissions)
const requireAdmin = requirePermission('admin', 'repo')
const requireOwner = requireOrganizationOwner('admin:org')

/** The policies of a repository or an organization that have the same form. */
const repositoryPolicies = [
  get('actions/get-allowed-actions-repository', `${ofRepo}/selected-actions`, requireAdmin, getSelectedActions),
  put(
    'actions/set-allowed-actions-repository',
    `${ofRepo}/selected-actions`,
    requireAdmin,
    requireSelectedActionsBody,
    setSelectedActions,
  ),
  get(
    'actions/get-github-actions-default-workflow-permissions-repository',
    `${ofRepo}/workflow`,
    requireAdmin,
    getWorkflowPermissions,
  ),
  put(
    'actions/set-github-actions-default-workflow-permissions-repository',
    `${ofRepo}/workflow`,
    requireAdmin,
    requireWorkflowPermissionsBody,
    setWorkflowPermissions,
  ),
  get(
    'actions/get-artifact-and-log-retention-settings-repository',
    `${ofRepo}/artifact-and-log-retention`,
    requireAdmin,
    getRetention,
  ),
  put(
    'actions/set-artifact-and-log-retention-settings-repository',
    `${ofRepo}/artifact-and-log-retention`,
    requireAdmin,
    requireRetentionBody,
    putRetention,
  ),
  get(
    'actions/get-fork-pr-contributor-approval-permissions-repository',
    `${ofRepo}/fork-pr-contributor-approval`,
    requireAdmin,
    getApproval,
  ),
  put(
    'actions/set-fork-pr-contributor-approval-permissions-repository',
    `${ofRepo}/fork-pr-contributor-approval`,
    requireAdmin,
    requireApprovalBody,
    setApproval,
  ),
  get(
    'actions/get-private-repo-fork-pr-workflows-settings-repository',
    `${ofRepo}/fork-pr-workflows-private-repos`,
    requireAdmin,
    getForkRuns,
  ),
  put(
    'actions/set-private-repo-fork-pr-workflows-settings-repository',
    `${ofRepo}/fork-pr-workflows-private-repos`,
    requireAdmin,
    requireForkRunsInputBody,
    setForkRuns,
  ),
]

const organizationPolicies = [
  get('actions/get-allowed-actions-organization', `${ofOrg}/selected-actions`, requireOwner, getSelectedActions),
  put(
    'actions/set-allowed-actions-organization',
    `${ofOrg}/selected-actions`,
    requireOwner,
    requireSelectedActionsBody,
    setSelectedActions,
  ),
  get(
    'actions/get-github-actions-default-workflow-permissions-organization',
    `${ofOrg}/workflow`,
    requireOwner,
    getWorkflowPermissions,
  ),
  put(
    'actions/set-github-actions-default-workflow-permissions-organization',
    `${ofOrg}/workflow`,
    requireOwner,
    requireWorkflowPermissionsBody,
    setWorkflowPermissions,
  ),
  get(
    'actions/get-artifact-and-log-retention-settings-organization',
    `${ofOrg}/artifact-and-log-retention`,
    requireOwner,
    getRetention,
  ),
  put(
    'actions/set-artifact-and-log-retention-settings-organization',
    `${ofOrg}/artifact-and-log-retention`,
    requireOwner,
    requireRetentionBody,
    putRetention,
  ),
  get(
    'actions/get-fork-pr-contributor-approval-permissions-organization',
    `${ofOrg}/fork-pr-contributor-approval`,
    requireOwner,
    getApproval,
  ),
  put(
    'actions/set-fork-pr-contributor-approval-permissions-organization',
    `${ofOrg}/fork-pr-contributor-approval`,
    requireOwner,
    requireApprovalBody,
    setApproval,
  ),
  get(
    'actions/get-private-repo-fork-pr-workflows-settings-organization',
    `${ofOrg}/fork-pr-workflows-private-repos`,
    requireOwner,
    getForkRuns,
  ),
  put(
    'actions/set-private-repo-fork-pr-workflows-settings-organization',
    `${ofOrg}/fork-pr-workflows-private-repos`,
    requireOwner,
    requireForkRunsInputBody,
    setForkRuns,
  ),
]

/** The policies of Actions. https://docs.github.com/rest/actions/permissions */
export const actionsPoliciesRoutes = [
  get('actions/get-github-actions-permissions-repository', ofRepo, requireAdmin, (call) => {
    const policy = policyOf(call.rows, call)
    const { enabled = 'all' } = call.rows.actionsPolicies.get('repo', call.repo.id)
    return json({ enabled: enabled !== 'none', ...allowedActionsJson(policy, `${call.base}${call.path}`) })
  }),
  put(
    'actions/set-github-actions-permissions-repository',
    ofRepo,
    requireAdmin,
    requireRepositoryPermissionsBody,
    (call) => setPermissions(call, call.body.enabled ? 'all' : 'none', call.body),
  ),
  get('actions/get-workflow-access-to-repository', `${ofRepo}/access`, requireAdmin, (call) =>
    json({ access_level: policyOf(call.rows, call).accessLevel }),
  ),
  put('actions/set-workflow-access-to-repository', `${ofRepo}/access`, requireAdmin, requireAccessBody, (call) =>
    change(call, { accessLevel: call.body.access_level }),
  ),
  ...repositoryPolicies,
  get('actions/get-github-actions-permissions-organization', ofOrg, requireOwner, (call) => {
    const policy = policyOf(call.rows, call)
    const url = `${call.base}${call.path}`
    return json({
      enabled_repositories: policy.enabled,
      ...(policy.enabled === 'selected' ? { selected_repositories_url: `${url}/repositories` } : {}),
      ...allowedActionsJson(policy, url),
    })
  }),
  put(
    'actions/set-github-actions-permissions-organization',
    ofOrg,
    requireOwner,
    requireOrganizationPermissionsBody,
    (call) => setPermissions(call, call.body.enabled_repositories, call.body),
  ),
  get(
    'actions/list-selected-repositories-enabled-github-actions-organization',
    selected,
    requireOwner,
    requireSelection,
    (call) =>
      answerNamedPage(
        call,
        'repositories',
        viewOfReference(call.rows.actionsRepos, 'orgId', call.org.id),
        ({ repoId }) => repositoryJson(call, call.rows.repos.require(repoId), call.user),
      ),
  ),
  put(
    'actions/set-selected-repositories-enabled-github-actions-organization',
    selected,
    requireOwner,
    requireSelection,
    requireSelectionBody,
    ({ rows, org, body }) => {
      const repos = body.selected_repository_ids.map((id) => ownRepo(rows, org, id))
      selectRepos(rows, 'actionsRepos', org, repos)
      return empty()
    },
  ),
  put(
    'actions/enable-selected-repository-github-actions-organization',
    oneSelected,
    requireOwner,
    requireSelection,
    (call) => {
      enableIn(call.rows, 'actionsRepos', call.org, repoAt(call))
      return empty()
    },
  ),
  del(
    'actions/disable-selected-repository-github-actions-organization',
    oneSelected,
    requireOwner,
    requireSelection,
    (call) => {
      disableIn(call.rows, 'actionsRepos', call.org, repoAt(call))
      return empty()
    },
  ),
  ...organizationPolicies,
]

type PolicyCall = CodehostCall & PolicyTarget

function change(call: PolicyCall, changes: Parameters<typeof changePolicy>[2]): Answer {
  changePolicy(call.rows, call, changes)
  return empty()
}

function setPermissions(
  call: PolicyCall,
  enabled: 'all' | 'none' | 'selected',
  {
    allowed_actions: allowedActions,
    sha_pinning_required: shaPinningRequired,
  }: v.InferOutput<typeof RepositoryPermissions> | v.InferOutput<typeof OrganizationPermissions>,
): Answer {
  return change(call, { enabled, ...defined({ allowedActions, shaPinningRequired }) })
}

function getSelectedActions(call: PolicyCall): Answer {
  return json(selectedActionsJson(selectedActionsOf(call)))
}

function setSelectedActions(call: PolicyCall & { readonly body: v.InferOutput<typeof SelectedActions> }): Answer {
  selectedActionsOf(call)
  const { github_owned_allowed: githubOwnedAllowed, verified_allowed: verifiedAllowed, patterns_allowed } = call.body
  return change(call, defined({ githubOwnedAllowed, verifiedAllowed, patternsAllowed: patterns_allowed }))
}

/** @throws 409 where the actions are not selected. */
function selectedActionsOf(call: PolicyCall) {
  const policy = policyOf(call.rows, call)
  if (policy.allowedActions !== 'selected') throw conflict('Conflict')
  return policy
}

function getWorkflowPermissions(call: PolicyCall): Answer {
  return json(workflowPermissionsJson(policyOf(call.rows, call)))
}

function setWorkflowPermissions(
  call: PolicyCall & { readonly body: v.InferOutput<typeof WorkflowPermissions> },
): Answer {
  const { default_workflow_permissions: workflowPermissions, can_approve_pull_request_reviews } = call.body
  return change(call, defined({ workflowPermissions, canApproveReviews: can_approve_pull_request_reviews }))
}

function getRetention(call: PolicyCall): Answer {
  const most = mostRetentionDays(call.rows, call)
  return json({ days: Math.min(policyOf(call.rows, call).retentionDays, most), maximum_allowed_days: most })
}

function putRetention(call: PolicyCall & { readonly body: v.InferOutput<typeof Retention> }): Answer {
  setRetention(call.rows, call, call.body.days)
  return empty()
}

function getApproval(call: PolicyCall): Answer {
  return json({ approval_policy: policyOf(call.rows, call).approvalPolicy })
}

function setApproval(call: PolicyCall & { readonly body: v.InferOutput<typeof Approval> }): Answer {
  return change(call, { approvalPolicy: call.body.approval_policy })
}

function getForkRuns(call: PolicyCall): Answer {
  return json(policyOf(call.rows, call).forkRuns)
}

function setForkRuns(call: PolicyCall & { readonly body: v.InferOutput<typeof ForkRunsInput> }): Answer {
  return change(call, { forkRuns: { ...policyOf(call.rows, call).forkRuns, ...defined(call.body) } })
}

/** A step: requires an organization that has selected the repositories with Actions. @throws 409. */
function requireSelection({ rows, org }: CodehostCall & { readonly org: Account }): void {
  if (policyOf(rows, { org }).enabled !== 'selected') throw conflict('Conflict')
}

/** @throws 404. */
function repoAt(
  call: CodehostCall & { readonly org: Account; readonly params: { readonly repository_id: string } },
): Repo {
  return ownRepo(call.rows, call.org, wholeNumber(call.params.repository_id))
}
