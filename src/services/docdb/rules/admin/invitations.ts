import { DAY } from '#core/duration.ts'
import type { DocdbContext } from '#docdb/call.ts'
import type { Invitation, Organization, Project } from '#docdb/schema/admin.ts'
import { newObjectId } from './object-id.ts'

/** How long an invitation can be accepted, in milliseconds. */
const INVITATION_LIFETIME = 30 * DAY

/** Adds an invitation to an organization, or to one of its projects. */
export function addInvitation(
  context: DocdbContext,
  place: Organization | Project,
  input: Pick<Invitation, 'username' | 'roles' | 'inviterUsername'>,
): Invitation {
  const createdAt = context.clock.now()
  const where = 'orgId' in place ? { orgId: place.orgId, projectId: place.id } : { orgId: place.id, projectId: null }
  const times = { createdAt, expiresAt: createdAt + INVITATION_LIFETIME }
  return context.rows.invitations.insert({ id: newObjectId(context), ...where, ...input, ...times })
}
