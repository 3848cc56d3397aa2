import type { ChatContext } from '#chat/call.ts'
import { teamIdOf } from './workspaces.ts'
import { hasScope } from './scopes.ts'
import type { App, Token } from '#chat/schema/people.ts'

/** The conditions under which an app sees an event. */
export interface Audience {
  /** The scopes of which a token of the app needs one; empty: none is needed. */
  readonly scopes: readonly string[]
  /** The conversation that the user of the token must be in; absent: no membership is needed. */
  readonly channelId?: string
  /** The workspaces whose apps see the event. Absent: that of the instance, unless a conversation or a user is named */
  readonly teamIds?: readonly string[]
  /** The only user, of a bot or a person, whose app sees the event. */
  readonly userId?: string
  /** The only app that sees the event. */
  readonly appId?: string
}

/** The authorization by which an app sees an event. https://docs.slack.dev/apis/events-api/#authorizations */
export interface Authorization {
  readonly userId: string
  readonly isBot: boolean
}

/**
 * Returns the authorization by which an app sees an event: that of its bot, or else of a person; null when it has none.
 */
export function authorizationOf(context: ChatContext, app: App, audience: Audience): Authorization | null {
  if (audience.appId !== undefined && audience.appId !== app.id) return null
  const tokens = context.rows.tokens.list('byApp', app.id).filter((token) => hasAccess(context, token, audience))
  const token = tokens.find(({ kind }) => kind === 'bot') ?? tokens[0]
  return token?.userId == null ? null : { userId: token.userId, isBot: token.kind === 'bot' }
}

/** Returns true for a live token with the scope and the membership that an audience needs. */
function hasAccess(
  { rows, clock }: ChatContext,
  token: Token,
  { scopes, channelId, userId, teamIds }: Audience,
): boolean {
  const { userId: holder, revoked, expiresAt } = token
  if (holder === null || revoked || (expiresAt !== null && expiresAt <= clock.now())) return false
  if (scopes.length > 0 && !scopes.some((scope) => hasScope(token.scopes, scope))) return false
  if (userId !== undefined && userId !== holder) return false
  if (rows.workspaces.size > 0 && channelId === undefined && userId === undefined) {
    const ofInstance = [rows.team.get().id]
    if (!(teamIds ?? ofInstance).includes(teamIdOf(rows, holder))) return false
  }
  return channelId === undefined || rows.memberships.find('member', channelId, holder) !== undefined
}

/** Returns the authorizations of all users of an app that are in a conversation, or hold a token of it. */
export function authorizationsOf(context: ChatContext, app: App, channelId: string | undefined): Authorization[] {
  const audience: Audience = channelId === undefined ? { scopes: [] } : { scopes: [], channelId }
  const tokens = context.rows.tokens.list('byApp', app.id).filter((token) => hasAccess(context, token, audience))
  const holders = new Map(tokens.map(({ userId, kind }) => [userId ?? '', kind === 'bot']))
  return [...holders].map(([userId, isBot]) => ({ userId, isBot }))
}
