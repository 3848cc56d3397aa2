import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, requireScopes, requireUser } from '#codehost/steps/access.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound, unprocessable, validationFailed } from '#codehost/errors.ts'
import { fullRepositoryJson, repositoryJson } from '#codehost/json/repos/repository.ts'
import { addFromTemplate, requireCreation } from '#codehost/rules/repos/create.ts'
import { nameProblem, toRepositoryName } from '#codehost/rules/repos/names.ts'
import { emitAndRun } from '#codehost/rules/actions/run-transitions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { recordRepositoryMove } from '#codehost/rules/repos/moves.ts'

const { post } = routesFor<CodehostCall>()

const TransferInput = v.object({
  new_owner: v.string(),
  new_name: v.optional(v.string()),
  team_ids: v.optional(v.array(v.number()), []),
})

const FromTemplateInput = v.object({
  owner: v.optional(v.string()),
  name: v.string(),
  description: v.optional(v.nullable(v.string()), null),
  include_all_branches: v.optional(v.boolean(), false),
  private: v.optional(v.boolean(), false),
})

const RepositoryDispatchInput = v.object({
  event_type: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  client_payload: v.optional(v.record(v.string(), v.unknown()), {}),
})

/** Transfers of repositories, repositories from templates, and `repository_dispatch`. */
export const repositoryTransfersRoutes = [
  post('repos/transfer', '/repos/:owner/:repo/transfer', requireWrite('admin'), body(TransferInput), (call) => {
    const { repo, owner, user, rows, body } = call
    const next = rows.accounts.find('login', body.new_owner.toLowerCase())
    if (next === undefined) throw unprocessable('Invalid new_owner')
    if (next.type === 'Organization') requireCreation(rows, next, user, repo)
    const name = body.new_name === undefined ? repo.name : toRepositoryName(body.new_name)
    const problem = nameProblem(rows, next, name)
    if (problem !== null) throw refused('name', problem)
    // Like the vendor's, the answer still names the previous owner.
    const wire = repositoryJson(call, repo, user)
    const moved = rows.repos.update(repo.id, { ownerId: next.id, name, updatedAt: call.clock.now() })
    recordRepositoryMove(rows, repo)
    handOver(rows, moved, owner, body.team_ids)
    call.emit({ event: 'repository', action: 'transferred', repo: moved, sender: user, formerOwner: owner })
    return json(wire, 202)
  }),
  post(
    'repos/create-using-template',
    '/repos/:template_owner/:template_repo/generate',
    requireUser(),
    body(FromTemplateInput),
    (call) => {
      const { rows, params, user, body } = call
      const holder = findAccount(rows, params.template_owner)
      const template = rows.repos.find('name', holder.id, params.template_repo.toLowerCase())
      if (template === undefined || !canRead(call, template)) throw notFound()
      requireScopes(call, body.private ? ['repo'] : ['public_repo', 'repo'])
      if (!template.isTemplate)
        throw refused('template', `${holder.login}/${template.name} is not a template repository`)
      const owner = body.owner === undefined ? user : findAccount(rows, body.owner)
      requireCreation(rows, owner, user, body)
      const { name, description, private: hidden, include_all_branches: allBranches } = body
      const repo = addFromTemplate(call, template, owner, { name, description, private: hidden, allBranches }, user)
      const wire = fullRepositoryJson(call, repo, user)
      return json(wire, 201, { location: wire.url })
    },
  ),
  post(
    'repos/create-dispatch-event',
    '/repos/:owner/:repo/dispatches',
    requireWrite('push'),
    requireBody(RepositoryDispatchInput),
    (call) => {
      const { repo, user, body } = call
      const { event_type: action, client_payload } = body
      refuseLarge(client_payload)
      const event = { event: 'repository_dispatch', action, repo, sender: user, clientPayload: client_payload } as const
      emitAndRun(call, event, { title: action })
      return empty()
    },
  ),
]

/** The largest number of members of `client_payload`, and of characters of its JSON text. */
const [MOST_PROPERTIES, LONGEST_PAYLOAD] = [10, 65_535]

function refuseLarge(payload: object): void {
  const { length } = Object.keys(payload)
  if (length > MOST_PROPERTIES) {
    throw unprocessable(
      `Invalid request.\n\nNo more than ${MOST_PROPERTIES} properties are allowed; ${length} were supplied.`,
    )
  }
  if (JSON.stringify(payload).length > LONGEST_PAYLOAD) throw unprocessable('client_payload is too large.')
}

function refused(field: string, message: string): Error {
  return validationFailed({ resource: 'Repository', code: 'custom', field, message })
}

/**
 * Replaces the access to a transferred repository: its teams are removed, the previous owner becomes a collaborator.
 * Pull requests from its branches follow the new owner.
 */
function handOver(rows: Rows, repo: Repo, before: Account, teamIds: readonly number[]): void {
  for (const { id } of rows.teamRepos.referring('repoId', repo.id)) rows.teamRepos.delete(id)
  for (const { id } of rows.settingRepos.referring('repoId', repo.id)) rows.settingRepos.delete(id)
  for (const { id } of rows.installationRepos.referring('repoId', repo.id)) rows.installationRepos.delete(id)
  for (const teamId of new Set(teamIds)) {
    if (rows.teams.get(teamId)?.orgId === repo.ownerId) {
      rows.teamRepos.insert({ teamId, repoId: repo.id, permission: 'pull' })
    }
  }
  const { login: headOwner } = rows.accounts.require(repo.ownerId)
  for (const { id } of rows.pulls.referring('headRepoId', repo.id)) rows.pulls.update(id, { headOwner })
  const collaborator = rows.collaborators.find('user', repo.id, repo.ownerId)
  if (collaborator !== undefined) rows.collaborators.delete(collaborator.id)
  if (before.type === 'User' && rows.collaborators.find('user', repo.id, before.id) === undefined) {
    rows.collaborators.insert({ repoId: repo.id, userId: before.id, permission: 'admin' })
  }
}
