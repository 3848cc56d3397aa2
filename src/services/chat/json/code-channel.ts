import type { Rows } from '#chat/call.ts'
import type { CodeChannelView, ContextBarItem } from '#chat/schema/code-channels.ts'

/** Returns a tab of a code channel. https://docs.slack.dev/reference/methods/agents.conversations.listViews */
export function codeChannelViewJson({ id, key, fileId, label, version, addedAt }: CodeChannelView) {
  return {
    view_id: id,
    ...(key === null ? {} : { view_key: key }),
    ...(fileId === null ? {} : { file_id: fileId }),
    label,
    content_version: version,
    date_added: addedAt,
  }
}

function contextBarItemJson({ key, label, icon, url, type, botUserId }: ContextBarItem) {
  return {
    key,
    label,
    ...(icon === null ? {} : { icon }),
    ...(url === null ? {} : { url }),
    item_type: type,
    bot_user_id: botUserId,
  }
}

/**
 * Returns the members of `properties` that a code channel has; none for another channel.
 * https://docs.slack.dev/ai/slack-code/code-channel-properties
 */
export function codeChannelJson(rows: Rows, channelId: string) {
  const channel = rows.codeChannels.get(channelId)
  if (channel === undefined) return {}
  const { botUserId, appId, origin, contextBarItems, summaryMessage: summary, agentResource } = channel
  const session = rows.agentThreads.find('thread', channelId, '', appId)
  const views = rows.codeChannelViews.list('byChannel', channelId)
  return {
    record_channel: { record_type: 'agent_channel' },
    agent_session: {
      status: session?.session ?? 'active',
      agent_bot_user_ids: [botUserId],
      encoded_agent_bot_user_ids: [botUserId],
      title: session?.title ?? '',
      ...(origin === null ? {} : { origin_link: { channel_id: origin.channelId, ts: origin.ts } }),
    },
    code_channel: {
      ...(contextBarItems.length === 0 ? {} : { context_bar_items: contextBarItems.map(contextBarItemJson) }),
      ...(summary === null
        ? {}
        : {
            summary_message: {
              message_ts: summary.ts,
              ...(summary.threadTs === null ? {} : { thread_ts: summary.threadTs }),
            },
          }),
    },
    ...(Object.keys(agentResource).length === 0 ? {} : { agent_resource: agentResource }),
    ...(views.length === 0 ? {} : { agent_session_views: views.map(codeChannelViewJson) }),
  }
}
