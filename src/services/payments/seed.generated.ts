// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `payments` of a seed: what the stand-in for the Stripe API begins with. */
export interface PaymentsSeed {
  api_keys?: PaymentsSeedApiKey[] | undefined
  account?: PaymentsSeedAccount | undefined
  webhook_endpoints?: PaymentsSeedWebhookEndpoint[] | undefined
  customers?: PaymentsSeedCustomer[] | undefined
  products?: PaymentsSeedProduct[] | undefined
  prices?: PaymentsSeedPrice[] | undefined
  coupons?: PaymentsSeedCoupon[] | undefined
  promotion_codes?: PaymentsSeedPromotionCode[] | undefined
  tax_rates?: PaymentsSeedTaxRate[] | undefined
  tax?: PaymentsSeedTax | undefined
  subscriptions?: PaymentsSeedSubscription[] | undefined
  billing?: PaymentsSeedBilling | undefined
  /** The members of the default configuration of the billing portal that replace the vendor’s, in the names of the API. */
  portal?: PaymentsSeedPortal | undefined
}

/** An API key of the seed. */
export interface PaymentsSeedApiKey {
  /** The literal key that clients send. When a kind of key is listed, other keys of it are refused. */
  key: string
  /** The permissions of a restricted key by resource: { payment_intents: write, customers: read }; "*" for all others. */
  permissions?: Record<string, 'none' | 'read' | 'write'> | undefined
}

/** An account of the seed. */
export interface PaymentsSeedAccount {
  id?: string | undefined
  /** Default: US */
  country?: string | undefined
  /** Default: usd */
  default_currency?: string | undefined
  /** The name that customers see on pages and statements. Default: Backlot */
  name?: string | undefined
  email?: string | undefined
  /** Whether new connected accounts must tell what the vendor asks before they may take payments. Default: skipped */
  onboarding?: 'required' | 'skipped' | undefined
  /** The version of the API of requests without Stripe-Version, and of events. Default: 2026-10-28.endive */
  api_version?: '2020-08-27' | '2022-08-01' | '2022-11-15' | '2023-08-16' | '2023-10-16' | '2024-04-10' | '2024-06-20' | '2024-09-30.acacia' | '2024-10-28.acacia' | '2024-11-20.acacia' | '2024-12-18.acacia' | '2025-01-27.acacia' | '2025-02-24.acacia' | '2025-03-31.basil' | '2025-04-30.basil' | '2025-05-28.basil' | '2025-06-30.basil' | '2025-07-30.basil' | '2025-08-27.basil' | '2025-09-30.clover' | '2025-10-29.clover' | '2025-11-17.clover' | '2025-12-15.clover' | '2026-01-28.clover' | '2026-02-25.clover' | '2026-03-25.dahlia' | '2026-04-22.dahlia' | '2026-05-27.dahlia' | '2026-06-24.dahlia' | '2026-07-29.dahlia' | '2026-08-26.dahlia' | '2026-09-30.endive' | '2026-10-28.endive' | undefined
  /** True: payments of an elevated risk are put up for review, as by the default rule of Radar. */
  radar_for_fraud_teams?: boolean | undefined
  /** The payment methods that are switched on in the dashboard, beside cards, bank debits and Link: [ideal, klarna]. */
  payment_methods?: ('affirm' | 'afterpay_clearpay' | 'alipay' | 'alma' | 'amazon_pay' | 'bancontact' | 'billie' | 'bizum' | 'blik' | 'boleto' | 'cashapp' | 'crypto' | 'eps' | 'fpx' | 'grabpay' | 'ideal' | 'kakao_pay' | 'klarna' | 'konbini' | 'kr_card' | 'mb_way' | 'mobilepay' | 'multibanco' | 'naver_pay' | 'oxxo' | 'p24' | 'pay_by_bank' | 'payco' | 'paynow' | 'paypal' | 'paypay' | 'payto' | 'pix' | 'promptpay' | 'revolut_pay' | 'samsung_pay' | 'satispay' | 'scalapay' | 'sequra' | 'sunbit' | 'swish' | 'twint' | 'upi' | 'wechat_pay' | 'zip')[] | undefined
}

