import type { Coupon, Discount, Price, Product, PromotionCode, TaxRate } from './billing/catalog.ts'
import type { CreditNote, Invoice, InvoiceItem, InvoicePayment } from './billing/invoices.ts'
import type { SubscriptionSchedule } from './billing/schedules.ts'
import type { Meter, Subscription, SubscriptionItem, TestClock } from './billing/subscriptions.ts'
import type { CashBalance, CashBalanceTransaction } from './cash-balances.ts'
import type { CheckoutSession, PaymentLink, PortalConfiguration, PortalSession } from './checkout.ts'
import type { ThinEvent } from './account.ts'
import type { Account } from './connect.ts'
import type { Customer, TaxId } from './customers.ts'
import type { EntitlementSummary } from './entitlements.ts'
import type { Application, Capability, ExternalAccount, Person } from './connect-records.ts'
import type { EventType } from './event-types.ts'
import type {
  ApplicationFee,
  Charge,
  Dispute,
  EarlyFraudWarning,
  FeeRefund,
  Payout,
  Refund,
  Transfer,
} from './money.ts'
import type { File } from './files.ts'
import type { Cardholder, IssuedCard, IssuingAuthorization, IssuingDispute, IssuingTransaction } from './issuing.ts'
import type { Quote } from './quotes.ts'
import type { Review } from './radar.ts'
import type { ReportRun } from './reporting.ts'
import type { Source } from './sources.ts'
import type { TaxSettings } from './tax.ts'
import type { Reader } from './terminal.ts'
import type { Topup } from './topups.ts'
import type { Mandate, PaymentIntent, PaymentMethod, SetupIntent } from './payments.ts'

/** The rows that events are about, by the vendor's name of their kind. */
export interface EventRows {
  account: Account
  application: Application
  application_fee: ApplicationFee
  balance: { readonly account: string }
  balance_settings: Account
  'billing.meter': Meter
  'billing_portal.configuration': PortalConfiguration
  'billing_portal.session': PortalSession
  capability: Capability
  cash_balance: CashBalance
  charge: Charge
  'checkout.session': CheckoutSession
  coupon: Coupon
  credit_note: CreditNote
  customer: Customer
  customer_cash_balance_transaction: CashBalanceTransaction
  deleted_coupon: Coupon
  deleted_discount: Discount
  discount: Discount
  dispute: Dispute
  'entitlements.active_entitlement_summary': EntitlementSummary
  external_account: ExternalAccount
  fee_refund: FeeRefund
  file: File
  invoice: Invoice
  invoice_payment: InvoicePayment
  invoiceitem: InvoiceItem
  'issuing.authorization': IssuingAuthorization
  'issuing.card': IssuedCard
  'issuing.cardholder': Cardholder
  'issuing.dispute': IssuingDispute
  'issuing.transaction': IssuingTransaction
  mandate: Mandate
  payment_intent: PaymentIntent
  payment_link: PaymentLink
  payment_method: PaymentMethod
  payout: Payout
  person: Person
  plan: Price
  price: Price
  product: Product
  promotion_code: PromotionCode
  'radar.early_fraud_warning': EarlyFraudWarning
  quote: Quote
  refund: Refund
  'reporting.report_run': ReportRun
  review: Review
  setup_intent: SetupIntent
  /** A card, a bank account or a source of a customer. */
  source: PaymentMethod
  /** A source of the former Sources API. */
  source_object: Source
  subscription: Subscription
  subscription_schedule: SubscriptionSchedule
  tax_id: TaxId
  'tax.settings': TaxSettings & { readonly account: string }
  tax_rate: TaxRate
  'test_helpers.test_clock': TestClock
  'terminal.reader': Reader
  topup: Topup
  transfer: Transfer
  'v2.core.event': ThinEvent
}

/** The kinds of rows that events are about. */
export type EventKind = keyof EventRows

/** An event about a row of one kind. */
export interface RowEvent<K extends EventKind> {
  readonly type: EventType
  readonly kind: K
  /** The row after the change; a deleted one as it was. */
  readonly row: EventRows[K]
  /**
   * The row before the change. The event then names the members that have another value, and there is none when no
   * member has.
   */
  readonly before?: EventRows[K]
  /** The items of a subscription before the change. Default: they are what they are now */
  readonly itemsBefore?: readonly SubscriptionItem[]
  /** When it happened, in epoch seconds. Default: now */
  readonly at?: number
}

/** An event as rules and routes emit it: a change of a row, which `webhooks.ts` writes as the vendor's event. */
export type PaymentsEvent = { readonly [K in EventKind]: RowEvent<K> }[EventKind]
