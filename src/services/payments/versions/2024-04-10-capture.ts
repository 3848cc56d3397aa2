import type { VersionChange } from './change.ts'
import { withDefault } from './params.ts'

/** Payments are captured asynchronously by default. https://docs.stripe.com/changelog/2024-04-10 */
export const asynchronousCapture: VersionChange = {
  version: '2024-04-10',
  requests: { PostPaymentIntents: (params) => withDefault(params, 'capture_method', 'automatic') },
}
