import { nodeId } from '#codehost/json/format.ts'
import { fnmatch } from '#codehost/rules/git/fnmatch.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import type { Fields } from '../source.ts'

/** The protection of a branch. https://docs.github.com/graphql/reference/objects#branchprotectionrule */
export const BranchProtectionRule: Fields<Protection> = {
  id: ({ id }) => nodeId('BPR', id),
  databaseId: ({ id }) => id,
  pattern: ({ branch }) => branch,
  creator: () => null,
  repository: ({ repoId }, _args, { rows }) => rows.repos.require(repoId),
  isAdminEnforced: ({ enforceAdmins }) => enforceAdmins,
  allowsDeletions: ({ allowDeletions }) => allowDeletions,
  allowsForcePushes: ({ allowForcePushes }) => allowForcePushes,
  blocksCreations: ({ blockCreations }) => blockCreations,
  lockBranch: ({ lockBranch }) => lockBranch,
  lockAllowsFetchAndMerge: ({ allowForkSyncing }) => allowForkSyncing,
  requiresLinearHistory: ({ requiredLinearHistory }) => requiredLinearHistory,
  requiresCommitSignatures: ({ requiredSignatures }) => requiredSignatures,
  requiresConversationResolution: ({ requiredConversationResolution }) => requiredConversationResolution,
  requiresDeployments: () => false,
  requiredDeploymentEnvironments: () => [],
  requiresStatusChecks: ({ requiredStatusChecks }) => requiredStatusChecks !== null,
  requiresStrictStatusChecks: ({ requiredStatusChecks }) => requiredStatusChecks?.strict === true,
  requiredStatusCheckContexts: ({ requiredStatusChecks }) =>
    (requiredStatusChecks?.checks ?? []).map(({ context }) => context),
  requiredStatusChecks: ({ requiredStatusChecks }, _args, { rows }) =>
    (requiredStatusChecks?.checks ?? []).map(({ context, appId }) => {
      const app = rows.apps.get(appId)
      return { context, app: app === undefined ? null : { app } }
    }),
  requiresApprovingReviews: ({ requiredReviews }) => requiredReviews !== null,
  requiredApprovingReviewCount: ({ requiredReviews }) => requiredReviews?.requiredApprovingReviewCount ?? null,
  requiresCodeOwnerReviews: ({ requiredReviews }) => requiredReviews?.requireCodeOwnerReviews === true,
  requireLastPushApproval: ({ requiredReviews }) => requiredReviews?.requireLastPushApproval === true,
  dismissesStaleReviews: ({ requiredReviews }) => requiredReviews?.dismissStaleReviews === true,
  restrictsPushes: ({ restrictions }) => restrictions !== null,
  restrictsReviewDismissals: ({ requiredReviews }) => requiredReviews?.dismissalRestrictions != null,
  matchingRefs: ({ repoId, branch }, args: PageArguments & { query?: string | null }, { rows }) => {
    const name = (ref: Ref): string => ref.name.slice('refs/heads/'.length)
    const found = rows.refs
      .list('byKind', repoId, 'heads')
      .filter((ref) => fnmatch(branch, name(ref)) && name(ref).includes(args.query ?? ''))
    return connection(cursoredRows(found), args)
  },
}
