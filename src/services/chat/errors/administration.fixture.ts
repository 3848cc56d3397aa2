import { pngOf } from './png.fixture.ts'
import type { RefusedCalls, Workspace } from './workspace.fixture.ts'

// The methods of the workspace's administration: a call of each that succeeds, the errors that the vendor documents, a
// call that provokes each, and the reason where none does.

const CONFIG = 'xoxe.xoxp-1-dora'
const ALICE = 'xoxp-alice'
const ZOE = 'xoxp-zoe'
const APP = 'xapp-1-test'

/** A manifest, which every member but the name may be left out of. */
export const MANIFEST = {
  display_information: { name: 'Made' },
  features: { slash_commands: [{ command: '/made', description: 'a', url: 'https://made.test/commands' }] },
  oauth_config: { redirect_urls: ['https://made.test/callback'], scopes: { bot: ['chat:write', 'commands'] } },
  settings: {
    event_subscriptions: { request_url: 'https://made.test/events', bot_events: ['app_mention'] },
    interactivity: { is_enabled: true, request_url: 'https://made.test/actions' },
  },
}

/** Creates an app of dora by its manifest. Returns its id. */
async function made(space: Workspace): Promise<string> {
  return String((await space.call('apps.manifest.create', { manifest: MANIFEST }, CONFIG))['app_id'])
}

/** Invites zoe, of another workspace, to #deploys. Returns the argument that names the invitation. */
async function invited(space: Workspace, more: object = {}): Promise<{ readonly invite_id: string }> {
  const args = { channel: space.ids['deploys'], emails: ['zoe@partner.test'], ...more }
  return { invite_id: String((await space.call('conversations.inviteShared', args))['invite_id']) }
}

/** Accepts the invitation as zoe, whose workspace approves connections. */
async function accepted(space: Workspace): Promise<{ readonly invite_id: string }> {
  const invite = await invited(space)
  await space.call('conversations.acceptSharedInvite', { ...invite, channel_name: 'theirs' }, ZOE)
  return invite
}

async function approved(space: Workspace): Promise<{ readonly invite_id: string }> {
  const invite = await accepted(space)
  await space.call('conversations.approveSharedInvite', invite, ZOE)
  return invite
}

async function declined(space: Workspace): Promise<{ readonly invite_id: string }> {
  const invite = await invited(space)
  await space.call('conversations.declineSharedInvite', invite, ZOE)
  return invite
}

/** Returns the `event_context` of an event of the app with this client id. */
async function eventContext(space: Workspace, name = 'helper'): Promise<string> {
  const { user } = await space.call('users.info', { user: space.ids[name] })
  const { bot } = await space.call('bots.info', { bot: user.profile.bot_id })
  return `4-${Buffer.from(JSON.stringify({ et: 'message', aid: bot.app_id })).toString('base64url')}`
}

const REMOTE_FILE = { external_id: '7', external_url: 'https://files.test/7', title: 'Plan' }

/** Registers a remote file of the bot. Returns its id. */
async function remoteFile(space: Workspace): Promise<string> {
  return String((await space.call('files.remote.add', REMOTE_FILE))['file'].id)
}

type Call = readonly [args: object, token?: string]

