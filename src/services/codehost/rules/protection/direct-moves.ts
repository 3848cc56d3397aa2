import { aheadBehind, isAncestor } from '#codehost/git/history.ts'
import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Rule, Ruleset } from '#codehost/schema/rulesets.ts'
import { requiredStates } from '../pulls/merge-requirements.ts'
import { objectsOf } from '../git/objects.ts'
import { sealedTagViolation } from '../releases/immutable-releases.ts'
import { isBoundBy, canPush, isListed, protectionOf } from './protection.ts'
import { asProtection, bypassOf, ruleOf, rulesetsFor } from './rulesets.ts'

/** A change of a branch without a pull request. */
export interface DirectMove {
  readonly branch: string
  /** The branch's present SHA; null for a new branch. */
  readonly before: string | null
  /** The branch's new SHA; null for a deletion. */
  readonly after: string | null
  readonly user: Account
}

/**
 * Returns why a protected branch cannot be changed directly, in the vendor's sentence; null when the change is allowed.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-protected-branches/about-protected-branches
 */
export function directMoveObstacle(rows: Rows, repo: Repo, move: DirectMove): string | null {
  const protection = protectionOf(rows, repo, move.branch)
  const obstacle = protection === undefined ? null : obstacleOf(rows, repo, protection, move)
  if (obstacle !== null) return obstacle
  const violations = ruleViolations(rows, repo, `refs/heads/${move.branch}`, move)
  return violations.length === 0 ? null : violationsMessage(violations)
}

const VIOLATIONS = 'Repository rule violations found\n\n'

/** Returns the vendor's message about violations of rulesets. */
export function violationsMessage(violations: readonly string[]): string {
  return `${VIOLATIONS}${violations.join('\n')}\n\n`
}

/** Returns whether an obstacle is a violation of rulesets, whose message stands alone. */
export function isRuleViolation(obstacle: string): boolean {
  return obstacle.startsWith(VIOLATIONS)
}

/**
 * Returns the rules of rulesets that a change of a branch or tag without a pull request would violate, in the vendor's
 * sentences.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/available-rules-for-rulesets
 */
export function ruleViolations(rows: Rows, repo: Repo, ref: string, move: Omit<DirectMove, 'branch'>): string[] {
  const found = rulesetsFor(rows, repo, ref).flatMap((ruleset) => {
    const bypass = bypassOf(rows, repo, ruleset, move.user)
    if (bypass === 'always' || bypass === 'exempt') return []
    return violationsOf(rows, repo, ruleset, ref, move)
  })
  const sealed = sealedTagViolation(rows, repo, ref, move)
  return [...new Set(sealed === null ? found : [sealed, ...found])]
}

/** Returns the rules of one ruleset that a change of a ref would violate, in the vendor's sentences. */
export function violationsOf(
  rows: Rows,
  repo: Repo,
  ruleset: Ruleset,
  ref: string,
  move: Omit<DirectMove, 'branch'>,
): string[] {
  const has = (type: string): boolean => ruleOf(ruleset, type) !== undefined
  const names = nameViolations(ruleset, ref, move)
  if (move.after === null) return has('deletion') ? ['Cannot delete this protected ref.'] : []
  if (move.before === null && has('creation')) return ['Cannot create ref due to creations being restricted.', ...names]
  if (move.before !== null && has('update')) return ['Cannot update this protected ref.', ...names]
  if (!ref.startsWith('refs/heads/')) return names
  const branch = ref.slice('refs/heads/'.length)
  const isCreation = move.before === null
  const checks = ruleOf(ruleset, 'required_status_checks')?.parameters
  const protection = asProtection(ruleset, repo, branch)
  const skipped = isCreation && checks?.['do_not_enforce_on_create'] === true
  const enforced = skipped ? { ...protection, requiredStatusChecks: null } : protection
  const obstacle = obstacleOf(rows, repo, enforced, { ...move, branch })
  return [...names, ...(obstacle === null ? [] : [obstacle])]
}

/** Returns the violations of patterns of names, which only new refs can have. */
function nameViolations(ruleset: Ruleset, ref: string, { before, after }: Omit<DirectMove, 'branch'>): string[] {
  if (before !== null || after === null) return []
  const [, kind, name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? []
  const rule = ruleOf(ruleset, kind === 'tags' ? 'tag_name_pattern' : 'branch_name_pattern')
  if (rule === undefined || matchesPattern(rule, name)) return []
  return [
    `${kind === 'tags' ? 'Tag' : 'Branch'} name must match a given pattern: ${String(rule.parameters?.['pattern'])}`,
  ]
}

function matchesPattern({ parameters }: Rule, text: string): boolean {
  const { operator, pattern, negate } = parameters as { operator: string; pattern: string; negate?: boolean } // by its schema
  const matches = {
    starts_with: () => text.startsWith(pattern),
    ends_with: () => text.endsWith(pattern),
    contains: () => text.includes(pattern),
  }[operator]
  // Expressions are not evaluated, because a client could write one that takes forever.
  return matches === undefined || matches() !== (negate === true)
}

/** Returns why a protection does not let a branch be changed directly, in the vendor's sentence. */
function obstacleOf(rows: Rows, repo: Repo, protection: Protection, move: DirectMove): string | null {
  if (move.after === null) return protection.allowDeletions ? null : 'Cannot delete this branch'
  if (protection.lockBranch && isBoundBy(rows, repo, protection, move.user)) return 'Cannot change this locked branch'
  const objects = objectsOf(rows, repo)
  const forced = move.before !== null && !isAncestor(objects, move.before, move.after)
  if (forced && !protection.allowForcePushes) return 'Cannot force-push to this branch'
  if (!isBoundBy(rows, repo, protection, move.user)) return null
  if (!canPush(rows, repo, protection, move.user)) return "You're not authorized to push to this branch."
  if (protection.requiredReviews !== null && !bypassesReviews(rows, repo, protection, move.user)) {
    return 'Changes must be made through a pull request.'
  }
  return unmetStatuses(rows, repo, protection, move.after) ?? mergeCommits(rows, repo, protection, move)
}

function unmetStatuses(rows: Rows, repo: Repo, protection: Protection, sha: string): string | null {
  const missing = missingStatuses(rows, repo, protection, sha)
  const total = protection.requiredStatusChecks?.checks.length ?? 0
  if (missing.length === 0) return null
  return missing.length === 1
    ? `Required status check ${JSON.stringify(missing[0])} is expected.`
    : `${missing.length} of ${total} required status checks are expected.`
}

function mergeCommits(rows: Rows, repo: Repo, protection: Protection, { before, after }: DirectMove): string | null {
  if (!protection.requiredLinearHistory || before === null || after === null) return null
  const { ahead } = aheadBehind(objectsOf(rows, repo), before, after)
  return ahead.some(({ parents }) => parents.length > 1) ? 'This branch must not contain merge commits.' : null
}

/** Returns the required contexts that have not succeeded on a commit. */
function missingStatuses(rows: Rows, repo: Repo, protection: Protection, sha: string): string[] {
  const unmet = requiredStates(rows, repo, protection, sha).filter(({ state }) => state !== 'success')
  return unmet.map(({ context }) => context)
}

function bypassesReviews(rows: Rows, repo: Repo, { requiredReviews }: Protection, user: Account): boolean {
  const exempt = requiredReviews?.bypassAllowances ?? null
  return exempt !== null && isListed(rows, repo, exempt, user)
}
