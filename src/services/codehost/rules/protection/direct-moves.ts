import { aheadBehind, isAncestor } from '#codehost/git/history.ts'
import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Ruleset } from '#codehost/schema/rulesets.ts'
import { missingDeployments } from '../deployments/required-deployments.ts'
import { requiredStates } from '../pulls/merge-requirements.ts'
import { objectsOf, peel } from '../git/objects.ts'
import { pushedCommits } from '../git/pushed-commits.ts'
import { sealedTagViolation } from '../releases/immutable-releases.ts'
import { isBoundBy, canPush, isListed, protectionOf } from './protection.ts'
import { commitViolations, hasCommitRules, UNSIGNED, unsignedCommits } from './commit-rules.ts'
import { fileViolations } from './file-rules.ts'
import { patternRule } from './patterns.ts'
import { asProtection, bypassOf, pushRulesetsFor, ruleOf, rulesetsFor } from './rulesets.ts'
import { distinct, violation, violationsMessage, type Violation } from './violations.ts'

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
  const [obstacle] = protection === undefined ? [] : obstaclesOf(rows, repo, protection, move)
  if (obstacle !== undefined) return obstacle.message
  const violations = ruleViolations(rows, repo, `refs/heads/${move.branch}`, move)
  return violations.length === 0 ? null : violationsMessage(violations)
}

/** A change of a ref, by its SHAs; null for a ref that does not exist. */
type RefChange = Omit<DirectMove, 'branch'>

/**
 * Returns the rules of rulesets that a change of a branch or tag without a pull request would violate.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/available-rules-for-rulesets
 */
export function ruleViolations(rows: Rows, repo: Repo, ref: string, change: RefChange): Violation[] {
  const found = enforcedFor(rows, repo, ref)
    .filter((ruleset) => !isBypassed(rows, repo, ruleset, change.user))
    .flatMap((ruleset) => violationsOf(rows, repo, ruleset, ref, change))
  const sealed = sealedTagViolation(rows, repo, ref, change)
  return distinct(sealed === null ? found : [violation(sealed), ...found])
}

/** Returns the violations of a change that its user may make all the same, because they may bypass the rulesets. */
export function bypassedViolations(rows: Rows, repo: Repo, ref: string, change: RefChange): Violation[] {
  const bypassed = enforcedFor(rows, repo, ref).filter(
    (ruleset) => bypassOf(rows, repo, ruleset, change.user) === 'always',
  )
  return distinct(bypassed.flatMap((ruleset) => violationsOf(rows, repo, ruleset, ref, change)))
}

function enforcedFor(rows: Rows, repo: Repo, ref: string): Ruleset[] {
  return [...rulesetsFor(rows, repo, ref), ...pushRulesetsFor(rows, repo)]
}

function isBypassed(rows: Rows, repo: Repo, ruleset: Ruleset, user: Account): boolean {
  return ['always', 'exempt'].includes(bypassOf(rows, repo, ruleset, user))
}

/** Returns the rules of one ruleset that a change of a ref would violate. */
export function violationsOf(rows: Rows, repo: Repo, ruleset: Ruleset, ref: string, change: RefChange): Violation[] {
  const has = (type: string): boolean => ruleOf(ruleset, type) !== undefined
  if (ruleset.target === 'push') return fileViolations(rows, repo, ruleset, broughtCommits(rows, repo, ref, change))
  if (change.after === null) return has('deletion') ? [violation('Cannot delete this protected ref.')] : []
  const commits = hasCommitRules(ruleset) ? broughtCommits(rows, repo, ref, change) : []
  const found = [...nameViolations(ruleset, ref, change), ...commitViolations(rows, ruleset, commits)]
  if (change.before === null && has('creation')) {
    return [violation('Cannot create ref due to creations being restricted.'), ...found]
  }
  if (change.before !== null && has('update')) return [violation('Cannot update this protected ref.'), ...found]
  if (!ref.startsWith('refs/heads/')) return found
  const branch = ref.slice('refs/heads/'.length)
  return [
    ...obstaclesOf(rows, repo, directProtection(ruleset, repo, branch, change), { ...change, branch }),
    ...missingDeployments(rows, repo, ruleset, change.after).map((message) => violation(message)),
    ...found,
  ]
}

/** Returns a ruleset as the protection of a branch against direct changes, but for its rules for commits. */
function directProtection(ruleset: Ruleset, repo: Repo, branch: string, { before }: RefChange): Protection {
  const checks = ruleOf(ruleset, 'required_status_checks')?.parameters
  const isFree = before === null && checks?.['do_not_enforce_on_create'] === true
  const protection = { ...asProtection(ruleset, repo, branch), requiredSignatures: false }
  return isFree ? { ...protection, requiredStatusChecks: null } : protection
}

/** Returns the commits that a change brings to a ref, oldest first. */
function broughtCommits(rows: Rows, repo: Repo, ref: string, { before, after }: RefChange): Commit[] {
  const head = after === null ? null : peel(rows, repo, after)
  if (head === null) return []
  return pushedCommits(rows, repo, ref, before === null ? null : peel(rows, repo, before), head)
}

/** Returns the violations of patterns of names, which only new refs can have. */
function nameViolations(ruleset: Ruleset, ref: string, { before, after }: RefChange): Violation[] {
  if (before !== null || after === null) return []
  const [, kind, name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? []
  const rule = ruleOf(ruleset, kind === 'tags' ? 'tag_name_pattern' : 'branch_name_pattern')
  if (rule === undefined) return []
  const { accepts, message } = patternRule(rule, `${kind === 'tags' ? 'Tag' : 'Branch'} name`)
  return accepts(name) ? [] : [violation(message)]
}

/** Returns why a protection does not let a branch be changed directly. */
function obstaclesOf(rows: Rows, repo: Repo, protection: Protection, move: DirectMove): Violation[] {
  if (move.after === null) return protection.allowDeletions ? [] : [violation('Cannot delete this branch')]
  const isBound = isBoundBy(rows, repo, protection, move.user)
  if (protection.lockBranch && isBound) return [violation('Cannot change this locked branch')]
  const objects = objectsOf(rows, repo)
  const forced = move.before !== null && !isAncestor(objects, move.before, move.after)
  if (forced && !protection.allowForcePushes) return [violation('Cannot force-push to this branch')]
  if (!isBound) return []
  if (!canPush(rows, repo, protection, move.user)) return [violation("You're not authorized to push to this branch.")]
  const needsPull = protection.requiredReviews !== null && !bypassesReviews(rows, repo, protection, move.user)
  const commits = protection.requiredSignatures ? broughtCommits(rows, repo, `refs/heads/${move.branch}`, move) : []
  const unsigned = unsignedCommits(rows, commits)
  return [
    ...(needsPull ? [violation('Changes must be made through a pull request.')] : []),
    ...(unsigned.length === 0 ? [] : [violation(UNSIGNED, unsigned)]),
    ...[unmetStatuses(rows, repo, protection, move.after), mergeCommits(rows, repo, protection, move)].flatMap(
      (message) => (message === null ? [] : [violation(message)]),
    ),
  ]
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
