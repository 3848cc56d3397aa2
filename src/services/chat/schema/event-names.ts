/** The events to which an app subscribes by their own names. https://docs.slack.dev/reference/events */
const NAMED_EVENTS = [
  'app_home_opened',
  'app_mention',
  'app_uninstalled',
  'channel_archive',
  'channel_created',
  'channel_left',
  'channel_rename',
  'channel_unarchive',
  'dnd_updated',
  'dnd_updated_user',
  'emoji_changed',
  'file_change',
  'file_created',
  'file_deleted',
  'file_public',
  'file_shared',
  'file_unshared',
  'group_archive',
  'group_left',
  'group_rename',
  'group_unarchive',
  'im_close',
  'im_created',
  'im_open',
  'link_shared',
  'member_joined_channel',
  'member_left_channel',
  'message_metadata_deleted',
  'message_metadata_posted',
  'message_metadata_updated',
  'pin_added',
  'pin_removed',
  'reaction_added',
  'reaction_removed',
  'subteam_created',
  'subteam_members_changed',
  'subteam_self_added',
  'subteam_self_removed',
  'subteam_updated',
  'team_join',
  'tokens_revoked',
  'user_change',
  'user_profile_changed',
  'user_status_changed',
] as const

/** The names in the list of subscriptions of an app's manifest. */
export const SUBSCRIPTIONS = [
  ...NAMED_EVENTS,
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
] as const

/** The vendor's events that apps get, and the requests that people cause. */
export const EVENTS = [
  'url_verification',
  'message',
  ...NAMED_EVENTS,
  'block_actions',
  'block_suggestion',
  'message_action',
  'shortcut',
  'slash_command',
  'view_closed',
  'view_submission',
] as const

/** The name of an event, or of a request that a person causes. */
export type EventType = (typeof EVENTS)[number]
