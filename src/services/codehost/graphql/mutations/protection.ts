import type { CodehostCall } from '#codehost/call.ts'
import { changeProtection, removeProtection, setProtection } from '#codehost/rules/protection/changes.ts'
import { protectionFields, reviewFields, restrictionFields } from '#codehost/rules/protection/input.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Protection, Restrictions } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { App } from '#codehost/schema/apps.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { fieldUnprocessable } from '../failures.ts'
import type { Fields } from '../source.ts'
import { findRepo, findRow, nodeOfType, payload, requireChange, rowOrNull, type Input } from './input.ts'

interface RuleInput {
  readonly pattern?: string | null
  readonly allowsDeletions?: boolean | null
  readonly allowsForcePushes?: boolean | null
  readonly blocksCreations?: boolean | null
  readonly bypassPullRequestActorIds?: readonly string[] | null
  readonly dismissesStaleReviews?: boolean | null
  readonly isAdminEnforced?: boolean | null
  readonly lockAllowsFetchAndMerge?: boolean | null
  readonly lockBranch?: boolean | null
  readonly pushActorIds?: readonly string[] | null
  readonly requireLastPushApproval?: boolean | null
  readonly requiredApprovingReviewCount?: number | null
  readonly requiredStatusCheckContexts?: readonly string[] | null
  readonly requiredStatusChecks?: readonly { readonly context: string; readonly appId?: string | null }[] | null
  readonly requiresApprovingReviews?: boolean | null
  readonly requiresCodeOwnerReviews?: boolean | null
  readonly requiresCommitSignatures?: boolean | null
  readonly requiresConversationResolution?: boolean | null
  readonly requiresLinearHistory?: boolean | null
  readonly requiresStatusChecks?: boolean | null
  readonly requiresStrictStatusChecks?: boolean | null
  readonly restrictsPushes?: boolean | null
  readonly restrictsReviewDismissals?: boolean | null
  readonly reviewDismissalActorIds?: readonly string[] | null
}

type Info = Parameters<typeof requireChange>[2]

const UPDATE = { operation: 'repos/update-branch-protection', permission: 'admin' } as const

/** The mutations of branch protection. https://docs.github.com/graphql/reference/mutations#createbranchprotectionrule */
export const protectionMutations: Fields<undefined> = {
  createBranchProtectionRule: (
    _root,
    args: Input<RuleInput & { repositoryId: string; pattern: string }>,
    call,
    info,
  ) => {
    const { input } = args
    const repo = findRepo(call, input.repositoryId)
    const user = requireChange(call, repo, info, UPDATE)
    if (call.rows.protections.find('branch', repo.id, input.pattern) !== undefined) {
      throw fieldUnprocessable(`Name already protected: ${input.pattern}`)
    }
    const none = {
      required_status_checks: null,
      enforce_admins: null,
      required_pull_request_reviews: null,
      restrictions: null,
    }
    const fields = { ...protectionFields(call.rows, repo, none), ...changesOf(call, repo, input, null) }
    const branchProtectionRule = setProtection(call, repo, input.pattern, fields, user)
    return payload(args, { branchProtectionRule })
  },
  updateBranchProtectionRule: (_root, args: Input<RuleInput & { branchProtectionRuleId: string }>, call, info) => {
    const { input } = args
    const { before, repo, user } = requireRule(call, input.branchProtectionRuleId, info)
    const renamed = input.pattern == null ? {} : { branch: input.pattern }
    const changes = { ...changesOf(call, repo, input, before), ...renamed }
    return payload(args, { branchProtectionRule: changeProtection(call, before, changes, user) })
  },
  deleteBranchProtectionRule: (_root, args: Input<{ branchProtectionRuleId: string }>, call, info) => {
    const { before, user } = requireRule(call, args.input.branchProtectionRuleId, info)
    removeProtection(call, before, user)
    return payload(args, {})
  },
}

function requireRule(call: CodehostCall, id: string, info: Info): { before: Protection; repo: Repo; user: Account } {
  const before = findRow<Protection>(call, id, 'BranchProtectionRule')
  const repo = call.rows.repos.require(before.repoId)
  return { before, repo, user: requireChange(call, repo, info, UPDATE) }
}

