import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { conflict, notFound } from '#codehost/errors.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { isEnforcedByOwner } from '#codehost/rules/releases/immutable-releases.ts'
import { isOn, turn } from '#codehost/rules/repos/switches.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireOrganizationOwner, requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, del } = routesFor<CodehostCall>()

const id = v.pipe(v.number(), v.integer())
const SettingsInput = v.object({
  enforced_repositories: v.picklist(['all', 'none', 'selected']),
  selected_repository_ids: v.optional(v.array(id)),
})
const SelectionInput = v.object({ selected_repository_ids: v.array(id) })

const ofRepo = '/repos/:owner/:repo/immutable-releases'
const ofOrg = '/orgs/:org/settings/immutable-releases'
const selected = `${ofOrg}/repositories` as const // the type of a path template
const oneSelected = `${selected}/:repository_id` as const // the same

const requireOwner = requireOrganizationOwner('admin:org')

/** Whether releases are immutable. https://docs.github.com/rest/repos/repos#check-if-immutable-releases-are-enabled-for-a-repository */
export const immutableReleasesRoutes = [
  get('repos/check-immutable-releases', ofRepo, requirePermission('admin', 'repo'), ({ rows, repo }) => {
    const isEnforced = isEnforcedByOwner(rows, repo)
    if (!isEnforced && !isOn(rows, repo, 'immutable-releases')) throw notFound()
    return json({ enabled: true, enforced_by_owner: isEnforced })
  }),
  put('repos/enable-immutable-releases', ofRepo, requireWrite('admin', 'repo'), ({ rows, repo }) => {
    refuseEnforced(rows, repo)
    turn(rows, repo, 'immutable-releases', true)
    return empty()
  }),
  del('repos/disable-immutable-releases', ofRepo, requireWrite('admin', 'repo'), ({ rows, repo }) => {
    refuseEnforced(rows, repo)
    turn(rows, repo, 'immutable-releases', false)
    return empty()
  }),
  get('orgs/get-immutable-releases-settings', ofOrg, requireOwner, ({ rows, org, base }) => {
    const enforced = rows.immutableReleases.get(org.id)
    const url = { selected_repositories_url: `${base}/orgs/${org.login}/settings/immutable-releases/repositories` }
    return json({ enforced_repositories: enforced, ...(enforced === 'selected' ? url : {}) })
  }),
  put(
    'orgs/set-immutable-releases-settings',
    ofOrg,
    requireOwner,
    requireBody(SettingsInput),
    ({ rows, org, body: { enforced_repositories: enforced, selected_repository_ids: ids } }) => {
      if (enforced === 'selected' && ids !== undefined) select(rows, org, ids)
      rows.immutableReleases.set(enforced, org.id)
      return empty()
    },
  ),
  get('orgs/get-immutable-releases-settings-repositories', selected, requireOwner, requireSelection, (call) =>
    answerNamedPage(
      call,
      'repositories',
      viewOfReference(call.rows.immutableRepos, 'orgId', call.org.id),
      ({ repoId }) => repositoryJson(call, call.rows.repos.require(repoId), call.user),
    ),
  ),
  put(
    'orgs/set-immutable-releases-settings-repositories',
    selected,
    requireOwner,
    requireSelection,
    requireBody(SelectionInput),
    ({ rows, org, body }) => {
      select(rows, org, body.selected_repository_ids)
      return empty()
    },
  ),
  put(
    'orgs/enable-selected-repository-immutable-releases-organization',
    oneSelected,
    requireOwner,
    requireSelection,
    ({ rows, org, params }) => {
      add(rows, org, repoOf(rows, org, wholeNumber(params.repository_id)))
      return empty()
    },
  ),
  del(
    'orgs/disable-selected-repository-immutable-releases-organization',
    oneSelected,
    requireOwner,
    requireSelection,
    ({ rows, org, params }) => {
      const held = rows.immutableRepos.find('repo', org.id, repoOf(rows, org, wholeNumber(params.repository_id)).id)
      if (held !== undefined) rows.immutableRepos.delete(held.id)
      return empty()
    },
  ),
]

/** A step: requires that the organization selects repositories. @throws 409. */
function requireSelection({ rows, org }: CodehostCall & { readonly org: Account }): void {
  if (rows.immutableReleases.get(org.id) !== 'selected') {
    throw conflict('The organization does not select repositories for immutable releases.')
  }
}

/** @throws 409. */
function refuseEnforced(rows: Rows, repo: Repo): void {
  if (isEnforcedByOwner(rows, repo)) throw conflict('Immutable releases are enforced by the owner of the repository.')
}

function select(rows: Rows, org: Account, ids: readonly number[]): void {
  const repos = ids.map((each) => repoOf(rows, org, each))
  for (const held of rows.immutableRepos.referring('orgId', org.id)) rows.immutableRepos.delete(held.id)
  for (const repo of repos) add(rows, org, repo)
}

function add(rows: Rows, org: Account, repo: Repo): void {
  if (rows.immutableRepos.find('repo', org.id, repo.id) !== undefined) return
  rows.immutableRepos.insert({ orgId: org.id, repoId: repo.id })
}

/** Returns a repository of an organization. @throws 404. */
function repoOf(rows: Rows, org: Account, repoId: number): Repo {
  const repo = rows.repos.get(repoId)
  if (repo?.ownerId !== org.id) throw notFound()
  return repo
}
