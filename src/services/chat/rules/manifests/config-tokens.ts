import { HOUR } from '#core/duration.ts'
import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Token } from '#chat/schema/people.ts'
import { createToken } from '../people.ts'

/** The lifetime of an app configuration token. https://docs.slack.dev/authentication/tokens#config */
const LIFETIME = 12 * HOUR

/** A new app configuration token, and the token that renews it. */
export interface RotatedTokens {
  readonly token: Token
  readonly refreshToken: string
}

/**
 * Exchanges a refresh token, which works once, for a new configuration token and a new refresh token.
 *
 * @throws `invalid_refresh_token`.
 */
export function rotateConfigToken(context: ChatContext, value: string): RotatedTokens {
  const { rows, ids, clock } = context
  const before = rows.configRefreshTokens.get(value)
  if (before === undefined) throw slackFailure('invalid_refresh_token')
  rows.configRefreshTokens.delete(value)
  const { userId } = before
  const refreshToken = `xoxe-1-${ids.secret.base62(146)}`
  rows.configRefreshTokens.insert({ id: refreshToken, userId })
  const id = `xoxe.xoxp-1-${ids.secret.base62(142)}`
  const token = createToken(context, { id, kind: 'config', userId, scopes: [], expiresAt: clock.now() + LIFETIME })
  return { token, refreshToken }
}
