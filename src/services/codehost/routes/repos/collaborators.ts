import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo, requireScopes } from '#codehost/steps/access.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { forbidden, mustHaveAdminRights, notFound, validationFailed } from '#codehost/errors.ts'
import { collaboratorJson, invitationJson, permissionLevelJson } from '#codehost/json/repos/collaborator.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { addCollaborator, inviteCollaborator } from '#codehost/rules/repos/invitations.ts'
import { collaboratorsOf, removeCollaborator } from '#codehost/rules/repos/collaborators.ts'
import {
  permissionIncludes,
  permissionOf,
  roleInOrganization,
  strongest,
  grantedPermissions,
} from '#codehost/rules/repos/permissions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'

const { get, put, del } = routesFor<CodehostCall>()

const PERMISSIONS = ['pull', 'triage', 'push', 'maintain', 'admin'] as const
const CollaboratorInput = v.object({ permission: v.optional(v.picklist(PERMISSIONS)) })

const path = '/repos/:owner/:repo/collaborators/:username'

/** Collaborators of a repository. https://docs.github.com/rest/collaborators/collaborators */
export const collaboratorsRoutes = [
  get('repos/list-collaborators', '/repos/:owner/:repo/collaborators', loadRepo, (call) => {
    const { rows, repo, query } = call
    requirePush(call, repo, 'view repository collaborators')
    const minimum = PERMISSIONS.find((each) => each === query.get('permission')) ?? 'pull'
    const found = collaboratorsOf(rows, repo, query.get('affiliation') ?? 'all')
      .map((user) => ({ user, held: permissionOf(rows, repo, user) }))
      .filter(({ held }) => permissionIncludes(held, minimum))
    return answerPage(call, found, ({ user, held }) => collaboratorJson(call, user, held))
  }),
  get('repos/check-collaborator', path, loadRepo, (call) => {
    const { rows, repo } = call
    requirePush(call, repo, 'view repository collaborators')
    const user = findAccount(rows, call.params.username)
    if (strongest(grantedPermissions(rows, repo, user)) === null) throw notFound()
    return empty()
  }),
  put('repos/add-collaborator', path, requireWrite('admin'), body(CollaboratorInput), (call) => {
    const { rows, repo, user: inviter, owner, clock } = call
    const user = findPerson(rows, call.params.username)
    if (user.id === owner.id) {
      const message = 'Repository owner cannot be a collaborator'
      throw validationFailed({ resource: 'Repository', code: 'custom', field: 'collaborator', message })
    }
    const known = rows.collaborators.find('user', repo.id, user.id)
    if (known !== undefined) {
      const permission = call.body.permission ?? known.permission
      rows.collaborators.update(known.id, { permission })
      if (known.permission !== permission) {
        const formerPermission = known.permission
        const change = { permission, formerPermission }
        call.emit({ event: 'member', action: 'edited', repo, sender: inviter, member: user, ...change })
      }
      return empty()
    }
    // Members of the organization need no invitation.
    if (roleInOrganization(rows, owner, user) !== null) {
      addCollaborator(call, repo, user, call.body.permission ?? 'push', inviter)
      return empty()
    }
    const invitation = inviteCollaborator(call, repo, user, call.body.permission, inviter)
    return json(invitationJson(call, invitation, clock.now()), 201, {
      location: `${call.base}/user/repository_invitations/${invitation.id}`,
    })
  }),
  del('repos/remove-collaborator', path, requireWrite('pull'), (call) => {
    const { rows, repo, user: sender } = call
    const user = findPerson(rows, call.params.username)
    if (user.id !== sender.id && !permissionIncludes(permissionOf(rows, repo, sender), 'admin'))
      throw mustHaveAdminRights()
    const known = rows.collaborators.find('user', repo.id, user.id)
    if (known === undefined) return empty()
    removeCollaborator(call, known, sender)
    return empty()
  }),
  get('repos/get-collaborator-permission-level', `${path}/permission`, loadRepo, (call) => {
    const { rows, repo } = call
    requirePush(call, repo, 'view collaborator permission')
    const user = findAccount(rows, call.params.username)
    return json(permissionLevelJson(call, user, permissionOf(rows, repo, user)))
  }),
]

function requirePush(call: CodehostCall, repo: Repo, what: string): void {
  const { user } = requireScopes(call, repo.private ? ['repo'] : ['public_repo', 'repo'])
  if (!permissionIncludes(permissionOf(call.rows, repo, user), 'push'))
    throw forbidden(`Must have push access to ${what}.`)
}

function findPerson(rows: Rows, login: string): Account {
  const account = findAccount(rows, login)
  if (account.type === 'Organization') throw notFound()
  return account
}
