import type { RowWriters } from '#core/inspection/row-writers.ts'
import type { PaymentsContext, Rows } from '#payments/call.ts'
import { accountJson } from './accounts.ts'
import { couponJson, priceJson, productJson, shippingRateJson, taxRateJson } from './billing/catalog.ts'
import { creditNoteJson, invoiceItemJson, invoiceJson, invoicePaymentJson } from './billing/invoices.ts'
import { scheduleJson } from './billing/schedules.ts'
import { meterJson, subscriptionJson, testClockJson } from './billing/subscriptions.ts'
import { paymentLinkJson } from './checkout/payment-link.ts'
import { portalConfigurationJson, portalSessionJson } from './checkout/portal.ts'
import { checkoutSessionJson } from './checkout/session.ts'
import { customerBalanceTransactionJson, customerJson, taxIdJson } from './customers.ts'
import { featureJson } from './entitlements.ts'
import { eventJson, webhookEndpointJson } from './events.ts'
import { fileJson, fileLinkJson } from './files.ts'
import { paymentIntentJson, setupAttemptJson, setupIntentJson } from './intents.ts'
import {
  cardholderJson,
  issuedCardJson,
  issuingAuthorizationJson,
  issuingDisputeJson,
  issuingTransactionJson,
} from './issuing.ts'
import { balanceTransactionJson, payoutJson } from './money/balance-transactions.ts'
import { chargeJson, refundJson } from './money/charges.ts'
import { disputeJson } from './money/disputes.ts'
import { topupJson } from './money/topups.ts'
import { applicationFeeJson, feeRefundJson, transferJson, transferReversalJson } from './money/transfers.ts'
import { paymentMethodJson } from './payment-methods.ts'
import { quoteJson } from './quotes.ts'
import { reviewJson, valueListJson } from './radar.ts'
import { taxCalculationJson, taxRegistrationJson, taxTransactionJson } from './tax.ts'
import { readerJson, terminalConfigurationJson, terminalLocationJson } from './terminal.ts'

/** Writes rows for the inspector, as the vendor's API answers them. */
export const rowWriters: RowWriters<PaymentsContext, Rows> = {
  accounts: (site, row) => accountJson(site, row),
  applicationFees: (site, row) => applicationFeeJson(site, row),
  balanceTransactions: (site, row) => balanceTransactionJson(site, row),
  cardholders: cardholderJson,
  charges: (site, row) => chargeJson(site, row),
  checkoutSessions: (site, row) => checkoutSessionJson(site, row),
  coupons: ({ clock }, row) => couponJson(row, clock.now()),
  creditNotes: (site, row) => creditNoteJson(site, row),
  customerBalanceTransactions: (_site, row) => customerBalanceTransactionJson(row),
  customers: (_site, row) => customerJson(row),
  disputes: (site, row) => disputeJson(site, row),
  events: (site, row) => eventJson(site, row),
  features: (_site, row) => featureJson(row),
  feeRefunds: (_site, row) => feeRefundJson(row),
  fileLinks: (site, row) => fileLinkJson(site, row),
  files: (site, row) => fileJson(site, row),
  invoiceItems: (site, row) => invoiceItemJson(site, row),
  invoicePayments: (_site, row) => invoicePaymentJson(row),
  invoices: (site, row) => invoiceJson(site, row),
  issuedCards: (site, row) => issuedCardJson(site, row),
  issuingAuthorizations: (site, row) => issuingAuthorizationJson(site, row),
  issuingDisputes: (_site, row) => issuingDisputeJson(row),
  issuingTransactions: (_site, row) => issuingTransactionJson(row),
  meters: (_site, row) => meterJson(row),
  paymentIntents: (site, row) => paymentIntentJson(site, row),
  paymentLinks: (site, row) => paymentLinkJson(site, row),
  paymentMethods: (_site, row) => paymentMethodJson(row),
  payouts: (_site, row) => payoutJson(row),
  portalConfigurations: (_site, row) => portalConfigurationJson(row),
  portalSessions: (site, row) => portalSessionJson(site, row),
  prices: (_site, row) => priceJson(row),
  products: (_site, row) => productJson(row),
  quotes: (site, row) => quoteJson(site, row),
  readers: (site, row) => readerJson(site, row),
  refunds: (_site, row) => refundJson(row),
  reviews: (_site, row) => reviewJson(row),
  setupAttempts: (site, row) => setupAttemptJson(site, row),
  setupIntents: (site, row) => setupIntentJson(site, row),
  shippingRates: (_site, row) => shippingRateJson(row),
  subscriptionSchedules: (site, row) => scheduleJson(site, row),
  subscriptions: (site, row) => subscriptionJson(site, row),
  taxCalculations: (_site, row) => taxCalculationJson(row),
  taxIds: (_site, row) => taxIdJson(row),
  taxRates: (_site, row) => taxRateJson(row),
  taxRegistrations: (site, row) => taxRegistrationJson(site, row),
  taxTransactions: (_site, row) => taxTransactionJson(row),
  terminalConfigurations: (_site, row) => terminalConfigurationJson(row),
  terminalLocations: (_site, row) => terminalLocationJson(row),
  testClocks: (_site, row) => testClockJson(row),
  topups: (_site, row) => topupJson(row),
  transferReversals: (_site, row) => transferReversalJson(row),
  transfers: (site, row) => transferJson(site, row),
  valueLists: (site, row) => valueListJson(site, row),
  webhookEndpoints: (_site, row) => webhookEndpointJson(row),
}
