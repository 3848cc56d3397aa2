// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type AdminAppsApprove = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] } }
type App = { id: string; name: string; description: string; help_url: string; privacy_policy_url: string; app_homepage_url: string; app_directory_url: string; is_app_directory_approved: boolean; is_internal: boolean; is_granular_bot_app: boolean; additional_info: string }
type Scope = { name: string; description: string; is_sensitive: boolean; token_type: "bot" | "user" }
type Resolution = { app: App; scopes: Scope[]; date_updated: number; last_resolved_by: { actor_id: string; actor_type: string } }
type AdminAppsApprovedList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; approved_apps: Resolution[] }
type AdminAppsRestrictedList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; restricted_apps: Resolution[] }
type AppRequest = { id: string; app: App; user: { id: string; name: string; email: string }; team: { id: string; name: string; domain: string }; scopes: Scope[]; previous_resolution: { status: "approved" | "restricted"; scopes: Scope[] } | null; is_user_app_collaborator: boolean; message: string; date_created: number }
type AdminAppsRequestsList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; app_requests: AppRequest[] }
type Activity = { app_id: string; team_id: string; enterprise_id: string; level: string; event_type: string; source: string; component_type: string; component_id: string; payload: { [name: string]: JsonValue }; created: number; trace_id: string }
type AdminAppsActivitiesList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; activities: Activity[] }
type AppConfig = { app_id: string; domain_restrictions: { urls: string[]; emails: string[] }; workflow_auth_strategy: "builder_choice" | "end_user_only" }
type AdminAppsConfigLookup = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; configs: AppConfig[] }
type AdminConversationsCreate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel_id: string }
type AdminConversationsGetTeams = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; team_ids: string[] }
type AdminConversationsSearch = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; total_count: number }
type AdministeredUser = { has_2fa: boolean; has_sso: boolean; workspaces?: string[]; id: string; email: string; is_admin: boolean; is_owner: boolean; is_primary_owner: boolean; is_restricted: boolean; is_ultra_restricted: boolean; is_bot: boolean; username: string; full_name: string; is_active: boolean; date_created: number; expiration_ts: number }
type AdminUsersList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; users: AdministeredUser[] }
type AdministeredTeam = { id: string; name: string; discoverability: string; primary_owner: { user_id: string; email: string }; team_url: string }
type AdminTeamsList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; teams: AdministeredTeam[] }
type AgentsSessionsSetStatus = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; status: "active" | "closed" | "processing" | "suspended" | null; agent_status: "active" | "closed" | "processing" | "suspended" | null; title: string }
type AgentsSessionsRename = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; title: string }
type BookmarksAdd = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; bookmark: JsonValue }
type BookmarksList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; bookmarks: JsonValue[] }
type CallsAdd = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; call: JsonValue }
type CanvasesCreate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; canvas_id: string }
type CanvasesSectionsLookup = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; sections: { id: string }[] }
type CanvasesGetContent = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; content: string }
type Seen = { id: string; created: number; is_archived: boolean; is_im: boolean; is_org_shared: boolean; context_team_id: string; updated: number; user: string; is_user_deleted: boolean; priority: number; [name: string]: JsonValue | undefined }
type Seen2 = { previous_names: string[]; pending_connected_team_ids: never[]; is_member: boolean; topic: { value: string; creator: string; last_set: number }; purpose: { value: string; creator: string; last_set: number }; conversation_host_id?: string; connected_team_ids?: string[]; id: string; name: string; is_channel: boolean; is_group: boolean; is_im: boolean; is_mpim: boolean; is_private: boolean; created: number; is_archived: boolean; is_general: boolean; unlinked: number; name_normalized: string; is_shared: boolean; is_org_shared: boolean; is_pending_ext_shared: boolean; pending_shared: never[]; context_team_id: string; updated: number; parent_conversation: null; creator: string; is_ext_shared: boolean; shared_team_ids: string[]; [name: string]: JsonValue | undefined }
type ConversationsCreate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel: Seen | Seen2 }
type ConversationsJoin = { warning: string; response_metadata: { warnings: string[] }; ok: boolean; channel: Seen | Seen2 }
type ConversationsInvite = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; errors?: { user: string; ok: boolean; error: string }[]; channel: Seen | Seen2 }
type ConversationsKick = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; errors: {} }
type ConversationsOpen = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel: JsonValue; no_op?: boolean; already_open?: boolean }
type ChatPostMessage = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel: string; ts: string; message: { [name: string]: JsonValue } }
type ChatPostEphemeral = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; message_ts: string }
type ChatMeMessage = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel: string; ts: string }
type ChatUpdate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel: string; ts: string; text: string; message: { [name: string]: JsonValue } }
type ChatGetPermalink = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel: string; permalink: string }
type Metadata = { event_type: string; event_payload: { [name: string]: JsonValue } }
type BotProfile = { id: string; app_id: string; user_id: string; name: string; icons: { [name: string]: string }; deleted: boolean; updated: number; team_id: string }
type ScheduledMessage = { metadata?: Metadata; attachments?: { [name: string]: JsonValue }[]; text: string; team: string; blocks: { type: string; [name: string]: JsonValue | undefined }[]; app_id?: string; bot_id?: string; bot_profile?: BotProfile; type: string; user?: string }
type ChatScheduleMessage = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel: string; scheduled_message_id: string; post_at: number; message: ScheduledMessage }
type Scheduled = { id: string; channel_id: string; post_at: number; date_created: number; text: string }
type ChatScheduledMessagesList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; scheduled_messages: Scheduled[] }
type AgentsConversationsSetProperties = { ok: boolean; warning?: undefined; response_metadata?: { messages?: string[]; warnings?: string[] }; channel_id: string }
type AgentsConversationsSetProperties2 = { ok: boolean; warning: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel_id: string }
type AgentsConversationsSetCommands = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel_id: string; command_count: number }
type AgentsConversationsSetView = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; content_version: number; canvas_id?: string; file_id?: string; channel_id: string; view_id: string; type: "block_kit" | "canvas" | "diff" | "html" | "pull_request" }
type CodeChannelView = { label: string; content_version: number; date_added: number; file_id?: string; view_key?: string; view_id: string }
type AgentsConversationsListViews = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; views: CodeChannelView[] }
type AgentsConversationsRemoveView = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel_id: string; view_id: string }
type CanvasComment = { id: string; user_id: string; text: string; ts: string; quoted_text: string; is_resolved: boolean; replies: { user_id: string; text: string; ts: string }[]; has_more_replies: boolean }
type AgentsConversationsGetCanvas = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; canvas_id: string; title: string; content: string; comments: CanvasComment[]; has_more_comments: boolean }
type AgentsConversationsSetCanvasContent = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; canvas_id: string; sections_changed_count: number }
type ConversationsInviteShared = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; invite_id: string; is_legacy_shared_channel: boolean }
type ConversationsAcceptSharedInvite = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; implicit_approval: boolean; channel_id: string; invite_id: string }
type ConnectTeam = { id: string; name: string; icon: JsonValue; avatar_base_url: string; is_verified: boolean; domain: string; date_created: number; requires_sponsorship: boolean }
type ConnectUser = { id: string; team_id: string; name: string; updated: number; who_can_share_contact_card: string; profile: { [name: string]: JsonValue } }
type ListedInvite = { type: string; date_review: number; reviewing_team: ConnectTeam }
type Acceptances = { approval_status: string; date_accepted: number; date_invalid: number; date_last_updated: number; accepting_team: ConnectTeam; accepting_user: ConnectUser; reviews: ListedInvite[] }
type ConnectInvite = { recipient_user_id?: string; recipient_email?: string; id: string; date_created: number; date_invalid: number; inviting_team: ConnectTeam; inviting_user: ConnectUser }
type ConnectChannel = { id: string; is_private: boolean; is_im: boolean; name: string }
type ListedInvite2 = { acceptances?: Acceptances[]; direction: string; status: string; date_last_updated: number; invite_type: string; invite: ConnectInvite; channel: ConnectChannel }
type ConversationsListConnectInvites = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; invites: ListedInvite2[] }
type Channel = { num_members?: number; id: string; created: number; is_archived: boolean; is_im: boolean; is_org_shared: boolean; context_team_id: string; updated: number; user: string; is_user_deleted: boolean; priority: number; [name: string]: JsonValue | undefined }
type Channel2 = { num_members?: number; previous_names: string[]; pending_connected_team_ids: never[]; is_member: boolean; topic: { value: string; creator: string; last_set: number }; purpose: { value: string; creator: string; last_set: number }; conversation_host_id?: string; connected_team_ids?: string[]; id: string; name: string; is_channel: boolean; is_group: boolean; is_im: boolean; is_mpim: boolean; is_private: boolean; created: number; is_archived: boolean; is_general: boolean; unlinked: number; name_normalized: string; is_shared: boolean; is_org_shared: boolean; is_pending_ext_shared: boolean; pending_shared: never[]; context_team_id: string; updated: number; parent_conversation: null; creator: string; is_ext_shared: boolean; shared_team_ids: string[]; [name: string]: JsonValue | undefined }
type ConversationsList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channels: (Channel | Channel2)[] }
type Channel3 = { num_members?: number; locale?: string; id: string; created: number; is_archived: boolean; is_im: boolean; is_org_shared: boolean; context_team_id: string; updated: number; user: string; is_user_deleted: boolean; priority: number; [name: string]: JsonValue | undefined }
type Channel4 = { num_members?: number; locale?: string; previous_names: string[]; pending_connected_team_ids: never[]; is_member: boolean; topic: { value: string; creator: string; last_set: number }; purpose: { value: string; creator: string; last_set: number }; conversation_host_id?: string; connected_team_ids?: string[]; id: string; name: string; is_channel: boolean; is_group: boolean; is_im: boolean; is_mpim: boolean; is_private: boolean; created: number; is_archived: boolean; is_general: boolean; unlinked: number; name_normalized: string; is_shared: boolean; is_org_shared: boolean; is_pending_ext_shared: boolean; pending_shared: never[]; context_team_id: string; updated: number; parent_conversation: null; creator: string; is_ext_shared: boolean; shared_team_ids: string[]; [name: string]: JsonValue | undefined }
type ConversationsInfo = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channel: Channel3 | Channel4 }
type ConversationsHistory = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; messages: { [name: string]: JsonValue }[]; has_more: boolean; pin_count: number; channel_actions_ts: null; channel_actions_count: number; oldest?: string; latest?: string }
type ConversationsReplies = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; messages: { [name: string]: JsonValue }[]; has_more: boolean }
type ConversationsMembers = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; members: string[] }
type UsersConversations = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; channels: { [name: string]: JsonValue }[] }
type DndInfo = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; dnd_enabled: boolean; next_dnd_start_ts: number; next_dnd_end_ts: number; [name: string]: JsonValue | undefined }
type Users = { dnd_enabled: boolean; next_dnd_start_ts: number; next_dnd_end_ts: number }
type DndTeamInfo = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; users: { [name: string]: Users } }
type DndSetSnooze = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; snooze_is_indefinite: boolean; [name: string]: JsonValue | undefined }
type DndEndSnooze = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; snooze_enabled: boolean; dnd_enabled: boolean; next_dnd_start_ts: number; next_dnd_end_ts: number }
type Authorizations = { enterprise_id: string; team_id: string; user_id: string; is_bot: boolean; is_enterprise_install: boolean }
type AppsEventAuthorizationsList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; authorizations: Authorizations[] }
type ExternalTeam = { team_id: string; team_name: string; team_domain: string; public_channel_count: number; private_channel_count: number; im_channel_count: number; mpim_channel_count: number; connected_workspaces: { workspace_id: string; workspace_name: string }[]; slack_connect_prefs: {}; connection_status: string; last_active_timestamp: number; is_sponsored: boolean; canvas: { total_count: number; ownership_details: never[] }; lists: { total_count: number; ownership_details: never[] } }
type TeamExternalTeamsList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; organizations: ExternalTeam[]; total_count: number }
type FilesGetUploadURLExternal = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; upload_url: string; file_id: string }
type Completed = { mimetype: string; filetype: string; pretty_type: string; editable: boolean; mode: string; is_public: boolean; shares: {}; channels: never[]; groups: never[]; ims: never[]; reactions?: { name: string; users: string[]; count: number }[]; comments_count: number; is_starred: boolean; has_more_shares: boolean; has_rich_preview: boolean; file_access: string; permalink_public?: string; permalink: string; alt_txt?: string; media_display_type?: string; url_private: string; url_private_download: string; public_url_shared: boolean; display_as_bot: boolean; username: string; id: string; created: number; timestamp: number; name: string; title: string; user: string; user_team: string; size: number; [name: string]: JsonValue | undefined }
type Completed2 = { mimetype: string; filetype: string; pretty_type: string; editable: boolean; mode: string; is_public: boolean; shares: {}; channels: never[]; groups: never[]; ims: never[]; reactions?: { name: string; users: string[]; count: number }[]; comments_count: number; is_starred: boolean; has_more_shares: boolean; has_rich_preview: boolean; file_access: string; permalink_public?: string; permalink: string; alt_txt?: string; media_display_type?: string; url_private: string; public_url_shared: boolean; display_as_bot: boolean; username: string; id: string; created: number; timestamp: number; name: string; title: string; user: string; user_team: string; size: number; [name: string]: JsonValue | undefined }
type FilesCompleteUploadExternal = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; files: (Completed | Completed2)[] }
type File = { reactions?: { name: string; users: string[]; count: number }[]; comments_count: number; is_starred: boolean; shares: JsonValue; channels: string[]; groups: string[]; ims: string[]; has_more_shares: boolean; has_rich_preview: boolean; file_access: string; permalink_public?: string; permalink: string; alt_txt?: string; media_display_type?: string; url_private: string; url_private_download: string; is_public: boolean; public_url_shared: boolean; display_as_bot: boolean; username: string; id: string; created: number; timestamp: number; name: string; title: string; mimetype: string; filetype: string; pretty_type: string; user: string; user_team: string; editable: boolean; size: number; [name: string]: JsonValue | undefined }
type File2 = { reactions?: { name: string; users: string[]; count: number }[]; comments_count: number; is_starred: boolean; shares: JsonValue; channels: string[]; groups: string[]; ims: string[]; has_more_shares: boolean; has_rich_preview: boolean; file_access: string; permalink_public?: string; permalink: string; alt_txt?: string; media_display_type?: string; url_private: string; is_public: boolean; public_url_shared: boolean; display_as_bot: boolean; username: string; id: string; created: number; timestamp: number; name: string; title: string; mimetype: string; filetype: string; pretty_type: string; user: string; user_team: string; editable: boolean; size: number; [name: string]: JsonValue | undefined }
type Paging = { count: number; total: number; page: number; pages: number }
type FilesInfo = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; file: File | File2; comments: never[]; paging: Paging }
type FilesList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; files: (File | File2)[]; paging: Paging }
type FilesSharedPublicURL = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; file: File | File2 }
type ConversationsRequestSharedInviteApprove = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; invite_id: string }
type Channel5 = { date_created: number; connections: { team: ConnectTeam; is_private: boolean }[]; pending_connections: never[]; previous_connections: never[]; id: string; is_private: boolean; is_im: boolean; name: string }
type InviteRequest = { id: string; date_created: number; date_last_updated: number; expires_at: number; inviting_team: ConnectTeam; inviting_user: ConnectUser; channel: Channel5; is_external_limited: boolean; target_user: { recipient_email: string } }
type ConversationsRequestSharedInviteList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; invite_requests: InviteRequest[] }
type Options = { show_member_name: JsonValue; [name: string]: JsonValue | undefined }
type Column = { options?: Options; id: string; name: string; key: string; type: string; is_primary_column: boolean }
type SlackListsCreate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; list_id: string; list_metadata: { schema?: Column[]; subtask_schema?: Column[] } }
type Link = { originalUrl: JsonValue; attachment: null; displayAsUrl: JsonValue; displayName: JsonValue }
type MessageLink = { thread_ts?: string; value: string; channel_id: string; ts: string }
type Fields = { column_id: string; value: JsonValue; checkbox?: boolean; text?: string; rich_text?: JsonValue[]; date?: JsonValue[]; timestamp?: number[]; link?: Link[]; message?: MessageLink[]; key: string; [name: string]: JsonValue | undefined }
type Item = { fields: Fields[]; updated_timestamp: string; parent_record_id?: string; id: string; list_id: string; date_created: number; created_by: string; updated_by: string }
type SlackListsItemsCreate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; item: Item }
type Columns = { visible: boolean; key: string; id: string; position: string }
type View = { default_view_key?: string; show_completed_items?: boolean; id: string; name: string; type: "record" | "table"; is_locked: boolean; position: string; columns: Columns[]; date_created: number; created_by: string; stick_column_left: boolean; is_all_items_view: boolean }
type ListMetadata = { todo_mode: boolean; default_view: string; creation_source?: { type: string; reference_id: string }; views: View[]; integrations: never[]; icon: string; description: string; description_blocks: { type: string; [name: string]: JsonValue | undefined }[]; is_trial: boolean; schema?: Column[]; subtask_schema?: Column[] }
type Limits = { over_row_maximum: boolean; row_count_limit: number; row_count: number; archived_row_count: number; over_column_maximum: boolean; column_count: number; column_count_limit: number; over_view_maximum: boolean; view_count: number; view_count_limit: number; max_attachments_per_cell: number }
type List = { list_metadata: ListMetadata; list_limits: Limits; last_editor: string; list_csv_download_url: string; updated: number; skipped_shares: boolean; teams_shared_with: never[]; is_restricted_sharing_enabled: boolean; access: "owner" | "read" | "write"; org_or_workspace_access: string; is_ai_suggested: boolean; reactions?: { name: string; users: string[]; count: number }[]; is_starred: boolean; has_rich_preview: boolean; file_access: string; permalink_public?: string; permalink: string; alt_txt?: string; url_private: string; url_private_download: string; is_public: boolean; public_url_shared: boolean; display_as_bot: boolean; username: string; id: string; created: number; timestamp: number; name: string; title: string; mimetype: string; filetype: string; pretty_type: string; user: string; user_team: string; editable: boolean; size: number }
type List2 = { list_metadata: ListMetadata; list_limits: Limits; last_editor: string; list_csv_download_url: string; updated: number; skipped_shares: boolean; teams_shared_with: never[]; is_restricted_sharing_enabled: boolean; access: "owner" | "read" | "write"; org_or_workspace_access: string; is_ai_suggested: boolean; reactions?: { name: string; users: string[]; count: number }[]; is_starred: boolean; has_rich_preview: boolean; file_access: string; permalink_public?: string; permalink: string; alt_txt?: string; url_private: string; is_public: boolean; public_url_shared: boolean; display_as_bot: boolean; username: string; id: string; created: number; timestamp: number; name: string; title: string; mimetype: string; filetype: string; pretty_type: string; user: string; user_team: string; editable: boolean; size: number }
type SlackListsItemsInfo = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; list: List | List2; record: JsonValue; subtasks: JsonValue[] }
type SlackListsItemsList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; items: Item[] }
type SlackListsDownloadStart = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; job_id: string }
type SlackListsDownloadGet = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; status: string; download_url: string }
type Credentials = { client_id: string; client_secret: string; verification_token: string; signing_secret: string }
type AppsManifestCreate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; app_id: string; credentials: Credentials; oauth_authorize_url: string; team_id: string; team_domain: string }
type AppsManifestValidate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; errors: never[] }
type AppsManifestUpdate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; app_id: string; permissions_updated: boolean }
type Manifest = { settings: { [name: string]: JsonValue }; [name: string]: JsonValue | undefined }
type AppsManifestExport = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; manifest: Manifest }
type ToolingTokensRotate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; token: string; refresh_token: string; team_id: string; user_id: string | null; iat: number; exp: number }
type AuthedUser = { refresh_token?: string; expires_in?: number; access_token: string; token_type: "app" | "bot" | "config" | "user"; scope: string; id: string }
type OauthV2Access = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; authed_user: AuthedUser; app_id: string; team: { id: string; name: string }; enterprise: { id: string; name: string } | null; is_enterprise_install: boolean }
type IncomingWebhook = { channel: string; channel_id: string; configuration_url: string; url: string }
type OauthV2Access2 = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; incoming_webhook?: IncomingWebhook; authed_user: { id: string }; bot_user_id?: string | null; refresh_token?: string; expires_in?: number; access_token: string; token_type: "app" | "bot" | "config" | "user"; scope: string; app_id: string; team: { id: string; name: string }; enterprise: { id: string; name: string } | null; is_enterprise_install: boolean }
type OpenidConnectToken = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; [name: string]: JsonValue | undefined }
type Discovery = { issuer: string; authorization_endpoint: string; token_endpoint: string; userinfo_endpoint: string; jwks_uri: string; scopes_supported: string[]; response_types_supported: string[]; response_modes_supported: string[]; grant_types_supported: string[]; subject_types_supported: string[]; id_token_signing_alg_values_supported: string[]; claims_supported: string[]; claims_parameter_supported: boolean; request_parameter_supported: boolean; request_uri_parameter_supported: boolean; token_endpoint_auth_methods_supported: string[] }
type Message = { permalink: string; [name: string]: JsonValue | undefined }
type Items = { type: string; channel: string; created: number; created_by: string; message: Message }
type PinsList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; items: Items[] }
type ReactionsList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; items: JsonValue[] }
type RemindersAdd = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; reminder: JsonValue }
type RemindersList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; reminders: JsonValue[] }
type FilesRemoteList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; files: (File | File2)[] }
type To = { response_metadata: { messages: JsonValue[] }; ok: boolean; error: string }
type To2 = { response_metadata?: undefined; ok: boolean; error: string }
type SearchMessages = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; query: string; messages: JsonValue }
type SearchFiles = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; query: string; files: JsonValue }
type SearchAll = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; query: string; messages: JsonValue; files: JsonValue; posts: { total: number; matches: never[] } }
type AppsConnectionsOpen = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; url: string }
type Team = { enterprise_id?: string; enterprise_name?: string; enterprise_domain?: string; id: string; name: string; url: string; domain: string; email_domain: string; icon: JsonValue; avatar_base_url: string; is_verified: boolean }
type TeamInfo = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; team: Team }
type TeamPreferencesList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; msg_edit_window_mins: number; allow_message_deletion: boolean; display_real_names: boolean; disable_file_uploads: string; who_can_post_general: string }
type TeamBillingInfo = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; plan: string }
type EmojiList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; categories_version?: string; categories?: never[]; emoji: { [name: string]: string }; cache_ts: string }
type ProfileField = { id: string; ordering: number; field_name: string; label: string; hint: string; type: "date" | "link" | "options_list" | "text" | "user"; possible_values: string[] | null; options: { is_scim: boolean; is_protected: boolean }; is_hidden: boolean; section_id: string }
type ProfileSections = { order: number; is_hidden: boolean; section_type: "contact" | "additional_fields"; label: "Contact information" | "About me"; id: string; team_id: string }
type TeamProfileGet = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; profile: { fields: ProfileField[]; sections: ProfileSections[] } }
type Login = { user_id: string; username?: string; date_first: number; date_last: number; count: number; ip: string; user_agent: string; isp: string; country: string; region: string }
type TeamAccessLogs = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; logins: Login[] }
type Logs = { app_id: string; app_type: string; user_id: string; user_name: string; date: string; change_type: "added" | "removed" | "updated"; scope: string }
type TeamIntegrationLogs = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; logs: Logs[]; paging: Paging }
type TeamBillableInfo = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; billable_info: JsonValue }
type ApiTest = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; args: { [name: string]: JsonValue } }
type AuthTest = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; app_name?: string; app_id?: string }
type AuthTest2 = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; is_enterprise_install?: boolean; enterprise_id?: undefined; bot_id?: string; url: string; team: string; user: string; team_id: string; user_id: string }
type AuthTest3 = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; is_enterprise_install?: boolean; enterprise_id: string; bot_id?: string; url: string; team: string; user: string; team_id: string; user_id: string }
type AuthRevoke = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; revoked: boolean }
type ResponseMetadata = { warnings?: string[]; messages?: string[]; [name: string]: JsonValue | undefined }
type UnknownMethod = { response_metadata?: ResponseMetadata; warning?: string; ok: boolean; error: string; req_method: string }
type UserGroup = { user_count?: number; channel_count?: number; users?: string[]; id: string; team_id: string; is_usergroup: boolean; is_subteam: boolean; name: string; description: string; handle: string; is_external: boolean; date_create: number; date_update: number; date_delete: number; auto_type: null; auto_provision: boolean; enterprise_subteam_id: string; created_by: string; updated_by: string; deleted_by: string | null; prefs: { channels: string[]; groups: never[] } }
type UsergroupsList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; usergroups: UserGroup[] }
type UsergroupsCreate = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; usergroup: UserGroup }
type UsergroupsUsersList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; users: string[] }
type UsersList = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; members: JsonValue[]; cache_ts: number }
type UsersInfo = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; user: JsonValue }
type User = { is_bot: boolean; is_app_user: boolean; updated: number; profile: JsonValue; id: string; team_id: string; name: string; deleted: boolean }
type User2 = { who_can_share_contact_card: string; is_email_confirmed: boolean; has_2fa: boolean; is_bot: boolean; is_app_user: boolean; updated: number; color: string; real_name: string; tz: string; tz_label: string; tz_offset: number; profile: JsonValue; is_admin: boolean; is_owner: boolean; is_primary_owner: boolean; is_restricted: boolean; is_ultra_restricted: boolean; id: string; team_id: string; name: string; deleted: boolean }
type User3 = { who_can_share_contact_card: string; is_email_confirmed: boolean; is_bot: boolean; is_app_user: boolean; updated: number; color: string; real_name: string; tz: string; tz_label: string; tz_offset: number; profile: JsonValue; is_admin: boolean; is_owner: boolean; is_primary_owner: boolean; is_restricted: boolean; is_ultra_restricted: boolean; id: string; team_id: string; name: string; deleted: boolean }
type UsersLookupByEmail = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; user: User | User2 | User3 }
type UsersGetPresence = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; presence: string }
type UsersProfileGet = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; profile: JsonValue }
type UsersProfileSet = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; username: string; profile: JsonValue }
type User4 = { email?: string | null; name: string; id: string; [name: string]: JsonValue | undefined }
type UsersIdentity = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; user: User4; team: { name?: string; id: string } }
type ViewsOpen = { ok: boolean; warning?: string; response_metadata?: { messages?: string[]; warnings?: string[] }; view: { [name: string]: JsonValue } }

