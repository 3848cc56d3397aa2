import { isAncestor } from '#codehost/git/history.ts'
import type { Rows } from '#codehost/call.ts'
import type { CommitStatus } from '#codehost/schema/commits.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Ruleset } from '#codehost/schema/rulesets.ts'
import { checkStates, worseState } from '../checks/checks.ts'
import { objectsOf } from '../git/objects.ts'
import { protectionOf } from '../protection/protection.ts'
import { asProtection, rulesetsFor } from '../protection/rulesets.ts'
import { missingDeployments } from '../deployments/required-deployments.ts'
import { comparedBase } from './changes.ts'
import { missingReviews } from './review-requirements.ts'
import { hasOpenConversation } from './threads.ts'

/** A requirement of the base branch's protection that a pull request does not meet. */
export interface UnmetRequirement {
  readonly kind: 'locked' | 'status' | 'behind' | 'review' | 'conversation' | 'deployment'
  /** The vendor's text. */
  readonly message: string
}

/**
 * Returns the requirements of the base branch's protection that a pull request does not meet, independently of the user
 * who merges.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-protected-branches/about-protected-branches
 */
export function unmetRequirements(rows: Rows, repo: Repo, pull: Pull): UnmetRequirement[] {
  const protection = protectionOf(rows, repo, pull.baseRef)
  const rulesets = rulesetsFor(rows, repo, `refs/heads/${pull.baseRef}`)
  return [
    ...(protection === undefined ? [] : unmetOf(rows, repo, pull, protection)),
    ...rulesets.flatMap((ruleset) => unmetOfRuleset(rows, repo, pull, ruleset)),
  ]
}

/** Returns the requirements of one ruleset that a pull request does not meet. */
export function unmetOfRuleset(rows: Rows, repo: Repo, pull: Pull, ruleset: Ruleset): UnmetRequirement[] {
  const messages = missingDeployments(rows, repo, ruleset, pull.headSha)
  return [
    ...unmetOf(rows, repo, pull, asProtection(ruleset, repo, pull.baseRef)),
    ...messages.map((message) => ({ kind: 'deployment', message }) as const),
  ]
}

/** Returns the requirements of one protection that a pull request does not meet. */
export function unmetOf(rows: Rows, repo: Repo, pull: Pull, protection: Protection): UnmetRequirement[] {
  const unmet: UnmetRequirement[] = []
  if (protection.lockBranch) unmet.push({ kind: 'locked', message: 'Cannot change this locked branch.' })
  const statuses = unmetStatuses(requiredStates(rows, repo, protection, pull.headSha))
  if (statuses !== null) unmet.push({ kind: 'status', message: statuses })
  for (const message of missingReviews(rows, repo, pull, protection)) unmet.push({ kind: 'review', message })
  if (protection.requiredConversationResolution && hasOpenConversation(rows, pull)) {
    unmet.push({
      kind: 'conversation',
      message: 'A conversation must be resolved before this pull request can be merged.',
    })
  }
  const strict = protection.requiredStatusChecks?.strict === true
  if (strict && !isAncestor(objectsOf(rows, repo), comparedBase(rows, pull), pull.headSha)) {
    unmet.push({ kind: 'behind', message: 'Head branch is out of date. Review and try the merge again.' })
  }
  return unmet
}

type State = CommitStatus['state']

/**
 * Returns the state of every status and check on a commit by its name. `appId` limits them to one app. All rules about
 * required checks read them here.
 */
export function checksOf(
  rows: Rows,
  repo: Pick<Repo, 'id'>,
  sha: string,
  appId: number | null = null,
): ReadonlyMap<string, State> {
  const botId = appId === null ? null : rows.apps.get(appId)?.botId
  const statuses = rows.commitStatuses
    .list('byCommit', repo.id, sha)
    .filter(({ creatorId }) => botId === null || creatorId === botId)
  const states = new Map(statuses.map(({ context, state }) => [context, state]))
  // When a status and a check have the same name, both must succeed.
  for (const [name, state] of checkStates(rows, repo, sha, appId)) states.set(name, worseState(states.get(name), state))
  return states
}

/**
 * Returns the state of each required check, from the required app if there is one; undefined when nothing was reported.
 */
export function requiredStates(rows: Rows, repo: Repo, { requiredStatusChecks }: Protection, sha: string) {
  return (requiredStatusChecks?.checks ?? []).map(({ context, appId }) => ({
    context,
    state: checksOf(rows, repo, sha, appId).get(context),
  }))
}

function unmetStatuses(required: ReturnType<typeof requiredStates>): string | null {
  const counts = { expected: 0, pending: 0, failing: 0 }
  let first = ''
  for (const { context, state } of required) {
    if (state === 'success') continue
    const word = state === undefined ? 'expected' : state === 'pending' ? 'pending' : 'failing'
    if (first === '') first = `Required status check ${JSON.stringify(context)} is ${word}.`
    counts[word] += 1
  }
  const words = Object.entries(counts).filter(([, count]) => count > 0)
  const unmet = counts.expected + counts.pending + counts.failing
  if (unmet <= 1) return unmet === 0 ? null : first
  const whole = `${unmet} of ${required.length} required status checks`
  if (words.length === 1) return `${whole} are ${words[0]?.[0]}.`
  const parts = words.map(([word, count]) => `${count} ${word}`)
  return `${whole} have not succeeded: ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`
}
