import type { OAuthContext } from '../context.ts'
import type { Server } from '../profile.ts'

/** Ends every token that was issued for one code or device code, and those that replaced them. */
export function endTokensOfCode<X extends OAuthContext>({ profile, context }: Server<X>, origin: string): void {
  const { oauthAccessTokens, oauthRefreshTokens } = context.rows
  for (const { id } of oauthAccessTokens.list('byOrigin', origin)) oauthAccessTokens.delete(id)
  for (const { id, accessToken } of oauthRefreshTokens.list('byOrigin', origin)) {
    profile.endAccessToken(context, accessToken)
    oauthRefreshTokens.delete(id)
  }
}

/** Ends the refresh tokens that replaced one another, with the access tokens that came with them. */
export function endFamily<X extends OAuthContext>({ profile, context }: Server<X>, family: string): void {
  const { oauthRefreshTokens } = context.rows
  for (const { id, accessToken } of oauthRefreshTokens.list('byFamily', family)) {
    profile.endAccessToken(context, accessToken)
    oauthRefreshTokens.delete(id)
  }
}
