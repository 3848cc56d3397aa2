import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import type { BypassActor, NamePatterns, Rule, Ruleset } from '#codehost/schema/rulesets.ts'
import { fnmatch } from '../git/fnmatch.ts'
import { isInTeam, permissionIncludes, permissionOf, roleInOrganization } from '../repos/permissions.ts'

/** Returns the rulesets that may concern a repository: its own, and those of its organization that select it. */
export function rulesetsOf(rows: Rows, repo: Repo): Ruleset[] {
  const parents = rows.rulesets.referring('orgId', repo.ownerId).filter((ruleset) => selectsRepository(ruleset, repo))
  return [...rows.rulesets.referring('repoId', repo.id), ...parents]
}

/** Returns the rulesets for a branch or tag, by its full name. Default: those that are active */
export function rulesetsFor(
  rows: Rows,
  repo: Repo,
  ref: string,
  enforcements: readonly Ruleset['enforcement'][] = ['active'],
): Ruleset[] {
  const target = ref.startsWith('refs/heads/') ? 'branch' : ref.startsWith('refs/tags/') ? 'tag' : null
  return rulesetsOf(rows, repo).filter(
    (ruleset) =>
      enforcements.includes(ruleset.enforcement) &&
      ruleset.target === target &&
      ruleset.refs !== null &&
      matchesRef(ruleset.refs, repo, ref),
  )
}

/**
 * Returns the rulesets about files, which concern every push to a repository: its own, and those of the repository that
 * its network of forks began with. Default: those that are active
 */
export function pushRulesetsFor(
  rows: Rows,
  repo: Repo,
  enforcements: readonly Ruleset['enforcement'][] = ['active'],
): Ruleset[] {
  const root = rows.repos.get(repo.sourceId)
  const found = root === undefined ? rulesetsOf(rows, repo) : [...rulesetsOf(rows, repo), ...rulesetsOf(rows, root)]
  const unique = [...new Map(found.map((ruleset) => [ruleset.id, ruleset])).values()]
  return unique.filter(({ enforcement, target }) => target === 'push' && enforcements.includes(enforcement))
}

function selectsRepository({ repositoryNames, repositoryIds }: Ruleset, repo: Repo): boolean {
  if (repositoryIds !== null) return repositoryIds.includes(repo.id)
  if (repositoryNames === null) return true
  const matches = (pattern: string): boolean =>
    pattern === '~ALL' || fnmatch(pattern.toLowerCase(), repo.name.toLowerCase())
  return repositoryNames.include.some(matches) && !repositoryNames.exclude.some(matches)
}

function matchesRef({ include, exclude }: NamePatterns, repo: Repo, ref: string): boolean {
  const matches = (pattern: string): boolean => {
    if (pattern === '~ALL') return true
    return pattern === '~DEFAULT_BRANCH' ? ref === `refs/heads/${repo.defaultBranch}` : fnmatch(pattern, ref)
  }
  return include.some(matches) && !exclude.some(matches)
}

/** The ids of the vendor's repository roles. */
const ROLES: Readonly<Record<number, Permission>> = { 1: 'pull', 2: 'maintain', 3: 'triage', 4: 'push', 5: 'admin' }

/** Returns how a user may bypass a ruleset: always, where they merge a pull request, or never. */
export function bypassOf(
  rows: Rows,
  repo: Repo,
  { bypassActors }: Ruleset,
  user: Account | null,
): 'always' | 'pull_requests_only' | 'never' | 'exempt' {
  if (user === null) return 'never'
  const modes = bypassActors.filter((actor) => isActor(rows, repo, actor, user)).map(({ bypassMode }) => bypassMode)
  if (modes.includes('exempt')) return 'exempt'
  if (modes.includes('always')) return 'always'
  return modes.includes('pull_request') ? 'pull_requests_only' : 'never'
}

function isActor(rows: Rows, repo: Repo, { actorId, actorType }: BypassActor, user: Account): boolean {
  switch (actorType) {
    case 'OrganizationAdmin':
      return roleInOrganization(rows, rows.accounts.require(repo.ownerId), user) === 'admin'
    case 'RepositoryRole': {
      const role = ROLES[actorId ?? 0]
      return user.type === 'User' && role !== undefined && permissionIncludes(permissionOf(rows, repo, user), role)
    }
    case 'Team': {
      const team = rows.teams.get(actorId)
      return team !== undefined && isInTeam(rows, team, user)
    }
    case 'Integration':
      return rows.apps.get(actorId)?.botId === user.id
    case 'User':
      return user.id === actorId
    case 'DeployKey':
      return false
  }
}

/** Returns the parameters of a rule of one type; undefined when a ruleset has none. */
export function ruleOf({ rules }: Pick<Ruleset, 'rules'>, type: string): Rule | undefined {
  return rules.find((rule) => rule.type === type)
}

interface ReviewParameters {
  readonly dismiss_stale_reviews_on_push: boolean
  readonly require_code_owner_review: boolean
  readonly require_last_push_approval: boolean
  readonly required_approving_review_count: number
  readonly required_review_thread_resolution: boolean
}

interface StatusParameters {
  readonly strict_required_status_checks_policy: boolean
  readonly required_status_checks: readonly { readonly context: string; readonly integration_id?: number | null }[]
}

/**
 * Returns a ruleset as the protection of a branch that asks for the same, so that one set of decisions serves both.
 * Parameters were checked when they were stored.
 */
export function asProtection(ruleset: Ruleset, repo: Repo, branch: string): Protection {
  const has = (type: string): boolean => ruleOf(ruleset, type) !== undefined
  const reviews = ruleOf(ruleset, 'pull_request')?.parameters as ReviewParameters | undefined // by its schema
  const statuses = ruleOf(ruleset, 'required_status_checks')?.parameters as StatusParameters | undefined // by its schema
  return {
    id: ruleset.id,
    repoId: repo.id,
    branch,
    requiredStatusChecks:
      statuses === undefined
        ? null
        : {
            strict: statuses.strict_required_status_checks_policy,
            checks: statuses.required_status_checks.map((check) => ({
              context: check.context,
              appId: check.integration_id ?? null,
            })),
          },
    requiredReviews:
      reviews === undefined
        ? null
        : {
            dismissStaleReviews: reviews.dismiss_stale_reviews_on_push,
            requireCodeOwnerReviews: reviews.require_code_owner_review,
            requireLastPushApproval: reviews.require_last_push_approval,
            requiredApprovingReviewCount: reviews.required_approving_review_count,
            dismissalRestrictions: null,
            bypassAllowances: null,
          },
    restrictions: null,
    enforceAdmins: true,
    requiredSignatures: has('required_signatures'),
    requiredLinearHistory: has('required_linear_history'),
    allowForcePushes: !has('non_fast_forward'),
    allowDeletions: !has('deletion'),
    blockCreations: has('creation'),
    requiredConversationResolution: reviews?.required_review_thread_resolution ?? false,
    lockBranch: false,
    allowForkSyncing: false,
    createdAt: ruleset.createdAt,
    updatedAt: ruleset.updatedAt,
  }
}
