import type { RefusedCalls, Workspace } from './workspace.fixture.ts'

// The calls that provoke each error of the methods for messages, conversations, reactions and pins.

const LONG = 'x'.repeat(40_001)
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const metadata = { event_type: 'e', event_payload: {} }

/**
 * The errors in the content of a message, which several methods share. `base` has the arguments that name the place.
 */
const content = (base: (space: Workspace) => object | Promise<object>, isEdit = false): RefusedCalls[string] => {
  const withContent =
    (args: object, token?: string) =>
    async (space: Workspace): Promise<readonly [object, string?]> => {
      const place = await base(space)
      return token === undefined ? [{ ...place, ...args }] : [{ ...place, ...args }, token]
    }
  return {
    invalid_attachments: withContent({ attachments: ['text'] }),
    invalid_blocks: withContent({ blocks: [{ type: 'nonsense' }] }),
    invalid_blocks_format: withContent({ blocks: 'nonsense' }),
    invalid_metadata_format: withContent({ text: 'a', metadata: 'nonsense' }),
    invalid_metadata_schema: withContent({ text: 'a', metadata: { event_type: '' } }),
    markdown_text_conflict: withContent({ text: 'a', markdown_text: 'b' }),
    msg_blocks_too_long: withContent({
      blocks: [1, 2].map(() => ({ type: 'markdown', text: 'x'.repeat(7000) })),
    }),
    msg_too_long: withContent(isEdit ? { text: LONG.slice(0, 4001) } : { markdown_text: LONG.slice(0, 12_001) }),
    no_text: withContent({}),
    too_many_attachments: withContent({ attachments: Array.from({ length: 101 }, () => ({ text: 'a' })) }),
  }
}

const only = (words: readonly string[], all: RefusedCalls[string]): RefusedCalls[string] =>
  Object.fromEntries(words.flatMap((word) => (all[word] === undefined ? [] : [[word, all[word]]])))

const inDeploys = ({ ids }: Workspace) => ({ channel: ids['deploys'] })
const text = 'hello'

const unknownChannel = { channel_not_found: () => [{ channel: 'C0NONE' }] as const }
const nowhere = (more: object = {}) => ({
  channel_not_found: () => [{ channel: 'C0NONE', ...more }] as const,
})

/** The errors in the name of a channel. */
const channelName = (base: (space: Workspace) => object = () => ({})): RefusedCalls[string] => ({
  invalid_name_maxlength: (space) => [{ ...base(space), name: 'x'.repeat(81) }, 'xoxp-alice'],
  invalid_name_punctuation: (space) => [{ ...base(space), name: '---' }, 'xoxp-alice'],
  invalid_name_required: (space) => [{ ...base(space), name: '' }, 'xoxp-alice'],
  invalid_name_specials: (space) => [{ ...base(space), name: 'Not OK!' }, 'xoxp-alice'],
  name_taken: (space) => [{ ...base(space), name: 'random' }, 'xoxp-alice'],
})

const caption = (field: string): RefusedCalls[string] => ({
  ...nowhere({ [field]: 'a' }),
  is_archived: async (space) => [{ channel: await space.archived(), [field]: 'a' }],
  method_not_supported_for_channel_type: async (space) => [{ channel: await space.direct(), [field]: 'a' }],
  not_in_channel: ({ ids }) => [{ channel: ids['deploys'], [field]: 'a' }, 'xoxp-bob'],
  too_long: ({ ids }) => [{ channel: ids['deploys'], [field]: 'x'.repeat(251) }],
})

/** The errors of the methods that name a message or a file. */
const item = (more: object = {}): RefusedCalls[string] => ({
  bad_timestamp: ({ ids }) => [{ channel: ids['deploys'], timestamp: 'soon', ...more }],
  channel_not_found: () => [{ channel: 'C0NONE', timestamp: '1.000001', ...more }],
  file_comment_not_found: () => [{ file_comment: 'Fc1', ...more }],
  file_not_found: () => [{ file: 'F0NONE', ...more }],
  message_not_found: ({ ids }) => [{ channel: ids['deploys'], timestamp: '1.000001', ...more }],
  no_item_specified: ({ ids }) => [{ channel: ids['deploys'], ...more }],
})

