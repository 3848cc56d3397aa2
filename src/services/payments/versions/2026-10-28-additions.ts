import type { VersionChange } from './change.ts'

/** Members that came with 2026-10-28. */
export const additionsOfEndive: VersionChange = {
  version: '2026-10-28.endive',
  added: {
    account: ['business_profile.specified_commercial_transactions_act_url'],
    account_session: [
      'components.reporting_chart',
      'components.terminal_hardware_orders',
      'components.terminal_hardware_shop',
    ],
    'billing_portal.configuration': ['features.subscription_pause'],
    'billing_portal.session': ['after_expiration'],
    charge: ['payment_method_details.card.electronic_commerce_indicator'],
    'checkout.session': ['allowed_payment_method_types'],
    dispute: ['evidence_details.submission_method', 'intended_submission_method'],
    payment_intent: ['payment_record'],
    payment_link: [
      'subscription_data.invoice_settings.account_tax_ids',
      'subscription_data.invoice_settings.custom_fields',
      'subscription_data.invoice_settings.description',
      'subscription_data.invoice_settings.footer',
    ],
    product: ['tax_details'],
    subscription: ['trial_settings.end_behavior.billing_cycle_anchor'],
    subscription_item: ['current_trial'],
    subscription_schedule: ['pause_schedules'],
    'tax.calculation_line_item': ['performance_location'],
  },
}
