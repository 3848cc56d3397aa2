// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `chat` of a seed: what the stand-in for the Slack Web API begins with. */
export interface ChatSeed {
  team?: ChatSeedTeam | undefined
  /** An enterprise organization with the first workspace, which admin.users.* and others administer. */
  enterprise?: ChatSeedEnterprise | undefined
  /** Further workspaces, which share channels with the first. */
  workspaces?: ChatSeedWorkspace[] | undefined
  users?: ChatSeedUser[] | undefined
  /** Absent: a channel named general. */
  channels?: ChatSeedChannel[] | undefined
  bots?: ChatSeedBot[] | undefined
  oauth_apps?: ChatSeedOauthApp[] | undefined
  /** A bot that no token names has the token xoxb-<name>. */
  tokens?: ChatSeedToken[] | undefined
  /** App configuration tokens of people, for apps.manifest.* and tooling.tokens.rotate. */
  config_tokens?: ChatSeedConfigToken[] | undefined
  /** The custom fields of profiles. */
  profile_fields?: ChatSeedProfileField[] | undefined
  incoming_webhooks?: ChatSeedIncomingWebhook[] | undefined
  /** Custom emoji: the URL of an image, or alias:name. */
  emoji?: Record<string, string> | undefined
  /** True: the limits of the vendor, by the tier of each method. An object: the calls of a method that a token may make in a minute: { chat.postMessage: 60 }. Absent: no limit. */
  rate_limits?: boolean | Record<string, number> | undefined
  /** Accepts tokens as the vendor does: of its form only, not in the query, and with no scopes but those that are listed. Default: false */
  strict_auth?: boolean | undefined
}

/** A team of the seed. */
export interface ChatSeedTeam {
  /** Its id. For an app that several workspaces install: each is an instance with another id. */
  id?: string | undefined
  /** Default: Backlot */
  name?: string | undefined
  /** Default: backlot */
  domain?: string | undefined
  /** Default: plus */
  plan?: 'free' | 'std' | 'plus' | 'enterprise' | undefined
  /** Shared channels wait for conversations.approveSharedInvite. Default: false */
  connect_approval?: boolean | undefined
  /** Invitations to people of other workspaces wait for conversations.requestSharedInvite.approve. Default: false */
  connect_requests?: boolean | undefined
}

/** An enterprise of the seed. */
export interface ChatSeedEnterprise {
  /** Default: E0BACKLOT */
  id?: string | undefined
  name: string
  domain: string
  /** Apps are installed when admin.apps.approve has approved them. Default: false */
  app_approval?: boolean | undefined
}

/** A workspace of the seed. */
export interface ChatSeedWorkspace {
  id?: string | undefined
  name: string
  domain: string
  /** Default: plus */
  plan?: 'free' | 'std' | 'plus' | 'enterprise' | undefined
  /** Shared channels wait for conversations.approveSharedInvite. Default: false */
  connect_approval?: boolean | undefined
  /** Invitations to people of other workspaces wait for conversations.requestSharedInvite.approve. Default: false */
  connect_requests?: boolean | undefined
  /** Belongs to `enterprise`, as the first workspace does. Default: false */
  in_enterprise?: boolean | undefined
  users?: ChatSeedUser[] | undefined
  channels?: ChatSeedWorkspaceChannel[] | undefined
  /** The installations of apps of oauth_apps there. */
  bots?: ChatSeedBot[] | undefined
  tokens?: ChatSeedToken[] | undefined
}

/** A user of the seed. */
export interface ChatSeedUser {
  /** The handle. Default: the part of the email before the @. */
  name?: string | undefined
  real_name?: string | undefined
  email?: string | undefined
  /** Default: false */
  is_admin?: boolean | undefined
  /** Deactivated: the tokens of the user answer account_inactive. Default: false */
  deleted?: boolean | undefined
  /** Default: America/Los_Angeles */
  tz?: string | undefined
}

/** A channel of the seed. */
export interface ChatSeedChannel {
  name: string
  /** Default: */
  topic?: string | undefined
  /** Default: */
  purpose?: string | undefined
  /** Default: false */
  is_private?: boolean | undefined
  /** The names of users and bots. Absent: everybody, with all bots. */
  members?: string[] | undefined
  messages?: ChatSeedMessage[] | undefined
  /** The workspaces that share it by Slack Connect. */
  shared_with?: ChatSeedSharedWith[] | undefined
}

/** A bot of the seed. */
export interface ChatSeedBot {
  name: string
  /** The name or client id of its app. Default: the app with its name, or the only app. */
  app?: string | undefined
}

