import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { hostedRunnerJson } from '#codehost/json/actions/hosted-runner.ts'
import { runnerGroupJson, runnerJson } from '#codehost/json/actions/runner.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { hostedRunnersIn } from '#codehost/rules/actions/hosted-runners.ts'
import {
  addGroup,
  addGroupRepo,
  DEFAULT_GROUP,
  findGroup,
  findRunner,
  findStoredGroup,
  groupsOf,
  moveRunners,
  ownRepo,
  runnersIn,
  setGroupRepos,
  updateGroup,
} from '#codehost/rules/actions/runners.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { requireOrganizationOwner } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

const all = '/orgs/:org/actions/runner-groups'
const one = `${all}/:runner_group_id` as const
const repositories = `${one}/repositories` as const
const runners = `${one}/runners` as const

const requireOwner = requireOrganizationOwner('admin:org')
const ids = v.array(v.pipe(v.number(), v.integer()))
const groupFields = {
  visibility: v.optional(v.picklist(['selected', 'all', 'private'])),
  allows_public_repositories: v.optional(v.boolean()),
  restricted_to_workflows: v.optional(v.boolean()),
  selected_workflows: v.optional(v.array(v.string())),
}
const GroupInput = v.object({
  name: v.string(),
  ...groupFields,
  selected_repository_ids: v.optional(ids, []),
  runners: v.optional(ids, []),
})
const GroupChanges = v.object({ name: v.string(), ...groupFields })

/** Groups of self-hosted runners. https://docs.github.com/rest/actions/self-hosted-runner-groups */
export const runnerGroupsRoutes = [
  get('actions/list-self-hosted-runner-groups-for-org', all, requireOwner, (call) =>
    answerNamedPage(call, 'runner_groups', groupsOf(call.rows, call.org), (group) =>
      runnerGroupJson(call, call.org, group),
    ),
  ),
  post('actions/create-self-hosted-runner-group-for-org', all, requireOwner, requireBody(GroupInput), (call) => {
    const { rows, org, body } = call
    const group = addGroup(rows, org, {
      name: body.name,
      visibility: body.visibility ?? 'all',
      allowsPublicRepositories: body.allows_public_repositories ?? false,
      restrictedToWorkflows: body.restricted_to_workflows ?? false,
      selectedWorkflows: body.selected_workflows ?? [],
    })
    setGroupRepos(rows, org, group, body.selected_repository_ids)
    moveRunners(rows, org, group, body.runners, { only: false })
    return json(runnerGroupJson(call, org, group), 201)
  }),
  get('actions/get-self-hosted-runner-group-for-org', one, requireOwner, (call) =>
    json(runnerGroupJson(call, call.org, groupAt(call))),
  ),
  patch('actions/update-self-hosted-runner-group-for-org', one, requireOwner, requireBody(GroupChanges), (call) => {
    const { rows, org, body } = call
    const changes = defined({
      name: body.name,
      visibility: body.visibility,
      allowsPublicRepositories: body.allows_public_repositories,
      restrictedToWorkflows: body.restricted_to_workflows,
      selectedWorkflows: body.selected_workflows,
    })
    return json(runnerGroupJson(call, org, updateGroup(rows, org, storedGroupAt(call), changes)))
  }),
  del('actions/delete-self-hosted-runner-group-from-org', one, requireOwner, (call) => {
    call.rows.runnerGroups.delete(storedGroupAt(call).id)
    return empty()
  }),
  get('actions/list-github-hosted-runners-in-group-for-org', `${one}/hosted-runners`, requireOwner, (call) => {
    const runners = hostedRunnersIn(call.rows, call.org, groupAt(call))
    return answerNamedPage(call, 'runners', runners, (runner) => hostedRunnerJson(call.rows, runner))
  }),
  get('actions/list-repo-access-to-self-hosted-runner-group-in-org', repositories, requireOwner, (call) => {
    const { rows } = call
    const allowed = rows.runnerGroupRepos.referring('groupId', storedGroupAt(call).id)
    return answerNamedPage(call, 'repositories', allowed, ({ repoId }) =>
      repositoryJson(call, rows.repos.require(repoId)),
    )
  }),
  put(
    'actions/set-repo-access-to-self-hosted-runner-group-in-org',
    repositories,
    requireOwner,
    requireBody(v.object({ selected_repository_ids: ids })),
    (call) => {
      setGroupRepos(call.rows, call.org, storedGroupAt(call), call.body.selected_repository_ids)
      return empty()
    },
  ),
  put(
    'actions/add-repo-access-to-self-hosted-runner-group-in-org',
    `${repositories}/:repository_id`,
    requireOwner,
    (call) => {
      const repo = ownRepo(call.rows, call.org, wholeNumber(call.params.repository_id))
      addGroupRepo(call.rows, storedGroupAt(call), repo)
      return empty()
    },
  ),
  del(
    'actions/remove-repo-access-to-self-hosted-runner-group-in-org',
    `${repositories}/:repository_id`,
    requireOwner,
    (call) => {
      const id = wholeNumber(call.params.repository_id)
      const allowed = call.rows.runnerGroupRepos.find('repo', storedGroupAt(call).id, id)
      if (allowed === undefined) throw notFound()
      call.rows.runnerGroupRepos.delete(allowed.id)
      return empty()
    },
  ),
  get('actions/list-self-hosted-runners-in-group-for-org', runners, requireOwner, (call) =>
    answerNamedPage(call, 'runners', runnersIn(call.rows, call.org, groupAt(call)), (runner) =>
      runnerJson(call.rows, runner),
    ),
  ),
  put(
    'actions/set-self-hosted-runners-in-group-for-org',
    runners,
    requireOwner,
    requireBody(v.object({ runners: ids })),
    (call) => {
      moveRunners(call.rows, call.org, groupAt(call), call.body.runners, { only: true })
      return empty()
    },
  ),
  put('actions/add-self-hosted-runner-to-group-for-org', `${runners}/:runner_id`, requireOwner, (call) => {
    moveRunners(call.rows, call.org, groupAt(call), [wholeNumber(call.params.runner_id)], { only: false })
    return empty()
  }),
  del('actions/remove-self-hosted-runner-from-group-for-org', `${runners}/:runner_id`, requireOwner, (call) => {
    const { rows, org } = call
    const runner = findRunner(rows, { repo: null, org }, wholeNumber(call.params.runner_id))
    moveRunners(rows, org, findGroup(rows, org, DEFAULT_GROUP), [runner.id], { only: false })
    return empty()
  }),
]

/** The parts of a call that the steps and the path of one group give. */
interface OfGroup {
  readonly org: Account
  readonly params: { readonly runner_group_id: string }
}

function groupAt(call: CodehostCall & OfGroup) {
  return findGroup(call.rows, call.org, wholeNumber(call.params.runner_group_id))
}

function storedGroupAt(call: CodehostCall & OfGroup) {
  return findStoredGroup(call.rows, call.org, wholeNumber(call.params.runner_group_id))
}
