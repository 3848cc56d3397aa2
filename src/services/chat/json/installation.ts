import type { ChatContext } from '#chat/call.ts'
import { enterpriseJson } from './enterprise.ts'
import { ROTATING_LIFETIME } from '#chat/rules/install.ts'

/**
 * Returns the answer to an installation, or to a renewal of a token.
 * https://docs.slack.dev/reference/methods/oauth.v2.access
 */
export function installationJson(
  { rows, origin, urls }: Pick<ChatContext, 'rows' | 'origin' | 'urls'>,
  recordId: number,
) {
  const issued = rows.issuedTokens.require(recordId)
  const { appId, userId, webhookId, isRefresh } = issued
  const team = rows.team.get()
  const common = {
    app_id: appId,
    team: { id: team.id, name: team.name },
    enterprise: enterpriseJson(rows),
    is_enterprise_install: false,
  }
  const primary = tokenJson(rows, issued.token, issued.refreshToken)
  if (primary.token_type === 'user' && !isRefresh) {
    return { ...common, authed_user: { id: userId, ...primary } }
  }
  const ofUser = issued.userToken === null ? {} : tokenJson(rows, issued.userToken, issued.userRefreshToken)
  const bot = rows.bots.get(rows.tokens.require(issued.token).botId)
  const webhook = rows.incomingWebhooks.get(webhookId)
  return {
    ...common,
    ...primary,
    ...(bot === undefined ? {} : { bot_user_id: bot.userId }),
    authed_user: { id: userId, ...ofUser },
    ...(webhook === undefined
      ? {}
      : {
          incoming_webhook: {
            channel: `#${rows.conversations.get(webhook.channelId)?.name ?? ''}`,
            channel_id: webhook.channelId,
            configuration_url: `${origin}/apps/${appId}`,
            url: urls.of(`/services/${webhook.id}`),
          },
        }),
  }
}

/** Returns the members of a token in an answer. */
function tokenJson(rows: ChatContext['rows'], value: string, refreshToken: string | null) {
  const { id, kind, scopes } = rows.tokens.require(value)
  return {
    access_token: id,
    token_type: kind,
    scope: scopes.join(','),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken, expires_in: ROTATING_LIFETIME / 1000 }),
  }
}
