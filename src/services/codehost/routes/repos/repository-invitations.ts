import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requirePermission, requireUser, requireWrite } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { invitationJson, PERMISSION_OF_ROLE } from '#codehost/json/repos/collaborator.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { isExpired } from '#codehost/rules/repos/invitation-lifetime.ts'
import { addCollaborator } from '#codehost/rules/repos/invitations.ts'
import { loadRepositoryInvitation, loadOwnInvitation } from '#codehost/steps/invitations.ts'

const { get, patch, del } = routesFor<CodehostCall>()

const InvitationChanges = v.object({
  permissions: v.optional(v.picklist(['read', 'triage', 'write', 'maintain', 'admin'])),
})

const INVITATIONS = '/repos/:owner/:repo/invitations'
const INVITATION = `${INVITATIONS}/:invitation_id` as const // the type of a path template
const OWN = '/user/repository_invitations'
const OWN_INVITATION = `${OWN}/:invitation_id` as const // the same

/** Invitations to repositories. https://docs.github.com/rest/collaborators/invitations */
export const repositoryInvitationsRoutes = [
  get('repos/list-invitations', INVITATIONS, requirePermission('admin'), (call) =>
    answerPage(call, call.rows.repositoryInvitations.referring('repoId', call.repo.id), (each) =>
      invitationJson(call, each, call.clock.now()),
    ),
  ),
  patch(
    'repos/update-invitation',
    INVITATION,
    requireWrite('admin'),
    loadRepositoryInvitation,
    body(InvitationChanges),
    (call) => {
      const { rows, invitation, clock } = call
      const { permissions } = call.body
      const permission = permissions === undefined ? invitation.permission : PERMISSION_OF_ROLE[permissions]
      return json(invitationJson(call, rows.repositoryInvitations.update(invitation.id, { permission }), clock.now()))
    },
  ),
  del(
    'repos/delete-invitation',
    INVITATION,
    requireWrite('admin'),
    loadRepositoryInvitation,
    ({ rows, invitation }) => {
      rows.repositoryInvitations.delete(invitation.id)
      return empty()
    },
  ),
  get('repos/list-invitations-for-authenticated-user', OWN, requireUser('repo', 'repo:invite'), (call) => {
    const { rows, user, clock } = call
    const pending = rows.repositoryInvitations.referring('userId', user.id)
    return answerPage(
      call,
      pending.filter((each) => !isExpired(each, clock.now())),
      (each) => invitationJson(call, each, clock.now()),
    )
  }),
  patch(
    'repos/accept-invitation-for-authenticated-user',
    OWN_INVITATION,
    requireUser('repo', 'repo:invite'),
    loadOwnInvitation,
    (call) => {
      const { rows, user, invitation } = call
      rows.repositoryInvitations.delete(invitation.id)
      addCollaborator(call, rows.repos.require(invitation.repoId), user, invitation.permission, user)
      return empty()
    },
  ),
  del(
    'repos/decline-invitation-for-authenticated-user',
    OWN_INVITATION,
    requireUser('repo', 'repo:invite'),
    loadOwnInvitation,
    ({ rows, invitation }) => {
      rows.repositoryInvitations.delete(invitation.id)
      return empty()
    },
  ),
]
