import type { Site } from '#codehost/call.ts'
import { membershipJson, simpleUserJson } from '#codehost/json/accounts/account.ts'
import { organizationInvitationJson } from '#codehost/json/repos/invitation.ts'
import { roleName } from '#codehost/json/repos/collaborator.ts'
import { eventRepositoryJson, permissionsJson } from '#codehost/json/repos/repository.ts'
import { eventTeamJson } from '#codehost/json/teams/team.ts'
import type { Members } from './members.ts'
import type { EventOf } from '#codehost/schema/events.ts'
import { loginChanges, memberChanges, teamChanges } from './changes.ts'

/** Returns the members of the payloads about members and teams. */
export function accessMembers(
  site: Site,
  event: EventOf<'member' | 'membership' | 'org_block' | 'organization' | 'team' | 'team_add'>,
): Members {
  switch (event.event) {
    case 'member':
      return { changes: memberChanges(event), member: simpleUserJson(site, event.member) }
    case 'membership':
      return { scope: 'team', member: simpleUserJson(site, event.member), team: eventTeamJson(site, event.team) }
    case 'org_block':
      return { blocked_user: simpleUserJson(site, event.blocked) }
    case 'organization':
      return organizationMembers(site, event)
    case 'team':
      return teamMembers(site, event)
    case 'team_add':
      return { team: eventTeamJson(site, event.team, event.permission) }
  }
}

function organizationMembers(site: Site, event: EventOf<'organization'>): Members {
  if (event.action === 'renamed') return { changes: loginChanges(event) }
  if (event.action === 'member_invited') {
    const { invitation, invited } = event
    return {
      invitation: organizationInvitationJson(site, invitation),
      ...(invited === undefined ? {} : { user: simpleUserJson(site, invited) }),
    }
  }
  const { organization: _, ...membership } = membershipJson(site, event.membership)
  return { membership }
}

function teamMembers(site: Site, event: EventOf<'team'>): Members {
  const { accessTo, permission, team } = event
  // The team's permission for the repository after the change.
  const heldNow = event.action === 'removed_from_repository' ? null : (permission ?? null)
  const role = heldNow === null ? {} : { role_name: roleName(heldNow) }
  return {
    changes: teamChanges(team, event),
    team: eventTeamJson(site, team),
    ...(accessTo === undefined
      ? {}
      : { repository: { ...eventRepositoryJson(site, accessTo), permissions: permissionsJson(heldNow), ...role } }),
  }
}
