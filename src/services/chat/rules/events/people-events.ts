import type { ChatContext } from '../../call.ts'
import { userGroupJson } from '../../json/user-group.ts'
import { userJson } from '../../json/user.ts'
import type { User, UserGroup } from '../../schema/people.ts'
import type { WorkspaceEvent } from '../../workspace-events.ts'
import { seconds } from '../timestamps.ts'
import { eventTime } from './message-events.ts'
import type { InnerEvent } from './send-event.ts'

// Events about people and user groups. https://docs.slack.dev/reference/events

/** Returns the events of a change of a person or a user group; none for another change. */
export function peopleEvents(context: ChatContext, event: WorkspaceEvent): readonly InnerEvent[] {
  switch (event.kind) {
    case 'user_joined_team':
      return [userEvent(context, 'team_join', ['users:read'], event.user)]
    case 'user_changed':
      return userChanged(context, event.user, event.previous)
    case 'dnd_updated': {
      const { id, snoozeUntil } = event.user
      const now = context.clock.now()
      const isOn = snoozeUntil !== null && snoozeUntil > now
      const status = {
        dnd_enabled: isOn,
        next_dnd_start_ts: isOn ? seconds(now) : 1,
        next_dnd_end_ts: isOn ? seconds(snoozeUntil) : 1,
      }
      const bodyOf = (type: string) => () => ({ type, user: id, dnd_status: status, event_ts: eventTime(context) })
      return [
        { audience: { scopes: ['dnd:read'] }, body: bodyOf('dnd_updated_user') },
        { audience: { scopes: ['dnd:read'], userId: id }, body: bodyOf('dnd_updated') },
      ]
    }
    case 'user_group_created':
      return [groupEvent(context, 'subteam_created', event.group)]
    case 'user_group_updated':
      return [groupEvent(context, 'subteam_updated', event.group)]
    case 'user_group_members_changed':
      return [
        membersChanged(context, event.group, event.added, event.removed),
        ...event.added.map((id) => selfEvent(context, 'subteam_self_added', event.group, id)),
        ...event.removed.map((id) => selfEvent(context, 'subteam_self_removed', event.group, id)),
      ]
    default:
      return []
  }
}

function userChanged(context: ChatContext, user: User, previous: User): readonly InnerEvent[] {
  const { statusText, statusEmoji } = user.profile
  const hasNewStatus = statusText !== previous.profile.statusText || statusEmoji !== previous.profile.statusEmoji
  return [
    userEvent(context, 'user_change', ['users:read'], user),
    userEvent(context, 'user_profile_changed', ['users.profile:read'], user),
    ...(hasNewStatus ? [userEvent(context, 'user_status_changed', ['users:read'], user)] : []),
  ]
}

function userEvent(context: ChatContext, type: string, scopes: readonly string[], user: User): InnerEvent {
  const body = () => ({
    type,
    user: userJson(context, user, { withEmail: true }),
    cache_ts: seconds(context.clock.now()),
    event_ts: eventTime(context),
  })
  return { audience: { scopes }, body }
}

function groupEvent(context: ChatContext, type: string, group: UserGroup): InnerEvent {
  const body = () => ({ type, subteam: userGroupJson(context, group), event_ts: eventTime(context) })
  return { audience: { scopes: ['usergroups:read'] }, body }
}

function membersChanged(
  context: ChatContext,
  group: UserGroup,
  added: readonly string[],
  removed: readonly string[],
): InnerEvent {
  const body = () => ({
    type: 'subteam_members_changed',
    subteam_id: group.id,
    team_id: context.rows.team.get().id,
    date_previous_update: seconds(group.createdAt),
    date_update: seconds(group.updatedAt),
    added_users: added,
    added_users_count: added.length,
    removed_users: removed,
    removed_users_count: removed.length,
    event_ts: eventTime(context),
  })
  return { audience: { scopes: ['usergroups:read'] }, body }
}

/** Tells the app of a person that the person is in a group now, or not any more. */
function selfEvent(context: ChatContext, type: string, { id }: UserGroup, userId: string): InnerEvent {
  const body = () => ({ type, subteam_id: id, event_ts: eventTime(context) })
  return { audience: { scopes: ['usergroups:read'], userId }, body }
}
