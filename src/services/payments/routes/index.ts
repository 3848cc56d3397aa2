import { customersRoutes } from './customers/customers.ts'
import { accountFormerRoutes } from './connect/accounts/former-paths.ts'
import { customerFormerRoutes } from './customers/former-paths.ts'
import { chargeRefundsRoutes } from './payments/charges/refunds.ts'
import { cashBalanceRoutes } from './customers/cash-balance.ts'
import { testCustomersRoutes } from './test-helpers/customers.ts'
import { customerBalanceTransactionsRoutes } from './customers/balance-transactions.ts'
import { customerSessionsRoutes } from './customers/customer-sessions.ts'
import { customerDiscountRoutes } from './customers/discount.ts'
import { ephemeralKeysRoutes } from './customers/ephemeral-keys.ts'
import { customerPaymentMethodsRoutes } from './customers/payment-methods.ts'
import { customerSourcesRoutes } from './customers/sources.ts'
import { customerTaxIdsRoutes } from './customers/tax-ids.ts'
import { paymentIntentsRoutes } from './payments/payment-intents.ts'
import { chargesRoutes } from './payments/charges.ts'
import { confirmationTokensRoutes } from './payments/confirmation-tokens.ts'
import { disputesRoutes } from './payments/disputes.ts'
import { mandatesRoutes } from './payments/mandates.ts'
import { paymentMethodsRoutes } from './payments/payment-methods.ts'
import { refundsRoutes } from './payments/refunds.ts'
import { setupAttemptsRoutes } from './payments/setup-attempts.ts'
import { setupIntentsRoutes } from './payments/setup-intents.ts'
import { sourcesRoutes } from './payments/sources.ts'
import { tokensRoutes } from './payments/tokens.ts'
import { applicationFeesRoutes } from './money/application-fees.ts'
import { balanceTransactionsRoutes } from './money/balance-transactions.ts'
import { balanceRoutes } from './money/balance.ts'
import { payoutsRoutes } from './money/payouts.ts'
import { transfersRoutes } from './money/transfers.ts'
import { accountLinksRoutes } from './connect/account-links.ts'
import { accountRoutes } from './connect/account.ts'
import { accountsRoutes } from './connect/accounts.ts'
import { earlyFraudWarningsRoutes } from './radar/early-fraud-warnings.ts'
import { couponsRoutes } from './billing/coupons.ts'
import { creditNotesRoutes } from './billing/credit-notes.ts'
import { invoicePaymentsRoutes } from './billing/invoice-payments.ts'
import { invoiceItemsRoutes } from './billing/invoiceitems.ts'
import { invoicePreviewsRoutes } from './billing/invoices/create-preview.ts'
import { upcomingInvoicesRoutes } from './billing/invoices/upcoming.ts'
import { invoicesRoutes } from './billing/invoices/invoices.ts'
import { invoiceLinesRoutes } from './billing/invoices/lines.ts'
import { invoiceStatesRoutes } from './billing/invoices/states.ts'
import { meterEventAdjustmentsRoutes } from './billing/meter-event-adjustments.ts'
import { meterEventsRoutes } from './billing/meter-events.ts'
import { metersRoutes } from './billing/meters.ts'
import { plansRoutes } from './billing/plans.ts'
import { pricesRoutes } from './billing/prices.ts'
import { productsRoutes } from './billing/products.ts'
import { promotionCodesRoutes } from './billing/promotion-codes.ts'
import { shippingRatesRoutes } from './billing/shipping-rates.ts'
import { usageRecordsRoutes } from './billing/subscription-items/usage-records.ts'
import { subscriptionItemsRoutes } from './billing/subscription-items.ts'
import { subscriptionSchedulesRoutes } from './billing/subscription-schedules.ts'
import { subscriptionStatesRoutes } from './billing/subscriptions/states.ts'
import { subscriptionsRoutes } from './billing/subscriptions/subscriptions.ts'
import { taxIdsRoutes } from './billing/tax-ids.ts'
import { taxRatesRoutes } from './billing/tax-rates.ts'
import { paymentLinksRoutes } from './checkout/payment-links.ts'
import { paymentPagesRoutes } from './checkout/payment-pages.ts'
import { checkoutSessionsRoutes } from './checkout/sessions.ts'
import { portalConfigurationsRoutes } from './billing-portal/configurations.ts'
import { portalSessionsRoutes } from './billing-portal/sessions.ts'
import { accountLinksV2Routes } from './v2/core/account-links.ts'
import { accountTokensV2Routes } from './v2/core/account-tokens.ts'
import { accountsV2Routes } from './v2/core/accounts.ts'
import { personsV2Routes } from './v2/core/accounts/persons.ts'
import { thinEventsRoutes } from './v2/core/events.ts'
import { eventDestinationsRoutes } from './v2/core/event-destinations.ts'
import { meterEventsV2Routes } from './v2/billing/meter-events.ts'
import { meterEventAdjustmentsV2Routes } from './v2/billing/meter-event-adjustments.ts'
import { eventsRoutes } from './events/events.ts'
import { webhookEndpointsRoutes } from './events/webhook-endpoints.ts'
import { testConfirmationTokensRoutes } from './test-helpers/confirmation-tokens.ts'
import { testRefundsRoutes } from './test-helpers/refunds.ts'
import { accountSessionsRoutes } from './connect/account-sessions.ts'
import { balanceSettingsRoutes } from './money/balance-settings.ts'
import { testClocksRoutes } from './test-helpers/test-clocks.ts'
import { elementsCustomerSessionRoutes } from './elements/customer-session.ts'
import { elementsPaymentMethodsRoutes } from './elements/payment-methods.ts'
import { authorizeRoutes } from './hosted/authorize.ts'
import { bankRoutes } from './hosted/bank.ts'
import { checkoutPageRoutes } from './hosted/checkout.ts'
import { invoicePageRoutes } from './hosted/invoice.ts'
import { libraryRoutes } from './hosted/library.ts'
import { microdepositsRoutes } from './hosted/microdeposits.ts'
import { paymentLinkPageRoutes } from './hosted/payment-link.ts'
import { pdfsRoutes } from './hosted/pdfs.ts'
import { portalCustomerRoutes } from './hosted/portal/customer.ts'
import { portalHomeRoutes } from './hosted/portal/home.ts'
import { portalPaymentMethodsRoutes } from './hosted/portal/payment-methods.ts'
import { portalSubscriptionsRoutes } from './hosted/portal/subscriptions.ts'
import { sourcePageRoutes } from './hosted/sources.ts'
import { receiptsRoutes } from './hosted/receipts.ts'
import { productFeaturesRoutes } from './billing/products/features.ts'
import { featuresRoutes } from './entitlements/features.ts'
import { activeEntitlementsRoutes } from './entitlements/active-entitlements.ts'
import { filesRoutes } from './files/files.ts'
import { fileLinksRoutes } from './files/file-links.ts'
import { fileLinkPageRoutes } from './hosted/file-links.ts'
import { reportRunsRoutes } from './reporting/report-runs.ts'
import { reportTypesRoutes } from './reporting/report-types.ts'
import { cardholdersRoutes } from './issuing/cardholders.ts'
import { issuedCardsRoutes } from './issuing/cards.ts'
import { issuingAuthorizationsRoutes } from './issuing/authorizations.ts'
import { issuingDisputesRoutes } from './issuing/disputes.ts'
import { issuingTransactionsRoutes } from './issuing/transactions.ts'
import { testAuthorizationsRoutes } from './test-helpers/issuing/authorizations.ts'
import { testCardsRoutes } from './test-helpers/issuing/cards.ts'
import { testTransactionsRoutes } from './test-helpers/issuing/transactions.ts'
import { terminalConfigurationsRoutes } from './terminal/configurations.ts'
import { connectionTokensRoutes } from './terminal/connection-tokens.ts'
import { terminalLocationsRoutes } from './terminal/locations.ts'
import { readerActionsRoutes } from './terminal/readers/actions.ts'
import { readersRoutes } from './terminal/readers/readers.ts'
import { testReadersRoutes } from './test-helpers/terminal/readers.ts'
import { topupsRoutes } from './money/topups.ts'
import { reviewsRoutes } from './radar/reviews.ts'
import { valueListsRoutes } from './radar/value-lists.ts'
import { valueListItemsRoutes } from './radar/value-list-items.ts'
import { applePayDomainsRoutes } from './apple-pay/domains.ts'
import { paymentMethodDomainsRoutes } from './payment-settings/payment-method-domains.ts'
import { paymentMethodConfigurationsRoutes } from './payment-settings/payment-method-configurations.ts'
import { quotesRoutes } from './quotes/quotes.ts'
import { taxCalculationsRoutes } from './tax/calculations.ts'
import { taxTransactionsRoutes } from './tax/transactions.ts'
import { taxRegistrationsRoutes } from './tax/registrations.ts'
import { taxSettingsRoutes } from './tax/settings.ts'
import { personsRoutes } from './connect/accounts/persons.ts'
import { capabilitiesRoutes } from './connect/accounts/capabilities.ts'
import { externalAccountsRoutes } from './connect/accounts/external-accounts.ts'
import { loginLinksRoutes } from './connect/accounts/login-links.ts'
import { oauthRoutes } from './hosted/oauth.ts'
import { onboardingRoutes } from './hosted/onboarding.ts'

