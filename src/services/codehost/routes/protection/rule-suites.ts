import { ownMember } from '#core/objects.ts'
import { DAY, HOUR } from '#core/duration.ts'
import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { briefRuleSuiteJson, ruleSuiteJson } from '#codehost/json/protection/rule-suite.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { RuleSuite } from '#codehost/schema/rulesets.ts'
import { requireOrganizationOwner, requirePermission } from '#codehost/steps/access.ts'

const { get } = routesFor<CodehostCall>()

const ofRepo = '/repos/:owner/:repo/rulesets/rule-suites'
const ofOrg = '/orgs/:org/rulesets/rule-suites'

const readAdmin = requirePermission('admin', 'repo')
const requireOwner = requireOrganizationOwner('admin:org')

/** In milliseconds. */
const PERIODS: Readonly<Record<string, number>> = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY }

/** The verdicts of rulesets on pushes. https://docs.github.com/rest/repos/rule-suites */
export const ruleSuitesRoutes = [
  get('repos/get-repo-rule-suites', ofRepo, readAdmin, (call) => {
    const found = call.rows.ruleSuites.list('byRepo', call.repo.id).filter(filterOf(call)).toReversed()
    return answerPage(call, found, (suite) => briefRuleSuiteJson(call, suite))
  }),
  get('repos/get-repo-rule-suite', `${ofRepo}/:rule_suite_id`, readAdmin, (call) => {
    const suite = call.rows.ruleSuites.get(wholeNumber(call.params.rule_suite_id))
    if (suite?.repoId !== call.repo.id) throw notFound()
    return json(ruleSuiteJson(call, suite))
  }),
  get('repos/get-org-rule-suites', ofOrg, requireOwner, (call) => {
    const { rows, org, query } = call
    const name = query.get('repository_name')?.toLowerCase() ?? null
    const repos = rows.repos
      .referring('ownerId', org.id)
      .filter((repo) => name === null || repo.name.toLowerCase() === name)
    const found = repos.flatMap(({ id }) => rows.ruleSuites.list('byRepo', id)).filter(filterOf(call))
    return answerPage(
      call,
      found.toSorted((one, other) => other.id - one.id),
      (suite) => briefRuleSuiteJson(call, suite),
    )
  }),
  get('repos/get-org-rule-suite', `${ofOrg}/:rule_suite_id`, requireOwner, (call) => {
    const { rows, org, params } = call
    const suite = rows.ruleSuites.get(wholeNumber(params.rule_suite_id))
    if (suite === undefined || rows.repos.require(suite.repoId).ownerId !== org.id) throw notFound()
    return json(ruleSuiteJson(call, suite))
  }),
]

/** Returns the test of the request's filters. @throws 422 for a value that a filter does not have. */
function filterOf({ query, rows, clock }: CodehostCall): (suite: RuleSuite) => boolean {
  const [ref, actor] = [query.get('ref'), query.get('actor_name')]
  const period = query.get('time_period') ?? 'day'
  const result = query.get('rule_suite_result') ?? 'all'
  const status = query.get('evaluate_status') ?? 'all'
  const length = ownMember(PERIODS, period)
  if (length === undefined) throw unprocessable(`Invalid time_period: ${period}`)
  const actorId = actor === null ? null : (rows.accounts.find('login', actor.toLowerCase())?.id ?? -1)
  return (suite) =>
    (ref === null || [suite.ref, suite.ref.replace(/^refs\/(?:heads|tags)\//, '')].includes(ref)) &&
    (actorId === null || suite.actorId === actorId) &&
    (result === 'all' || suite.result === result) &&
    (status === 'all' || (status === 'evaluate') === (suite.evaluationResult !== null)) &&
    suite.createdAt > clock.now() - length
}
