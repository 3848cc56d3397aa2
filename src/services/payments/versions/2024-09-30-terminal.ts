import type { VersionChange } from './change.ts'
import { withDefault, withoutParams } from './params.ts'

/**
 * A setup at a reader says how the card may be shown again, in place of whether the customer has agreed to be charged
 * later. https://docs.stripe.com/changelog/acacia/2024-09-30/terminal-setup-intents-require-allow-redisplay
 */
export const redisplayAtReaders: VersionChange = {
  version: '2024-09-30.acacia',
  requests: {
    PostTerminalReadersReaderProcessSetupIntent: (params) =>
      params['customer_consent_collected'] === undefined
        ? params
        : withDefault(withoutParams(params, 'customer_consent_collected'), 'allow_redisplay', 'limited'),
  },
}
