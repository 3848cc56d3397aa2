import { collection, value } from '#core/store.ts'
import { cascade } from './keys.ts'

// The policies of Actions, of repositories and of organizations.

/** The policy of a repository or an organization. An organization's applies where the repository has none. */
export interface ActionsPolicy {
  /** `selected` is for organizations only: the repositories of {@link ActionsRepo}. */
  readonly enabled: 'all' | 'none' | 'selected'
  readonly allowedActions: 'all' | 'local_only' | 'selected'
  readonly shaPinningRequired: boolean
  readonly githubOwnedAllowed: boolean
  readonly verifiedAllowed: boolean
  readonly patternsAllowed: readonly string[]
  readonly workflowPermissions: 'read' | 'write'
  readonly canApproveReviews: boolean
  readonly accessLevel: 'none' | 'user' | 'organization'
  /** The days for which artifacts and logs are kept. */
  readonly retentionDays: number
  readonly approvalPolicy: (typeof APPROVAL_POLICIES)[number]
  readonly forkRuns: ForkRuns
  /** For organizations only: the repositories that may have self-hosted runners; `selected`: {@link RunnerRepo}. */
  readonly selfHostedRunners: 'all' | 'none' | 'selected'
  /** The days for which a cache is kept that no run has restored. */
  readonly cacheRetentionDays: number
  /** The gigabytes that the caches of a repository may have. */
  readonly cacheSizeGb: number
}

/** The contributors whose first runs wait for an approval. */
export const APPROVAL_POLICIES = [
  'first_time_contributors_new_to_github',
  'first_time_contributors',
  'all_external_contributors',
] as const

/** The runs of pull requests from forks of private repositories, under the vendor's names. */
interface ForkRuns {
  readonly run_workflows_from_fork_pull_requests: boolean
  readonly send_write_tokens_to_workflows: boolean
  readonly send_secrets_and_variables: boolean
  readonly require_approval_for_fork_pr_workflows: boolean
}

/** A repository in which an organization has enabled Actions. */
export interface ActionsRepo {
  readonly id: number
  readonly orgId: number
  readonly repoId: number
}

/** A repository whose administrators may add self-hosted runners. */
export type RunnerRepo = ActionsRepo

/** The collections of the policies of Actions. */
export const actionsPolicyCollections = {
  /** The settings that differ from the defaults, by their owner. */
  actionsPolicies: value<Partial<ActionsPolicy>, [owner: 'repo' | 'org', id: number]>({}),
  actionsRepos: collection<ActionsRepo>()({
    unique: { repo: ['orgId', 'repoId'] },
    references: { orgId: cascade('accounts'), repoId: cascade('repos') },
  }),
  runnerRepos: collection<RunnerRepo>()({
    unique: { repo: ['orgId', 'repoId'] },
    references: { orgId: cascade('accounts'), repoId: cascade('repos') },
  }),
}
