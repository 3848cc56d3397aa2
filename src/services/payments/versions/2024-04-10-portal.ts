import type { VersionChange } from './change.ts'
import { hashAt } from './members.ts'

/** The portal does not pause subscriptions. https://docs.stripe.com/changelog/2024-04-10 */
export const portalWithoutPause: VersionChange = {
  version: '2024-04-10',
  objects: {
    'billing_portal.configuration': (configuration) => ({
      ...configuration,
      features: { ...hashAt(configuration, 'features'), subscription_pause: { enabled: false } },
    }),
  },
}