const without = (all: RefusedCalls[string], ...words: readonly string[]): RefusedCalls[string] =>
  Object.fromEntries(Object.entries(all).filter(([word]) => !words.includes(word)))

/** By method and word: returns the arguments, and the token where it is not that of the bot. */
export const MESSAGE_CALLS: RefusedCalls = {
  'chat.postMessage': {
    ...without(content(inDeploys), 'invalid_attachments'),
    ...nowhere({ text }),
    is_archived: async (space) => [{ channel: await space.archived(), text }],
    metadata_must_be_sent_from_app: (space) => [{ ...inDeploys(space), text, metadata }, 'xoxp-alice'],
    not_in_channel: (space) => [{ ...inDeploys(space), text }, 'xoxp-bob'],
  },
  'chat.postEphemeral': {
    ...only(
      [
        'invalid_attachments',
        'invalid_blocks',
        'invalid_blocks_format',
        'markdown_text_conflict',
        'msg_too_long',
        'no_text',
        'too_many_attachments',
      ],
      content(({ ids }) => ({ channel: ids['deploys'], user: ids['alice'] })),
    ),
    channel_not_found: ({ ids }) => [{ channel: 'C0NONE', user: ids['alice'], text }],
    is_archived: async (space) => [{ channel: await space.archived(), user: space.ids['alice'], text }],
    not_in_channel: ({ ids }) => [{ channel: ids['deploys'], user: ids['alice'], text }, 'xoxp-bob'],
    user_not_in_channel: ({ ids }) => [{ channel: ids['deploys'], user: ids['bob'], text }],
  },
  'chat.update': {
    ...without(
      content(async (space) => ({ channel: space.ids['deploys'], ts: await space.message() }), true),
      'msg_blocks_too_long',
    ),
    ...nowhere({ ts: '1.000001', text }),
    streaming_state_conflict: async (space) => [{ ...(await space.stream()), text }],
    block_mismatch: async (space) => {
      const blocks = [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [] }] }]
      const ts = await space.message('xoxp-alice', { blocks })
      return [{ ...inDeploys(space), ts, text, blocks: [section('a')] }, 'xoxp-alice']
    },
    cant_broadcast_message: async (space) => [
      { ...inDeploys(space), ts: await space.message(), reply_broadcast: true },
    ],
    cant_update_message: async (space) => [{ ...inDeploys(space), ts: await space.message('xoxp-alice'), text }],
    file_deleted: async (space) => {
      const file = await space.file()
      await space.call('files.delete', { file })
      return [{ ...inDeploys(space), ts: await space.message(), file_ids: [file] }]
    },
    file_not_found: async (space) => [{ ...inDeploys(space), ts: await space.message(), file_ids: ['F0NONE'] }],
    is_inactive: async (space) => {
      const ts = await space.message()
      return [{ channel: await space.archived(), ts, text }]
    },
    message_not_found: (space) => [{ ...inDeploys(space), ts: '1.000001', text }],
    metadata_must_be_sent_from_app: async (space) => [
      { ...inDeploys(space), ts: await space.message('xoxp-alice'), text, metadata },
      'xoxp-alice',
    ],
    no_dual_broadcast_content_update: async (space) => {
      const ts = await space.message('xoxb-helper', { thread_ts: await space.message() })
      return [{ ...inDeploys(space), ts, text, reply_broadcast: true }]
    },
  },
  'chat.delete': {
    ...nowhere({ ts: '1.000001' }),
    cant_delete_message: async (space) => [{ ...inDeploys(space), ts: await space.message('xoxp-alice') }],
    message_not_found: (space) => [{ ...inDeploys(space), ts: '1.000001' }],
  },
  'chat.getPermalink': {
    ...nowhere({ message_ts: '1.000001' }),
    message_not_found: (space) => [{ ...inDeploys(space), message_ts: '1.000001' }],
  },
  'chat.meMessage': {
    ...nowhere({ text }),
    is_archived: async (space) => [{ channel: await space.archived(), text }],
    msg_too_long: (space) => [{ ...inDeploys(space), text: LONG }],
    no_text: (space) => [inDeploys(space)],
    not_in_channel: (space) => [{ ...inDeploys(space), text }, 'xoxp-bob'],
  },
  'chat.scheduleMessage': {
    ...without(
      content((space) => ({ ...inDeploys(space), post_at: space.inAnHour })),
      'invalid_attachments',
      'msg_blocks_too_long',
    ),
    channel_not_found: ({ inAnHour }) => [{ channel: 'C0NONE', post_at: inAnHour, text }],
    invalid_time: (space) => [{ ...inDeploys(space), post_at: 'soon', text }],
    is_archived: async (space) => [{ channel: await space.archived(), post_at: space.inAnHour, text }],
    metadata_must_be_sent_from_app: (space) => [
      { ...inDeploys(space), post_at: space.inAnHour, text, metadata },
      'xoxp-alice',
    ],
    not_in_channel: (space) => [{ ...inDeploys(space), post_at: space.inAnHour, text }, 'xoxp-bob'],
    restricted_too_many: async (space) => {
      const args = { ...inDeploys(space), post_at: space.inAnHour, text }
      for (let count = 0; count < 30; count += 1) {
        await space.call('chat.scheduleMessage', args)
      }
      return [args]
    },
    time_in_past: (space) => [{ ...inDeploys(space), post_at: 1, text }],
    time_too_far: (space) => [{ ...inDeploys(space), post_at: space.inAnHour + 121 * 86_400, text }],
  },
  'chat.deleteScheduledMessage': {
    ...nowhere({ scheduled_message_id: 'Q1' }),
    invalid_scheduled_message_id: (space) => [{ ...inDeploys(space), scheduled_message_id: 'Q1' }],
  },
  'chat.scheduledMessages.list': {
    invalid_channel: () => [{ channel: 'C0NONE' }],
    invalid_cursor: () => [{ cursor: 'nonsense' }],
  },
  'chat.unfurl': {
    cannot_auth_user: async (space) => [
      { ...inDeploys(space), ts: await space.message(), unfurls: {}, user_auth_required: true },
    ],
    cannot_find_channel: () => [{ channel: 'C0NONE', ts: '1.000001', unfurls: {} }],
    cannot_find_message: (space) => [{ ...inDeploys(space), ts: '1.000001', unfurls: {} }],
    cannot_find_service: async (space) => [
      { ...inDeploys(space), ts: await space.message(), unfurls: {} },
      'xoxp-alice',
    ],
    cannot_parse_attachment: async (space) => [
      { ...inDeploys(space), ts: await space.message(), unfurls: { 'https://x.test': 'a' } },
    ],
    cannot_unfurl_message: async (space) => [
      { ...inDeploys(space), ts: await space.message(), unfurls: { 'https://x.test': {} } },
    ],
    cannot_unfurl_url: async (space) => [{ ...inDeploys(space), ts: await space.message(), unfurls: { hello: {} } }],
    invalid_metadata_format: async (space) => [{ ...inDeploys(space), ts: await space.message(), metadata: 'a' }],
    invalid_source: () => [{ unfurl_id: 'a', source: 'elsewhere', unfurls: {} }],
    invalid_unfurl_id: () => [{ unfurl_id: 'a', source: 'composer', unfurls: {} }],
    invalid_unfurls_format: async (space) => [{ ...inDeploys(space), ts: await space.message(), unfurls: 'a' }],
    missing_channel: () => [{ ts: '1.000001', unfurls: {} }],
    missing_source: () => [{ unfurl_id: 'a', unfurls: {} }],
    missing_ts: (space) => [{ ...inDeploys(space), unfurls: {} }],
    missing_unfurl_id: () => [{ source: 'composer', unfurls: {} }],
    missing_unfurls: async (space) => [{ ...inDeploys(space), ts: await space.message() }],
  },
  'conversations.list': {
    invalid_cursor: () => [{ cursor: 'nonsense' }],
    invalid_limit: () => [{ limit: 1001 }],
    invalid_types: () => [{ types: 'nonsense' }],
  },
  'conversations.history': {
    ...unknownChannel,
    invalid_cursor: (space) => [{ ...inDeploys(space), cursor: 'nonsense' }],
    invalid_ts_latest: (space) => [{ ...inDeploys(space), latest: 'nonsense' }],
    invalid_ts_oldest: (space) => [{ ...inDeploys(space), oldest: 'nonsense' }],
    not_in_channel: ({ ids }) => [{ channel: ids['random'] }],
  },
  'conversations.info': unknownChannel,
  'conversations.create': channelName(),
  'conversations.archive': {
    ...unknownChannel,
    already_archived: async (space) => [{ channel: await space.archived() }],
    cant_archive_general: ({ ids }) => [{ channel: ids['general'] }],
    method_not_supported_for_channel_type: async (space) => [{ channel: await space.direct() }],
    not_in_channel: ({ ids }) => [{ channel: ids['random'] }],
  },
  'conversations.unarchive': {
    ...unknownChannel,
    method_not_supported_for_channel_type: async (space) => [{ channel: await space.direct() }],
    not_archived: (space) => [inDeploys(space)],
  },
  'conversations.close': {
    ...unknownChannel,
    method_not_supported_for_channel_type: (space) => [inDeploys(space)],
  },
  'conversations.open': {
    ...unknownChannel,
    method_not_supported_for_channel_type: (space) => [inDeploys(space)],
    too_many_users: () => [{ users: Array.from({ length: 9 }, (_, index) => `U${index}`).join(',') }],
    user_disabled: ({ ids }) => [{ users: ids['gone'] }],
    user_not_found: () => [{ users: 'U0NONE' }],
    users_list_not_supplied: () => [{}],
  },
  'conversations.join': {
    ...unknownChannel,
    is_archived: async (space) => [{ channel: await space.archived() }],
    method_not_supported_for_channel_type: ({ ids }) => [{ channel: ids['secret'] }, 'xoxp-alice'],
  },
  'conversations.leave': {
    ...unknownChannel,
    cant_leave_general: ({ ids }) => [{ channel: ids['general'] }],
    is_archived: async (space) => [{ channel: await space.archived() }],
    last_member: ({ ids }) => [{ channel: ids['secret'] }, 'xoxp-alice'],
    method_not_supported_for_channel_type: async (space) => [{ channel: await space.direct() }],
  },
  'conversations.invite': {
    ...nowhere({ users: 'U1' }),
    already_in_channel: ({ ids }) => [{ channel: ids['deploys'], users: ids['alice'] }],
    cant_invite: ({ ids }) => [{ channel: ids['deploys'], users: ids['gone'] }],
    cant_invite_self: ({ ids }) => [{ channel: ids['deploys'], users: ids['helper'] }],
    is_archived: async (space) => [{ channel: await space.archived(), users: space.ids['bob'] }],
    method_not_supported_for_channel_type: async (space) => [
      { channel: await space.direct(), users: space.ids['bob'] },
    ],
    no_user: (space) => [inDeploys(space)],
    not_in_channel: ({ ids }) => [{ channel: ids['random'], users: ids['alice'] }],
    too_many_users: (space) => [
      { ...inDeploys(space), users: Array.from({ length: 1001 }, (_, index) => `U${index}`).join(',') },
    ],
    user_not_found: (space) => [{ ...inDeploys(space), users: 'U0NONE' }],
  },
  'conversations.kick': {
    ...nowhere({ user: 'U1' }),
    cant_kick_from_general: ({ ids }) => [{ channel: ids['general'], user: ids['bob'] }],
    cant_kick_self: ({ ids }) => [{ channel: ids['deploys'], user: ids['helper'] }],
    method_not_supported_for_channel_type: async (space) => [{ channel: await space.direct(), user: space.ids['bob'] }],
    not_in_channel: ({ ids }) => [{ channel: ids['deploys'], user: ids['bob'] }],
    user_not_found: (space) => [{ ...inDeploys(space), user: 'U0NONE' }],
  },
  'conversations.members': {
    ...unknownChannel,
    invalid_cursor: (space) => [{ ...inDeploys(space), cursor: 'nonsense' }],
    invalid_limit: (space) => [{ ...inDeploys(space), limit: -1 }],
  },
  'conversations.mark': {
    ...nowhere({ ts: '1.000001' }),
    invalid_timestamp: (space) => [{ ...inDeploys(space), ts: 'soon' }],
    not_in_channel: ({ ids }) => [{ channel: ids['random'], ts: '1.000001' }],
  },
  'conversations.rename': {
    ...channelName(inDeploys),
    ...nowhere({ name: 'a' }),
    is_archived: async (space) => [{ channel: await space.archived(), name: 'a' }],
    method_not_supported_for_channel_type: async (space) => [{ channel: await space.direct(), name: 'a' }],
    not_authorized: ({ ids }) => [{ channel: ids['random'], name: 'a' }, 'xoxp-bob'],
    not_in_channel: ({ ids }) => [{ channel: ids['random'], name: 'a' }],
  },
  'conversations.replies': {
    ...nowhere({ ts: '1.000001' }),
    invalid_cursor: async (space) => [{ ...inDeploys(space), ts: await space.message(), cursor: 'nonsense' }],
    invalid_ts_latest: async (space) => [{ ...inDeploys(space), ts: await space.message(), latest: 'nonsense' }],
    invalid_ts_oldest: async (space) => [{ ...inDeploys(space), ts: await space.message(), oldest: 'nonsense' }],
    thread_not_found: (space) => [{ ...inDeploys(space), ts: '1.000001' }],
  },
  'conversations.setTopic': caption('topic'),
  'conversations.setPurpose': caption('purpose'),
  'reactions.add': {
    ...without(item({ name: 'eyes' }), 'file_comment_not_found', 'file_not_found'),
    already_reacted: async (space) => {
      const args = { ...inDeploys(space), timestamp: await space.message(), name: 'eyes' }
      await space.call('reactions.add', args)
      return [args]
    },
    invalid_name: async (space) => [{ ...inDeploys(space), timestamp: await space.message(), name: 'no name' }],
    is_archived: async (space) => {
      const timestamp = await space.message()
      return [{ channel: await space.archived(), timestamp, name: 'eyes' }]
    },
    not_reactable: () => [{ file: 'F1', name: 'eyes' }],
    too_many_emoji: async (space) => [{ ...(await space.reacted(50)), name: 'eyes' }, 'xoxp-dora'],
    too_many_reactions: async (space) => [{ ...(await space.reacted(23)), name: 'eyes' }, 'xoxp-alice'],
  },
  'reactions.get': item(),
  'reactions.remove': {
    ...item({ name: 'eyes' }),
    invalid_name: async (space) => [{ ...inDeploys(space), timestamp: await space.message(), name: 'no name' }],
    no_reaction: async (space) => [{ ...inDeploys(space), timestamp: await space.message(), name: 'eyes' }],
  },
  'reactions.list': { user_not_found: () => [{ user: 'U0NONE' }] },
  'pins.add': {
    ...without(item(), 'file_comment_not_found'),
    already_pinned: async (space) => {
      const args = { ...inDeploys(space), timestamp: await space.message() }
      await space.call('pins.add', args)
      return [args]
    },
    not_in_channel: async (space) => [{ ...inDeploys(space), timestamp: await space.message() }, 'xoxp-bob'],
    not_pinnable: async (space) => {
      const { channel } = await space.call('conversations.join', { channel: space.ids['random'] })
      const { messages } = await space.call('conversations.history', { channel: space.ids['random'], limit: 1 })
      return [{ channel: channel.id, timestamp: messages[0].ts }]
    },
    too_many_pins: async (space) => {
      for (let count = 0; count < 100; count += 1) {
        await space.call('pins.add', { ...inDeploys(space), timestamp: await space.message() })
      }
      return [{ ...inDeploys(space), timestamp: await space.message() }]
    },
  },
  'pins.remove': {
    ...item(),
    not_pinned: async (space) => [{ ...inDeploys(space), timestamp: await space.message() }],
  },
  'pins.list': unknownChannel,
}
