import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { briefRulesetJson, ruleJson, rulesetJson } from '#codehost/json/protection/ruleset.ts'
import {
  changeRuleset,
  createRuleset,
  deleteRuleset,
  RulesetChanges,
  RulesetInput,
} from '#codehost/rules/protection/ruleset-changes.ts'
import { rulesetsFor, rulesetsOf } from '#codehost/rules/protection/rulesets.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Ruleset } from '#codehost/schema/rulesets.ts'
import { loadRepo, requireOrganizationOwner, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'

const { get, post, put, del } = routesFor<CodehostCall>()

const ofRepo = '/repos/:owner/:repo/rulesets'
const oneOfRepo = `${ofRepo}/:ruleset_id` as const
const ofOrg = '/orgs/:org/rulesets'
const oneOfOrg = `${ofOrg}/:ruleset_id` as const

const requireAdmin = requireWrite('admin', 'repo')
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
]

type RulesetCall = Pick<CodehostCall, 'rows'> & { readonly params: { readonly ruleset_id: string } }

/** A step: loads a ruleset that concerns the repository, also one of its organization. @throws 404. */
function loadRuleset({ rows, repo, params }: RulesetCall & { readonly repo: Repo }): { readonly ruleset: Ruleset } {
  const ruleset = rulesetsOf(rows, repo).find(({ id }) => id === wholeNumber(params.ruleset_id))
  if (ruleset === undefined) throw notFound()
  return { ruleset }
}

/** A step: loads a ruleset of the repository. @throws 404. */
function loadOwnRuleset({ rows, repo, params }: RulesetCall & { readonly repo: Repo }): { readonly ruleset: Ruleset } {
  const ruleset = rows.rulesets.get(wholeNumber(params.ruleset_id))
  if (ruleset?.repoId !== repo.id) throw notFound()
  return { ruleset }
}

/** A step: loads a ruleset of the organization. @throws 404. */
function loadOrganizationRuleset({ rows, org, params }: RulesetCall & { readonly org: { readonly id: number } }): {
  readonly ruleset: Ruleset
} {
  const ruleset = rows.rulesets.get(wholeNumber(params.ruleset_id))
  if (ruleset?.orgId !== org.id) throw notFound()
  return { ruleset }
}
