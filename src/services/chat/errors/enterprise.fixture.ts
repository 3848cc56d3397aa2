import type { RefusedCalls, Workspace } from './workspace.fixture.ts'

// The administration of an enterprise organization: a call of each method that succeeds, the errors that the vendor
// documents, a call that provokes each, and the reason where none does.

const ALICE = 'xoxp-alice'
const BOB = 'xoxp-bob'
const ZOE = 'xoxp-zoe'

type Call = readonly [args: object, token?: string]

const channel = ({ ids }: Workspace, name = 'deploys') => ({ channel_id: ids[name] })
const person = ({ ids, teamId }: Workspace, name = 'bob') => ({ team_id: teamId, user_id: ids[name] })
const invitation = ({ ids, teamId }: Workspace, more: object = {}) => ({
  team_id: teamId,
  email: 'new@example.com',
  channel_ids: [ids['deploys']],
  ...more,
})
const archived = async (space: Workspace): Promise<object> => {
  await space.archived()
  return channel(space)
}
const asAlice =
  (make: (space: Workspace) => object | Promise<object>) =>
  async (space: Workspace): Promise<Call> => [await make(space), ALICE]
const direct = asAlice(async (space) => ({ channel_id: await space.direct() }))
const missingChannel = asAlice(() => ({ channel_id: 'C0NONE' }))

/** By method: the arguments of a call that succeeds, and its token. */
export const ENTERPRISE_OPERATIONS: Readonly<Record<string, (space: Workspace) => Promise<Call>>> = {
  'admin.conversations.archive': asAlice((space) => channel(space)),
  'admin.conversations.convertToPrivate': asAlice((space) => channel(space)),
  'admin.conversations.convertToPublic': asAlice((space) => channel(space, 'secret')),
  'admin.conversations.create': asAlice(({ teamId }) => ({ name: 'made', is_private: false, team_id: teamId })),
  'admin.conversations.getTeams': asAlice((space) => channel(space)),
  'admin.conversations.invite': asAlice((space) => ({ ...channel(space), user_ids: [space.ids['bob']] })),
  'admin.conversations.rename': asAlice((space) => ({ ...channel(space), name: 'renamed' })),
  'admin.conversations.search': asAlice(() => ({ query: 'dep' })),
  'admin.conversations.unarchive': asAlice(archived),
  'admin.teams.list': asAlice(() => ({})),
  'admin.users.invite': asAlice((space) => invitation(space)),
  'admin.users.list': asAlice(() => ({})),
  'admin.users.remove': asAlice((space) => person(space)),
  'admin.users.setAdmin': asAlice((space) => person(space)),
  'admin.users.setOwner': asAlice((space) => person(space)),
  'admin.users.setRegular': asAlice((space) => person(space, 'dora')),
}

/** The calls of the methods of one channel that are refused for the channel or the caller. */
const ofChannel = (more: object = {}): RefusedCalls[string] => ({
  channel_not_found: async (space) => {
    const [args] = await missingChannel(space)
    return [{ ...args, ...more }, ALICE]
  },
  feature_not_enabled: (space) => [{ ...channel(space), ...more }, ZOE],
  restricted_action: (space) => [{ ...channel(space), ...more }, BOB],
})
const ofKind = (more: object = {}): RefusedCalls[string] => ({
  channel_type_not_supported: async (space) => {
    const [args] = await direct(space)
    return [{ ...args, ...more }, ALICE]
  },
})
const ofRole = (refused: string): RefusedCalls[string] => ({
  cannot_modify_primary_owner: asAlice((space) => person(space, 'alice')),
  feature_not_enabled: (space) => [person(space), ZOE],
  [refused]: (space: Workspace) => [person(space), BOB],
  team_not_found: asAlice((space) => ({ ...person(space), team_id: 'T0NONE' })),
  user_not_found: asAlice((space) => ({ ...person(space), user_id: 'U0NONE' })),
})