/** By method: the arguments of a call that succeeds, and its token where it is not that of the bot. */
export const ADMINISTRATION_OPERATIONS: Readonly<Record<string, (space: Workspace) => Call | Promise<Call>>> = {
  'admin.conversations.disconnectShared': ({ ids }) => [{ channel_id: ids['joint'] }, ALICE],
  'apps.event.authorizations.list': async (space) => [{ event_context: await eventContext(space) }, APP],
  'conversations.acceptSharedInvite': async (space) => [{ ...(await invited(space)), channel_name: 'theirs' }, ZOE],
  'conversations.approveSharedInvite': async (space) => [await accepted(space), ZOE],
  'conversations.declineSharedInvite': async (space) => [await accepted(space), ZOE],
  'conversations.inviteShared': ({ ids }) => [{ channel: ids['deploys'], emails: ['zoe@partner.test'] }],
  'conversations.listConnectInvites': async (space) => {
    await accepted(space)
    return [{}]
  },
  'conversations.requestSharedInvite.approve': async (space) => [{ invite_id: await space.inviteRequest() }],
  'conversations.requestSharedInvite.deny': async (space) => [{ invite_id: await space.inviteRequest() }],
  'conversations.requestSharedInvite.list': async (space) => {
    await space.inviteRequest()
    return [{}]
  },
  'team.externalTeams.disconnect': () => [{ target_team: 'T0PARTNER' }],
  'team.externalTeams.list': () => [{}],
  'apps.manifest.create': () => [{ manifest: MANIFEST }, CONFIG],
  'apps.manifest.delete': async (space) => [{ app_id: await made(space) }, CONFIG],
  'apps.manifest.export': async (space) => [{ app_id: await made(space) }, CONFIG],
  'apps.manifest.update': async (space) => [{ app_id: await made(space), manifest: MANIFEST }, CONFIG],
  'apps.manifest.validate': () => [{ manifest: MANIFEST }, CONFIG],
  'team.accessLogs': async (space) => {
    await space.code()
    return [{}, ALICE]
  },
  'team.billableInfo': () => [{}, ALICE],
  'team.integrationLogs': async (space) => {
    await space.call('oauth.v2.access', { client_id: '1.2', client_secret: 'secret', code: await space.code() })
    return [{}, ALICE]
  },
  'team.profile.get': () => [{}],
  'files.remote.add': () => [{ ...REMOTE_FILE, preview_image: pngOf(1200, 630) }],
  'files.remote.info': async (space) => [{ file: await remoteFile(space) }],
  'files.remote.list': async (space) => {
    await remoteFile(space)
    return [{}]
  },
  'files.remote.remove': async (space) => [{ file: await remoteFile(space) }],
  'files.remote.share': async (space) => [{ file: await remoteFile(space), channels: space.ids['deploys'] }],
  'files.remote.update': async (space) => [{ file: await remoteFile(space), title: 'Plans' }],
  'tooling.tokens.rotate': () => [{ refresh_token: 'xoxe-1-dora' }],
  'users.deletePhoto': () => [{}, ALICE],
  'users.setPhoto': () => [{ image: pngOf(512, 512) }, ALICE],
}

const ofRequest = (name: 'approve' | 'deny', message: unknown): RefusedCalls[string] => {
  const answered = (verb: 'approve' | 'deny') => async (space: Workspace) => {
    const invite_id = await space.inviteRequest()
    await space.call(`conversations.requestSharedInvite.${verb}`, { invite_id })
    return [{ invite_id }] as const
  }
  return {
    invite_already_approved: answered('approve'),
    invite_already_denied: answered('deny'),
    invite_expired: async (space) => {
      const invite_id = await space.inviteRequest()
      space.chat.clock.advance('15d')
      return [{ invite_id }]
    },
    invite_not_found: () => [{ invite_id: 'I0NONE' }],
    message_too_long: async (space) => [{ invite_id: await space.inviteRequest(), message }],
    ...(name === 'deny'
      ? {}
      : {
          channel_not_found: async (space: Workspace) =>
            [{ invite_id: await space.inviteRequest(), channel_id: 'C0NONE' }] as const,
        }),
  }
}

const ofManifest = (more: (space: Workspace) => Promise<object>): RefusedCalls[string] => ({
  app_not_eligible: async (space) => [{ ...(await more(space)), app_id: await made(space) }, 'xoxe.xoxp-1-alice'],
  invalid_app_id: async (space) => [{ ...(await more(space)), app_id: 'nonsense' }, CONFIG],
})
const notFound = { app_not_found: (): Call => [{ app_id: 'A0NONE' }, CONFIG] }
const invalid = (more: (space: Workspace) => Promise<object>): RefusedCalls[string] => ({
  invalid_manifest: async (space) => [{ ...(await more(space)), manifest: { display_information: {} } }, CONFIG],
})
const nothing = () => Promise.resolve({})
const manifest = () => Promise.resolve({ manifest: MANIFEST })

