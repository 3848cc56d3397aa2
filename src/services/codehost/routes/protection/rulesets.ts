import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import {
  briefRulesetJson,
  ruleJson,
  rulesetJson,
  rulesetVersionJson,
  wholeRulesetVersionJson,
} from '#codehost/json/protection/ruleset.ts'
import {
  changeRuleset,
  createRuleset,
  deleteRuleset,
  RulesetChanges,
  RulesetInput,
} from '#codehost/rules/protection/ruleset-changes.ts'
import { rulesetsFor, rulesetsOf } from '#codehost/rules/protection/rulesets.ts'
import type { Ruleset } from '#codehost/schema/rulesets.ts'
import { loadRepo, requireOrganizationOwner, requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadOrganizationRuleset, loadOwnRuleset, loadRuleset, loadRulesetVersion } from '#codehost/steps/rulesets.ts'

const { get, post, put, del } = routesFor<CodehostCall>()

const ofRepo = '/repos/:owner/:repo/rulesets'
const oneOfRepo = `${ofRepo}/:ruleset_id` as const
const ofOrg = '/orgs/:org/rulesets'
const oneOfOrg = `${ofOrg}/:ruleset_id` as const

const requireAdmin = requireWrite('admin', 'repo')
const readAdmin = requirePermission('admin', 'repo')
const requireOwner = requireOrganizationOwner('admin:org')
const requireRulesetInput = requireBody(RulesetInput)
const requireRulesetChanges = requireBody(RulesetChanges)

/** Rulesets, and the rules that they set for branches. https://docs.github.com/rest/repos/rules */
export const rulesetsRoutes = [
  get('repos/get-branch-rules', '/repos/:owner/:repo/rules/branches/*', loadRepo, (call) => {
    const { rows, repo, params } = call
    const rules = rulesetsFor(rows, repo, `refs/heads/${params['*']}`).flatMap((ruleset) =>
      ruleset.rules.map((rule) => ({ ruleset, rule })),
    )
    return answerPage(call, rules, ({ ruleset, rule }) => ruleJson(call, ruleset, rule))
  }),
  get('repos/get-repo-rulesets', ofRepo, loadRepo, (call) => {
    const { rows, repo, query } = call
    const all = rulesetsOf(rows, repo)
    const withParents = query.get('includes_parents') !== 'false'
    const targets = query.get('targets')?.split(',') ?? null
    const found = all.filter(
      ({ repoId, target }) => (withParents || repoId !== null) && (targets === null || targets.includes(target)),
    )
    return answerPage(call, found, (ruleset) => briefRulesetJson(call, ruleset))
  }),
  post('repos/create-repo-ruleset', ofRepo, requireAdmin, requireRulesetInput, (call) => {
    const { repo, user, body } = call
    return json(rulesetJson(call, createRuleset(call, { repo, org: null }, body, user), repo, user), 201)
  }),
  get('repos/get-repo-ruleset', oneOfRepo, loadRepo, loadRuleset, (call) =>
    json(rulesetJson(call, call.ruleset, call.repo, call.principal?.user ?? null)),
  ),
  put('repos/update-repo-ruleset', oneOfRepo, requireAdmin, loadOwnRuleset, requireRulesetChanges, (call) => {
    const { repo, user, ruleset, body } = call
    return json(rulesetJson(call, changeRuleset(call, { repo, org: null }, ruleset, body, user), repo, user))
  }),
  del('repos/delete-repo-ruleset', oneOfRepo, requireAdmin, loadOwnRuleset, (call) => {
    deleteRuleset(call, { repo: call.repo, org: null }, call.ruleset, call.user)
    return empty()
  }),
  get('repos/get-repo-ruleset-history', `${oneOfRepo}/history`, readAdmin, loadOwnRuleset, answerHistory),
  get(
    'repos/get-repo-ruleset-version',
    `${oneOfRepo}/history/:version_id`,
    readAdmin,
    loadOwnRuleset,
    loadRulesetVersion,
    (call) => json(wholeRulesetVersionJson(call, call.version)),
  ),
  get('repos/get-org-rulesets', ofOrg, requireOwner, (call) => {
    const targets = call.query.get('targets')?.split(',') ?? null
    const all = call.rows.rulesets.referring('orgId', call.org.id)
    const found = all.filter(({ target }) => targets === null || targets.includes(target))
    return answerPage(call, found, (ruleset) => briefRulesetJson(call, ruleset))
  }),
  post('repos/create-org-ruleset', ofOrg, requireOwner, requireRulesetInput, (call) => {
    const { org, user, body } = call
    return json(rulesetJson(call, createRuleset(call, { repo: null, org }, body, user), null, user), 201)
  }),
  get('repos/get-org-ruleset', oneOfOrg, requireOwner, loadOrganizationRuleset, (call) =>
    json(rulesetJson(call, call.ruleset, null, call.user)),
  ),
  put('repos/update-org-ruleset', oneOfOrg, requireOwner, loadOrganizationRuleset, requireRulesetChanges, (call) => {
    const { org, user, ruleset, body } = call
    return json(rulesetJson(call, changeRuleset(call, { repo: null, org }, ruleset, body, user), null, user))
  }),
  del('repos/delete-org-ruleset', oneOfOrg, requireOwner, loadOrganizationRuleset, (call) => {
    deleteRuleset(call, { repo: null, org: call.org }, call.ruleset, call.user)
    return empty()
  }),
  get('orgs/get-org-ruleset-history', `${oneOfOrg}/history`, requireOwner, loadOrganizationRuleset, answerHistory),
  get(
    'orgs/get-org-ruleset-version',
    `${oneOfOrg}/history/:version_id`,
    requireOwner,
    loadOrganizationRuleset,
    loadRulesetVersion,
    (call) => json(wholeRulesetVersionJson(call, call.version)),
  ),
]

/** Answers the versions of a ruleset, latest first. */
function answerHistory(call: CodehostCall & { readonly ruleset: Ruleset }) {
  const versions = viewOfIndex(call.rows.rulesetVersions, 'byRuleset', [call.ruleset.id], { descending: true })
  return answerPage(call, versions, (version) => rulesetVersionJson(call, version))
}
