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

/** Writes an ephemeral key, with its customer, as the vendor's mobile SDKs read it. */
export function ephemeralKeyJson({ id, created, customer, expires, secret }: EphemeralKey) {
  return {
    id,
    object: 'ephemeral_key',
    associated_objects: [{ id: customer, type: 'customer' }],
    created,
    expires,
    livemode: false,
    secret,
  }
}
