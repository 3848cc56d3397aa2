import { ADMIN_APP_ERRORS } from './admin-apps.fixture.ts'
import { ADMINISTRATION_ERRORS } from './administration.fixture.ts'
import { CODE_CHANNEL_ERRORS } from './code-channels.fixture.ts'
import { DOCUMENT_ERRORS } from './documents.fixture.ts'
import { ENTERPRISE_ERRORS } from './enterprise.fixture.ts'
import { LIST_ERRORS } from './lists.fixture.ts'

/** The words that every method may answer. https://docs.slack.dev/apis/web-api/#errors */
export const COMMON_ERRORS: readonly string[] = [
  'access_denied',
  'accesslimited',
  'account_inactive',
  'deprecated_endpoint',
  'ekm_access_denied',
  'enterprise_is_restricted',
  'fatal_error',
  'internal_error',
  'invalid_arg_name',
  'invalid_arguments',
  'invalid_array_arg',
  'invalid_auth',
  'invalid_charset',
  'invalid_form_data',
  'invalid_json',
  'invalid_post_type',
  'json_not_object',
  'method_deprecated',
  'missing_post_type',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_authed',
  'org_login_required',
  'ratelimited',
  'request_timeout',
  'service_unavailable',
  'team_access_not_granted',
  'team_added_to_org',
  'token_expired',
  'token_revoked',
  'two_factor_setup_required',
  'upgrade_required',
]

/**
 * The words that the vendor documents for each method beside the common ones: those of its reference of today, and
 * those of its description of 2021. https://docs.slack.dev/reference/methods
 */
