import * as v from 'valibot'
import { defined } from '#core/objects.ts'
import { validationFailed } from '#codehost/errors.ts'
import type { Repo } from '#codehost/schema/repos.ts'

const flag = v.optional(v.boolean())
const text = v.optional(v.nullable(v.string()))

/** The fields of a request body that set a repository's settings, at creation and later. */
export const settingsFields = {
  description: text,
  homepage: text,
  private: flag,
  visibility: v.optional(v.picklist(['public', 'private', 'internal'])),
  has_issues: flag,
  has_projects: flag,
  has_wiki: flag,
  has_downloads: flag,
  has_discussions: flag,
  has_pull_requests: flag,
  pull_request_creation_policy: v.optional(v.picklist(['all', 'collaborators_only'])),
  is_template: flag,
  allow_squash_merge: flag,
  allow_merge_commit: flag,
  allow_rebase_merge: flag,
  allow_auto_merge: flag,
  allow_update_branch: flag,
  delete_branch_on_merge: flag,
  allow_forking: flag,
  web_commit_signoff_required: flag,
  use_squash_pr_title_as_default: flag,
  squash_merge_commit_title: v.optional(v.picklist(['PR_TITLE', 'COMMIT_OR_PR_TITLE'])),
  squash_merge_commit_message: v.optional(v.picklist(['PR_BODY', 'COMMIT_MESSAGES', 'BLANK'])),
  merge_commit_title: v.optional(v.picklist(['PR_TITLE', 'MERGE_MESSAGE'])),
  merge_commit_message: v.optional(v.picklist(['PR_BODY', 'PR_TITLE', 'BLANK'])),
}

const RepositorySettingsInput = v.object(settingsFields)

/**
 * Returns the columns for the settings in a request body.
 *
 * @throws 422 for values that the vendor refuses.
 */
export function settingsColumns(body: v.InferOutput<typeof RepositorySettingsInput>): Partial<Repo> {
  const hidden = body.visibility === undefined ? body.private : body.visibility !== 'public'
  if (body.visibility === 'internal') {
    throw settingRefused(
      'visibility',
      'Only organization-owned repositories of an enterprise can have internal visibility',
    )
  }
  // oxlint-disable-next-line no-control-regex -- the vendor refuses exactly the control characters
  if (/[\0-\x1f]/.test(body.description ?? '')) {
    throw settingRefused('description', 'description control characters are not allowed')
  }
  const squashTitle = { true: 'PR_TITLE', false: 'COMMIT_OR_PR_TITLE' } as const // literal types
  return defined({
    description: body.description === '' ? null : body.description,
    homepage: body.homepage,
    private: hidden,
    visibility: hidden === undefined ? undefined : hidden ? ('private' as const) : ('public' as const), // literal types
    hasIssues: body.has_issues,
    hasProjects: body.has_projects,
    hasWiki: body.has_wiki,
    hasDownloads: body.has_downloads,
    hasDiscussions: body.has_discussions,
    hasPullRequests: body.has_pull_requests,
    pullRequestCreationPolicy: body.pull_request_creation_policy,
    isTemplate: body.is_template,
    allowForking: body.allow_forking,
    allowMergeCommit: body.allow_merge_commit,
    allowSquashMerge: body.allow_squash_merge,
    allowRebaseMerge: body.allow_rebase_merge,
    allowAutoMerge: body.allow_auto_merge,
    allowUpdateBranch: body.allow_update_branch,
    deleteBranchOnMerge: body.delete_branch_on_merge,
    webCommitSignoffRequired: body.web_commit_signoff_required,
    squashMergeCommitTitle:
      body.squash_merge_commit_title ??
      (body.use_squash_pr_title_as_default === undefined
        ? undefined
        : squashTitle[`${body.use_squash_pr_title_as_default}`]),
    squashMergeCommitMessage: body.squash_merge_commit_message,
    mergeCommitTitle: body.merge_commit_title,
    mergeCommitMessage: body.merge_commit_message,
  })
}

/** @throws 422 when no merge method would remain. */
export function requireMergeMethod(
  repo: Pick<Repo, 'allowMergeCommit' | 'allowSquashMerge' | 'allowRebaseMerge'>,
): void {
  if (repo.allowMergeCommit || repo.allowSquashMerge || repo.allowRebaseMerge) return
  throw settingRefused(
    'merge_commit_allowed',
    'Sorry, you need to allow at least one merge strategy. (no_merge_method)',
  )
}

function settingRefused(field: string, message: string): Error {
  return validationFailed({ resource: 'Repository', code: 'custom', field, message })
}