/** An oauth app of the seed. */
export interface ChatSeedOauthApp {
  client_id: string
  client_secret: string
  name?: string | undefined
  redirect_uris?: string[] | undefined
  scopes?: string[] | undefined
  user_scopes?: string[] | undefined
  /** Default: backlot_signing_secret */
  signing_secret?: string | undefined
  app_token?: string | undefined
  /** Events are sent to this URL: on this machine, or on an allowed host. */
  events_url?: string | undefined
  /** The events of its manifest, such as app_mention and message.channels. Absent: all that its scopes allow. */
  events?: ('agent_session_stopped' | 'agent_session_title_changed' | 'app_context_changed' | 'app_home_opened' | 'app_mention' | 'app_requested' | 'app_uninstalled' | 'assistant_thread_context_changed' | 'assistant_thread_started' | 'channel_archive' | 'channel_created' | 'channel_left' | 'channel_rename' | 'channel_shared' | 'channel_unarchive' | 'channel_unshared' | 'code_channel_action' | 'dnd_updated' | 'dnd_updated_user' | 'emoji_changed' | 'entity_details_requested' | 'file_change' | 'file_created' | 'file_deleted' | 'file_public' | 'file_shared' | 'file_unshared' | 'function_executed' | 'group_archive' | 'group_left' | 'group_rename' | 'group_unarchive' | 'im_close' | 'im_created' | 'im_open' | 'link_shared' | 'member_joined_channel' | 'member_left_channel' | 'message_metadata_deleted' | 'message_metadata_posted' | 'message_metadata_updated' | 'pin_added' | 'pin_removed' | 'reaction_added' | 'reaction_removed' | 'shared_channel_invite_accepted' | 'shared_channel_invite_approved' | 'shared_channel_invite_declined' | 'shared_channel_invite_received' | 'shared_channel_invite_requested' | 'subteam_created' | 'subteam_members_changed' | 'subteam_self_added' | 'subteam_self_removed' | 'subteam_updated' | 'team_join' | 'tokens_revoked' | 'user_change' | 'user_profile_changed' | 'user_status_changed' | 'message.channels' | 'message.groups' | 'message.im' | 'message.mpim' | 'message.session')[] | undefined
  /** link_shared is sent for links to these domains. Absent: for every link. */
  unfurl_domains?: string[] | undefined
  interactivity_url?: string | undefined
  /** Where the app takes the commands of its code channels, as code_channels of its manifest says. */
  slash_command_url?: string | undefined
  /** People talk to the app in its Messages tab, which app_home_opened and app_context_changed tell it. Default: false */
  agent_view?: boolean | undefined
  /** Tokens of an installation expire after 12 hours, and are renewed. Default: false */
  token_rotation?: boolean | undefined
  commands?: ChatSeedCommand[] | undefined
}

/** A token of the seed. */
export interface ChatSeedToken {
  token: string
  user?: string | undefined
  bot?: string | undefined
  /** Absent: all scopes; with strict_auth those of the app. */
  scopes?: string[] | undefined
  /** The name or client id of the app that a token of a user belongs to. */
  app?: string | undefined
}

/** A config token of the seed. */
export interface ChatSeedConfigToken {
  token: string
  refresh_token?: string | undefined
  user: string
}

/** A profile field of the seed. */
export interface ChatSeedProfileField {
  label: string
  /** Default: */
  hint?: string | undefined
  /** Default: text */
  type?: 'text' | 'date' | 'link' | 'options_list' | 'user' | undefined
  possible_values?: string[] | undefined
  /** Default: false */
  is_hidden?: boolean | undefined
}

/** An incoming webhook of the seed. */
export interface ChatSeedIncomingWebhook {
  /** The path of its URL: /services/T0001/B0001/secret */
  path: string
  channel: string
  bot?: string | undefined
}

/** A workspace channel of the seed. */
export interface ChatSeedWorkspaceChannel {
  name: string
  /** Default: false */
  is_private?: boolean | undefined
  /** The names of users and bots. Absent: everybody, with all bots. */
  members?: string[] | undefined
}

/** A message of the seed. */
export interface ChatSeedMessage {
  /** The name of the user or bot. Default: the first user. */
  user?: string | undefined
  text: string
  /** The replies, in order. */
  thread?: ChatSeedThread[] | undefined
}

/** A shared with of the seed. */
export interface ChatSeedSharedWith {
  /** The domain of one of `workspaces`. */
  workspace: string
  /** Its name there. Default: the same. */
  name?: string | undefined
  /** Default: false */
  is_private?: boolean | undefined
  /** Users and bots of that workspace. Absent: all. */
  members?: string[] | undefined
}

/** A command of the seed. */
export interface ChatSeedCommand {
  name: string
  /** Absent: the interactivity URL of the app, or Socket Mode. */
  url?: string | undefined
}

/** A thread of the seed. */
export interface ChatSeedThread {
  user?: string | undefined
  text: string
}
