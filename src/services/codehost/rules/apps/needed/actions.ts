import type { PermissionTable } from './table.ts'

/** Operations of Actions, deployments and environments, with their secrets and variables. */
export const ACTIONS: PermissionTable = [
  [
    'actions=read',
    'actions/get-actions-cache-list actions/get-actions-cache-usage actions/get-custom-oidc-sub-claim-for-repo',
    'actions/download-artifact actions/download-job-logs-for-workflow-run actions/download-workflow-run-attempt-logs',
    'actions/download-workflow-run-logs actions/get-artifact actions/get-job-for-workflow-run actions/get-workflow',
    'actions/get-workflow-run actions/get-workflow-run-attempt actions/get-workflow-run-usage',
    'actions/get-workflow-usage actions/list-artifacts-for-repo actions/list-jobs-for-workflow-run',
    'actions/list-jobs-for-workflow-run-attempt actions/list-repo-workflows actions/list-workflow-run-artifacts',
    'actions/list-workflow-runs actions/list-workflow-runs-for-repo',
  ],
  [
    'actions=write',
    'actions/delete-actions-cache-by-id actions/delete-actions-cache-by-key actions/set-custom-oidc-sub-claim-for-repo',
    'actions/approve-workflow-run actions/cancel-workflow-run actions/create-workflow-dispatch actions/delete-artifact',
    'actions/delete-workflow-run actions/delete-workflow-run-logs actions/disable-workflow actions/enable-workflow',
    'actions/force-cancel-workflow-run actions/re-run-job-for-workflow-run actions/re-run-workflow',
    'actions/re-run-workflow-failed-jobs',
  ],
  [
    'actions=read',
    'actions/get-pending-deployments-for-run actions/get-reviews-for-run',
    'repos/get-all-environments repos/get-environment repos/list-deployment-branch-policies',
    'repos/get-deployment-branch-policy repos/get-all-deployment-protection-rules',
    'repos/get-custom-deployment-protection-rule',
  ],
  [
    'deployments=read',
    'repos/get-deployment repos/get-deployment-status repos/list-deployment-statuses repos/list-deployments',
  ],
  [
    'deployments=write',
    'actions/review-custom-gates-for-run actions/review-pending-deployments-for-run',
    'repos/create-deployment repos/create-deployment-status repos/delete-deployment',
  ],
  [
    'environments=read',
    'actions/get-environment-public-key actions/get-environment-secret actions/get-environment-variable',
    'actions/list-environment-secrets actions/list-environment-variables',
  ],
  [
    'environments=write',
    'actions/create-environment-variable actions/create-or-update-environment-secret',
    'actions/delete-environment-secret actions/delete-environment-variable actions/update-environment-variable',
  ],
  ['secrets=read', 'actions/get-repo-public-key actions/get-repo-secret actions/list-repo-secrets'],
  ['secrets=write', 'actions/create-or-update-repo-secret actions/delete-repo-secret'],
  ['actions_variables=read', 'actions/get-repo-variable actions/list-repo-variables'],
  ['actions_variables=write', 'actions/create-repo-variable actions/delete-repo-variable actions/update-repo-variable'],
  [
    // Organization settings that a repository can read.
    'metadata=read',
    'actions/list-repo-organization-secrets actions/list-repo-organization-variables',
  ],
  [
    'organization_secrets=read',
    'actions/get-org-public-key actions/get-org-secret actions/list-org-secrets',
    'actions/list-selected-repos-for-org-secret',
  ],
  [
    'organization_secrets=write',
    'actions/create-or-update-org-secret actions/delete-org-secret actions/set-selected-repos-for-org-secret',
  ],
  [
    'organization_secrets=write,metadata=read',
    'actions/add-selected-repo-to-org-secret actions/remove-selected-repo-from-org-secret',
  ],
  [
    'organization_actions_variables=read',
    'actions/get-org-variable actions/list-org-variables actions/list-selected-repos-for-org-variable',
  ],
  [
    'organization_actions_variables=write',
    'actions/create-org-variable actions/delete-org-variable actions/set-selected-repos-for-org-variable',
    'actions/update-org-variable',
  ],
  [
    'organization_actions_variables=write,metadata=read',
    'actions/add-selected-repo-to-org-variable actions/remove-selected-repo-from-org-variable',
  ],
  ['dependabot_secrets=read', 'dependabot/get-repo-public-key dependabot/get-repo-secret dependabot/list-repo-secrets'],
  ['dependabot_secrets=write', 'dependabot/create-or-update-repo-secret dependabot/delete-repo-secret'],
  [
    'organization_dependabot_secrets=read',
    'dependabot/get-org-public-key dependabot/get-org-secret dependabot/list-org-secrets',
    'dependabot/list-selected-repos-for-org-secret',
  ],
  [
    'organization_dependabot_secrets=write',
    'dependabot/add-selected-repo-to-org-secret dependabot/create-or-update-org-secret dependabot/delete-org-secret',
    'dependabot/remove-selected-repo-from-org-secret dependabot/set-selected-repos-for-org-secret',
  ],
]
