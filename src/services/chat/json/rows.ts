import type { ChatContext, Rows } from '#chat/call.ts'
import type { RowWriters } from '#core/inspection/row-writers.ts'
import { connectInviteJson } from './connect.ts'
import { fileJson } from './file.ts'
import { messageJson } from './message.ts'
import { scheduledMessageJson } from './scheduled.ts'
import { botProfileJson, userJson } from './user.ts'
import { viewJson } from './view.ts'

/** Writes rows for the inspector, as the vendor's API answers them. */
export const rowWriters: RowWriters<ChatContext, Rows> = {
  bots: (site, row) => botProfileJson(site, row),
  connectInvites: (site, row) => connectInviteJson(site, row),
  files: (site, row) => fileJson(site, row),
  messages: (site, row) => messageJson(site, row),
  scheduledMessages: (site, row) => scheduledMessageJson(site, row),
  users: (site, row) => userJson(site, row, { withEmail: true }),
  views: (site, row) => viewJson(site, row),
}
