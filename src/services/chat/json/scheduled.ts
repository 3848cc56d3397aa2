import { richTextOf } from '#chat/rules/text/rich-text.ts'
import type { ScheduledMessage } from '#chat/schema/messages.ts'
import { botProfileJson, type Site } from './user.ts'

/** Returns a scheduled message as lists have it. */
export function scheduledJson({ id, channelId, postAt, createdAt, text }: ScheduledMessage) {
  return { id, channel_id: channelId, post_at: postAt, date_created: createdAt, text }
}

/** Returns the message that `chat.scheduleMessage` answers, which has no timestamp yet. */
export function scheduledMessageJson(site: Site, scheduled: ScheduledMessage) {
  const { rows } = site
  const { id, text, userId, botId, appId, blocks, attachments, metadata } = scheduled
  const bot = rows.bots.get(botId)
  return {
    ...(userId === null ? {} : { user: userId }),
    type: 'delayed_message',
    ...(bot === undefined ? {} : { bot_id: bot.id, bot_profile: botProfileJson(site, bot) }),
    ...(appId === null ? {} : { app_id: appId }),
    text,
    team: rows.team.get().id,
    blocks: blocks ?? (text === '' ? [] : [richTextOf(text, id.slice(-5))]),
    ...(attachments === null ? {} : { attachments }),
    ...(metadata === null ? {} : { metadata }),
  }
}
