import type { VersionChange } from './change.ts'
import { hashAt } from './members.ts'

/**
 * The details that a session has collected are in one hash.
 * https://docs.stripe.com/changelog/basil/2025-03-31/moves-shipping-details-in-checkout-sessions
 */
export const collectedInformation: VersionChange = {
  version: '2025-03-31.basil',
  objects: {
    'checkout.session': (session) => ({
      ...session,
      shipping_details: hashAt(session, 'collected_information')['shipping_details'] ?? null,
    }),
  },
}