/** By method and word: returns the arguments, and the token where it is not that of the bot. */
export const ADMINISTRATION_CALLS: RefusedCalls = {
  'admin.conversations.disconnectShared': {
    cannot_kick_home_team: ({ ids, teamId }) => [{ channel_id: ids['joint'], leaving_team_ids: [teamId] }, ALICE],
    channel_not_found: () => [{ channel_id: 'C0NONE' }, ALICE],
    channel_type_not_supported: ({ ids }) => [{ channel_id: ids['general'] }, ALICE],
    leaving_team_not_in_channel: ({ ids }) => [{ channel_id: ids['joint'], leaving_team_ids: ['T0OTHER'] }, ALICE],
    no_teams_to_disconnect: ({ ids }) => [{ channel_id: ids['deploys'] }, ALICE],
    not_an_admin: ({ ids }) => [{ channel_id: ids['joint'] }, 'xoxp-bob'],
    team_not_found: ({ ids }) => [{ channel_id: ids['joint'], leaving_team_ids: ['T0NONE'] }, ALICE],
  },
  'apps.event.authorizations.list': {
    auth_mismatch: async (space) => [{ event_context: await eventContext(space, 'rotating') }, APP],
    invalid_cursor: async (space) => [{ event_context: await eventContext(space), cursor: 'nonsense' }, APP],
    invalid_event_context: () => [{ event_context: 'nonsense' }, APP],
  },
  'conversations.acceptSharedInvite': {
    email_does_not_match: async (space) => [await invited(space, { emails: ['yan@partner.test'] }), ZOE],
    has_already_connected_to_org: async (space) => [await invited(space, { channel: space.ids['joint'] }), ZOE],
    invalid_name_maxlength: async (space) => [{ ...(await invited(space)), channel_name: 'a'.repeat(81) }, ZOE],
    invalid_name_punctuation: async (space) => [{ ...(await invited(space)), channel_name: '--' }, ZOE],
    invalid_name_required: async (space) => [await invited(space), ZOE],
    invalid_name_specials: async (space) => [{ ...(await invited(space)), channel_name: 'A b' }, ZOE],
    invalid_recipient_team: async (space) => [
      await invited(space, { emails: [], user_ids: [space.ids['zoe']] }),
      'xoxp-oth',
    ],
    invite_from_same_org: async (space) => [await invited(space), ALICE],
    invite_not_found: () => [{ invite_id: 'I0NONE', channel_name: 'a' }, ZOE],
    invite_used: async (space) => [await declined(space), ZOE],
    name_taken: async (space) => [{ ...(await invited(space)), channel_name: 'joint' }, ZOE],
  },
  'conversations.requestSharedInvite.approve': ofRequest('approve', { is_override: true, text: 'a'.repeat(561) }),
  'conversations.requestSharedInvite.deny': ofRequest('deny', 'a'.repeat(561)),
  'conversations.requestSharedInvite.list': { invalid_cursor: () => [{ cursor: 'nonsense' }] },
  'team.externalTeams.disconnect': {
    invalid_target_team: () => [{ target_team: 'T0OTHER' }],
    missing_argument: () => [{}],
  },
  'team.externalTeams.list': { invalid_workspace_filter: () => [{ workspace_filter: ['T0PARTNER'] }] },
  'conversations.approveSharedInvite': {
    already_approved: async (space) => [await approved(space), ZOE],
    approval_inactive: async (space) => [await declined(space), ZOE],
    approval_not_found: async (space) => [await invited(space), ZOE],
    invalid_action: async (space) => [{ ...(await accepted(space)), target_team: 'T0PARTNER' }],
    invite_not_found: () => [{ invite_id: 'I0NONE' }, ZOE],
    missing_target_team: async (space) => [await accepted(space)],
  },
  'conversations.declineSharedInvite': {
    approval_inactive: async (space) => [await approved(space), ZOE],
    inactive_invite: async (space) => [await declined(space), ZOE],
    invite_not_found: () => [{ invite_id: 'I0NONE' }, ZOE],
    missing_target_team: async (space) => [await accepted(space)],
  },
  'conversations.inviteShared': {
    already_in_channel: ({ ids }) => [{ channel: ids['joint'], user_ids: [ids['zoe']] }],
    cannot_share_mandatory_channel: ({ ids }) => [{ channel: ids['general'], emails: ['a@b.test'] }],
    channel_archived: async (space) => [{ channel: await space.archived(), emails: ['a@b.test'] }],
    channel_not_found: () => [{ channel: 'C0NONE', emails: ['a@b.test'] }],
    invalid_channel_type: async (space) => [{ channel: await space.direct(), emails: ['a@b.test'] }],
    invalid_email: ({ ids }) => [{ channel: ids['deploys'], emails: ['nonsense'] }],
    not_in_channel: ({ ids }) => [{ channel: ids['random'], emails: ['a@b.test'] }],
    not_owner: ({ ids }) => [{ channel: ids['joint'], emails: ['a@b.test'] }, ZOE],
    recipients_not_specified: ({ ids }) => [{ channel: ids['deploys'] }],
    too_many_emails: ({ ids }) => [{ channel: ids['deploys'], emails: ['a@b.test', 'c@d.test'] }],
    user_not_found: ({ ids }) => [{ channel: ids['deploys'], user_ids: [ids['bob']] }],
  },
  'apps.manifest.create': {
    ...invalid(nothing),
    invalid_team_id: () => [{ manifest: MANIFEST, team_id: 'T0NONE' }, CONFIG],
  },
  'apps.manifest.delete': { ...ofManifest(nothing), ...notFound },
  'apps.manifest.export': { ...ofManifest(nothing), ...notFound },
  'apps.manifest.update': {
    ...ofManifest(manifest),
    ...invalid(async (space) => ({ app_id: await made(space) })),
  },
  'apps.manifest.validate': { ...ofManifest(manifest), ...invalid(nothing) },
  'team.accessLogs': {
    invalid_cursor: () => [{ cursor: 'nonsense' }, ALICE],
    invalid_limit: () => [{ limit: 1001 }, ALICE],
    invalid_team_id: () => [{ team_id: 'T0NONE' }, ALICE],
    over_pagination_limit: () => [{ page: 101 }, ALICE],
  },
  'team.billableInfo': {
    invalid_cursor: () => [{ cursor: 'nonsense' }, ALICE],
    user_not_found: () => [{ user: 'U0NONE' }, ALICE],
  },
  'files.remote.add': {
    bad_image: () => [{ ...REMOTE_FILE, preview_image: Buffer.from('nonsense') }],
    bot_user_required: () => [REMOTE_FILE, ALICE],
  },
  'files.remote.info': {
    file_not_found: async (space) => [{ file: await space.file() }],
    invalid_args: () => [{}],
    no_bot_user_for_app: () => [{ external_id: '7' }, ALICE],
    too_many_ids: async (space) => [{ file: await remoteFile(space), external_id: '7' }],
  },
  'files.remote.list': {
    invalid_cursor: () => [{ cursor: 'nonsense' }],
    no_bot_user_for_app: () => [{}, ALICE],
  },
  'files.remote.remove': {
    bot_user_required: () => [{ external_id: '7' }, ALICE],
    file_not_found: () => [{ external_id: '8' }],
    invalid_args: () => [{}],
    too_many_ids: async (space) => [{ file: await remoteFile(space), external_id: '7' }],
  },
  'files.remote.share': {
    channel_not_found: async (space) => [{ file: await remoteFile(space), channels: 'C0NONE' }],
    file_not_found: ({ ids }) => [{ external_id: '8', channels: ids['deploys'] }],
    invalid_args: ({ ids }) => [{ channels: ids['deploys'] }],
    no_bot_user_for_app: ({ ids }) => [{ external_id: '7', channels: ids['deploys'] }, ALICE],
    not_in_channel: async (space) => [{ file: await remoteFile(space), channels: space.ids['random'] }, 'xoxb-sharer'],
  },
  'files.remote.update': {
    bad_image: async (space) => [{ file: await remoteFile(space), preview_image: Buffer.from('nonsense') }],
    bot_user_required: () => [{ external_id: '7' }, ALICE],
    file_not_found: () => [{ external_id: '8' }],
    invalid_title: async (space) => [{ file: await remoteFile(space), title: ' ' }],
    invalid_type: async (space) => [{ file: await remoteFile(space), filetype: 'nonsense' }],
    invalid_url: async (space) => [{ file: await remoteFile(space), external_url: 'nonsense' }],
  },
  'tooling.tokens.rotate': { invalid_refresh_token: () => [{ refresh_token: 'nonsense' }] },
  'users.setPhoto': {
    bad_image: () => [{ image: Buffer.from('nonsense') }, ALICE],
    too_large: () => [{ image: pngOf(1025, 512) }, ALICE],
  },
}