/** Returns the columns that an input sets. Those that it leaves out are absent. */
function changesOf(call: CodehostCall, repo: Repo, input: RuleInput, before: Protection | null): Partial<Protection> {
  const flags = {
    enforceAdmins: input.isAdminEnforced,
    requiredSignatures: input.requiresCommitSignatures,
    requiredLinearHistory: input.requiresLinearHistory,
    allowForcePushes: input.allowsForcePushes,
    allowDeletions: input.allowsDeletions,
    blockCreations: input.blocksCreations,
    requiredConversationResolution: input.requiresConversationResolution,
    lockBranch: input.lockBranch,
    allowForkSyncing: input.lockAllowsFetchAndMerge,
  }
  const set = Object.entries(flags).filter(([, value]) => value != null)
  return {
    ...Object.fromEntries(set),
    ...statusChanges(call, input, before?.requiredStatusChecks ?? null),
    ...reviewChanges(call, repo, input, before?.requiredReviews ?? null),
    ...pushChanges(call, repo, input),
  }
}

function statusChanges(
  call: CodehostCall,
  input: RuleInput,
  before: Protection['requiredStatusChecks'],
): Pick<Partial<Protection>, 'requiredStatusChecks'> {
  const { requiresStatusChecks, requiresStrictStatusChecks, requiredStatusChecks, requiredStatusCheckContexts } = input
  if (requiresStatusChecks === false) return { requiredStatusChecks: null }
  if (requiresStatusChecks == null && before === null) return {}
  const checks = requiredStatusChecks?.map(({ context, appId }) => ({
    context,
    appId: rowOrNull<{ readonly app: App }>(call, appId, 'App')?.app.id ?? null,
  }))
  const contexts = requiredStatusCheckContexts?.map((context) => ({ context, appId: null }))
  const strict = requiresStrictStatusChecks ?? before?.strict ?? true
  return { requiredStatusChecks: { strict, checks: checks ?? contexts ?? before?.checks ?? [] } }
}

function reviewChanges(
  call: CodehostCall,
  repo: Repo,
  input: RuleInput,
  before: Protection['requiredReviews'],
): Pick<Partial<Protection>, 'requiredReviews'> {
  if (input.requiresApprovingReviews === false) return { requiredReviews: null }
  if (input.requiresApprovingReviews == null && before === null) return {}
  const dismissal =
    input.restrictsReviewDismissals === false ? null : actorsOf(call, input.reviewDismissalActorIds ?? null)
  const body = {
    dismiss_stale_reviews: input.dismissesStaleReviews ?? undefined,
    require_code_owner_reviews: input.requiresCodeOwnerReviews ?? undefined,
    require_last_push_approval: input.requireLastPushApproval ?? undefined,
    required_approving_review_count: input.requiredApprovingReviewCount ?? undefined,
    dismissal_restrictions: dismissal,
    bypass_pull_request_allowances: actorsOf(call, input.bypassPullRequestActorIds ?? null),
  }
  return { requiredReviews: reviewFields(call.rows, repo, body, before) }
}

function pushChanges(
  call: CodehostCall,
  repo: Repo,
  { restrictsPushes, pushActorIds }: RuleInput,
): Pick<Partial<Protection>, 'restrictions'> {
  if (restrictsPushes === false) return { restrictions: null }
  if (restrictsPushes == null && pushActorIds == null) return {}
  const actors = actorsOf(call, pushActorIds ?? []) ?? { users: [], teams: [], apps: [] }
  return { restrictions: restrictionFields(call.rows, repo, actors) }
}

/** Returns the names of the users, teams and apps with these node ids; undefined for null. */
function actorsOf(call: CodehostCall, ids: readonly string[] | null) {
  if (ids === null) return undefined
  const actors = { users: [] as string[], teams: [] as string[], apps: [] as string[] } // filled below
  for (const id of ids) {
    const { typename, row } = nodeOfType(call, id, ['User', 'Team', 'App'], 'user, team or app')
    if (typename === 'User') actors.users.push((row as Account).login)
    else if (typename === 'Team') actors.teams.push((row as Team).slug)
    else actors.apps.push((row as { readonly app: App }).app.slug)
  }
  return actors satisfies Restrictions
}
