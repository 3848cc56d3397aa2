import type { VersionChange } from './change.ts'

/** Members that came with the versions from 2026-04-22 to 2026-08-26. */
export const additionsOfDahlia: VersionChange = {
  version: '2026-08-26.dahlia',
  added: {
    account_session: [
      'components.balance_report',
      'components.disputes_list.features.smart_disputes_management',
      'components.payment_details.features.smart_disputes_management',
      'components.payment_disputes.features.smart_disputes_management',
      'components.payment_method_settings',
      'components.payments.features.smart_disputes_management',
      'components.payout_reconciliation_report',
    ],
    balance_settings: [
      'payments.payouts.automatic_transfer_rules_by_currency',
      'payments.settlement_timing.start_of_day',
    ],
    'billing_portal.configuration': ['features.subscription_cancel.cancellation_reason.feedback_options'],
    'checkout.session': ['managed_payments'],
    confirmation_token: ['metadata'],
    customer_session: ['components.active_entitlements', 'components.customer_portal'],
    dispute: ['payment_method_details.card.network'],
    'issuing.authorization': ['card_presence'],
    'issuing.card': [
      'shipping.business_name',
      'spending_controls.allowed_card_presences',
      'spending_controls.blocked_card_presences',
    ],
    'issuing.cardholder': ['spending_controls.allowed_card_presences', 'spending_controls.blocked_card_presences'],
    payment_link: ['managed_payments', 'payment_method_options'],
    quote: ['invoice_settings.custom_fields', 'invoice_settings.description', 'invoice_settings.footer'],
    setup_intent: ['allowed_payment_method_types', 'managed_payments'],
    subscription: [
      'billing_schedules',
      'cancellation_details.feedback_option',
      'invoice_settings.custom_fields',
      'invoice_settings.description',
      'invoice_settings.footer',
      'managed_payments',
    ],
    subscription_schedule: [
      'default_settings.invoice_settings.custom_fields',
      'default_settings.invoice_settings.description',
      'default_settings.invoice_settings.footer',
      'phases.invoice_settings.custom_fields',
      'phases.invoice_settings.description',
      'phases.invoice_settings.footer',
    ],
    'terminal.reader': ['action.api_error'],
    topup: ['initiated_by'],
  },
}
