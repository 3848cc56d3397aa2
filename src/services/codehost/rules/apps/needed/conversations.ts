import type { PermissionTable } from './table.ts'

const issuesOrPulls = (access: string) => `issues=${access}; pull_requests=${access}`

/** Operations of issues and pull requests. */
export const CONVERSATIONS: PermissionTable = [
  ['issues=read', 'issues/list-issue-field-values-for-issue'],
  ['issues=read', 'issues/list-suggestions'],
  ['issues=write', 'issues/approve-suggestion issues/dismiss-suggestion issues/pin-comment issues/unpin-comment'],
  ['issues=write', 'issues/add-issue-field-values issues/delete-issue-field-value issues/set-issue-field-values'],
  [
    'issues=read',
    'issues/get issues/get-parent issues/list-dependencies-blocked-by issues/list-dependencies-blocking',
    'issues/list-sub-issues repos/list-issue-types issues/list-events-for-repo issues/list-for-repo reactions/list-for-issue',
    'reactions/list-for-issue-comment',
  ],
  [
    'issues=write',
    'issues/add-blocked-by-dependency issues/add-sub-issue issues/remove-dependency-blocked-by',
    'issues/remove-sub-issue issues/reprioritize-sub-issue',
    'issues/create reactions/create-for-issue reactions/create-for-issue-comment reactions/delete-for-issue',
    'reactions/delete-for-issue-comment',
  ],
  [
    issuesOrPulls('read'),
    'issues/check-user-can-be-assigned issues/check-user-can-be-assigned-to-issue issues/get-comment issues/get-event',
    'issues/get-label issues/get-milestone issues/list-assignees issues/list-comments issues/list-comments-for-repo',
    'issues/list-events issues/list-events-for-timeline issues/list-labels-for-milestone issues/list-labels-for-repo',
    'issues/list-labels-on-issue issues/list-milestones',
  ],
  [
    issuesOrPulls('write'),
    'issues/add-assignees issues/add-labels issues/create-comment issues/create-label issues/create-milestone',
    'issues/delete-comment issues/delete-label issues/delete-milestone issues/lock issues/remove-all-labels',
    'issues/remove-assignees issues/remove-label issues/set-labels issues/unlock issues/update issues/update-comment',
    'issues/update-label issues/update-milestone',
  ],
  ['pull_requests=read', 'pulls/get-merge-async-result'],
  [
    'pull_requests=read',
    'pulls/check-if-merged pulls/get pulls/get-review pulls/get-review-comment pulls/list pulls/list-comments-for-review',
    'pulls/list-commits pulls/list-files pulls/list-requested-reviewers pulls/list-review-comments',
    'pulls/list-review-comments-for-repo pulls/list-reviews reactions/list-for-pull-request-review-comment',
    'repos/list-pull-requests-associated-with-commit',
  ],
  [
    'pull_requests=write',
    'pulls/create pulls/create-reply-for-review-comment pulls/create-review pulls/create-review-comment',
    'pulls/delete-pending-review pulls/delete-review-comment pulls/dismiss-review pulls/remove-requested-reviewers',
    'pulls/request-reviewers pulls/submit-review pulls/update pulls/update-branch pulls/update-review',
    'pulls/update-review-comment reactions/create-for-pull-request-review-comment',
    'reactions/delete-for-pull-request-comment',
  ],
]