const REMOTE =
  'dynamic_client_registration_failed dynamic_client_registration_invalid_redirect_uri dynamic_client_registration_invalid_response dynamic_client_registration_missing_oauth_endpoints dynamic_client_registration_not_supported dynamic_client_registration_rejected oauth_metadata_not_found'

/** By method: the words that the vendor documents beside the common ones. */
export const ADMINISTRATION_ERRORS: Readonly<Record<string, string>> = {
  'admin.conversations.disconnectShared':
    'cannot_kick_home_team cannot_kick_team channel_not_found channel_type_not_supported feature_not_enabled leaving_team_not_in_channel leaving_team_required no_teams_to_disconnect not_an_admin not_an_enterprise not_supported restricted_action team_not_found',
  'apps.event.authorizations.list': 'auth_mismatch invalid_cursor invalid_event_context',
  'conversations.acceptSharedInvite':
    'channel_conversion_in_progress connection_limit_exceeded email_does_not_match failed_to_start_trial has_already_connected_to_org invalid_emoji_not_allowed invalid_host_team invalid_link invalid_name invalid_name_maxlength invalid_name_punctuation invalid_name_required invalid_name_specials invalid_privacy invalid_recipient_team invalid_target_team invite_from_same_org invite_not_found invite_used is_pending_connected_to_org legacy_connection_invalid_org legacy_connection_limit_exceeded name_taken not_allowed_for_grid_workspace not_paid restricted_action team_not_found user_cannot_create_channel user_is_restricted user_not_found user_required_to_accept_as_private_but_cannot',
  'conversations.approveSharedInvite':
    'already_approved approval_inactive approval_not_found channel_conversion_in_progress channel_not_found invalid_action invalid_link invite_not_found missing_target_team not_paid restricted_action',
  'conversations.declineSharedInvite':
    'approval_inactive approval_not_found inactive_invite invite_not_found missing_target_team not_paid restricted_action',
  'conversations.inviteShared':
    'already_in_channel cannot_share_cross_workspace_channel cannot_share_mandatory_channel channel_archived channel_not_found connection_limit_exceeded connection_limit_exceeded_pending invalid_channel_type invalid_email invite_lookup_error invite_not_found legacy_connection_limit_exceeded member_limit_exceeded message_too_long no_external_invite_permission not_allowed_for_grid_workspace not_in_channel not_owner not_paid not_supported ratelimit recipients_not_specified restricted_action too_many_emails url_in_message user_not_found',
  'conversations.listConnectInvites': 'restricted_action',
  'conversations.requestSharedInvite.approve':
    'channel_not_found invite_already_approved invite_already_denied invite_expired invite_not_found message_too_long no_external_invite_permission restricted_action team_not_found user_not_found',
  'conversations.requestSharedInvite.deny':
    'channel_not_found invite_already_approved invite_already_denied invite_expired invite_not_found message_too_long restricted_action team_not_found user_not_found',
  'conversations.requestSharedInvite.list': 'invalid_cursor not_implemented restricted_action',
  'team.externalTeams.disconnect': 'invalid_target_team missing_argument restricted_action',
  'team.externalTeams.list': 'invalid_workspace_filter not_allowed restricted_action user_cannot_manage_workspace',
  'apps.manifest.create': `${REMOTE} failed_adding_collaborator failed_creating_app failed_datastore_operation failed_generating_app_token invalid_app invalid_manifest invalid_team_id managed_app_limit_reached not_in_team socket_mode_not_enabled`,
  'apps.manifest.delete':
    'app_not_eligible app_not_found app_not_owned_by_manager_app invalid_app_id published_app_only',
  'apps.manifest.export': 'app_not_eligible app_not_found app_not_owned_by_manager_app failed_export invalid_app_id',
  'apps.manifest.update': `${REMOTE} app_not_eligible app_not_owned_by_manager_app failed_adding_collaborator failed_creating_app failed_datastore_operation invalid_app invalid_app_id invalid_manifest`,
  'apps.manifest.validate':
    'app_not_eligible app_not_owned_by_manager_app failed_adding_collaborator failed_creating_app invalid_app invalid_app_id invalid_manifest',
  'team.accessLogs': 'invalid_cursor invalid_limit invalid_team_id missing_argument over_pagination_limit paid_only',
  'team.billableInfo': 'invalid_cursor user_not_found',
  'team.integrationLogs': 'missing_argument',
  'team.profile.get': '',
  'files.remote.add': 'bad_image bad_title bot_user_required invalid_external_id too_large',
  'files.remote.info': 'file_not_found invalid_args no_bot_user_for_app too_many_ids',
  'files.remote.list': 'invalid_cursor no_bot_user_for_app',
  'files.remote.remove': 'bot_user_required file_not_found file_under_review invalid_args too_many_ids',
  'files.remote.share': 'channel_not_found file_not_found invalid_args no_bot_user_for_app not_in_channel',
  'files.remote.update':
    'bad_image bot_user_required failed_to_unshare file_not_found invalid_title invalid_type invalid_url too_large',
  'tooling.tokens.rotate': 'invalid_refresh_token unknown_error',
  'users.deletePhoto': '',
  'users.setPhoto': 'bad_image too_large too_many_frames',
}

