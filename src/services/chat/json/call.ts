import type { Call } from '#chat/schema/calls.ts'
import type { Block } from '#chat/schema/messages.ts'
import { botIconsJson, type Site } from './user.ts'

/** Returns a call as the methods of calls answer it. */
export function callJson(call: Call): object {
  const { id, startedAt, endedAt, externalId, displayId, joinUrl, desktopAppJoinUrl, title, users, channelIds } = call
  return {
    id,
    date_start: startedAt,
    ...(endedAt === null ? {} : { date_end: endedAt }),
    external_unique_id: externalId,
    external_display_id: displayId,
    join_url: joinUrl,
    desktop_app_join_url: desktopAppJoinUrl,
    title,
    users,
    ...(channelIds.length === 0 ? {} : { channels: channelIds }),
  }
}

/**
 * Returns a block as messages have it: a `call` block with the state of its call.
 * https://docs.slack.dev/apis/web-api/using-the-calls-api#post_to_channel
 */
export function withCall(site: Site, block: Block): Block {
  const call = block.type === 'call' ? site.rows.calls.get(String(block['call_id'])) : undefined
  if (call === undefined) return block
  const bot = site.rows.bots.list('byApp', call.appId).at(0)
  return {
    ...block,
    api_decoration_available: false,
    call: {
      v1: {
        id: call.id,
        app_id: call.appId,
        app_icon_urls: bot === undefined ? {} : botIconsJson(site.urls, bot),
        date_start: call.startedAt,
        date_end: call.endedAt ?? 0,
        active_participants: call.users,
        all_participants: call.everybody,
        display_id: call.displayId,
        join_url: call.joinUrl,
        desktop_app_join_url: call.desktopAppJoinUrl,
        name: call.title,
        created_by: call.createdBy,
        channels: call.channelIds,
        is_dm_call: false,
        was_rejected: false,
        was_missed: false,
        was_accepted: false,
        has_ended: call.endedAt !== null,
      },
      media_backend_type: 'platform_call',
    },
  }
}