/** The answers of the operations of chat, as far as their handlers say what they answer. */
export interface ChatAnswers {
  'admin.apps.approve': AdminAppsApprove
  'admin.apps.restrict': AdminAppsApprove
  'admin.apps.clearResolution': AdminAppsApprove
  'admin.apps.approved.list': AdminAppsApprovedList
  'admin.apps.restricted.list': AdminAppsRestrictedList
  'admin.apps.requests.list': AdminAppsRequestsList
  'admin.apps.requests.cancel': AdminAppsApprove
  'admin.apps.uninstall': AdminAppsApprove
  'admin.apps.activities.list': AdminAppsActivitiesList
  'admin.apps.config.lookup': AdminAppsConfigLookup
  'admin.apps.config.set': AdminAppsApprove
  'admin.conversations.create': AdminConversationsCreate
  'admin.conversations.archive': AdminAppsApprove
  'admin.conversations.unarchive': AdminAppsApprove
  'admin.conversations.rename': AdminAppsApprove
  'admin.conversations.invite': AdminAppsApprove
  'admin.conversations.convertToPrivate': AdminAppsApprove
  'admin.conversations.convertToPublic': AdminAppsApprove
  'admin.conversations.getTeams': AdminConversationsGetTeams
  'admin.conversations.search': AdminConversationsSearch
  'admin.users.list': AdminUsersList
  'admin.users.invite': AdminAppsApprove
  'admin.users.remove': AdminAppsApprove
  'admin.users.setAdmin': AdminAppsApprove
  'admin.users.setOwner': AdminAppsApprove
  'admin.users.setRegular': AdminAppsApprove
  'admin.teams.list': AdminTeamsList
  'assistant.threads.setStatus': AdminAppsApprove
  'assistant.threads.setTitle': AdminAppsApprove
  'assistant.threads.setSuggestedPrompts': AdminAppsApprove
  'agents.sessions.setStatus': AgentsSessionsSetStatus
  'agents.sessions.rename': AgentsSessionsRename
  'bookmarks.add': BookmarksAdd
  'bookmarks.edit': BookmarksAdd
  'bookmarks.list': BookmarksList
  'bookmarks.remove': AdminAppsApprove
  'calls.add': CallsAdd
  'calls.info': CallsAdd
  'calls.update': CallsAdd
  'calls.end': CallsAdd
  'calls.participants.add': CallsAdd
  'calls.participants.remove': CallsAdd
  'canvases.create': CanvasesCreate
  'conversations.canvases.create': CanvasesCreate
  'canvases.edit': AdminAppsApprove
  'canvases.delete': AdminAppsApprove
  'canvases.access.set': AdminAppsApprove
  'canvases.access.delete': AdminAppsApprove
  'canvases.sections.lookup': CanvasesSectionsLookup
  'canvases.getContent': CanvasesGetContent
  'conversations.create': ConversationsCreate
  'conversations.archive': AdminAppsApprove
  'conversations.unarchive': AdminAppsApprove
  'conversations.rename': ConversationsCreate
  'conversations.setTopic': ConversationsCreate
  'conversations.setPurpose': ConversationsCreate
  'conversations.join': ConversationsCreate | ConversationsJoin
  'conversations.leave': AdminAppsApprove
  'conversations.invite': ConversationsInvite
  'conversations.kick': ConversationsKick
  'conversations.open': ConversationsOpen
  'conversations.close': AdminAppsApprove
  'conversations.mark': AdminAppsApprove
  'chat.postMessage': ChatPostMessage
  'chat.postEphemeral': ChatPostEphemeral
  'chat.meMessage': ChatMeMessage
  'chat.update': ChatUpdate
  'chat.delete': ChatMeMessage
  'chat.getPermalink': ChatGetPermalink
  'chat.scheduleMessage': ChatScheduleMessage
  'chat.deleteScheduledMessage': AdminAppsApprove
  'chat.scheduledMessages.list': ChatScheduledMessagesList
  'chat.unfurl': AdminAppsApprove
  'agents.conversations.create': AdminConversationsCreate
  'agents.conversations.archive': AdminAppsApprove
  'agents.conversations.setProperties': AgentsConversationsSetProperties | AgentsConversationsSetProperties2
  'agents.conversations.setCommands': AgentsConversationsSetCommands
  'agents.conversations.setView': AgentsConversationsSetView
  'agents.conversations.listViews': AgentsConversationsListViews
  'agents.conversations.removeView': AgentsConversationsRemoveView
  'agents.conversations.getCanvas': AgentsConversationsGetCanvas
  'agents.conversations.setCanvasContent': AgentsConversationsSetCanvasContent
  'conversations.inviteShared': ConversationsInviteShared
  'conversations.acceptSharedInvite': ConversationsAcceptSharedInvite
  'conversations.approveSharedInvite': AdminAppsApprove
  'conversations.declineSharedInvite': AdminAppsApprove
  'conversations.listConnectInvites': ConversationsListConnectInvites
  'admin.conversations.disconnectShared': AdminAppsApprove
  'conversations.list': ConversationsList
  'conversations.info': ConversationsInfo
  'conversations.history': ConversationsHistory
  'conversations.replies': ConversationsReplies
  'conversations.members': ConversationsMembers
  'users.conversations': UsersConversations
  'dialog.open': AdminAppsApprove
  'dnd.info': DndInfo
  'dnd.teamInfo': DndTeamInfo
  'dnd.setSnooze': DndSetSnooze
  'dnd.endSnooze': DndEndSnooze
  'dnd.endDnd': AdminAppsApprove
  'entity.presentDetails': AdminAppsApprove
  'apps.event.authorizations.list': AppsEventAuthorizationsList
  'team.externalTeams.list': TeamExternalTeamsList
  'team.externalTeams.disconnect': AdminAppsApprove
  'files.upload.bytes': string
  'files.download': null | string
  'files.download.attachment': null | string
  'files.download.csv': null | string
  'files.public': null | string
  'files.getUploadURLExternal': FilesGetUploadURLExternal
  'files.completeUploadExternal': FilesCompleteUploadExternal
  'files.info': FilesInfo
  'files.list': FilesList
  'files.sharedPublicURL': FilesSharedPublicURL
  'files.revokePublicURL': FilesSharedPublicURL
  'files.delete': AdminAppsApprove
  'functions.completeSuccess': AdminAppsApprove
  'functions.completeError': AdminAppsApprove
  'incoming_webhook': string
  'conversations.requestSharedInvite.approve': ConversationsRequestSharedInviteApprove
  'conversations.requestSharedInvite.deny': ConversationsRequestSharedInviteApprove
  'conversations.requestSharedInvite.list': ConversationsRequestSharedInviteList
  'slackLists.create': SlackListsCreate
  'slackLists.update': AdminAppsApprove
  'slackLists.access.set': AdminAppsApprove
  'slackLists.access.delete': AdminAppsApprove
  'slackLists.items.create': SlackListsItemsCreate
  'slackLists.items.update': AdminAppsApprove
  'slackLists.items.delete': AdminAppsApprove
  'slackLists.items.deleteMultiple': AdminAppsApprove
  'slackLists.items.info': SlackListsItemsInfo
  'slackLists.items.list': SlackListsItemsList
  'slackLists.download.start': SlackListsDownloadStart
  'slackLists.download.get': SlackListsDownloadGet
  'apps.manifest.create': AppsManifestCreate
  'apps.manifest.validate': AppsManifestValidate
  'apps.manifest.update': AppsManifestUpdate
  'apps.manifest.export': AppsManifestExport
  'apps.manifest.delete': AdminAppsApprove
  'tooling.tokens.rotate': ToolingTokensRotate
  'oauth.v2.authorize': null | string
  'openid.connect.authorize': null | string
  'oauth.v2.access': OauthV2Access | OauthV2Access2
  'oauth.v2.exchange': AdminAppsApprove
  'openid.connect.token': OpenidConnectToken
  'openid.connect.userInfo': OpenidConnectToken
  'apps.uninstall': AdminAppsApprove
  'openid.connect.keys': { keys: { [name: string]: string }[] }
  'openid.connect.discovery': Discovery
  'pins.add': AdminAppsApprove
  'pins.remove': AdminAppsApprove
  'pins.list': PinsList
  'reactions.add': AdminAppsApprove
  'reactions.remove': AdminAppsApprove
  'reactions.get': AdminAppsApprove
  'reactions.list': ReactionsList
  'reminders.add': RemindersAdd
  'reminders.complete': AdminAppsApprove
  'reminders.delete': AdminAppsApprove
  'reminders.info': RemindersAdd
  'reminders.list': RemindersList
  'files.remote.add': FilesSharedPublicURL
  'files.remote.info': FilesSharedPublicURL
  'files.remote.list': FilesRemoteList
  'files.remote.share': FilesSharedPublicURL
  'files.remote.update': FilesSharedPublicURL
  'files.remote.remove': AdminAppsApprove
  'response_url': To | To2 | string | { ok: boolean; error: string }
  'search.messages': SearchMessages
  'search.files': SearchFiles
  'search.all': SearchAll
  'apps.connections.open': AppsConnectionsOpen
  'socket_mode': null
  'chat.startStream': ChatMeMessage
  'chat.appendStream': ChatMeMessage
  'chat.stopStream': ChatPostMessage
  'team.info': TeamInfo
  'team.preferences.list': TeamPreferencesList
  'team.billing.info': TeamBillingInfo
  'bots.info': AdminAppsApprove
  'emoji.list': EmojiList
  'team.profile.get': TeamProfileGet
  'team.accessLogs': TeamAccessLogs
  'team.integrationLogs': TeamIntegrationLogs
  'team.billableInfo': TeamBillableInfo
  'api.test': ApiTest
  'auth.test': AuthTest | AuthTest2 | AuthTest3
  'auth.revoke': AuthRevoke
  'unknown_method': UnknownMethod | { ok: boolean; error: string; req_method: string }
  'usergroups.list': UsergroupsList
  'usergroups.create': UsergroupsCreate
  'usergroups.update': UsergroupsCreate
  'usergroups.enable': UsergroupsCreate
  'usergroups.disable': UsergroupsCreate
  'usergroups.users.list': UsergroupsUsersList
  'usergroups.users.update': UsergroupsCreate
  'users.list': UsersList
  'users.info': UsersInfo
  'users.lookupByEmail': UsersLookupByEmail
  'users.getPresence': UsersGetPresence
  'users.setPresence': AdminAppsApprove
  'users.profile.get': UsersProfileGet
  'users.profile.set': UsersProfileSet
  'users.setPhoto': UsersProfileGet
  'users.deletePhoto': AdminAppsApprove
  'users.identity': UsersIdentity
  'workspace': string
  'workspace.permalink': null
  'workspace.document': string
  'workspace.avatar': null | string
  'views.open': ViewsOpen
  'views.push': ViewsOpen
  'views.update': ViewsOpen
  'views.publish': ViewsOpen
}
