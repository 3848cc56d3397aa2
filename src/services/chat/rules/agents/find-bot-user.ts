import type { ChatContext } from '#chat/call.ts'
import type { App, User } from '#chat/schema/people.ts'
import { hasScope } from '../scopes.ts'

/** Returns the user of an app's bot that may act as an assistant; undefined for an app without one. */
export function findBotUser({ rows }: Pick<ChatContext, 'rows'>, { id }: Pick<App, 'id'>): User | undefined {
  const token = rows.tokens
    .list('byApp', id)
    .find(({ kind, revoked, scopes }) => kind === 'bot' && !revoked && hasScope(scopes, 'assistant:write'))
  return rows.users.get(token?.userId)
}
