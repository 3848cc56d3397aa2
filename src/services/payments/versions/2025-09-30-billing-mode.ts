import { hashIn, hashOf, withChanged, withDefault } from './params.ts'
import type { RawHash } from '#payments/protocol/form.ts'
import type { VersionChange } from './change.ts'

const CLASSIC = hashOf({ type: 'classic' })

const classicByDefault = (params: RawHash): RawHash => withDefault(params, 'billing_mode', CLASSIC)

/** Makes the preview of a new subscription, or of a new schedule, one of classic billing. */
function classicPreview(params: RawHash): RawHash {
  const schedule = hashIn(params, 'schedule_details')
  if (schedule !== undefined && params['schedule'] === undefined) {
    return hashOf({ ...params, schedule_details: classicByDefault(schedule) })
  }
  const details = hashIn(params, 'subscription_details')
  if (details === undefined || params['subscription'] !== undefined) return params
  return hashOf({ ...params, subscription_details: classicByDefault(details) })
}

/**
 * New subscriptions are billed flexibly unless the request says `classic`: before, it was the other way round.
 * https://docs.stripe.com/changelog/clover/2025-09-30/billing-mode-default-flexible
 */
export const flexibleBilling: VersionChange = {
  version: '2025-09-30.clover',
  requests: {
    PostSubscriptions: classicByDefault,
    PostSubscriptionSchedules: (params) =>
      params['from_subscription'] === undefined ? classicByDefault(params) : params,
    GetInvoicesUpcoming: classicPreview,
    GetInvoicesUpcomingLines: classicPreview,
    PostInvoicesCreatePreview: classicPreview,
    PostCheckoutSessions: (params) =>
      params['mode'] === 'subscription'
        ? withChanged(withDefault(params, 'subscription_data', hashOf({})), 'subscription_data', (data) => {
            const hash = hashIn(params, 'subscription_data') ?? hashOf({})
            return typeof data === 'object' ? withDefault(hash, 'billing_mode', CLASSIC) : data
          })
        : params,
  },
}
