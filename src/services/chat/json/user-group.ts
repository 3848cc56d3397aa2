import type { Rows } from '#chat/call.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import type { UserGroup } from '#chat/schema/people.ts'

/** The members of a group that a client may leave out. */
interface Parts {
  readonly users?: boolean | undefined
  readonly count?: boolean | undefined
}

/** Returns a user group as the vendor writes it. https://docs.slack.dev/reference/objects/usergroup-object */
export function userGroupJson(
  { rows }: { readonly rows: Rows },
  group: UserGroup,
  { users = true, count = false }: Parts = {},
) {
  return {
    id: group.id,
    team_id: rows.team.get().id,
    is_usergroup: true,
    is_subteam: true,
    name: group.name,
    description: group.description,
    handle: group.handle,
    is_external: false,
    date_create: seconds(group.createdAt),
    date_update: seconds(group.updatedAt),
    date_delete: group.deletedAt === null ? 0 : seconds(group.deletedAt),
    auto_type: null,
    auto_provision: false,
    enterprise_subteam_id: '',
    created_by: group.createdBy,
    updated_by: group.updatedBy,
    deleted_by: group.deletedBy,
    prefs: { channels: group.channelIds, groups: [] },
    ...(users ? { users: group.userIds } : {}),
    ...(count ? { user_count: group.userIds.length, channel_count: group.channelIds.length } : {}),
  }
}