/** A webhook endpoint of the seed. */
export interface PaymentsSeedWebhookEndpoint {
  /** Events are sent to this URL: on this machine, or on an allowed host. */
  url: string
  /** The secret that signs deliveries; generated when absent. */
  secret?: string | undefined
  /** Default: ["*"] */
  enabled_events?: ('*' | 'account.application.authorized' | 'account.application.deauthorized' | 'account.external_account.created' | 'account.external_account.deleted' | 'account.external_account.updated' | 'account.updated' | 'application_fee.created' | 'application_fee.refund.updated' | 'application_fee.refunded' | 'balance.available' | 'balance_settings.updated' | 'billing.meter.created' | 'billing.meter.deactivated' | 'billing.meter.reactivated' | 'billing.meter.updated' | 'billing_portal.configuration.created' | 'billing_portal.configuration.updated' | 'billing_portal.session.created' | 'capability.updated' | 'cash_balance.funds_available' | 'charge.captured' | 'charge.dispute.closed' | 'charge.dispute.created' | 'charge.dispute.funds_reinstated' | 'charge.dispute.funds_withdrawn' | 'charge.dispute.updated' | 'charge.expired' | 'charge.failed' | 'charge.pending' | 'charge.refund.updated' | 'charge.refunded' | 'charge.succeeded' | 'charge.updated' | 'checkout.session.async_payment_failed' | 'checkout.session.async_payment_succeeded' | 'checkout.session.completed' | 'checkout.session.expired' | 'coupon.created' | 'coupon.deleted' | 'coupon.updated' | 'credit_note.created' | 'credit_note.updated' | 'credit_note.voided' | 'customer.created' | 'customer.deleted' | 'customer.discount.created' | 'customer.discount.deleted' | 'customer.discount.updated' | 'customer.source.created' | 'customer.source.deleted' | 'customer.source.expiring' | 'customer.source.updated' | 'customer.subscription.created' | 'customer.subscription.deleted' | 'customer.subscription.paused' | 'customer.subscription.pending_update_applied' | 'customer.subscription.pending_update_expired' | 'customer.subscription.resumed' | 'customer.subscription.trial_will_end' | 'customer.subscription.updated' | 'customer.tax_id.created' | 'customer.tax_id.deleted' | 'customer.tax_id.updated' | 'customer.updated' | 'customer_cash_balance_transaction.created' | 'entitlements.active_entitlement_summary.updated' | 'file.created' | 'invoice.created' | 'invoice.deleted' | 'invoice.finalization_failed' | 'invoice.finalized' | 'invoice.marked_uncollectible' | 'invoice.overdue' | 'invoice.overpaid' | 'invoice.paid' | 'invoice.payment_action_required' | 'invoice.payment_attempt_required' | 'invoice.payment_failed' | 'invoice.payment_succeeded' | 'invoice.sent' | 'invoice.upcoming' | 'invoice.updated' | 'invoice.voided' | 'invoice.will_be_due' | 'invoice_payment.paid' | 'invoiceitem.created' | 'invoiceitem.deleted' | 'issuing_authorization.created' | 'issuing_authorization.request' | 'issuing_authorization.updated' | 'issuing_card.created' | 'issuing_card.updated' | 'issuing_cardholder.created' | 'issuing_cardholder.updated' | 'issuing_dispute.closed' | 'issuing_dispute.created' | 'issuing_dispute.submitted' | 'issuing_dispute.updated' | 'issuing_transaction.created' | 'issuing_transaction.updated' | 'mandate.updated' | 'payment_intent.amount_capturable_updated' | 'payment_intent.canceled' | 'payment_intent.created' | 'payment_intent.partially_funded' | 'payment_intent.payment_failed' | 'payment_intent.processing' | 'payment_intent.requires_action' | 'payment_intent.succeeded' | 'payment_link.created' | 'payment_link.updated' | 'payment_method.attached' | 'payment_method.automatically_updated' | 'payment_method.detached' | 'payment_method.updated' | 'payout.canceled' | 'payout.created' | 'payout.failed' | 'payout.paid' | 'payout.reconciliation_completed' | 'payout.updated' | 'person.created' | 'person.deleted' | 'person.updated' | 'plan.created' | 'plan.deleted' | 'plan.updated' | 'price.created' | 'price.deleted' | 'price.updated' | 'product.created' | 'product.deleted' | 'product.updated' | 'promotion_code.created' | 'promotion_code.updated' | 'quote.accepted' | 'quote.canceled' | 'quote.created' | 'quote.finalized' | 'radar.early_fraud_warning.created' | 'radar.early_fraud_warning.updated' | 'refund.created' | 'refund.failed' | 'refund.updated' | 'reporting.report_run.succeeded' | 'review.closed' | 'review.opened' | 'setup_intent.canceled' | 'setup_intent.created' | 'setup_intent.requires_action' | 'setup_intent.setup_failed' | 'setup_intent.succeeded' | 'source.canceled' | 'source.chargeable' | 'source.failed' | 'subscription_schedule.aborted' | 'subscription_schedule.canceled' | 'subscription_schedule.completed' | 'subscription_schedule.created' | 'subscription_schedule.expiring' | 'subscription_schedule.released' | 'subscription_schedule.updated' | 'tax.settings.updated' | 'tax_rate.created' | 'tax_rate.updated' | 'terminal.reader.action_failed' | 'terminal.reader.action_succeeded' | 'test_helpers.test_clock.advancing' | 'test_helpers.test_clock.created' | 'test_helpers.test_clock.deleted' | 'test_helpers.test_clock.internal_failure' | 'test_helpers.test_clock.ready' | 'topup.canceled' | 'topup.created' | 'topup.failed' | 'topup.reversed' | 'topup.succeeded' | 'transfer.created' | 'transfer.reversed' | 'transfer.updated' | 'v2.core.account.closed' | 'v2.core.account.created' | 'v2.core.account.updated' | 'v2.core.account[configuration.customer].capability_status_updated' | 'v2.core.account[configuration.customer].updated' | 'v2.core.account[configuration.merchant].capability_status_updated' | 'v2.core.account[configuration.merchant].updated' | 'v2.core.account[configuration.recipient].capability_status_updated' | 'v2.core.account[configuration.recipient].updated' | 'v2.core.account[defaults].updated' | 'v2.core.account[future_requirements].updated' | 'v2.core.account[identity].updated' | 'v2.core.account[requirements].updated' | 'v2.core.account_link.returned' | 'v2.core.account_person.created' | 'v2.core.account_person.deleted' | 'v2.core.account_person.updated' | 'v2.core.event_destination.ping')[] | undefined
  /** The version of the API in which its events are written; that of the account when absent. */
  api_version?: '2020-08-27' | '2022-08-01' | '2022-11-15' | '2023-08-16' | '2023-10-16' | '2024-04-10' | '2024-06-20' | '2024-09-30.acacia' | '2024-10-28.acacia' | '2024-11-20.acacia' | '2024-12-18.acacia' | '2025-01-27.acacia' | '2025-02-24.acacia' | '2025-03-31.basil' | '2025-04-30.basil' | '2025-05-28.basil' | '2025-06-30.basil' | '2025-07-30.basil' | '2025-08-27.basil' | '2025-09-30.clover' | '2025-10-29.clover' | '2025-11-17.clover' | '2025-12-15.clover' | '2026-01-28.clover' | '2026-02-25.clover' | '2026-03-25.dahlia' | '2026-04-22.dahlia' | '2026-05-27.dahlia' | '2026-06-24.dahlia' | '2026-07-29.dahlia' | '2026-08-26.dahlia' | '2026-09-30.endive' | '2026-10-28.endive' | undefined
}

