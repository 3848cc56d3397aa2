import type { ActionsPolicy } from '#codehost/schema/actions-policies.ts'

/** The actions that may run; `url` is that of the permissions, below which the selected actions are. */
export function allowedActionsJson({ allowedActions, shaPinningRequired }: ActionsPolicy, url: string) {
  return {
    allowed_actions: allowedActions,
    ...(allowedActions === 'selected' ? { selected_actions_url: `${url}/selected-actions` } : {}),
    sha_pinning_required: shaPinningRequired,
  }
}

/** The selection of actions that may run: `selected-actions`. */
export function selectedActionsJson({ githubOwnedAllowed, verifiedAllowed, patternsAllowed }: ActionsPolicy) {
  return {
    github_owned_allowed: githubOwnedAllowed,
    verified_allowed: verifiedAllowed,
    patterns_allowed: patternsAllowed,
  }
}

/** The permissions of workflows: `actions-get-default-workflow-permissions`. */
export function workflowPermissionsJson({ workflowPermissions, canApproveReviews }: ActionsPolicy) {
  return {
    default_workflow_permissions: workflowPermissions,
    can_approve_pull_request_reviews: canApproveReviews,
  }
}