/** By method and word: returns the arguments, and the token. */
export const ENTERPRISE_CALLS: RefusedCalls = {
  'admin.conversations.archive': {
    ...ofChannel(),
    ...ofKind(),
    already_archived: asAlice(archived),
    cant_archive_general: asAlice((space) => channel(space, 'general')),
  },
  'admin.conversations.convertToPrivate': {
    ...ofChannel(),
    ...ofKind(),
    could_not_convert_channel: asAlice((space) => ({ ...channel(space), name: '!' })),
    method_not_supported_for_channel_type: asAlice((space) => channel(space, 'secret')),
    name_taken: asAlice((space) => ({ ...channel(space), name: 'random' })),
  },
  'admin.conversations.convertToPublic': { ...ofChannel(), not_supported: asAlice((space) => channel(space)) },
  'admin.conversations.create': {
    feature_not_enabled: ({ teamId }) => [{ name: 'made', is_private: false, team_id: teamId }, ZOE],
    invalid_name: asAlice(({ teamId }) => ({ name: '!', is_private: false, team_id: teamId })),
    name_taken: asAlice(({ teamId }) => ({ name: 'random', is_private: false, team_id: teamId })),
    restricted_action: ({ teamId }) => [{ name: 'made', is_private: false, team_id: teamId }, BOB],
    team_id_or_org_required: asAlice(() => ({ name: 'made', is_private: false })),
    team_not_found: asAlice(() => ({ name: 'made', is_private: false, team_id: 'T0NONE' })),
  },
  'admin.conversations.getTeams': {
    ...ofChannel(),
    ...ofKind(),
    invalid_cursor: asAlice((space) => ({ ...channel(space), cursor: 'nonsense' })),
    invalid_limit: asAlice((space) => ({ ...channel(space), limit: -1 })),
  },
  'admin.conversations.invite': {
    channel_not_found: asAlice(({ ids }) => ({ channel_id: 'C0NONE', user_ids: [ids['bob']] })),
    channel_type_not_supported: asAlice(async (space) => ({
      channel_id: await space.direct(),
      user_ids: [space.ids['bob']],
    })),
    failed_for_some_users: asAlice((space) => ({ ...channel(space), user_ids: ['U0NONE'] })),
    feature_not_enabled: (space) => [{ ...channel(space), user_ids: [space.ids['bob']] }, ZOE],
    user_must_be_admin: (space) => [{ ...channel(space), user_ids: [space.ids['bob']] }, BOB],
  },
  'admin.conversations.rename': {
    ...ofChannel({ name: 'renamed' }),
    ...ofKind({ name: 'renamed' }),
    could_not_rename_channel: asAlice((space) => ({ ...channel(space), name: '!' })),
    invalid_name_maxlength: asAlice((space) => ({ ...channel(space), name: 'a'.repeat(81) })),
    name_taken: asAlice((space) => ({ ...channel(space), name: 'random' })),
  },
  'admin.conversations.search': {
    feature_not_enabled: () => [{}, ZOE],
    invalid_cursor: asAlice(() => ({ cursor: 'nonsense' })),
    invalid_search_channel_type: asAlice(() => ({ search_channel_types: ['nonsense'] })),
    invalid_sort: asAlice(() => ({ sort: 'nonsense' })),
    invalid_sort_dir: asAlice(() => ({ sort_dir: 'nonsense' })),
    not_an_admin: () => [{}, BOB],
    team_not_found: asAlice(() => ({ team_ids: ['T0NONE'] })),
  },
  'admin.conversations.unarchive': {
    ...ofChannel(),
    ...ofKind(),
    channel_not_archived: asAlice((space) => channel(space)),
  },
  'admin.teams.list': {
    feature_not_enabled: () => [{}, ZOE],
    invalid_cursor: asAlice(() => ({ cursor: 'nonsense' })),
    invalid_limit: asAlice(() => ({ limit: -1 })),
    not_an_admin: () => [{}, BOB],
  },
  'admin.users.invite': {
    already_in_team: asAlice((space) => invitation(space, { email: 'bob@example.com' })),
    failed_to_validate_channels: asAlice((space) => invitation(space, { channel_ids: ['C0NONE'] })),
    feature_not_enabled: (space) => [invitation(space), ZOE],
    invalid_email: asAlice((space) => invitation(space, { email: 'nobody' })),
    not_an_admin: (space) => [invitation(space), BOB],
    team_not_found: asAlice((space) => invitation(space, { team_id: 'T0NONE' })),
    user_disabled: asAlice((space) => invitation(space, { email: 'gone@example.com' })),
  },
  'admin.users.list': {
    feature_not_enabled: () => [{}, ZOE],
    include_deactivated_user_workspaces_invalid: asAlice(({ teamId }) => ({
      team_id: teamId,
      include_deactivated_user_workspaces: true,
    })),
    invalid_cursor: asAlice(() => ({ cursor: 'nonsense' })),
    team_not_found: asAlice(() => ({ team_id: 'T0NONE' })),
  },
  'admin.users.remove': {
    ...ofRole('invalid_permissions'),
    user_already_deleted: asAlice((space) => person(space, 'gone')),
  },
  'admin.users.setAdmin': ofRole('invalid_permissions'),
  'admin.users.setOwner': ofRole('not_an_admin'),
  'admin.users.setRegular': ofRole('not_an_admin'),
}

