import { HOUR } from '#core/duration.ts'
import type { ChatContext } from '#chat/call.ts'
import type { App, Bot, IncomingWebhook, Token } from '#chat/schema/people.ts'
import { logIntegration } from './logs.ts'
import { postSystemMessage } from './messages/post.ts'
import { createBot, createToken } from './people.ts'
import { teamIdOf } from './workspaces.ts'

// The installation of apps, and its end. https://docs.slack.dev/authentication/installing-with-oauth

/** The lifetime of a token that rotates, in milliseconds. https://docs.slack.dev/authentication/using-token-rotation */
export const ROTATING_LIFETIME = 12 * HOUR

/** The parts of a context that an installation needs. */
type InstallContext = Pick<ChatContext, 'rows' | 'clock' | 'ids'>

/** Returns the bot of an app. Makes it at the first installation. */
export function botOf(context: InstallContext, app: App): Bot {
  const [bot] = context.rows.bots.list('byApp', app.id)
  return bot ?? createBot(context, { name: app.name, app })
}

/**
 * Gives an app its token for its bot or for a person: the one of its earlier installations, with the new scopes too, or
 * a new one with these scopes only. An app whose tokens rotate gets a new one each time.
 */
export function grantToken(
  context: InstallContext,
  app: App,
  holder: { readonly bot: Bot } | { readonly userId: string },
  scopes: readonly string[],
): Token {
  const { rows, ids, clock } = context
  const isBot = 'bot' in holder
  const kind = isBot ? ('bot' as const) : ('user' as const)
  const userId = isBot ? holder.bot.userId : holder.userId
  const before = rows.tokens
    .list('byApp', app.id)
    .find(
      (token) =>
        token.kind === kind &&
        token.userId === userId &&
        !token.revoked &&
        !token.isUnlimited &&
        token.expiresAt === null,
    )
  if (before !== undefined && !app.rotatesTokens) {
    return rows.tokens.update(before.id, { scopes: [...new Set([...before.scopes, ...scopes])] })
  }
  const prefix = isBot ? 'xoxb' : 'xoxp'
  const secret = `${ids.from('123456789', 12)}-${ids.from('123456789', 13)}-${ids.secret.base62(24)}`
  return createToken(context, {
    id: app.rotatesTokens ? `xoxe.${prefix}-1-${secret}` : `${prefix}-${secret}`,
    kind,
    userId,
    botId: isBot ? holder.bot.id : null,
    appId: app.id,
    scopes,
    expiresAt: app.rotatesTokens ? clock.now() + ROTATING_LIFETIME : null,
  })
}

/** Records that a person has installed an app, with these scopes. */
export function recordInstallation(
  context: InstallContext,
  app: App,
  installerId: string,
  scopes: readonly string[],
): void {
  const { rows, clock } = context
  const before = rows.installations.find('app', app.id)
  logIntegration(context, app, { change: before === undefined ? 'added' : 'updated', userId: installerId, scopes })
  if (before === undefined) rows.installations.insert({ appId: app.id, installerId, createdAt: clock.now() })
}

/** Adds an incoming webhook of an app to a channel, or returns the one that it has there. */
export function addWebhook(
  context: InstallContext,
  app: App,
  bot: Bot,
  channelId: string,
  userId: string,
): IncomingWebhook {
  const { rows, ids } = context
  const before = rows.incomingWebhooks.list('byApp', app.id).find((each) => each.channelId === channelId)
  if (before !== undefined) return before
  const id = `${rows.team.get().id}/${bot.id}/${ids.secret.base62(24)}`
  return rows.incomingWebhooks.insert({ id, channelId, botId: bot.id, appId: app.id, userId })
}

/**
 * Posts the vendor's message about a new webhook to its channel. `record` is the id of the tokens that came with the
 * webhook.
 */
export function postWebhookMessage(context: ChatContext, record: number): void {
  const { rows } = context
  const { webhookId, appId, userId } = rows.issuedTokens.require(record)
  const webhook = rows.incomingWebhooks.get(webhookId)
  if (webhook === undefined) return
  const { name } = rows.apps.require(appId)
  const text = `added an integration to this channel: ${name}`
  const channel = rows.conversations.require(webhook.channelId)
  const extra = { bot_id: webhook.botId, bot_link: name }
  postSystemMessage(context, channel, { userId, subtype: 'bot_add', text, extra })
}

/** Revokes tokens, and sends each app `tokens_revoked`. An app without any other token is uninstalled. */
export function revokeTokens(context: ChatContext, tokens: readonly Token[]): void {
  const { rows } = context
  for (const { id } of tokens) rows.tokens.update(id, { revoked: true })
  const appIds = new Set(tokens.flatMap(({ appId }) => (appId === null ? [] : [appId])))
  for (const appId of appIds) {
    const app = rows.apps.require(appId)
    const own = tokens.filter((token) => token.appId === appId)
    context.emit({ kind: 'tokens_revoked', app, tokens: own })
    const isInstalled = rows.tokens.list('byApp', appId).some(isOfInstallation)
    if (!isInstalled) endInstallation(context, app)
  }
}

/** Removes an app from the workspace: its tokens, webhooks and views. */
export function uninstall(context: ChatContext, app: App): void {
  const tokens = context.rows.tokens.list('byApp', app.id).filter(isOfInstallation)
  if (tokens.length === 0) endInstallation(context, app)
  else revokeTokens(context, tokens)
}

/** Removes an app from some workspaces: its tokens there are revoked. */
export function uninstallFrom(context: ChatContext, app: App, teamIds: readonly string[]): void {
  const { rows } = context
  const tokens = rows.tokens.list('byApp', app.id).filter(isOfInstallation)
  const leaving = tokens.filter(({ userId }) => teamIds.includes(teamIdOf(rows, userId)))
  if (leaving.length === tokens.length) uninstall(context, app)
  else if (leaving.length > 0) revokeTokens(context, leaving)
}

function isOfInstallation({ kind, revoked, stepId }: Token): boolean {
  return kind !== 'app' && !revoked && stepId === undefined
}

function endInstallation(context: ChatContext, app: App): void {
  const { rows } = context
  const installation = rows.installations.find('app', app.id)
  if (installation !== undefined) rows.installations.delete(installation.id)
  for (const { id, stepId } of rows.tokens.list('byApp', app.id)) {
    if (stepId !== undefined) rows.tokens.update(id, { revoked: true })
  }
  logIntegration(context, app, { change: 'removed', userId: null, scopes: app.scopes })
  for (const { id } of rows.incomingWebhooks.list('byApp', app.id)) rows.incomingWebhooks.delete(id)
  for (const { id, appId } of rows.views.all()) if (appId === app.id) rows.views.delete(id)
  context.emit({ kind: 'app_uninstalled', app })
}
