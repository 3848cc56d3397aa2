import { ADMIN_APP_REASONS, ADMIN_APP_REASONS_OF_METHODS } from './admin-apps.fixture.ts'
import { ADMINISTRATION_REASONS } from './administration.fixture.ts'
import { DOCUMENT_REASONS, DOCUMENT_REASONS_OF_METHODS } from './documents.fixture.ts'
import { ENTERPRISE_REASONS, ENTERPRISE_REASONS_OF_METHODS } from './enterprise.fixture.ts'
import { LIST_REASONS, LIST_REASONS_OF_METHODS } from './lists.fixture.ts'

// The documented errors that no state of an instance leads to, each with the reason. A fault answers every one of them.

/** By reason: the words that no method answers by itself, wherever they are documented. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  ...ADMIN_APP_REASONS,
  ...ADMINISTRATION_REASONS,
  ...DOCUMENT_REASONS,
  ...LIST_REASONS,
  ...ENTERPRISE_REASONS,
  'the workspace belongs to no enterprise organization':
    'cannot_install_an_org_installed_app ekm_access_denied enterprise_is_restricted enterprise_not_found fail_to_get_teams_for_restricted_user invitee_cant_see_channel org_login_required org_not_found org_user_not_in_team target_team_must_be_specified_in_org_context target_team_not_on_org team_access_not_granted team_added_to_org',
  'there are no guests, and nobody is hidden from anybody':
    'cannot_add_profile_only_user ura_max_channels user_is_external_guest user_is_restricted user_is_ultra_restricted user_not_visible',
  'no workspace restricts what its channels share with others':
    'cannot_bookmark_from_external_org cannot_bookmark_restricted_sharing_enabled external_channel_migrating invalid_user_combination no_external_invite_permission slack_connect_blocked_file_type slack_connect_canvas_sharing_blocked slack_connect_clip_sharing_blocked slack_connect_file_link_sharing_blocked slack_connect_file_upload_sharing_blocked slack_connect_lists_sharing_blocked',
  'no preference of the workspace restricts anything':
    'accesslimited app_access_restricted app_cannot_join_channel blocked_file_type cannot_create_channel cant_archive_required compliance_exports_prevent_deletion edit_window_closed file_deleting_disabled file_type_not_allowed file_uploads_disabled file_uploads_except_images_disabled messages_tab_disabled permission_denied posting_to_channel_denied restricted_action restricted_action_non_threadable_channel restricted_action_read_only_channel restricted_action_thread_locked restricted_action_thread_only_channel public_file_type_not_allowed public_video_not_allowed send_on_behalf_not_allowed sudo_required thread_locked two_factor_setup_required unable_to_share_files',
  'no workspace turns canvases off, and there are no templates, folders and Salesforce channels':
    'canvas_disabled_file_team canvas_disabled_user_team canvas_globally_disabled channel_is_limited_access delete_not_allowed file_already_added invalid_app_action_type invalid_child_type invalid_entity_id invalid_parent_type invalid_shortcut_type list_record_comment_fetch_failed no_access parent_bookmark_disabled parent_with_link template_not_visible too_many_tabs',
  'there are no drafts, contact cards and messages of the vendor’s own clients':
    'draft_already_deleted draft_already_sent draft_has_conflict draft_not_found duplicate_channel_not_found duplicate_message_not_found too_many_contact_cards',
  'the workspace has a paid plan, and its storage does not end':
    'file_share_limit_reached max_file_sharing_exceeded message_limit_exceeded paid_teams_only plan_upgrade_required storage_limit_reached too_many_linked_channels upgrade_required user_channel_limit_exceeded',
  'the vendor publishes no number for this limit':
    'attachment_payload_limit_exceeded bad_title description_too_long invalid_external_id metadata_too_large name_too_long subteam_max_users_exceeded too_many_frames too_many_members',
  'it is a failure within the vendor’s servers':
    'access_denied messaging_processing_failed failed_for_some_users fatal_error fetch_members_failed file_update_failed internal_error partial_profile_set_failed profile_set_failed request_timeout service_unavailable snooze_end_failed timezone_count_failed too_many_requests unable_to_fetch_custom_emojis unknown_error update_failed',
  'nothing is reviewed for loss of data': 'file_under_review',
  'the method is not of those that the vendor has ended': 'deprecated_endpoint method_deprecated',
  'it was for tokens and apps of the time before granular scopes': 'as_user_not_supported no_permission user_is_bot',
  'the rate limits of a seed answer ratelimited, the word that every method has': 'rate_limited',
  'every person of a seed has confirmed the email address': 'email_not_verified user_email_unverified',
  'the feature is open to everybody': 'feature_not_enabled not_implemented preview_feature_not_available',
  'every kind of conversation has streams': 'channel_type_not_supported',
  'no message here is of a kind without replies': 'cannot_reply_to_message',
  'invalid_arguments names the argument that is missing': 'missing_args missing_argument missing_file_data',
  'the token was checked before: invalid_auth and not_allowed_token_type': 'bad_token invalid_token not_bearer_token',
  'the argument for it is not documented':
    'bots_not_found invalid_metadata_filter_keys missing_profile_id unknown_subtype username_same',
}

/** By method: the words that other methods answer but this one does not. */
const OF_METHOD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...ADMIN_APP_REASONS_OF_METHODS,
  ...DOCUMENT_REASONS_OF_METHODS,
  ...LIST_REASONS_OF_METHODS,
  ...ENTERPRISE_REASONS_OF_METHODS,
  'entity.presentDetails': { missing_options_load_url: 'options are loaded from the interactivity URL' },
  'admin.conversations.disconnectShared': {
    cannot_kick_team: 'the seed of the tests has no admin of a connected workspace',
    leaving_team_required: 'the seed of the tests connects no channel to two workspaces',
    not_supported: 'channel_type_not_supported is answered',
  },
  'conversations.acceptSharedInvite': {
    invalid_emoji_not_allowed: 'invalid_name_specials is answered',
    invalid_name: 'the words for what is wrong with the name are answered',
    team_not_found: 'tokens belong to one workspace',
    user_not_found: 'tokens belong to one workspace',
  },
  'conversations.requestSharedInvite.approve': {
    team_not_found: 'tokens belong to one workspace',
    user_not_found: 'the person of a request exists',
  },
  'conversations.requestSharedInvite.deny': {
    channel_not_found: 'the channel of a request exists',
    team_not_found: 'tokens belong to one workspace',
    user_not_found: 'the person of a request exists',
  },
  'team.externalTeams.list': { not_allowed: 'everybody of a workspace may see its connections' },
  'conversations.approveSharedInvite': { channel_not_found: 'the channel of an invitation exists' },
  'conversations.declineSharedInvite': { approval_not_found: 'an invitation may be declined before it is accepted' },
  'conversations.inviteShared': {
    invite_not_found: 'the invitation is made by the call',
    not_supported: 'the words for what is wrong with the channel are answered',
  },
  'apps.connections.open': { forbidden_team: 'every workspace may use Socket Mode' },
  'assistant.threads.setSuggestedPrompts': { message_not_found: 'invalid_thread_ts is answered' },
  'chat.startStream': {
    invalid_blocks_format: 'invalid_chunks is answered',
    invalid_metadata_format: 'the argument for it is not documented',
    invalid_metadata_schema: 'the argument for it is not documented',
    metadata_must_be_sent_from_app: 'the argument for it is not documented',
    msg_blocks_too_long: 'invalid_blocks and msg_too_long are answered',
    no_text: 'a stream may begin without a piece',
  },
  'chat.appendStream': {
    invalid_metadata_format: 'the argument for it is not documented',
    invalid_metadata_schema: 'the argument for it is not documented',
    metadata_must_be_sent_from_app: 'the argument for it is not documented',
    msg_blocks_too_long: 'invalid_blocks and msg_too_long are answered',
    team_not_found: 'tokens belong to one workspace',
    too_many_attachments: 'the argument for it is not documented',
  },
  'chat.stopStream': {
    metadata_must_be_sent_from_app: 'a bot belongs to an app',
    msg_blocks_too_long: 'invalid_blocks and msg_too_long are answered',
    no_text: 'a stream may end without a piece',
    team_not_found: 'tokens belong to one workspace',
    too_many_attachments: 'the argument for it is not documented',
  },
  'bookmarks.add': { file_not_found: 'bookmarks are links, not files' },
  'bookmarks.edit': { invalid_bookmark_type: 'the method has no argument for the type' },
  'bookmarks.remove': {
    invalid_bookmark_type: 'the method has no argument for the type',
    user_not_found: 'the user of the token exists',
  },
  'chat.postMessage': { team_not_found: 'tokens belong to one workspace' },
  'chat.unfurl': { cannot_prompt: 'nobody can dismiss the prompts of an app' },
  'chat.update': {
    file_is_deleted: 'file_deleted is answered',
    team_not_found: 'tokens belong to one workspace',
  },
  'conversations.close': {
    not_permitted: 'a direct message of others is not found',
    user_does_not_own_channel: 'a direct message of others is not found',
  },
  'conversations.archive': { not_supported: 'every kind of conversation has its own word' },
  'conversations.create': {
    invalid_name: 'the words for what is wrong with the name are answered',
    method_not_supported_for_channel_type: 'the channel does not exist yet',
    no_channel: 'invalid_name_required is answered',
  },
  'conversations.kick': { not_supported: 'every kind of conversation has its own word' },
  'conversations.list': { method_not_supported_for_channel_type: 'all kinds are listed' },
  'conversations.mark': { method_not_supported_for_channel_type: 'all kinds are marked' },
  'conversations.members': { method_not_supported_for_channel_type: 'all kinds have members' },
  'conversations.open': { not_enough_users: 'users_list_not_supplied is answered' },
  'conversations.rename': { invalid_name: 'the words for what is wrong with the name are answered' },
  'conversations.replies': { method_not_supported_for_channel_type: 'all kinds have threads' },
  'files.remote.add': { too_large: 'the vendor publishes no number for the size of a preview' },
  'files.remote.update': {
    failed_to_unshare: 'file_not_found is answered',
    too_large: 'the vendor publishes no number for the size of a preview',
  },
  'files.info': { not_visible: 'a file that is not visible is not found, as in files.delete' },
  'oauth.v2.access': {
    no_scopes: 'the page refuses a request without scopes before there is a code',
    pkce_not_allowed: 'every app may use PKCE',
  },
  'openid.connect.token': {
    invalid_client: 'invalid_client_id and bad_client_secret are answered',
    invalid_grant: 'invalid_code is answered',
    invalid_request: 'the words for what is wrong with the request are answered',
    unsupported_grant_type: 'invalid_grant_type is answered',
  },
  'pins.add': { file_not_shared: 'the argument file is gone' },
  'pins.remove': { no_pin: 'not_pinned is answered' },
  'reminders.complete': { cannot_complete_others: 'reminders of others are not found' },
  'reminders.add': { cannot_add_others_recurring: 'cannot_add_others is answered' },
  'team.billing.info': { invalid_team: 'the method has no argument for the workspace' },
  'team.preferences.list': { invalid_team: 'the method has no argument for the workspace' },
  'team.info': { missing_user: 'the user of the token exists', user_not_found: 'the user of the token exists' },
  'usergroups.create': {
    invalid_group_provided: 'private channels have ids of the same form: invalid_channel_provided',
  },
  'usergroups.list': {
    invalid_cursor: 'the method has no argument for a cursor',
    invalid_team: 'tokens belong to one workspace',
    users_not_found: 'members of a group are users',
  },
  'usergroups.users.list': { invalid_cursor: 'the method has no argument for a cursor' },
  'users.conversations': { method_not_supported_for_channel_type: 'all kinds are listed' },
  'users.identity': { invalid_user_id: 'the user of the token exists' },
  'users.info': { too_many_users: 'the argument names one user' },
  'users.list': { limit_required: 'a workspace of a seed is small' },
  'users.profile.set': {
    invalid_emoji_not_allowed: 'no preference of the workspace restricts emoji',
    invalid_ooo_message: 'the argument for it is not documented',
  },
}

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(EVERYWHERE).flatMap(([reason, words]) =>
    words.split(' ').map((word): [string, string] => [word, reason]),
  ),
)

/** The words that have a reason wherever they are documented. */
export const NEVER_ANSWERED: readonly string[] = [...REASONS.keys()]

/** Returns the reason why a method never answers a word; undefined for a word that it answers. */
export function reasonAgainst(method: string, word: string): string | undefined {
  return OF_METHOD[method]?.[word] ?? REASONS.get(word)
}

/** The words of methods that have a reason for one method. */
export const NEVER_ANSWERED_BY: readonly (readonly [method: string, word: string])[] = Object.entries(
  OF_METHOD,
).flatMap(([method, words]) => Object.keys(words).map((word): [string, string] => [method, word]))
