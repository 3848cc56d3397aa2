import type { WebhookDialect } from '#core/webhooks.ts'
import { signJwt } from '#oauth/jwt/jwt.ts'
import type { OidcContext } from './call.ts'
import { notificationClaimsJson } from './json/notification.ts'
import { signingKey } from './oauth/signing.ts'
import { EVENT_TYPES, type AccountEvent, type EventType } from './schema/events.ts'

/**
 * Server-to-server notifications: a JWT that is signed as ID tokens are, posted once to the URL of an application.
 * https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
 */
export const webhooks: WebhookDialect<OidcContext, EventType, AccountEvent> = {
  events: EVENT_TYPES,
  *write(context: OidcContext, change: AccountEvent) {
    const { event, client } = change
    if (client.notificationUrl === null) return
    const body = JSON.stringify({ payload: signJwt(notificationClaimsJson(context, change), signingKey) })
    const subscription = { id: `application ${client.id}`, url: client.notificationUrl, details: {} }
    yield { event, action: null, subscription, body }
  },
  headers: () => ({ 'Content-Type': 'application/json' }),
}
