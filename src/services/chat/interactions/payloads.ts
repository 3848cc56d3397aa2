import type { ChatContext } from '#chat/call.ts'
import { enterpriseJson } from '#chat/json/enterprise.ts'
import { verificationToken } from '#chat/rules/verification-token.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { App, User } from '#chat/schema/people.ts'

// The members that the payloads of interactions share. https://docs.slack.dev/reference/interaction-payloads

/** Returns the members that every payload in JSON has. */
export function commonPayload({ rows }: ChatContext, app: App, user: User): Readonly<Record<string, unknown>> {
  const { id, domain } = rows.team.get()
  return {
    team: { id, domain },
    user: { id: user.id, username: user.name, name: user.name, team_id: id },
    api_app_id: app.id,
    token: verificationToken(app),
    enterprise: enterpriseJson(rows),
    is_enterprise_install: false,
  }
}

/** Returns a conversation as payloads name it: without the name of a private channel or a direct message. */
export function channelPayload({ id, name, kind }: Conversation): { readonly id: string; readonly name: string } {
  return { id, name: kind === 'im' ? 'directmessage' : kind === 'public' ? name : 'privategroup' }
}