/** By reason: the words that no method answers by itself. */
export const ADMINISTRATION_REASONS: Readonly<Record<string, string>> = {
  'the workspaces of a seed are no enterprise organization':
    'cannot_share_cross_workspace_channel feature_not_enabled invalid_host_team invalid_target_team not_allowed_for_grid_workspace not_an_enterprise',
  'there is no number of connections and members that a channel may not have':
    'connection_limit_exceeded connection_limit_exceeded_pending legacy_connection_invalid_org legacy_connection_limit_exceeded member_limit_exceeded',
  'everybody of a workspace may see its connections': 'user_cannot_manage_workspace',
  'every workspace may use Slack Connect': 'failed_to_start_trial not_paid user_cannot_create_channel',
  'no channel is converted, and none is private by a preference':
    'channel_conversion_in_progress invalid_privacy user_required_to_accept_as_private_but_cannot',
  'an invitation has no message': 'message_too_long url_in_message',
  'another word is answered': 'invalid_link is_pending_connected_to_org invite_lookup_error',
  'the word for rate limits is ratelimited': 'ratelimit',
  'no app manages another one': 'app_not_owned_by_manager_app managed_app_limit_reached failed_generating_app_token',
  'an instance calls no remote server to register a client': REMOTE,
  'invalid_manifest is answered': 'invalid_app socket_mode_not_enabled',
  'the person of a token is in the workspace': 'not_in_team',
  'every app of an instance may be deleted': 'published_app_only',
  'it is a failure within the vendor’s servers, of its apps':
    'failed_adding_collaborator failed_creating_app failed_datastore_operation failed_export',
  'the workspace of the tests is paid for': 'paid_only',
}
