import * as v from 'valibot'
import { invalidRequest, validationFailed } from '#codehost/errors.ts'
import type { Rows } from '#codehost/call.ts'
import type { Protection, Restrictions } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { ProtectionFields } from './changes.ts'

const flag = v.optional(v.nullable(v.boolean()))
const names = v.optional(v.array(v.string()), [])
const Actors = v.object({ users: names, teams: names, apps: names })

/** Required status checks in a request body: `contexts`, or `checks`, which can also name an app. */
export const StatusChecksInput = v.object({
  strict: v.optional(v.boolean()),
  contexts: v.optional(v.array(v.string())),
  checks: v.optional(
    v.array(v.object({ context: v.string(), app_id: v.optional(v.nullable(v.pipe(v.number(), v.integer()))) })),
  ),
})

/** Required reviews in a request body. */
export const RequiredReviewsInput = v.object({
  dismissal_restrictions: v.optional(v.nullable(Actors)),
  bypass_pull_request_allowances: v.optional(v.nullable(Actors)),
  dismiss_stale_reviews: v.optional(v.boolean()),
  require_code_owner_reviews: v.optional(v.boolean()),
  required_approving_review_count: v.optional(v.pipe(v.number(), v.integer())),
  require_last_push_approval: v.optional(v.boolean()),
})

/** The request body that protects a branch. */
export const ProtectionInput = v.object({
  required_status_checks: v.nullable(StatusChecksInput),
  enforce_admins: v.nullable(v.boolean()),
  required_pull_request_reviews: v.nullable(RequiredReviewsInput),
  restrictions: v.nullable(Actors),
  required_linear_history: flag,
  allow_force_pushes: flag,
  allow_deletions: flag,
  block_creations: flag,
  required_conversation_resolution: flag,
  lock_branch: flag,
  allow_fork_syncing: flag,
})

/**
 * Returns the columns for a request body. Absent fields are off.
 *
 * @throws 422.
 */
export function protectionFields(
  rows: Rows,
  repo: Repo,
  body: v.InferOutput<typeof ProtectionInput>,
): ProtectionFields {
  const { required_status_checks: statuses, required_pull_request_reviews: reviews, restrictions } = body
  return {
    requiredStatusChecks: statuses === null ? null : statusFields(statuses, null),
    requiredReviews: reviews === null ? null : reviewFields(rows, repo, reviews, null),
    restrictions: restrictions === null ? null : restrictionFields(rows, repo, restrictions),
    enforceAdmins: body.enforce_admins ?? false,
    requiredSignatures: false,
    requiredLinearHistory: body.required_linear_history ?? false,
    allowForcePushes: body.allow_force_pushes ?? false,
    allowDeletions: body.allow_deletions ?? false,
    blockCreations: body.block_creations ?? false,
    requiredConversationResolution: body.required_conversation_resolution ?? false,
    lockBranch: body.lock_branch ?? false,
    allowForkSyncing: body.allow_fork_syncing ?? false,
  }
}

/** Returns the required status checks after an update. Absent fields stay. */
export function statusFields(
  { strict, contexts, checks }: v.InferOutput<typeof StatusChecksInput>,
  before: Protection['requiredStatusChecks'],
): NonNullable<Protection['requiredStatusChecks']> {
  const named = checks?.map(({ context, app_id: id }) => ({
    context,
    appId: id === undefined || id === -1 ? null : id,
  }))
  const listed = contexts?.map((context) => ({ context, appId: null }))
  // `checks` wins over `contexts`, because it also names apps.
  const list = named === undefined || named.length === 0 ? (listed ?? named) : named
  const unique = new Map((list ?? before?.checks ?? []).map((check) => [check.context, check]))
  return { strict: strict ?? before?.strict ?? false, checks: [...unique.values()] }
}

/**
 * Returns the required reviews after an update. Absent fields stay; the default is one approval.
 *
 * @throws 422.
 */
export function reviewFields(
  rows: Rows,
  repo: Repo,
  body: v.InferOutput<typeof RequiredReviewsInput>,
  before: Protection['requiredReviews'],
): NonNullable<Protection['requiredReviews']> {
  const count = body.required_approving_review_count ?? before?.requiredApprovingReviewCount ?? 1
  if (count > 6) throw invalidRequest(`${count} must be less than or equal to 6.`)
  if (count < 0) throw invalidRequest(`${count} must be greater than or equal to 0.`)
  const { dismissal_restrictions: dismissal, bypass_pull_request_allowances: bypass } = body
  return {
    dismissStaleReviews: body.dismiss_stale_reviews ?? before?.dismissStaleReviews ?? false,
    requireCodeOwnerReviews: body.require_code_owner_reviews ?? before?.requireCodeOwnerReviews ?? false,
    requireLastPushApproval: body.require_last_push_approval ?? before?.requireLastPushApproval ?? false,
    requiredApprovingReviewCount: count,
    dismissalRestrictions: exemptFields(rows, repo, dismissal, before?.dismissalRestrictions ?? null),
    bypassAllowances: exemptFields(rows, repo, bypass, before?.bypassAllowances ?? null),
  }
}

/** Returns the actors of a restriction. Like the vendor, an empty list removes the restriction. */
function exemptFields(
  rows: Rows,
  repo: Repo,
  actors: Restrictions | null | undefined,
  before: Restrictions | null,
): Restrictions | null {
  if (actors === undefined) return before
  if (actors === null || [...actors.users, ...actors.teams, ...actors.apps].length === 0) return null
  return restrictionFields(rows, repo, actors)
}

/**
 * Returns the actors of a restriction.
 *
 * @throws 422 for unknown users and teams, and for a repository that no organization owns.
 */
export function restrictionFields(rows: Rows, repo: Repo, { users, teams, apps }: Restrictions): Restrictions {
  if (rows.accounts.require(repo.ownerId).type !== 'Organization') {
    throw validationFailed('Only organization repositories can have users and team restrictions')
  }
  for (const login of users) {
    if (rows.accounts.find('login', login.toLowerCase()) === undefined)
      throw validationFailed(`No user found: ${login}`)
  }
  for (const slug of teams) {
    if (rows.teams.find('slug', repo.ownerId, slug.toLowerCase()) === undefined) {
      throw validationFailed(`No team found: ${slug}`)
    }
  }
  return { users, teams, apps }
}