/** By method: the words that the vendor documents beside the common ones. */
export const ENTERPRISE_ERRORS: Readonly<Record<string, string>> = {
  'admin.conversations.archive':
    'already_archived cant_archive_general channel_not_found channel_type_not_supported could_not_archive_channel default_org_wide_channel feature_not_enabled restricted_action',
  'admin.conversations.convertToPrivate':
    'channel_not_found channel_type_not_supported could_not_convert_channel default_org_wide_channel external_channel_migrating feature_not_enabled method_not_supported_for_channel_type name_taken restricted_action',
  'admin.conversations.convertToPublic':
    'channel_not_found channel_owner_restriction could_not_convert_channel external_limited_restriction feature_not_enabled invalid_user is_idp_managed not_an_enterprise not_supported restricted_action',
  'admin.conversations.create':
    'could_not_create_channel feature_not_enabled invalid_name invalid_team name_taken no_local_user_on_team restricted_action team_id_or_org_required team_not_found',
  'admin.conversations.getTeams':
    'channel_not_found channel_type_not_supported could_not_get_teams external_channel_migrating feature_not_enabled invalid_cursor invalid_limit restricted_action unsupported_team_type',
  'admin.conversations.invite':
    'channel_not_found channel_type_not_supported default_org_wide_channel failed_for_some_users feature_not_enabled restricted_action user_must_be_admin',
  'admin.conversations.rename':
    'channel_not_found channel_type_not_supported could_not_rename_channel default_org_wide_channel feature_not_enabled invalid_name_maxlength name_taken restricted_action',
  'admin.conversations.search':
    'connected_team_passed_in_is_not_top_level_team external_team_not_connected_to_this_org feature_not_enabled invalid_cursor invalid_search_channel_type invalid_sort invalid_sort_dir not_allowed not_an_admin not_an_enterprise team_not_found',
  'admin.conversations.unarchive':
    'channel_not_archived channel_not_found channel_type_not_supported could_not_unarchive_channel default_org_wide_channel feature_not_enabled restricted_action',
  'admin.teams.list': 'feature_not_enabled invalid_cursor invalid_limit not_an_admin',
  'admin.users.invite':
    'already_in_team already_in_team_invited_user failed_looking_up_user failed_to_send_invite failed_to_validate_caller failed_to_validate_channels failed_to_validate_custom_message failed_to_validate_expiration failed_to_validate_team feature_not_enabled invalid_email not_an_admin team_not_found user_disabled',
  'admin.users.list': 'feature_not_enabled include_deactivated_user_workspaces_invalid invalid_cursor team_not_found',
  'admin.users.remove':
    'cannot_modify_primary_owner failed_to_remove_user_from_workspace feature_not_enabled invalid_permissions team_not_found user_already_deleted user_not_found',
  'admin.users.setAdmin':
    'cannot_modify_primary_owner failed_to_set_admin_on_workspaces failed_to_set_user_to_admin feature_not_enabled invalid_permissions invalid_role_for_user not_an_admin team_not_found user_not_found',
  'admin.users.setOwner':
    'cannot_modify_primary_owner failed_to_set_owner_on_workspaces failed_to_set_user_to_owner feature_not_enabled invalid_role_for_user not_an_admin not_an_owner not_supported team_not_found user_must_be_in_workspace user_not_found',
  'admin.users.setRegular':
    'cannot_modify_primary_owner cannot_set_org_admin_to_regular_at_workspace_level cannot_set_this_guest_to_regular_at_team_level failed_to_set_user_to_regular feature_not_enabled not_an_admin team_not_found user_not_found',
}

/** By reason: the words that no method answers by itself. */
export const ENTERPRISE_REASONS: Readonly<Record<string, string>> = {
  'no channel of the organization is in several of its workspaces':
    'default_org_wide_channel external_limited_restriction invalid_team no_local_user_on_team unsupported_team_type connected_team_passed_in_is_not_top_level_team external_team_not_connected_to_this_org',
  'the word for what is wrong is answered':
    'could_not_archive_channel could_not_create_channel could_not_get_teams could_not_unarchive_channel channel_owner_restriction failed_to_validate_caller failed_to_validate_team failed_to_validate_expiration failed_to_remove_user_from_workspace failed_to_set_admin_on_workspaces failed_to_set_owner_on_workspaces failed_to_set_user_to_admin failed_to_set_user_to_owner failed_to_set_user_to_regular not_an_enterprise not_an_owner user_must_be_in_workspace',
  'an invited person joins at once, and no mail is sent':
    'already_in_team_invited_user failed_looking_up_user failed_to_send_invite failed_to_validate_custom_message',
  'people have the role of their workspace only, and no directory manages them':
    'cannot_set_org_admin_to_regular_at_workspace_level cannot_set_this_guest_to_regular_at_team_level invalid_role_for_user is_idp_managed',
}

/** By method: the words that other methods answer but this one does not. */
export const ENTERPRISE_REASONS_OF_METHODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'admin.conversations.convertToPublic': {
    could_not_convert_channel: 'not_supported is answered',
    invalid_user: 'restricted_action is answered',
  },
  'admin.conversations.invite': { restricted_action: 'user_must_be_admin is answered' },
  'admin.conversations.search': { not_allowed: 'not_an_admin is answered' },
  'admin.users.setAdmin': { not_an_admin: 'invalid_permissions is answered' },
  'admin.users.setOwner': { not_supported: 'owners may be several' },
}
