import type { ChatContext } from '#chat/call.ts'
import { userGroupJson } from '../user-group.ts'
import { userJson } from '../user.ts'
import type { User, UserGroup } from '#chat/schema/people.ts'
import type { WorkspaceEvent } from '#chat/schema/events.ts'
import { teamOf } from '#chat/rules/workspaces.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { eventTime } from './message-events.ts'
import type { EventType } from '#chat/schema/event-names.ts'
import type { EventBody, InnerEvent } from './app-event.ts'

// Events about people, user groups and emoji. https://docs.slack.dev/reference/events

/** Returns the events of a change of a person or a user group; none for another change. */
export function peopleEvents(context: ChatContext, event: WorkspaceEvent): readonly InnerEvent[] {
  switch (event.kind) {
    case 'user_joined_team':
      return [userEvent(context, 'team_join', ['users:read'], event.user)]
    case 'user_changed':
      return userChanged(context, event.user, event.previous)
    case 'dnd_updated':
      return snoozeEvents(context, event.user)
    case 'emoji_changed': {
      const { name, value } = event
      const change = value === null ? { subtype: 'remove', names: [name] } : { subtype: 'add', name, value }
      const body = (): EventBody => ({ type: 'emoji_changed', ...change, event_ts: eventTime(context) })
      return [{ audience: { scopes: ['emoji:read'] }, body }]
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

/** Returns the events of a change of a person's snooze: one for everybody, and one with more for the person. */
function snoozeEvents(context: ChatContext, { id, snoozeUntil }: User): readonly InnerEvent[] {
  const now = context.clock.now()
  const isOn = snoozeUntil !== null && snoozeUntil > now
  const status = {
    dnd_enabled: isOn,
    next_dnd_start_ts: isOn ? seconds(now) : 1,
    next_dnd_end_ts: isOn ? seconds(snoozeUntil) : 1,
  }
  // Only the person sees the snooze.
  const own = {
    ...status,
    snooze_enabled: isOn,
    snooze_endtime: isOn ? seconds(snoozeUntil) : 0,
    snooze_remaining: isOn ? seconds(snoozeUntil) - seconds(now) : 0,
  }
  const bodyOf = (type: EventType, dnd_status: object) => () => ({
    type,
    user: id,
    dnd_status,
    event_ts: eventTime(context),
  })
  return [
    { audience: { scopes: ['dnd:read'] }, body: bodyOf('dnd_updated_user', status) },
    { audience: { scopes: ['dnd:read'], userId: id }, body: bodyOf('dnd_updated', own) },
  ]
}

function userChanged(context: ChatContext, user: User, previous: User): readonly InnerEvent[] {
  const { statusText, statusEmoji } = user.profile
  const isStatusChanged = statusText !== previous.profile.statusText || statusEmoji !== previous.profile.statusEmoji
  return [
    userEvent(context, 'user_change', ['users:read'], user),
    userEvent(context, 'user_profile_changed', ['users.profile:read'], user),
    ...(isStatusChanged ? [userEvent(context, 'user_status_changed', ['users:read'], user)] : []),
  ]
}

function userEvent(context: ChatContext, type: EventType, scopes: readonly string[], user: User): InnerEvent {
  const body = (): EventBody => ({
    type,
    user: eventUserJson(context, user),
    cache_ts: seconds(context.clock.now()),
    event_ts: eventTime(context),
  })
  return { audience: { scopes, teamIds: [teamOf(context.rows, user).id] }, body }
}

/** Returns a user as events have it: with the locale and the custom fields, which answers leave out. */
function eventUserJson(context: ChatContext, user: User) {
  const json = userJson(context, user, { withEmail: true }) as { readonly profile: object } // every user has a profile
  const profile = { ...json.profile, fields: user.profile.fields }
  return { is_email_confirmed: true, ...json, profile, locale: 'en-US' }
}

function groupEvent(context: ChatContext, type: EventType, group: UserGroup): InnerEvent {
  const body = (): EventBody => ({
    type,
    subteam: userGroupJson(context, group, { count: true }),
    event_ts: eventTime(context),
  })
  return { audience: { scopes: ['usergroups:read'] }, body }
}

function membersChanged(
  context: ChatContext,
  group: UserGroup,
  added: readonly string[],
  removed: readonly string[],
): InnerEvent {
  const body = (): EventBody => ({
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

/** Returns `subteam_self_added` or `subteam_self_removed`, for the apps of that person. */
function selfEvent(context: ChatContext, type: EventType, { id }: UserGroup, userId: string): InnerEvent {
  const body = (): EventBody => ({ type, subteam_id: id, event_ts: eventTime(context) })
  return { audience: { scopes: ['usergroups:read'], userId }, body }
}