export const DOCUMENTED_ERRORS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    ...ADMIN_APP_ERRORS,
    ...ADMINISTRATION_ERRORS,
    ...CODE_CHANNEL_ERRORS,
    ...DOCUMENT_ERRORS,
    ...LIST_ERRORS,
    ...ENTERPRISE_ERRORS,
    'api.test': '',
    'entity.presentDetails':
      'entity_metadata_does_not_match_trigger feature_not_enabled invalid_app_id invalid_metadata invalid_trigger_id missing_interactivity_url missing_options_load_url user_auth_url_missing',
    'functions.completeError': 'execution_not_in_running_state function_execution_not_found',
    'functions.completeSuccess':
      'execution_not_in_running_state function_execution_not_found parameter_validation_failed',
    'files.revokePublicURL': 'file_not_found',
    'files.sharedPublicURL': 'file_not_found not_allowed public_file_type_not_allowed public_video_not_allowed',
    'search.all': 'no_query',
    'search.files': 'no_query',
    'team.billing.info': 'invalid_team',
    'team.preferences.list': 'invalid_team',
    'assistant.threads.setStatus': 'channel_not_found invalid_thread_ts reserved_username',
    'assistant.threads.setTitle': 'channel_not_found invalid_thread_ts',
    'assistant.threads.setSuggestedPrompts': 'channel_not_found invalid_thread_ts message_not_found',
    'chat.startStream':
      'channel_not_found channel_type_not_supported duplicate_channel_not_found duplicate_message_not_found invalid_blocks invalid_blocks_format invalid_chunks invalid_metadata_format invalid_metadata_schema is_archived message_limit_exceeded messages_tab_disabled messaging_processing_failed metadata_must_be_sent_from_app metadata_too_large missing_recipient_team_id missing_recipient_user_id msg_blocks_too_long msg_blocks_too_many no_text not_in_channel rate_limited restricted_action restricted_action_non_threadable_channel restricted_action_read_only_channel restricted_action_thread_locked restricted_action_thread_only_channel slack_connect_canvas_sharing_blocked slack_connect_file_link_sharing_blocked slack_connect_lists_sharing_blocked team_not_found user_not_found',
    'chat.appendStream':
      'as_user_not_supported channel_not_found channel_type_not_supported duplicate_channel_not_found duplicate_message_not_found invalid_blocks invalid_chunks invalid_metadata_format invalid_metadata_schema is_archived message_limit_exceeded message_not_found message_not_in_streaming_state message_not_owned_by_app messages_tab_disabled messaging_processing_failed metadata_must_be_sent_from_app metadata_too_large msg_blocks_too_long msg_blocks_too_many no_text not_in_channel rate_limited restricted_action restricted_action_non_threadable_channel restricted_action_read_only_channel restricted_action_thread_locked restricted_action_thread_only_channel slack_connect_canvas_sharing_blocked slack_connect_file_link_sharing_blocked slack_connect_lists_sharing_blocked stopped_by_user team_not_found too_many_attachments too_many_contact_cards',
    'chat.stopStream':
      'as_user_not_supported attachment_payload_limit_exceeded cannot_reply_to_message channel_not_found channel_type_not_supported duplicate_channel_not_found duplicate_message_not_found invalid_blocks invalid_chunks invalid_metadata_format invalid_metadata_schema is_archived message_limit_exceeded message_not_found message_not_in_streaming_state message_not_owned_by_app messages_tab_disabled metadata_must_be_sent_from_app metadata_too_large missing_file_data msg_blocks_too_long msg_blocks_too_many no_text not_in_channel rate_limited restricted_action restricted_action_non_threadable_channel restricted_action_read_only_channel restricted_action_thread_locked restricted_action_thread_only_channel slack_connect_canvas_sharing_blocked slack_connect_file_link_sharing_blocked slack_connect_lists_sharing_blocked team_not_found too_many_attachments too_many_contact_cards',
    'agents.sessions.setStatus': 'channel_not_found invalid_thread_ts user_not_found',
    'agents.sessions.rename': 'channel_not_found invalid_thread_ts',
    'apps.connections.open': 'forbidden_team insecure_request missing_args',
    'apps.uninstall': 'bad_client_secret client_id_token_mismatch invalid_client_id',
    'auth.revoke': 'not_bearer_token',
    'auth.test': '',
    'bookmarks.add':
      'cannot_bookmark_from_external_org cannot_bookmark_restricted_sharing_enabled channel_not_found file_already_added file_not_found invalid_app_action_type invalid_bookmark_type invalid_child_type invalid_emoji invalid_entity_id invalid_link invalid_parent_type invalid_shortcut_type not_implemented parent_bookmark_disabled parent_with_link permission_denied slack_connect_blocked_file_type slack_connect_clip_sharing_blocked slack_connect_file_upload_sharing_blocked too_many_bookmarks too_many_requests too_many_tabs',
    'bookmarks.edit':
      'channel_not_found invalid_bookmark_type invalid_emoji invalid_link not_found not_implemented parent_with_link permission_denied slack_connect_blocked_file_type slack_connect_clip_sharing_blocked slack_connect_file_upload_sharing_blocked',
    'bookmarks.list': 'channel_not_found not_implemented',
    'bookmarks.remove':
      'channel_not_found invalid_bookmark_type not_found not_implemented permission_denied user_not_found',
    'bots.info': 'bot_not_found bots_not_found missing_argument team_not_found',
    'chat.delete': 'cant_delete_message channel_not_found compliance_exports_prevent_deletion message_not_found',
    'chat.deleteScheduledMessage': 'bad_token channel_not_found invalid_scheduled_message_id',
    'chat.getPermalink': 'channel_not_found message_not_found',
    'chat.meMessage': 'channel_not_found is_archived msg_too_long no_text not_in_channel rate_limited',
    'chat.postEphemeral':
      'cannot_reply_to_message channel_not_found invalid_attachments invalid_blocks invalid_blocks_format is_archived markdown_text_conflict message_limit_exceeded messages_tab_disabled msg_too_long no_text not_in_channel restricted_action too_many_attachments user_not_in_channel',
    'chat.postMessage':
      'app_access_restricted as_user_not_supported attachment_payload_limit_exceeded cannot_reply_to_message channel_not_found draft_already_deleted draft_already_sent draft_has_conflict draft_not_found duplicate_channel_not_found duplicate_message_not_found invalid_blocks invalid_blocks_format invalid_metadata_format invalid_metadata_schema is_archived markdown_text_conflict message_limit_exceeded messages_tab_disabled metadata_must_be_sent_from_app metadata_too_large missing_file_data msg_blocks_too_long msg_too_long no_text not_in_channel rate_limited restricted_action restricted_action_non_threadable_channel restricted_action_read_only_channel restricted_action_thread_locked restricted_action_thread_only_channel send_on_behalf_not_allowed slack_connect_canvas_sharing_blocked slack_connect_file_link_sharing_blocked slack_connect_lists_sharing_blocked team_not_found too_many_attachments too_many_contact_cards',
    'chat.scheduleMessage':
      'channel_not_found invalid_blocks invalid_blocks_format invalid_metadata_format invalid_metadata_schema invalid_time invalid_token is_archived markdown_text_conflict message_limit_exceeded metadata_must_be_sent_from_app metadata_too_large msg_too_long no_text not_in_channel rate_limited restricted_action restricted_action_non_threadable_channel restricted_action_read_only_channel restricted_action_thread_only_channel restricted_too_many slack_connect_file_link_sharing_blocked time_in_past time_too_far too_many_attachments',
    'chat.scheduledMessages.list': 'invalid_channel invalid_cursor invalid_token',
    'chat.unfurl':
      'cannot_auth_user cannot_find_channel cannot_find_message cannot_find_service cannot_parse_attachment cannot_prompt cannot_unfurl_message cannot_unfurl_url invalid_metadata_format invalid_source invalid_unfurl_id invalid_unfurls_format missing_channel missing_source missing_ts missing_unfurl_id missing_unfurls user_is_bot',
    'chat.update':
      'as_user_not_supported block_mismatch blocked_file_type cant_broadcast_message cant_update_message channel_not_found edit_window_closed external_channel_migrating file_deleted file_is_deleted file_not_found file_share_limit_reached invalid_attachments invalid_blocks invalid_blocks_format invalid_metadata_format invalid_metadata_schema is_inactive markdown_text_conflict max_file_sharing_exceeded message_limit_exceeded message_not_found metadata_must_be_sent_from_app metadata_too_large msg_too_long no_dual_broadcast_content_update no_text posting_to_channel_denied rate_limited slack_connect_blocked_file_type slack_connect_canvas_sharing_blocked slack_connect_clip_sharing_blocked slack_connect_file_link_sharing_blocked slack_connect_file_upload_sharing_blocked streaming_state_conflict team_not_found too_many_attachments unable_to_share_files update_failed',
    'conversations.archive':
      'already_archived cant_archive_general cant_archive_required channel_not_found method_not_supported_for_channel_type not_in_channel not_supported restricted_action user_is_bot user_is_restricted user_is_ultra_restricted',
    'conversations.close':
      'channel_not_found external_channel_migrating method_not_supported_for_channel_type not_permitted user_does_not_own_channel',
    'conversations.create':
      'cannot_create_channel canvas_disabled_user_team invalid_name invalid_name_maxlength invalid_name_punctuation invalid_name_required invalid_name_specials method_not_supported_for_channel_type missing_argument name_taken no_channel restricted_action user_is_bot user_is_restricted',
    'conversations.history':
      'channel_is_limited_access channel_not_found invalid_cursor invalid_metadata_filter_keys invalid_ts_latest invalid_ts_oldest not_in_channel',
    'conversations.info': 'channel_is_limited_access channel_not_found',
    'conversations.invite':
      'already_in_channel app_cannot_join_channel cant_invite cant_invite_self channel_not_found external_channel_migrating invitee_cant_see_channel is_archived method_not_supported_for_channel_type no_external_invite_permission no_user not_in_channel org_user_not_in_team too_many_users ura_max_channels user_is_bot user_is_restricted user_is_ultra_restricted user_not_found',
    'conversations.join':
      'channel_is_limited_access channel_not_found is_archived method_not_supported_for_channel_type too_many_members user_is_bot user_is_restricted user_is_ultra_restricted',
    'conversations.kick':
      'cant_kick_from_general cant_kick_self channel_not_found method_not_supported_for_channel_type not_in_channel not_supported restricted_action user_is_bot user_is_restricted user_not_found',
    'conversations.leave':
      'cant_leave_general channel_not_found is_archived last_member method_not_supported_for_channel_type user_is_bot user_is_restricted user_is_ultra_restricted',
    'conversations.list':
      'invalid_cursor invalid_limit invalid_types method_not_supported_for_channel_type missing_argument',
    'conversations.mark': 'channel_not_found invalid_timestamp method_not_supported_for_channel_type not_in_channel',
    'conversations.members':
      'channel_not_found fetch_members_failed invalid_cursor invalid_limit method_not_supported_for_channel_type',
    'conversations.open':
      'channel_not_found invalid_user_combination method_not_supported_for_channel_type not_enough_users too_many_users user_disabled user_not_found user_not_visible users_list_not_supplied',
    'conversations.rename':
      'channel_not_found invalid_name invalid_name_maxlength invalid_name_punctuation invalid_name_required invalid_name_specials is_archived method_not_supported_for_channel_type name_taken not_authorized not_in_channel user_is_restricted',
    'conversations.replies':
      'channel_not_found invalid_cursor invalid_metadata_filter_keys invalid_ts_latest invalid_ts_oldest list_record_comment_fetch_failed method_not_supported_for_channel_type thread_not_found',
    'conversations.setPurpose':
      'channel_not_found is_archived method_not_supported_for_channel_type not_in_channel too_long user_is_restricted',
    'conversations.setTopic':
      'channel_not_found is_archived method_not_supported_for_channel_type not_in_channel too_long user_is_restricted',
    'conversations.unarchive':
      'channel_not_found method_not_supported_for_channel_type not_archived user_is_bot user_is_restricted user_is_ultra_restricted',
    'dnd.endDnd': 'unknown_error',
    'dnd.endSnooze': 'snooze_end_failed snooze_not_active',
    'dnd.info': 'user_not_found user_not_visible',
    'dnd.setSnooze': 'missing_duration snooze_failed too_long',
    'dnd.teamInfo': 'no_users_provided user_not_visible',
    'emoji.list': 'unable_to_fetch_custom_emojis',
    'files.completeUploadExternal':
      'channel_not_found channels_limit_exceeded file_not_found file_type_not_allowed file_update_failed file_uploads_except_images_disabled invalid_blocks invalid_channel not_in_channel posting_to_channel_denied user_is_external_guest',
    'files.delete': 'cant_delete_file delete_not_allowed file_deleted file_deleting_disabled file_not_found',
    'files.getUploadURLExternal':
      'alt_txt_too_large file_type_not_allowed file_upload_size_restricted file_uploads_disabled file_uploads_except_images_disabled missing_argument snippet_too_large storage_limit_reached unknown_snippet_type unknown_subtype',
    'files.info':
      'canvas_disabled_file_team canvas_disabled_user_team canvas_globally_disabled file_deleted file_not_found not_visible slack_connect_canvas_sharing_blocked template_not_visible timezone_count_failed',
    'files.list': 'missing_argument slack_connect_canvas_sharing_blocked unknown_type user_is_bot user_not_found',
    'oauth.v2.access':
      'bad_client_secret bad_redirect_uri cannot_install_an_org_installed_app invalid_client_id invalid_code invalid_code_verifier invalid_grant_type invalid_refresh_token no_scopes oauth_authorization_url_mismatch pkce_not_allowed preview_feature_not_available user_email_unverified',
    'oauth.v2.exchange':
      'authorization_not_found bad_client_secret invalid_client_id invalid_token token_already_exchanged token_rotation_not_enabled',
    'openid.connect.token':
      'bad_client_secret bad_redirect_uri cannot_install_an_org_installed_app invalid_client invalid_client_id invalid_code invalid_grant invalid_grant_type invalid_refresh_token invalid_request oauth_authorization_url_mismatch preview_feature_not_available unsupported_grant_type',
    'openid.connect.userInfo': '',
    'pins.add':
      'already_pinned bad_timestamp channel_not_found external_channel_migrating file_not_found file_not_shared message_not_found no_item_specified not_in_channel not_pinnable permission_denied restricted_action too_many_pins',
    'pins.list': 'channel_not_found restricted_action',
    'pins.remove':
      'bad_timestamp channel_not_found external_channel_migrating file_comment_not_found file_not_found message_not_found no_item_specified no_pin not_pinned permission_denied restricted_action',
    'reactions.add':
      'already_reacted bad_timestamp channel_not_found external_channel_migrating invalid_name is_archived message_not_found no_access no_item_specified not_reactable thread_locked too_many_emoji too_many_reactions',
    'reactions.get':
      'bad_timestamp channel_not_found file_comment_not_found file_not_found message_not_found no_item_specified',
    'reactions.list': 'user_not_found',
    'reactions.remove':
      'bad_timestamp channel_not_found external_channel_migrating file_comment_not_found file_not_found invalid_name message_not_found no_access no_item_specified no_reaction thread_locked',
    'reminders.add':
      'cannot_add_bot cannot_add_others cannot_add_others_recurring cannot_add_profile_only_user cannot_add_slackbot cannot_parse missing_argument user_not_found',
    'reminders.complete': 'cannot_complete_others cannot_complete_recurring missing_argument not_found',
    'reminders.delete': 'missing_argument not_found',
    'reminders.info': 'missing_argument not_found',
    'reminders.list': '',
    'search.messages': 'no_query',
    'team.info':
      'enterprise_not_found fail_to_get_teams_for_restricted_user missing_user org_not_found team_not_found team_not_on_enterprise user_not_found',
    'usergroups.create':
      'bad_handle description_too_long forbidden_handle handle_already_exists invalid_channel_provided invalid_group_provided missing_argument missing_subteam_name name_already_exists name_too_long paid_teams_only permission_denied plan_upgrade_required target_team_must_be_specified_in_org_context target_team_not_on_org',
    'usergroups.disable':
      'missing_argument permission_denied plan_upgrade_required target_team_must_be_specified_in_org_context target_team_not_on_org',
    'usergroups.enable': 'missing_argument permission_denied plan_upgrade_required',
    'usergroups.list':
      'invalid_cursor invalid_team missing_argument plan_upgrade_required user_is_bot user_is_restricted users_not_found',
    'usergroups.update':
      'missing_argument paid_teams_only permission_denied too_many_linked_channels user_channel_limit_exceeded',
    'usergroups.users.list': 'invalid_cursor no_such_subteam plan_upgrade_required user_is_bot user_is_restricted',
    'usergroups.users.update':
      'failed_for_some_users invalid_users missing_argument no_users_provided permission_denied plan_upgrade_required subteam_max_users_exceeded',
    'users.conversations':
      'invalid_cursor invalid_limit invalid_types method_not_supported_for_channel_type missing_argument',
    'users.getPresence': '',
    'users.identity': 'email_not_verified invalid_user_id user_is_bot',
    'users.info': 'too_many_users user_not_found user_not_visible',
    'users.list': 'invalid_cursor limit_required missing_argument',
    'users.lookupByEmail': 'users_not_found',
    'users.profile.get': 'user_is_bot user_not_found',
    'users.profile.set':
      'cannot_update_admin_user email_taken invalid_emoji_not_allowed invalid_ooo_message invalid_profile invalid_starts_with_at must_clear_both_status_text_and_status_emoji name_not_allowed not_admin not_app_admin partial_profile_set_failed permission_denied profile_set_failed reserved_name sudo_required too_long user_is_bot username_same',
    'users.setPresence': 'invalid_presence',
    'views.open': 'duplicate_external_id exchanged_trigger_id expired_trigger_id invalid_trigger_id view_too_large',
    'views.publish':
      'duplicate_external_id hash_conflict missing_profile_id not_enabled not_implemented view_too_large',
    'views.push':
      'duplicate_external_id exchanged_trigger_id expired_trigger_id invalid_trigger_id not_found push_limit_reached view_too_large',
    'views.update': 'duplicate_external_id hash_conflict not_found view_too_large',
  }).map(([method, words]) => [method, words.split(' ').filter((word) => word !== '')]),
)
