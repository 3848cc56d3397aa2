import type { Site } from '#codehost/call.ts'
import type { RuleSuite } from '#codehost/schema/rulesets.ts'
import { time } from '../format.ts'

/** Writes the verdict of rulesets on a change of a ref, as in a list: `rule-suites`. */
export function briefRuleSuiteJson({ rows }: Pick<Site, 'rows'>, suite: RuleSuite) {
  const { evaluation_result, ...rest } = ruleSuiteFacts({ rows }, suite)
  return evaluation_result === null ? rest : { ...rest, evaluation_result }
}

/** Writes the verdict of rulesets on a change of a ref, with that of each rule: `rule-suite`. */
export function ruleSuiteJson(site: Site, suite: RuleSuite) {
  return {
    ...ruleSuiteFacts(site, suite),
    rule_evaluations: suite.evaluations.map(({ rulesetId, enforcement, ruleType, details }) => {
      const ruleset = site.rows.rulesets.get(rulesetId)
      return {
        rule_source: { type: 'ruleset', id: rulesetId, name: ruleset?.name ?? null },
        enforcement: ruleset === undefined ? 'deleted ruleset' : enforcement,
        result: details === null ? 'pass' : 'fail',
        rule_type: ruleType,
        details,
      }
    }),
  }
}

function ruleSuiteFacts({ rows }: Pick<Site, 'rows'>, suite: RuleSuite) {
  return {
    id: suite.id,
    actor_id: suite.actorId,
    actor_name: rows.accounts.get(suite.actorId)?.login ?? null,
    before_sha: suite.before,
    after_sha: suite.after,
    ref: suite.ref,
    repository_id: suite.repoId,
    repository_name: rows.repos.require(suite.repoId).name,
    pushed_at: time(suite.createdAt),
    result: suite.result,
    evaluation_result: suite.evaluationResult,
  }
}
