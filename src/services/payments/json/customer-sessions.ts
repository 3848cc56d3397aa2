import type { CustomerSession, EphemeralKey } from '#payments/schema/payments.ts'

export function customerSessionJson({ clientSecret, components, created, customer, expiresAt }: CustomerSession) {
  return {
    object: 'customer_session',
    client_secret: clientSecret,
    components,
    created,
    customer,
    customer_account: null,
    expires_at: expiresAt,
    livemode: false,
  }
}

export function ephemeralKeyJson({ id, created, expires, secret }: EphemeralKey) {
  return {
    id,
    object: 'ephemeral_key',
    created,
    expires,
    livemode: false,
    secret,
  }
}
