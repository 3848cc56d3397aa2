import { DAY, SECOND } from '#core/duration.ts'
import type { Claims } from '#oauth/jwt/jwt.ts'
import type { SignInContext } from '#oidc-b/call.ts'
import { sharedWith } from '#oidc-b/rules/sharing.ts'
import { subjectOf } from '#oidc-b/schema/identifiers.ts'
import type { AccountEvent } from '#oidc-b/schema/events.ts'

/**
 * The claims of a server-to-server notification. `events` is the text of a JSON object, in which `event_time` is in
 * milliseconds and the flag is text.
 * https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
 */
export function notificationClaimsJson(context: SignInContext, { event, client, user }: AccountEvent): Claims {
  const now = context.clock.now()
  const { team, email, hidden } = sharedWith(context, client.id, user)
  const about = event.startsWith('email-') ? { email, is_private_email: String(hidden) } : {}
  return {
    iss: context.origin,
    aud: client.id,
    exp: Math.floor((now + DAY) / SECOND),
    iat: Math.floor(now / SECOND),
    jti: context.ids.base62(22),
    events: JSON.stringify({ type: event, sub: subjectOf(user.id, team), event_time: now, ...about }),
  }
}