/** A customer of the seed. */
export interface PaymentsSeedCustomer {
  id?: string | undefined
  name?: string | undefined
  email?: string | undefined
  /** Minor units; negative: the customer has credit. Default: 0 */
  balance?: number | undefined
  metadata?: Record<string, string> | undefined
  /** The id of a coupon, whose discount the customer has. */
  coupon?: string | undefined
  /** Test cards by name (visa, mastercard, visa_chargeDeclined …); the first is the default. */
  payment_methods?: string[] | undefined
}

/** A product of the seed. */
export interface PaymentsSeedProduct {
  id?: string | undefined
  name: string
  description?: string | undefined
  /** Default: true */
  active?: boolean | undefined
  metadata?: Record<string, string> | undefined
}

/** A price of the seed. */
export interface PaymentsSeedPrice {
  id?: string | undefined
  /** The name or the id of a product of the seed. */
  product: string
  /** Minor units: 1500 is 15 dollars. */
  unit_amount: number
  /** Default: usd */
  currency?: string | undefined
  recurring?: PaymentsSeedRecurring | undefined
  lookup_key?: string | undefined
  nickname?: string | undefined
  metadata?: Record<string, string> | undefined
}

/** A coupon of the seed. */
export interface PaymentsSeedCoupon {
  id?: string | undefined
  name?: string | undefined
  percent_off?: number | undefined
  /** Minor units: 1500 is 15 dollars. */
  amount_off?: number | undefined
  currency?: string | undefined
  /** Default: once */
  duration?: 'once' | 'repeating' | 'forever' | undefined
  duration_in_months?: number | undefined
  max_redemptions?: number | undefined
}

