import * as v from 'valibot'
import { empty } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { resourceNotFound } from '#docdb/errors/admin.ts'
import { invitationJson } from '#docdb/json/admin/access.ts'
import { answerAdmin } from '#docdb/json/admin/answer.ts'
import { addInvitation } from '#docdb/rules/admin/invitations.ts'
import { loadOrganization, loadProject } from '#docdb/steps/admin/load-place.ts'
import { organizationRoles, projectRoles } from './bodies.ts'

const { get, post, del } = routesFor<DocdbCall>()

const InvitationInput = v.strictObject({
  username: v.pipe(v.string(), v.rfcEmail()),
  roles: organizationRoles,
  teamIds: v.optional(v.unknown()),
})
const ProjectInvitationInput = v.strictObject({ username: v.pipe(v.string(), v.rfcEmail()), roles: projectRoles })

/** Invitations. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/group/endpoint-organizations */
export const invitationsRoutes = [
  get('listOrganizationInvitations', '/api/atlas/v2/orgs/:orgId/invites', loadOrganization, (call) => {
    const all = call.rows.invitations.referring('orgId', call.organization.id)
    const open = all.filter(({ projectId, expiresAt }) => projectId === null && expiresAt > call.clock.now())
    return answerAdmin(
      call,
      open.map((each) => invitationJson(call, each)),
    )
  }),
  post(
    'createOrganizationInvitation',
    '/api/atlas/v2/orgs/:orgId/invites',
    loadOrganization,
    body(InvitationInput),
    (call) => {
      const { username, roles } = call.body
      const inviterUsername = call.principal?.name ?? ''
      return answerAdmin(
        call,
        invitationJson(call, addInvitation(call, call.organization, { username, roles, inviterUsername })),
      )
    },
  ),
  del('deleteOrganizationInvitation', '/api/atlas/v2/orgs/:orgId/invites/:invitationId', loadOrganization, (call) => {
    const { rows, params, organization, path } = call
    const invitation = rows.invitations.get(params.invitationId)
    if (invitation === undefined || invitation.orgId !== organization.id) throw resourceNotFound(path)
    rows.invitations.delete(invitation.id)
    return empty()
  }),
  get('listProjectInvitations', '/api/atlas/v2/groups/:groupId/invites', loadProject, (call) => {
    const all = call.rows.invitations.referring('projectId', call.project.id)
    return answerAdmin(
      call,
      all.filter(({ expiresAt }) => expiresAt > call.clock.now()).map((each) => invitationJson(call, each)),
    )
  }),
  post(
    'createProjectInvitation',
    '/api/atlas/v2/groups/:groupId/invites',
    loadProject,
    body(ProjectInvitationInput),
    (call) => {
      const { username, roles } = call.body
      const inviterUsername = call.principal?.name ?? ''
      return answerAdmin(
        call,
        invitationJson(call, addInvitation(call, call.project, { username, roles, inviterUsername })),
      )
    },
  ),
  del('deleteProjectInvitation', '/api/atlas/v2/groups/:groupId/invites/:invitationId', loadProject, (call) => {
    const { rows, params, project, path } = call
    const invitation = rows.invitations.get(params.invitationId)
    if (invitation === undefined || invitation.projectId !== project.id) throw resourceNotFound(path)
    rows.invitations.delete(invitation.id)
    return empty()
  }),
]
