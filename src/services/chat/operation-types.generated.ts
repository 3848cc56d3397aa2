// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of chat, each with the parameters of its path and its body. */
export interface ChatOperations {
  'admin.apps.approve': OperationTypes<Record<never, string>, { team_id?: string | number | boolean; enterprise_id?: string | number | boolean; app_id?: string | number | boolean; request_id?: string | number | boolean; bot_scopes?: unknown; user_scopes?: unknown }>
  'admin.apps.restrict': OperationTypes<Record<never, string>, { team_id?: string | number | boolean; enterprise_id?: string | number | boolean; app_id?: string | number | boolean; request_id?: string | number | boolean }>
  'admin.apps.clearResolution': OperationTypes<Record<never, string>, { team_id?: string | number | boolean; enterprise_id?: string | number | boolean; app_id: string | number | boolean }>
  'admin.apps.approved.list': OperationTypes<Record<never, string>, { team_id?: string | number | boolean; enterprise_id?: string | number | boolean; certified?: boolean | string | 0 | 1; cursor?: string | number | boolean; limit?: "" | number | string }>
  'admin.apps.restricted.list': OperationTypes<Record<never, string>, { team_id?: string | number | boolean; enterprise_id?: string | number | boolean; certified?: boolean | string | 0 | 1; cursor?: string | number | boolean; limit?: "" | number | string }>
  'admin.apps.requests.list': OperationTypes<Record<never, string>, { team_id?: string | number | boolean; enterprise_id?: string | number | boolean; certified?: boolean | string | 0 | 1; cursor?: string | number | boolean; limit?: "" | number | string }>
  'admin.apps.requests.cancel': OperationTypes<Record<never, string>, { team_id?: string | number | boolean; enterprise_id?: string | number | boolean; request_id: string | number | boolean }>
  'admin.apps.uninstall': OperationTypes<Record<never, string>, { app_id: string | number | boolean; enterprise_id?: string | number | boolean; team_ids?: unknown }>
  'admin.apps.activities.list': OperationTypes<Record<never, string>, { app_id?: string | number | boolean; team_id?: string | number | boolean; component_id?: string | number | boolean; component_type?: "events_api" | "workflows" | "functions" | "tables"; log_event_type?: string | number | boolean; min_log_level?: "trace" | "debug" | "info" | "warn" | "error" | "fatal"; min_date_created?: "" | number | string; max_date_created?: "" | number | string; sort_direction?: "asc" | "desc"; source?: "slack" | "developer"; trace_id?: string | number | boolean; cursor?: string | number | boolean; limit?: "" | number | string }>
  'admin.apps.config.lookup': OperationTypes<Record<never, string>, { app_ids: unknown }>
  'admin.apps.config.set': OperationTypes<Record<never, string>, { app_id: string | number | boolean; domain_restrictions?: unknown; workflow_auth_strategy?: string | number | boolean }>
  'admin.conversations.create': OperationTypes<Record<never, string>, { name: string | number | boolean; is_private: boolean | string | 0 | 1; description?: string | number | boolean; org_wide?: boolean | string | 0 | 1; team_id?: string | number | boolean }>
  'admin.conversations.archive': OperationTypes<Record<never, string>, { channel_id: string | number | boolean }>
  'admin.conversations.unarchive': OperationTypes<Record<never, string>, { channel_id: string | number | boolean }>
  'admin.conversations.rename': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; name: string | number | boolean }>
  'admin.conversations.invite': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; user_ids: unknown }>
  'admin.conversations.convertToPrivate': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; name?: string | number | boolean }>
  'admin.conversations.convertToPublic': OperationTypes<Record<never, string>, { channel_id: string | number | boolean }>
  'admin.conversations.getTeams': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; cursor?: string | number | boolean; limit?: "" | number | string }>
  'admin.conversations.search': OperationTypes<Record<never, string>, { query?: string | number | boolean; team_ids?: unknown; search_channel_types?: unknown; sort?: string | number | boolean; sort_dir?: string | number | boolean; cursor?: string | number | boolean; limit?: "" | number | string; total_count_only?: boolean | string | 0 | 1 }>
  'admin.users.list': OperationTypes<Record<never, string>, { team_id?: string | number | boolean; cursor?: string | number | boolean; limit?: "" | number | string; is_active?: boolean | string | 0 | 1; include_deactivated_user_workspaces?: boolean | string | 0 | 1; only_guests?: boolean | string | 0 | 1 }>
  'admin.users.invite': OperationTypes<Record<never, string>, { team_id: string | number | boolean; email: string | number | boolean; channel_ids: unknown; real_name?: string | number | boolean; custom_message?: string | number | boolean; resend?: boolean | string | 0 | 1 }>
  'admin.users.remove': OperationTypes<Record<never, string>, { team_id: string | number | boolean; user_id: string | number | boolean }>
  'admin.users.setAdmin': OperationTypes<Record<never, string>, { team_id: string | number | boolean; user_id: string | number | boolean }>
  'admin.users.setOwner': OperationTypes<Record<never, string>, { team_id: string | number | boolean; user_id: string | number | boolean }>
  'admin.users.setRegular': OperationTypes<Record<never, string>, { team_id: string | number | boolean; user_id: string | number | boolean }>
  'admin.teams.list': OperationTypes<Record<never, string>, { cursor?: string | number | boolean; limit?: "" | number | string }>
  'assistant.threads.setStatus': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; thread_ts: string | number | boolean; status: string | number | boolean; loading_messages?: unknown; icon_emoji?: string | number | boolean; icon_url?: string | number | boolean; username?: string | number | boolean }>
  'assistant.threads.setTitle': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; thread_ts: string | number | boolean; title: string | number | boolean }>
  'assistant.threads.setSuggestedPrompts': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; thread_ts?: string | number | boolean; title?: string | number | boolean; prompts: unknown }>
  'agents.sessions.setStatus': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; thread_ts?: string | number | boolean; status: "active" | "processing" | "suspended" | "closed"; title?: string | number | boolean; initiator_user_id?: string | number | boolean; icon_emoji?: string | number | boolean; icon_url?: string | number | boolean; username?: string | number | boolean }>
  'agents.sessions.rename': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; thread_ts?: string | number | boolean; title: string | number | boolean }>
  'bookmarks.add': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; title: string | number | boolean; type: string | number | boolean; link?: string | number | boolean; emoji?: string | number | boolean; entity_id?: string | number | boolean; parent_id?: string | number | boolean }>
  'bookmarks.edit': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; bookmark_id: string | number | boolean; title?: string | number | boolean; link?: string | number | boolean; emoji?: string | number | boolean }>
  'bookmarks.list': OperationTypes<Record<never, string>, { channel_id: string | number | boolean }>
  'bookmarks.remove': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; bookmark_id: string | number | boolean }>
  'calls.add': OperationTypes<Record<never, string>, { title?: string | number | boolean; desktop_app_join_url?: string | number | boolean; external_unique_id: string | number | boolean; join_url: string | number | boolean; external_display_id?: string | number | boolean; created_by?: string | number | boolean; date_start?: "" | number | string; users?: unknown }>
  'calls.info': OperationTypes<Record<never, string>, { id: string | number | boolean }>
  'calls.update': OperationTypes<Record<never, string>, { title?: string | number | boolean; desktop_app_join_url?: string | number | boolean; id: string | number | boolean; join_url?: string | number | boolean }>
  'calls.end': OperationTypes<Record<never, string>, { id: string | number | boolean; duration?: "" | number | string }>
  'calls.participants.add': OperationTypes<Record<never, string>, { id: string | number | boolean; users: unknown }>
  'calls.participants.remove': OperationTypes<Record<never, string>, { id: string | number | boolean; users: unknown }>
  'canvases.create': OperationTypes<Record<never, string>, { title?: string | number | boolean; document_content?: unknown; channel_id?: string | number | boolean }>
  'conversations.canvases.create': OperationTypes<Record<never, string>, { title?: string | number | boolean; document_content?: unknown; channel_id: string | number | boolean }>
  'canvases.edit': OperationTypes<Record<never, string>, { canvas_id: string | number | boolean; changes: unknown }>
  'canvases.delete': OperationTypes<Record<never, string>, { canvas_id: string | number | boolean }>
  'canvases.access.set': OperationTypes<Record<never, string>, { canvas_id: string | number | boolean; channel_ids?: unknown; user_ids?: unknown; access_level: "read" | "write" | "owner" }>
  'canvases.access.delete': OperationTypes<Record<never, string>, { canvas_id: string | number | boolean; channel_ids?: unknown; user_ids?: unknown }>
  'canvases.sections.lookup': OperationTypes<Record<never, string>, { canvas_id: string | number | boolean; criteria: unknown }>
  'canvases.getContent': OperationTypes<Record<never, string>, { canvas_id: string | number | boolean; content_type?: "markdown" | "html" }>
  'conversations.create': OperationTypes<Record<never, string>, { name?: string | number | boolean; is_private?: boolean | string | 0 | 1; team_id?: string | number | boolean }>
  'conversations.archive': OperationTypes<Record<never, string>, { channel: string | number | boolean }>
  'conversations.unarchive': OperationTypes<Record<never, string>, { channel: string | number | boolean }>
  'conversations.rename': OperationTypes<Record<never, string>, { channel: string | number | boolean; name?: string | number | boolean }>
  'conversations.setTopic': OperationTypes<Record<never, string>, { channel: string | number | boolean; topic: string | number | boolean }>
  'conversations.setPurpose': OperationTypes<Record<never, string>, { channel: string | number | boolean; purpose: string | number | boolean }>
  'conversations.join': OperationTypes<Record<never, string>, { channel: string | number | boolean }>
  'conversations.leave': OperationTypes<Record<never, string>, { channel: string | number | boolean }>
  'conversations.invite': OperationTypes<Record<never, string>, { channel: string | number | boolean; users?: unknown; force?: boolean | string | 0 | 1 }>
  'conversations.kick': OperationTypes<Record<never, string>, { channel: string | number | boolean; user: string | number | boolean }>
  'conversations.open': OperationTypes<Record<never, string>, { channel?: string | number | boolean; users?: unknown; return_im?: boolean | string | 0 | 1; prevent_creation?: boolean | string | 0 | 1 }>
  'conversations.close': OperationTypes<Record<never, string>, { channel: string | number | boolean }>
  'conversations.mark': OperationTypes<Record<never, string>, { channel: string | number | boolean; ts: string | number | boolean }>
  'chat.postMessage': OperationTypes<Record<never, string>, object>
  'chat.postEphemeral': OperationTypes<Record<never, string>, { channel: string | number | boolean; user: string | number | boolean; text?: string | number | boolean; markdown_text?: string | number | boolean; blocks?: unknown; attachments?: unknown; metadata?: unknown; parse?: string | number | boolean; link_names?: boolean | string | 0 | 1; mrkdwn?: boolean | string | 0 | 1; username?: string | number | boolean; icon_url?: string | number | boolean; icon_emoji?: string | number | boolean; as_user?: boolean | string | 0 | 1; unfurl_links?: boolean | string | 0 | 1; unfurl_media?: boolean | string | 0 | 1; thread_ts?: string | number | boolean }>
  'chat.meMessage': OperationTypes<Record<never, string>, { channel: string | number | boolean; text?: string | number | boolean }>
  'chat.update': OperationTypes<Record<never, string>, { channel: string | number | boolean; ts: string | number | boolean; text?: string | number | boolean; markdown_text?: string | number | boolean; blocks?: unknown; attachments?: unknown; metadata?: unknown; parse?: string | number | boolean; link_names?: boolean | string | 0 | 1; mrkdwn?: boolean | string | 0 | 1; file_ids?: unknown; reply_broadcast?: boolean | string | 0 | 1; as_user?: boolean | string | 0 | 1 }>
  'chat.delete': OperationTypes<Record<never, string>, { channel: string | number | boolean; ts: string | number | boolean; as_user?: boolean | string | 0 | 1 }>
  'chat.getPermalink': OperationTypes<Record<never, string>, { channel: string | number | boolean; message_ts: string | number | boolean }>
  'chat.scheduleMessage': OperationTypes<Record<never, string>, object>
  'chat.deleteScheduledMessage': OperationTypes<Record<never, string>, { channel: string | number | boolean; scheduled_message_id: string | number | boolean; as_user?: boolean | string | 0 | 1 }>
  'chat.scheduledMessages.list': OperationTypes<Record<never, string>, { channel?: string | number | boolean; latest?: string | number | boolean; oldest?: string | number | boolean; limit?: "" | number | string; cursor?: string | number | boolean; team_id?: string | number | boolean }>
  'chat.unfurl': OperationTypes<Record<never, string>, { channel?: string | number | boolean; ts?: string | number | boolean; unfurl_id?: string | number | boolean; source?: string | number | boolean; unfurls?: unknown; metadata?: unknown; user_auth_message?: string | number | boolean; user_auth_required?: boolean | string | 0 | 1; user_auth_url?: string | number | boolean; user_auth_blocks?: unknown }>
  'agents.conversations.create': OperationTypes<Record<never, string>, { name?: string | number | boolean; team_id?: string | number | boolean; session_id?: string | number | boolean; is_private?: boolean | string | 0 | 1; origin_channel_id?: string | number | boolean; origin_message_ts?: string | number | boolean }>
  'agents.conversations.archive': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; summary_message_ts?: string | number | boolean }>
  'agents.conversations.setProperties': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; code_channel?: unknown; agent_resource?: unknown }>
  'agents.conversations.setCommands': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; commands: unknown }>
  'agents.conversations.setView': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; type?: "html" | "diff" | "block_kit" | "canvas" | "pull_request"; view_key?: string | number | boolean; name?: string | number | boolean; content?: string | number | boolean; blocks?: unknown; canvas_id?: string | number | boolean; access_level?: "write" | "comment"; agent_content_hash?: string | number | boolean; pr_url?: string | number | boolean; base_branch?: string | number | boolean; head_branch?: string | number | boolean; csp?: unknown }>
  'agents.conversations.listViews': OperationTypes<Record<never, string>, { channel_id: string | number | boolean }>
  'agents.conversations.removeView': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; view_key?: string | number | boolean; view_id?: string | number | boolean }>
  'agents.conversations.getCanvas': OperationTypes<Record<never, string>, { channel: string | number | boolean; canvas_id: string | number | boolean; content_format?: "markdown" | "html"; include_resolved?: boolean | string | 0 | 1 }>
  'agents.conversations.setCanvasContent': OperationTypes<Record<never, string>, { channel: string | number | boolean; canvas_id: string | number | boolean; content: string | number | boolean }>
  'conversations.inviteShared': OperationTypes<Record<never, string>, { channel: string | number | boolean; emails?: unknown; user_ids?: unknown; external_limited?: boolean | string | 0 | 1 }>
  'conversations.acceptSharedInvite': OperationTypes<Record<never, string>, { channel_name?: string | number | boolean; channel_id?: string | number | boolean; invite_id?: string | number | boolean; is_private?: boolean | string | 0 | 1; team_id?: string | number | boolean; free_trial_accepted?: boolean | string | 0 | 1 }>
  'conversations.approveSharedInvite': OperationTypes<Record<never, string>, { invite_id: string | number | boolean; target_team?: string | number | boolean }>
  'conversations.declineSharedInvite': OperationTypes<Record<never, string>, { invite_id: string | number | boolean; target_team?: string | number | boolean }>
  'conversations.listConnectInvites': OperationTypes<Record<never, string>, { count?: "" | number | string; cursor?: string | number | boolean; team_id?: string | number | boolean }>
  'admin.conversations.disconnectShared': OperationTypes<Record<never, string>, { channel_id: string | number | boolean; leaving_team_ids?: unknown }>
  'conversations.list': OperationTypes<Record<never, string>, { limit?: "" | number | string; cursor?: string | number | boolean; exclude_archived?: boolean | string | 0 | 1; types?: unknown; team_id?: string | number | boolean }>
  'conversations.info': OperationTypes<Record<never, string>, { channel: string | number | boolean; include_locale?: boolean | string | 0 | 1; include_num_members?: boolean | string | 0 | 1 }>
  'conversations.history': OperationTypes<Record<never, string>, { channel: string | number | boolean; limit?: "" | number | string; cursor?: string | number | boolean; latest?: string | number | boolean; oldest?: string | number | boolean; inclusive?: boolean | string | 0 | 1; include_all_metadata?: boolean | string | 0 | 1 }>
  'conversations.replies': OperationTypes<Record<never, string>, { channel: string | number | boolean; ts: string | number | boolean; limit?: "" | number | string; cursor?: string | number | boolean; latest?: string | number | boolean; oldest?: string | number | boolean; inclusive?: boolean | string | 0 | 1; include_all_metadata?: boolean | string | 0 | 1 }>
  'conversations.members': OperationTypes<Record<never, string>, { channel: string | number | boolean; limit?: "" | number | string; cursor?: string | number | boolean }>
  'users.conversations': OperationTypes<Record<never, string>, { limit?: "" | number | string; cursor?: string | number | boolean; user?: string | number | boolean; exclude_archived?: boolean | string | 0 | 1; types?: unknown; team_id?: string | number | boolean }>
  'dialog.open': OperationTypes<Record<never, string>, { dialog?: unknown; trigger_id?: string | number | boolean }>
  'dnd.info': OperationTypes<Record<never, string>, { user?: string | number | boolean; team_id?: string | number | boolean }>
  'dnd.teamInfo': OperationTypes<Record<never, string>, { users?: unknown; team_id?: string | number | boolean }>
  'dnd.setSnooze': OperationTypes<Record<never, string>, { num_minutes?: "" | number | string }>
  'dnd.endSnooze': OperationTypes<Record<never, string>, object>
  'dnd.endDnd': OperationTypes<Record<never, string>, object>
  'entity.presentDetails': OperationTypes<Record<never, string>, { trigger_id: string | number | boolean; metadata?: unknown; user_auth_required?: boolean | string | 0 | 1; user_auth_url?: string | number | boolean; error?: unknown }>
  'apps.event.authorizations.list': OperationTypes<Record<never, string>, { event_context: string | number | boolean; cursor?: string | number | boolean; limit?: "" | number | string }>
  'team.externalTeams.list': OperationTypes<Record<never, string>, { connection_status_filter?: "CONNECTED" | "DISCONNECTED" | "BLOCKED" | "IN_REVIEW"; sort_field?: "team_name" | "last_active_timestamp" | "connection_status"; sort_direction?: "asc" | "desc"; workspace_filter?: unknown; slack_connect_pref_filter?: unknown; cursor?: string | number | boolean; limit?: "" | number | string }>
  'team.externalTeams.disconnect': OperationTypes<Record<never, string>, { target_team: string | number | boolean }>
  'files.upload.bytes': OperationTypes<{ key: string }>
  'files.download': OperationTypes<{ file: string; name: string }>
  'files.download.attachment': OperationTypes<{ file: string; name: string }>
  'files.download.csv': OperationTypes<{ file: string; name: string }>
  'files.public': OperationTypes<{ name: string }>
  'files.getUploadURLExternal': OperationTypes<Record<never, string>, { filename: string | number | boolean; length: number | string; alt_text?: string | number | boolean; alt_txt?: string | number | boolean; snippet_type?: string | number | boolean }>
  'files.completeUploadExternal': OperationTypes<Record<never, string>, { files: unknown; channel_id?: string | number | boolean; channels?: unknown; thread_ts?: string | number | boolean; initial_comment?: string | number | boolean; blocks?: unknown; username?: string | number | boolean; icon_url?: string | number | boolean; icon_emoji?: string | number | boolean }>
  'files.info': OperationTypes<Record<never, string>, { file: string | number | boolean; count?: "" | number | string; page?: "" | number | string; limit?: "" | number | string; cursor?: string | number | boolean }>
  'files.list': OperationTypes<Record<never, string>, { channel?: string | number | boolean; user?: string | number | boolean; types?: unknown; ts_from?: string | number | boolean; ts_to?: string | number | boolean; count?: "" | number | string; page?: "" | number | string; show_files_hidden_by_limit?: string | number | boolean; team_id?: string | number | boolean }>
  'files.sharedPublicURL': OperationTypes<Record<never, string>, { file: string | number | boolean }>
  'files.revokePublicURL': OperationTypes<Record<never, string>, { file: string | number | boolean }>
  'files.delete': OperationTypes<Record<never, string>, { file: string | number | boolean }>
  'functions.completeSuccess': OperationTypes<Record<never, string>, { function_execution_id: string | number | boolean; outputs: unknown }>
  'functions.completeError': OperationTypes<Record<never, string>, { function_execution_id: string | number | boolean; error: string | number | boolean }>
  'incoming_webhook': OperationTypes<{ team: string; bot: string; secret: string }>
  'conversations.requestSharedInvite.approve': OperationTypes<Record<never, string>, { invite_id: string | number | boolean; channel_id?: string | number | boolean; is_external_limited?: boolean | string | 0 | 1; message?: unknown }>
  'conversations.requestSharedInvite.deny': OperationTypes<Record<never, string>, { invite_id: string | number | boolean; message?: string | number | boolean }>
  'conversations.requestSharedInvite.list': OperationTypes<Record<never, string>, { user_id?: string | number | boolean; invite_ids?: unknown; include_approved?: boolean | string | 0 | 1; include_denied?: boolean | string | 0 | 1; include_expired?: boolean | string | 0 | 1; cursor?: string | number | boolean; limit?: "" | number | string }>
  'slackLists.create': OperationTypes<Record<never, string>, { name: string | number | boolean; description_blocks?: unknown; schema?: unknown; copy_from_list_id?: string | number | boolean; include_copied_list_records?: boolean | string | 0 | 1; todo_mode?: boolean | string | 0 | 1 }>
  'slackLists.update': OperationTypes<Record<never, string>, { id: string | number | boolean; name?: string | number | boolean; description_blocks?: unknown; todo_mode?: boolean | string | 0 | 1 }>
  'slackLists.access.set': OperationTypes<Record<never, string>, { list_id: string | number | boolean; channel_ids?: unknown; user_ids?: unknown; access_level: "read" | "write" | "owner" }>
  'slackLists.access.delete': OperationTypes<Record<never, string>, { list_id: string | number | boolean; channel_ids?: unknown; user_ids?: unknown }>
  'slackLists.items.create': OperationTypes<Record<never, string>, { list_id: string | number | boolean; duplicated_item_id?: string | number | boolean; parent_item_id?: string | number | boolean; initial_fields?: unknown }>
  'slackLists.items.update': OperationTypes<Record<never, string>, { list_id: string | number | boolean; cells: unknown }>
  'slackLists.items.delete': OperationTypes<Record<never, string>, { list_id: string | number | boolean; id: string | number | boolean }>
  'slackLists.items.deleteMultiple': OperationTypes<Record<never, string>, { list_id: string | number | boolean; ids: unknown }>
  'slackLists.items.info': OperationTypes<Record<never, string>, { list_id: string | number | boolean; id: string | number | boolean; include_is_subscribed?: boolean | string | 0 | 1 }>
  'slackLists.items.list': OperationTypes<Record<never, string>, { list_id: string | number | boolean; limit?: "" | number | string; cursor?: string | number | boolean; archived?: boolean | string | 0 | 1 }>
  'slackLists.download.start': OperationTypes<Record<never, string>, { list_id: string | number | boolean; include_archived?: boolean | string | 0 | 1 }>
  'slackLists.download.get': OperationTypes<Record<never, string>, { list_id: string | number | boolean; job_id: string | number | boolean }>
  'apps.manifest.create': OperationTypes<Record<never, string>, { manifest: unknown; team_id?: string | number | boolean }>
  'apps.manifest.validate': OperationTypes<Record<never, string>, { manifest: unknown; app_id?: string | number | boolean }>
  'apps.manifest.update': OperationTypes<Record<never, string>, { manifest: unknown; app_id: string | number | boolean }>
  'apps.manifest.export': OperationTypes<Record<never, string>, { app_id: string | number | boolean }>
  'apps.manifest.delete': OperationTypes<Record<never, string>, { app_id: string | number | boolean }>
  'tooling.tokens.rotate': OperationTypes<Record<never, string>, { refresh_token: string | number | boolean }>
  'oauth.v2.authorize': OperationTypes<Record<never, string>>
  'openid.connect.authorize': OperationTypes<Record<never, string>>
  'oauth.v2.access': OperationTypes<Record<never, string>, { [name: string]: unknown }>
  'oauth.v2.exchange': OperationTypes<Record<never, string>, { [name: string]: unknown }>
  'openid.connect.token': OperationTypes<Record<never, string>, { [name: string]: unknown }>
  'openid.connect.userInfo': OperationTypes<Record<never, string>, { [name: string]: unknown }>
  'apps.uninstall': OperationTypes<Record<never, string>, { client_id: string; client_secret: string }>
  'openid.connect.keys': OperationTypes<Record<never, string>>
  'openid.connect.discovery': OperationTypes<Record<never, string>>
  'pins.add': OperationTypes<Record<never, string>, { channel?: string | number | boolean; timestamp?: string | number | boolean; file?: string | number | boolean; file_comment?: string | number | boolean }>
  'pins.remove': OperationTypes<Record<never, string>, { channel?: string | number | boolean; timestamp?: string | number | boolean; file?: string | number | boolean; file_comment?: string | number | boolean }>
  'pins.list': OperationTypes<Record<never, string>, { channel: string | number | boolean }>
  'reactions.add': OperationTypes<Record<never, string>, { channel?: string | number | boolean; timestamp?: string | number | boolean; file?: string | number | boolean; file_comment?: string | number | boolean; name: string | number | boolean }>
  'reactions.remove': OperationTypes<Record<never, string>, { channel?: string | number | boolean; timestamp?: string | number | boolean; file?: string | number | boolean; file_comment?: string | number | boolean; name: string | number | boolean }>
  'reactions.get': OperationTypes<Record<never, string>, { channel?: string | number | boolean; timestamp?: string | number | boolean; file?: string | number | boolean; file_comment?: string | number | boolean; full?: boolean | string | 0 | 1 }>
  'reactions.list': OperationTypes<Record<never, string>, { user?: string | number | boolean; full?: boolean | string | 0 | 1; count?: "" | number | string; page?: "" | number | string; limit?: "" | number | string; cursor?: string | number | boolean; team_id?: string | number | boolean }>
  'stars.add': OperationTypes<Record<never, string>, object>
  'stars.list': OperationTypes<Record<never, string>, object>
  'stars.remove': OperationTypes<Record<never, string>, object>
  'files.upload': OperationTypes<Record<never, string>, object>
  'rtm.connect': OperationTypes<Record<never, string>, object>
  'rtm.start': OperationTypes<Record<never, string>, object>
  'workflows.stepCompleted': OperationTypes<Record<never, string>, object>
  'workflows.stepFailed': OperationTypes<Record<never, string>, object>
  'workflows.updateStep': OperationTypes<Record<never, string>, object>
  'reminders.add': OperationTypes<Record<never, string>, { text: string | number | boolean; time: string | number | boolean; user?: string | number | boolean; recurrence?: unknown; team_id?: string | number | boolean }>
  'reminders.complete': OperationTypes<Record<never, string>, { reminder: string | number | boolean; team_id?: string | number | boolean }>
  'reminders.delete': OperationTypes<Record<never, string>, { reminder: string | number | boolean; team_id?: string | number | boolean }>
  'reminders.info': OperationTypes<Record<never, string>, { reminder: string | number | boolean; team_id?: string | number | boolean }>
  'reminders.list': OperationTypes<Record<never, string>, { team_id?: string | number | boolean }>
  'files.remote.add': OperationTypes<Record<never, string>, { external_id: string | number | boolean; title: string | number | boolean; external_url: string | number | boolean; filetype?: string | number | boolean; preview_image?: unknown; indexable_file_contents?: unknown }>
  'files.remote.info': OperationTypes<Record<never, string>, { file?: string | number | boolean; external_id?: string | number | boolean }>
  'files.remote.list': OperationTypes<Record<never, string>, { channel?: string | number | boolean; ts_from?: string | number | boolean; ts_to?: string | number | boolean; limit?: "" | number | string; cursor?: string | number | boolean }>
  'files.remote.share': OperationTypes<Record<never, string>, { file?: string | number | boolean; external_id?: string | number | boolean; channels: unknown }>
  'files.remote.update': OperationTypes<Record<never, string>, { file?: string | number | boolean; external_id?: string | number | boolean; title?: string | number | boolean; external_url?: string | number | boolean; filetype?: string | number | boolean; preview_image?: unknown; indexable_file_contents?: unknown }>
  'files.remote.remove': OperationTypes<Record<never, string>, { file?: string | number | boolean; external_id?: string | number | boolean }>
  'response_url': OperationTypes<{ team: string; number: string; secret: string }>
  'search.messages': OperationTypes<Record<never, string>, { query?: string | number | boolean; count?: "" | number | string; page?: "" | number | string; cursor?: string | number | boolean; highlight?: boolean | string | 0 | 1; sort?: "score" | "timestamp"; sort_dir?: "asc" | "desc"; team_id?: string | number | boolean }>
  'search.files': OperationTypes<Record<never, string>, { query?: string | number | boolean; count?: "" | number | string; page?: "" | number | string; cursor?: string | number | boolean; highlight?: boolean | string | 0 | 1; sort?: "score" | "timestamp"; sort_dir?: "asc" | "desc"; team_id?: string | number | boolean }>
  'search.all': OperationTypes<Record<never, string>, { query?: string | number | boolean; count?: "" | number | string; page?: "" | number | string; cursor?: string | number | boolean; highlight?: boolean | string | 0 | 1; sort?: "score" | "timestamp"; sort_dir?: "asc" | "desc"; team_id?: string | number | boolean }>
  'apps.connections.open': OperationTypes<Record<never, string>, object>
  'socket_mode': OperationTypes<Record<never, string>>
  'chat.startStream': OperationTypes<Record<never, string>, { channel: string | number | boolean; thread_ts?: string | number | boolean; markdown_text?: string | number | boolean; chunks?: unknown; recipient_team_id?: string | number | boolean; recipient_user_id?: string | number | boolean; task_display_mode?: "timeline" | "plan"; icon_emoji?: string | number | boolean; icon_url?: string | number | boolean; username?: string | number | boolean }>
  'chat.appendStream': OperationTypes<Record<never, string>, { channel: string | number | boolean; ts: string | number | boolean; markdown_text?: string | number | boolean; chunks?: unknown }>
  'chat.stopStream': OperationTypes<Record<never, string>, { channel: string | number | boolean; ts: string | number | boolean; markdown_text?: string | number | boolean; chunks?: unknown; blocks?: unknown; metadata?: unknown; session_status?: "active" | "processing" | "suspended" | "closed" }>
  'team.info': OperationTypes<Record<never, string>, { team?: string | number | boolean; domain?: string | number | boolean }>
  'team.preferences.list': OperationTypes<Record<never, string>, object>
  'team.billing.info': OperationTypes<Record<never, string>, object>
  'bots.info': OperationTypes<Record<never, string>, { bot?: string | number | boolean; team_id?: string | number | boolean }>
  'emoji.list': OperationTypes<Record<never, string>, { include_categories?: boolean | string | 0 | 1 }>
  'team.profile.get': OperationTypes<Record<never, string>, { visibility?: "all" | "visible" | "hidden" }>
  'team.accessLogs': OperationTypes<Record<never, string>, { count?: "" | number | string; page?: "" | number | string; team_id?: string | number | boolean; before?: "" | number | string; cursor?: string | number | boolean; limit?: "" | number | string }>
  'team.integrationLogs': OperationTypes<Record<never, string>, { count?: "" | number | string; page?: "" | number | string; team_id?: string | number | boolean; app_id?: string | number | boolean; change_type?: string | number | boolean; service_id?: string | number | boolean; user?: string | number | boolean }>
  'team.billableInfo': OperationTypes<Record<never, string>, { cursor?: string | number | boolean; limit?: "" | number | string; user?: string | number | boolean; team_id?: string | number | boolean }>
  'api.test': OperationTypes<Record<never, string>, { [name: string]: unknown }>
  'auth.test': OperationTypes<Record<never, string>, { [name: string]: unknown }>
  'auth.revoke': OperationTypes<Record<never, string>, { test?: boolean | string | 0 | 1 }>
  'unknown_method': OperationTypes<{ method: string }>
  'usergroups.list': OperationTypes<Record<never, string>, { include_count?: boolean | string | 0 | 1; include_disabled?: boolean | string | 0 | 1; include_users?: boolean | string | 0 | 1; team_id?: string | number | boolean }>
  'usergroups.create': OperationTypes<Record<never, string>, { name: string | number | boolean; handle?: string | number | boolean; description?: string | number | boolean; channels?: unknown; include_count?: boolean | string | 0 | 1; team_id?: string | number | boolean }>
  'usergroups.update': OperationTypes<Record<never, string>, { usergroup: string | number | boolean; name?: string | number | boolean; handle?: string | number | boolean; description?: string | number | boolean; channels?: unknown; include_count?: boolean | string | 0 | 1; team_id?: string | number | boolean }>
  'usergroups.enable': OperationTypes<Record<never, string>, { usergroup: string | number | boolean; include_count?: boolean | string | 0 | 1; team_id?: string | number | boolean }>
  'usergroups.disable': OperationTypes<Record<never, string>, { usergroup: string | number | boolean; include_count?: boolean | string | 0 | 1; team_id?: string | number | boolean }>
  'usergroups.users.list': OperationTypes<Record<never, string>, { usergroup: string | number | boolean; include_count?: boolean | string | 0 | 1; team_id?: string | number | boolean; include_disabled?: boolean | string | 0 | 1 }>
  'usergroups.users.update': OperationTypes<Record<never, string>, { usergroup: string | number | boolean; include_count?: boolean | string | 0 | 1; team_id?: string | number | boolean; users?: unknown }>
  'users.list': OperationTypes<Record<never, string>, { limit?: "" | number | string; cursor?: string | number | boolean; include_locale?: boolean | string | 0 | 1; team_id?: string | number | boolean }>
  'users.info': OperationTypes<Record<never, string>, { user: string | number | boolean; include_locale?: boolean | string | 0 | 1 }>
  'users.lookupByEmail': OperationTypes<Record<never, string>, { email: string | number | boolean }>
  'users.getPresence': OperationTypes<Record<never, string>, { user?: string | number | boolean }>
  'users.setPresence': OperationTypes<Record<never, string>, { presence: string | number | boolean }>
  'users.profile.get': OperationTypes<Record<never, string>, { user?: string | number | boolean; include_labels?: boolean | string | 0 | 1 }>
  'users.profile.set': OperationTypes<Record<never, string>, { profile?: unknown; user?: string | number | boolean; name?: string | number | boolean; value?: string | number | boolean }>
  'users.setPhoto': OperationTypes<Record<never, string>, { image: unknown; crop_x?: "" | number | string; crop_y?: "" | number | string; crop_w?: "" | number | string }>
  'users.deletePhoto': OperationTypes<Record<never, string>, object>
  'users.identity': OperationTypes<Record<never, string>, object>
  'workspace': OperationTypes<Record<never, string>>
  'workspace.permalink': OperationTypes<{ channel: string; message: string }>
  'workspace.document': OperationTypes<{ team: string; file: string }>
  'workspace.avatar': OperationTypes<{ name: string }>
  'views.open': OperationTypes<Record<never, string>, { view: unknown; trigger_id?: string | number | boolean; interactivity_pointer?: string | number | boolean }>
  'views.push': OperationTypes<Record<never, string>, { view: unknown; trigger_id?: string | number | boolean; interactivity_pointer?: string | number | boolean }>
  'views.update': OperationTypes<Record<never, string>, { view: unknown; view_id?: string | number | boolean; external_id?: string | number | boolean; hash?: string | number | boolean }>
  'views.publish': OperationTypes<Record<never, string>, { user_id: string | number | boolean; view: unknown; hash?: string | number | boolean }>
}
