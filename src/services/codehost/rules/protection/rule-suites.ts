import type { CodehostCall } from '#codehost/call.ts'
import { NO_SHA } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { RuleEvaluation, Ruleset, RuleSuite } from '#codehost/schema/rulesets.ts'
import { violationsOf } from './direct-moves.ts'
import { bypassOf, rulesetsFor } from './rulesets.ts'

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
export function logRuleSuite(call: Pick<CodehostCall, 'rows' | 'clock'>, repo: Repo, move: EvaluatedMove): void {
  const suite = evaluated(call, repo, move)
  if (suite !== null) call.rows.ruleSuites.insert(suite)
}

/** Adds what the rulesets of a ref said about a change that was refused, where they refused it. */
export function logRefusedMove(call: Pick<CodehostCall, 'rows' | 'clock'>, repo: Repo, move: EvaluatedMove): void {
  const suite = evaluated(call, repo, move)
  if (suite?.result === 'fail') call.rows.ruleSuites.insert(suite)
}

function evaluated(
  { rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>,
  repo: Repo,
  move: EvaluatedMove,
): Omit<RuleSuite, 'id'> | null {
  const rulesets = rulesetsFor(rows, repo, move.ref, ['active', 'evaluate'])
  if (rulesets.length === 0) return null
  const found = rulesets.map((ruleset) => ({
    isEvaluated: ruleset.enforcement === 'evaluate',
    bypass: ['always', 'exempt'].includes(bypassOf(rows, repo, ruleset, move.user)),
    evaluations: ruleset.rules.map((rule): RuleEvaluation => {
      const alone: Ruleset = { ...ruleset, rules: [rule] }
      const [details = null] = move.isMerge ? [] : violationsOf(rows, repo, alone, move.ref, move)
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
