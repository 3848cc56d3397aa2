import { HOUR } from '#core/duration.ts'
import type { PaymentsContext } from '#payments/call.ts'

const MANAGEMENT = ['disable_stripe_user_authentication', 'external_account_collection']
const DISPUTES = [
  'destination_on_behalf_of_charge_management',
  'dispute_management',
  'refund_management',
  'smart_disputes_management',
]
const PAYMENTS = ['capture_payments', ...DISPUTES]
const PAYOUTS = [...MANAGEMENT, 'edit_payout_schedule', 'instant_payouts', 'standard_payouts']
const CARDS = ['card_management', 'card_spend_dispute_management', 'cardholder_management', 'spend_control_management']

/** The features of each component. https://docs.stripe.com/connect/supported-embedded-components */
export const COMPONENT_FEATURES: Readonly<Record<string, readonly string[]>> = {
  account_management: MANAGEMENT,
  account_onboarding: MANAGEMENT,
  balance_report: [],
  balances: PAYOUTS,
  disputes_list: PAYMENTS,
  documents: [],
  financial_account: [...MANAGEMENT, 'send_money', 'transfer_balance'],
  financial_account_transactions: ['card_spend_dispute_management'],
  instant_payouts_promotion: [...MANAGEMENT, 'instant_payouts'],
  issuing_card: CARDS,
  issuing_cards_list: [...CARDS, 'disable_stripe_user_authentication'],
  notification_banner: MANAGEMENT,
  payment_details: PAYMENTS,
  payment_disputes: DISPUTES,
  payment_method_settings: ['disable_stripe_user_authentication'],
  payments: PAYMENTS,
  payout_details: [],
  payout_reconciliation_report: [],
  payouts: PAYOUTS,
  payouts_list: [],
  reporting_chart: [],
  tax_registrations: [],
  tax_settings: [],
  terminal_hardware_orders: [],
  terminal_hardware_shop: [],
}

/** Features that are off unless the request says otherwise; all others are on with their component. */
const OFF_BY_DEFAULT = [
  'destination_on_behalf_of_charge_management',
  'disable_stripe_user_authentication',
  'smart_disputes_management',
]

/** The components of a request, by name. */
type Components = Readonly<
  Record<
    string,
    { readonly enabled: boolean; readonly features?: Readonly<Record<string, unknown>> | undefined } | undefined
  >
>

/** Writes a session of components for an account. https://docs.stripe.com/api/account_sessions/object */
export function accountSessionJson(
  { clock, ids }: Pick<PaymentsContext, 'clock' | 'ids'>,
  account: string,
  components: Components,
) {
  return {
    object: 'account_session',
    account,
    client_secret: `accs_secret__${ids.secret.base62(48)}`,
    components: Object.fromEntries(
      Object.entries(COMPONENT_FEATURES).map(([name, features]) => {
        const { enabled = false, features: chosen = {} } = components[name] ?? {}
        const shown = features.map((each) => [each, chosen[each] ?? (enabled && !OFF_BY_DEFAULT.includes(each))])
        return [name, { enabled, features: Object.fromEntries(shown) }]
      }),
    ),
    expires_at: Math.floor((clock.now() + HOUR) / 1000),
    livemode: false,
  }
}
