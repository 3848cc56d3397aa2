import type { PaymentsContext } from '#payments/call.ts'
import { isActive } from '#payments/rules/billing/discounts/find-coupon.ts'
import type { SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'
import type { EventKind, EventRows } from '#payments/schema/events.ts'
import { accountJson } from './accounts.ts'
import { balanceSettingsJson } from './balance-settings.ts'
import { balanceJson } from './balance.ts'
import {
  couponJson,
  deletedDiscountJson,
  discountJson,
  planJson,
  priceJson,
  productJson,
  promotionCodeJson,
  taxRateJson,
} from './billing/catalog.ts'
import { cashBalanceJson, cashBalanceTransactionJson } from './cash-balances.ts'
import { creditNoteJson, invoiceItemJson, invoiceJson, invoicePaymentJson } from './billing/invoices.ts'
import { scheduleJson } from './billing/schedules.ts'
import { meterJson, subscriptionJson, testClockJson } from './billing/subscriptions.ts'
import { paymentLinkJson } from './checkout/payment-link.ts'
import { portalConfigurationJson, portalSessionJson } from './checkout/portal.ts'
import { checkoutSessionJson } from './checkout/session.ts'
import { customerJson, taxIdJson } from './customers.ts'
import { entitlementSummaryJson } from './entitlements.ts'
import { fileJson } from './files.ts'
import {
  cardholderJson,
  issuedCardJson,
  issuingAuthorizationJson,
  issuingDisputeJson,
  issuingTransactionJson,
} from './issuing.ts'
import { quoteJson } from './quotes.ts'
import { taxSettingsJson } from './tax.ts'
import { ownThinEventJson } from './thin-events.ts'
import { reviewJson } from './radar.ts'
import { reportRunJson } from './reporting.ts'
import { readerJson } from './terminal.ts'
import { topupJson } from './money/topups.ts'
import { capabilityJson, externalAccountJson, personJson } from './connect.ts'
import { paymentIntentJson, setupIntentJson } from './intents.ts'
import { payoutJson } from './money/balance-transactions.ts'
import { chargeJson, refundJson } from './money/charges.ts'
import { disputeJson, earlyFraudWarningJson } from './money/disputes.ts'
import { applicationFeeJson, feeRefundJson, transferJson } from './money/transfers.ts'
import { sourceObjectJson } from './source-objects.ts'
import { sourceJson } from './sources.ts'
import { mandateJson, paymentMethodJson } from './payment-methods.ts'

/** The context of an event, and the moment at which it happened, in epoch seconds. */
interface Moment {
  readonly context: PaymentsContext
  readonly at: number
  /** The items of the subscription that the event is about; undefined where they are what they are now. */
  readonly items: readonly SubscriptionItem[] | undefined
}

type Writers = { readonly [K in EventKind]: (row: EventRows[K], moment: Moment) => object }

const WRITERS: Writers = {
  account: (account, { context }) => accountJson(context, account),
  application: ({ id, name }) => ({ id, object: 'application', name }),
  application_fee: (fee, { context }) => applicationFeeJson(context, fee),
  balance_settings: balanceSettingsJson,
  balance: ({ account }, { context }) => balanceJson(context, account),
  'billing.meter': meterJson,
  'billing_portal.configuration': portalConfigurationJson,
  'billing_portal.session': (session, { context }) => portalSessionJson(context, session),
  capability: capabilityJson,
  cash_balance: cashBalanceJson,
  charge: (charge, { context }) => chargeJson(context, charge),
  'checkout.session': (session, { context }) => checkoutSessionJson(context, session),
  coupon: (coupon, { at }) => couponJson(coupon, at),
  credit_note: (note, { context }) => creditNoteJson(context, note),
  customer: customerJson,
  customer_cash_balance_transaction: cashBalanceTransactionJson,
  deleted_coupon: (coupon, { at }) => ({ ...couponJson(coupon, at), valid: false }),
  deleted_discount: deletedDiscountJson,
  discount: discountJson,
  dispute: (dispute, { context }) => disputeJson(context, dispute),
  'entitlements.active_entitlement_summary': entitlementSummaryJson,
  external_account: externalAccountJson,
  fee_refund: feeRefundJson,
  file: (file, { context }) => fileJson(context, file),
  invoice: (invoice, { context }) => invoiceJson(context, invoice),
  invoice_payment: invoicePaymentJson,
  invoiceitem: (item, { context }) => invoiceItemJson(context, item),
  'issuing.authorization': (authorization, { context }) => issuingAuthorizationJson(context, authorization),
  'issuing.card': (card, { context }) => issuedCardJson(context, card),
  'issuing.cardholder': (cardholder, { context }) => cardholderJson(context, cardholder),
  'issuing.dispute': issuingDisputeJson,
  'issuing.transaction': issuingTransactionJson,
  mandate: (mandate, { context }) => mandateJson(mandate, context.rows.paymentMethods.get(mandate.paymentMethod)),
  payment_intent: (intent, { context }) => paymentIntentJson(context, intent),
  payment_link: (link, { context }) => paymentLinkJson(context, link),
  payment_method: paymentMethodJson,
  payout: payoutJson,
  person: personJson,
  plan: planJson,
  price: priceJson,
  product: productJson,
  promotion_code: (promotionCode, { context, at }) =>
    promotionCodeJson({ promotionCode, active: isActive(context.rows, promotionCode, at) }),
  'radar.early_fraud_warning': earlyFraudWarningJson,
  quote: (quote, { context }) => quoteJson(context, quote),
  refund: refundJson,
  'reporting.report_run': (run, { context }) => reportRunJson(context, run),
  review: reviewJson,
  setup_intent: (intent, { context }) => setupIntentJson(context, intent),
  source: (source, { context }) => sourceJson(context, source),
  source_object: (source, { context }) => sourceObjectJson(context, source),
  subscription: (subscription, { context, items }) => subscriptionJson(context, subscription, items),
  subscription_schedule: (schedule, { context }) => scheduleJson(context, schedule),
  tax_id: taxIdJson,
  'tax.settings': taxSettingsJson,
  tax_rate: taxRateJson,
  'test_helpers.test_clock': testClockJson,
  'terminal.reader': (reader, { context }) => readerJson(context, reader),
  topup: topupJson,
  'v2.core.event': (event) => ownThinEventJson(event, false),
  transfer: (transfer, { context }) => transferJson(context, transfer),
}

/** Writes the row that an event is about, as an object of the API. */
export function eventObjectJson<K extends EventKind>(kind: K, row: EventRows[K], moment: Moment) {
  return WRITERS[kind](row, moment)
}
