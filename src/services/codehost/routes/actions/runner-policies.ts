import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { conflict } from '#codehost/errors.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { changePolicy, disableIn, enableIn, policyOf, selectRepos } from '#codehost/rules/actions/policies.ts'
import { ownRepo } from '#codehost/rules/actions/runners.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { requireOrganizationOwner } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, del } = routesFor<CodehostCall>()

const all = '/orgs/:org/actions/permissions/self-hosted-runners'
const selected = `${all}/repositories` as const // the type of a path template
const one = `${selected}/:repository_id` as const // the same
const requireOwner = requireOrganizationOwner('admin:org')
const requirePermissions = requireBody(v.object({ enabled_repositories: v.picklist(['all', 'selected', 'none']) }))
const requireSelected = requireBody(v.object({ selected_repository_ids: v.array(v.pipe(v.number(), v.integer())) }))

/**
 * The repositories of an organization that may have self-hosted runners of their own.
 * https://docs.github.com/rest/actions/permissions
 */
export const runnerPoliciesRoutes = [
  get('actions/get-self-hosted-runners-permissions-organization', all, requireOwner, (call) => {
    const allowed = policyOf(call.rows, call).selfHostedRunners
    const url = `${call.base}${call.path}/repositories`
    return json({
      enabled_repositories: allowed,
      ...(allowed === 'selected' ? { selected_repositories_url: url } : {}),
    })
  }),
  put('actions/set-self-hosted-runners-permissions-organization', all, requireOwner, requirePermissions, (call) => {
    changePolicy(call.rows, call, { selfHostedRunners: call.body.enabled_repositories })
    return empty()
  }),
  get('actions/list-selected-repositories-self-hosted-runners-organization', selected, requireOwner, (call) => {
    const list = viewOfReference(call.rows.runnerRepos, 'orgId', call.org.id)
    return answerNamedPage(call, 'repositories', list, ({ repoId }) =>
      repositoryJson(call, call.rows.repos.require(repoId), call.user),
    )
  }),
  put(
    'actions/set-selected-repositories-self-hosted-runners-organization',
    selected,
    requireOwner,
    requireSelected,
    ({ rows, org, body }) => {
      const repos = body.selected_repository_ids.map((id) => ownRepo(rows, org, id))
      selectRepos(rows, 'runnerRepos', org, repos)
      return empty()
    },
  ),
  put(
    'actions/enable-selected-repository-self-hosted-runners-organization',
    one,
    requireOwner,
    requireSelection,
    ({ rows, org, params }) => {
      enableIn(rows, 'runnerRepos', org, ownRepo(rows, org, wholeNumber(params.repository_id)))
      return empty()
    },
  ),
  del(
    'actions/disable-selected-repository-self-hosted-runners-organization',
    one,
    requireOwner,
    requireSelection,
    ({ rows, org, params }) => {
      disableIn(rows, 'runnerRepos', org, ownRepo(rows, org, wholeNumber(params.repository_id)))
      return empty()
    },
  ),
]

/** A step: requires an organization that selects the repositories with runners. @throws 409. */
function requireSelection({ rows, org }: CodehostCall & { readonly org: Account }): void {
  if (policyOf(rows, { org }).selfHostedRunners !== 'selected') throw conflict('Conflict')
}