/** The routes of payments, by the resource of their path. */
export const routes = [
  ...customersRoutes,
  ...customerBalanceTransactionsRoutes,
  ...customerFormerRoutes,
  ...cashBalanceRoutes,
  ...customerSessionsRoutes,
  ...customerDiscountRoutes,
  ...ephemeralKeysRoutes,
  ...customerPaymentMethodsRoutes,
  ...customerSourcesRoutes,
  ...customerTaxIdsRoutes,
  ...paymentIntentsRoutes,
  ...chargesRoutes,
  ...confirmationTokensRoutes,
  ...disputesRoutes,
  ...mandatesRoutes,
  ...paymentMethodsRoutes,
  ...refundsRoutes,
  ...chargeRefundsRoutes,
  ...setupAttemptsRoutes,
  ...setupIntentsRoutes,
  ...sourcesRoutes,
  ...tokensRoutes,
  ...applicationFeesRoutes,
  ...balanceTransactionsRoutes,
  ...balanceRoutes,
  ...balanceSettingsRoutes,
  ...payoutsRoutes,
  ...transfersRoutes,
  ...accountLinksRoutes,
  ...accountSessionsRoutes,
  ...accountRoutes,
  ...accountsRoutes,
  ...personsRoutes,
  ...capabilitiesRoutes,
  ...externalAccountsRoutes,
  ...accountFormerRoutes,
  ...loginLinksRoutes,
  ...oauthRoutes,
  ...onboardingRoutes,
  ...earlyFraudWarningsRoutes,
  ...productFeaturesRoutes,
  ...featuresRoutes,
  ...activeEntitlementsRoutes,
  ...filesRoutes,
  ...fileLinksRoutes,
  ...fileLinkPageRoutes,
  ...cardholdersRoutes,
  ...issuedCardsRoutes,
  ...issuingAuthorizationsRoutes,
  ...issuingTransactionsRoutes,
  ...issuingDisputesRoutes,
  ...testAuthorizationsRoutes,
  ...testTransactionsRoutes,
  ...testCardsRoutes,
  ...terminalConfigurationsRoutes,
  ...connectionTokensRoutes,
  ...terminalLocationsRoutes,
  ...readersRoutes,
  ...readerActionsRoutes,
  ...testReadersRoutes,
  ...topupsRoutes,
  ...reportRunsRoutes,
  ...reportTypesRoutes,
  ...reviewsRoutes,
  ...valueListsRoutes,
  ...valueListItemsRoutes,
  ...applePayDomainsRoutes,
  ...paymentMethodDomainsRoutes,
  ...paymentMethodConfigurationsRoutes,
  ...quotesRoutes,
  ...taxCalculationsRoutes,
  ...taxTransactionsRoutes,
  ...taxRegistrationsRoutes,
  ...taxSettingsRoutes,
  ...couponsRoutes,
  ...creditNotesRoutes,
  ...invoicePaymentsRoutes,
  ...invoiceItemsRoutes,
  ...invoicePreviewsRoutes,
  ...upcomingInvoicesRoutes,
  ...invoicesRoutes,
  ...invoiceLinesRoutes,
  ...invoiceStatesRoutes,
  ...meterEventAdjustmentsRoutes,
  ...meterEventsRoutes,
  ...metersRoutes,
  ...plansRoutes,
  ...pricesRoutes,
  ...productsRoutes,
  ...promotionCodesRoutes,
  ...shippingRatesRoutes,
  ...subscriptionItemsRoutes,
  ...usageRecordsRoutes,
  ...subscriptionSchedulesRoutes,
  ...subscriptionStatesRoutes,
  ...subscriptionsRoutes,
  ...taxIdsRoutes,
  ...taxRatesRoutes,
  ...paymentLinksRoutes,
  ...paymentPagesRoutes,
  ...checkoutSessionsRoutes,
  ...portalConfigurationsRoutes,
  ...portalSessionsRoutes,
  ...eventsRoutes,
  ...webhookEndpointsRoutes,
  ...accountsV2Routes,
  ...accountLinksV2Routes,
  ...accountTokensV2Routes,
  ...personsV2Routes,
  ...thinEventsRoutes,
  ...eventDestinationsRoutes,
  ...meterEventsV2Routes,
  ...meterEventAdjustmentsV2Routes,
  ...testConfirmationTokensRoutes,
  ...testClocksRoutes,
  ...testRefundsRoutes,
  ...testCustomersRoutes,
  ...elementsCustomerSessionRoutes,
  ...elementsPaymentMethodsRoutes,
  ...authorizeRoutes,
  ...bankRoutes,
  ...checkoutPageRoutes,
  ...invoicePageRoutes,
  ...libraryRoutes,
  ...microdepositsRoutes,
  ...paymentLinkPageRoutes,
  ...pdfsRoutes,
  ...portalCustomerRoutes,
  ...portalHomeRoutes,
  ...portalPaymentMethodsRoutes,
  ...portalSubscriptionsRoutes,
  ...receiptsRoutes,
  ...sourcePageRoutes,
]
