import type { CodehostCall } from '#codehost/call.ts'
import { NO_SHA } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { RuleEvaluation, Ruleset, RuleSuite } from '#codehost/schema/rulesets.ts'
import { directMoveObstacle, ruleViolations, violationsOf, type DirectMove } from './direct-moves.ts'
import { bypassOf, pushRulesetsFor, rulesetsFor } from './rulesets.ts'
import { violationsMessage } from './violations.ts'

/** A change of a ref that rulesets were asked about. A SHA of null is that of a ref which does not exist. */
interface EvaluatedMove {
  readonly ref: string
  readonly before: string | null
  readonly after: string | null
  readonly user: Account
  /** True for the merge of a pull request, whose requirements were checked as such. */
  readonly isMerge: boolean
}

/** Adds what the rulesets of a ref said about its change, where there are any. */
export function logRuleSuite(call: SuiteCall, repo: Repo, move: EvaluatedMove): void {
  const suite = evaluated(call, repo, move)
  if (suite !== null) call.rows.ruleSuites.insert(suite)
}

/** Adds what the rulesets of a ref said about a change that was refused, where they refused it. */
export function logRefusedMove(call: SuiteCall, repo: Repo, move: EvaluatedMove): void {
  const suite = evaluated(call, repo, move)
  if (suite?.result === 'fail') call.rows.ruleSuites.insert(suite)
}

type SuiteCall = Pick<CodehostCall, 'rows' | 'clock'>

/** The verdicts of the requests under way that are refused, because nothing else of such a request is kept. */
const refused = new WeakMap<SuiteCall, Omit<RuleSuite, 'id'>>()

/**
 * Returns why a user may not change a branch without a pull request, in the vendor's sentence; null when they may. The
 * verdict of rulesets against it is kept by {@link logRefusals}.
 */
export function obstacleToMove(call: SuiteCall, repo: Repo, move: DirectMove): string | null {
  const obstacle = directMoveObstacle(call.rows, repo, move)
  if (obstacle !== null) noteRefusal(call, repo, `refs/heads/${move.branch}`, move)
  return obstacle
}

/** Like {@link obstacleToMove}, for a ref that is no branch, by its full name. */
export function obstacleToChange(
  call: SuiteCall,
  repo: Repo,
  ref: string,
  change: Omit<DirectMove, 'branch'>,
): string | null {
  const violations = ruleViolations(call.rows, repo, ref, change)
  if (violations.length === 0) return null
  noteRefusal(call, repo, ref, change)
  return violationsMessage(violations)
}

function noteRefusal(call: SuiteCall, repo: Repo, ref: string, change: Omit<DirectMove, 'branch'>): void {
  const suite = evaluated(call, repo, { ...change, ref, isMerge: false })
  if (suite?.result === 'fail') refused.set(call, suite)
}

/** Adds what rulesets said about the change that a request asked for and did not get. */
export function logRefusals(call: SuiteCall): void {
  const suite = refused.get(call)
  if (suite === undefined || call.rows.repos.get(suite.repoId) === undefined) return
  refused.delete(call)
  call.rows.ruleSuites.insert(suite)
}

function evaluated({ rows, clock }: SuiteCall, repo: Repo, move: EvaluatedMove): Omit<RuleSuite, 'id'> | null {
  const seen = ['active', 'evaluate'] as const
  const rulesets = [...rulesetsFor(rows, repo, move.ref, seen), ...pushRulesetsFor(rows, repo, seen)]
  if (rulesets.length === 0) return null
  const found = rulesets.map((ruleset) => ({
    isEvaluated: ruleset.enforcement === 'evaluate',
    bypass: ['always', 'exempt'].includes(bypassOf(rows, repo, ruleset, move.user)),
    evaluations: ruleset.rules.map((rule): RuleEvaluation => {
      const alone: Ruleset = { ...ruleset, rules: [rule] }
      const [found] = move.isMerge ? [] : violationsOf(rows, repo, alone, move.ref, move)
      const details = found?.message ?? null
      return { rulesetId: ruleset.id, enforcement: ruleset.enforcement, ruleType: rule.type, details }
    }),
  }))
  const active = found.filter(({ isEvaluated }) => !isEvaluated)
  return {
    repoId: repo.id,
    actorId: move.user.id,
    ref: move.ref,
    before: move.before ?? NO_SHA,
    after: move.after ?? NO_SHA,
    result: resultOf(active),
    evaluationResult: active.length === found.length ? null : resultOf(found),
    evaluations: found.flatMap(({ evaluations }) => evaluations),
    createdAt: clock.now(),
  }
}

/** Returns the result of rulesets: those that the user may bypass do not refuse. */
function resultOf(
  found: readonly { readonly bypass: boolean; readonly evaluations: readonly RuleEvaluation[] }[],
): RuleSuite['result'] {
  const failed = found.filter(({ evaluations }) => evaluations.some(({ details }) => details !== null))
  if (failed.length === 0) return 'pass'
  return failed.every(({ bypass }) => bypass) ? 'bypass' : 'fail'
}