/** A promotion code of the seed. */
export interface PaymentsSeedPromotionCode {
  code: string
  /** The id of a coupon of the seed. */
  coupon: string
  /** Default: true */
  active?: boolean | undefined
  max_redemptions?: number | undefined
}

/** A tax rate of the seed. */
export interface PaymentsSeedTaxRate {
  id?: string | undefined
  display_name: string
  percentage: number
  /** Default: false */
  inclusive?: boolean | undefined
  country?: string | undefined
}

/** A tax of the seed. */
export interface PaymentsSeedTax {
  /** Percentages of tax by country or state, in place of those that are built in: { DE: 19 }. */
  rates?: Record<string, number> | undefined
  /** The countries and states in which the account collects tax. */
  registrations?: string[] | undefined
}

/** A subscription of the seed. */
export interface PaymentsSeedSubscription {
  id?: string | undefined
  /** The e-mail address or the id of a customer of the seed. */
  customer: string
  prices: string[]
  /** Default: 0 */
  trial_days?: number | undefined
  /** Default: what the payment of the first invoice makes it; active without a payment method. */
  status?: 'active' | 'canceled' | 'incomplete' | 'past_due' | 'paused' | 'trialing' | 'unpaid' | undefined
  metadata?: Record<string, string> | undefined
}

/** A billing of the seed. */
export interface PaymentsSeedBilling {
  /** Days between the attempts to collect a renewal that failed. Default: [3,5,7] */
  retry_days?: number[] | undefined
  /** The fate of the subscription after the last failed attempt. Default: cancel */
  after_retries?: 'cancel' | 'unpaid' | 'past_due' | undefined
}

/** A portal of the seed. */
export interface PaymentsSeedPortal {
  business_profile?: PaymentsSeedBusinessProfile | undefined
  default_return_url?: string | undefined
  features?: PaymentsSeedFeatures | undefined
}

/** A recurring of the seed. */
export interface PaymentsSeedRecurring {
  interval: 'day' | 'week' | 'month' | 'year'
  /** Default: 1 */
  interval_count?: number | undefined
}

/** A business profile of the seed. */
export interface PaymentsSeedBusinessProfile {
  headline?: string | undefined
  privacy_policy_url?: string | undefined
  terms_of_service_url?: string | undefined
}

/** The features of the seed. */
export interface PaymentsSeedFeatures {
  customer_update?: PaymentsSeedCustomerUpdate | undefined
  invoice_history?: PaymentsSeedInvoiceHistory | undefined
  payment_method_update?: PaymentsSeedPaymentMethodUpdate | undefined
  subscription_cancel?: PaymentsSeedSubscriptionCancel | undefined
  subscription_pause?: PaymentsSeedSubscriptionPause | undefined
  subscription_update?: PaymentsSeedSubscriptionUpdate | undefined
}

/** A customer update of the seed. */
export interface PaymentsSeedCustomerUpdate {
  /** Default: true */
  enabled?: boolean | undefined
  allowed_updates?: ('address' | 'email' | 'name' | 'phone' | 'shipping' | 'tax_id')[] | undefined
}

/** An invoice history of the seed. */
export interface PaymentsSeedInvoiceHistory {
  enabled: boolean
}

/** A payment method update of the seed. */
export interface PaymentsSeedPaymentMethodUpdate {
  enabled: boolean
}

/** A subscription cancel of the seed. */
export interface PaymentsSeedSubscriptionCancel {
  /** Default: true */
  enabled?: boolean | undefined
  mode?: 'at_period_end' | 'immediately' | undefined
  proration_behavior?: 'always_invoice' | 'create_prorations' | 'none' | undefined
}

/** A subscription pause of the seed. */
export interface PaymentsSeedSubscriptionPause {
  /** Default: true */
  enabled?: boolean | undefined
}

/** A subscription update of the seed. */
export interface PaymentsSeedSubscriptionUpdate {
  /** Default: true */
  enabled?: boolean | undefined
  default_allowed_updates?: ('price' | 'promotion_code' | 'quantity')[] | undefined
  proration_behavior?: 'always_invoice' | 'create_prorations' | 'none' | undefined
  products?: PaymentsSeedSubscriptionUpdateProduct[] | undefined
}

/** A subscription update product of the seed. */
export interface PaymentsSeedSubscriptionUpdateProduct {
  /** The name or the id of a product of the seed. */
  product: string
  prices: string[]
}
