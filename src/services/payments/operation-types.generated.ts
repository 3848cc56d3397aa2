// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of payments, each with the parameters of its path and its body. */
export interface PaymentsOperations {
  'PostCustomers': OperationTypes<Record<never, string>>
  'GetCustomers': OperationTypes<Record<never, string>>
  'GetCustomersSearch': OperationTypes<Record<never, string>>
  'GetCustomersCustomer': OperationTypes<{ customer: string }>
  'PostCustomersCustomer': OperationTypes<{ customer: string }>
  'DeleteCustomersCustomer': OperationTypes<{ customer: string }>
  'PostCustomersCustomerBalanceTransactions': OperationTypes<{ customer: string }>
  'GetCustomersCustomerBalanceTransactions': OperationTypes<{ customer: string }>
  'GetCustomersCustomerBalanceTransactionsTransaction': OperationTypes<{ customer: string; transaction: string }>
  'PostCustomersCustomerBalanceTransactionsTransaction': OperationTypes<{ customer: string; transaction: string }>
  'PostCustomersCustomerBankAccountsIdVerify': OperationTypes<{ customer: string; source: string }>
  'PostCustomersCustomerSubscriptions': OperationTypes<{ customer: string }>
  'GetCustomersCustomerSubscriptions': OperationTypes<{ customer: string }>
  'GetCustomersCustomerSubscriptionsSubscriptionExposedId': OperationTypes<{ customer: string; subscription_exposed_id: string }>
  'PostCustomersCustomerSubscriptionsSubscriptionExposedId': OperationTypes<{ customer: string; subscription_exposed_id: string }>
  'DeleteCustomersCustomerSubscriptionsSubscriptionExposedId': OperationTypes<{ customer: string; subscription_exposed_id: string }>
  'DeleteCustomersCustomerSubscriptionsSubscriptionExposedIdDiscount': OperationTypes<{ customer: string; subscription_exposed_id: string }>
  'PostCustomersCustomerCards': OperationTypes<{ customer: string }>
  'GetCustomersCustomerCards': OperationTypes<{ customer: string }>
  'GetCustomersCustomerCardsId': OperationTypes<{ customer: string; source: string }>
  'PostCustomersCustomerCardsId': OperationTypes<{ customer: string; source: string }>
  'DeleteCustomersCustomerCardsId': OperationTypes<{ customer: string; source: string }>
  'PostCustomersCustomerBankAccounts': OperationTypes<{ customer: string }>
  'GetCustomersCustomerBankAccounts': OperationTypes<{ customer: string }>
  'GetCustomersCustomerBankAccountsId': OperationTypes<{ customer: string; source: string }>
  'PostCustomersCustomerBankAccountsId': OperationTypes<{ customer: string; source: string }>
  'DeleteCustomersCustomerBankAccountsId': OperationTypes<{ customer: string; source: string }>
  'GetCustomersCustomerCashBalance': OperationTypes<{ customer: string }>
  'PostCustomersCustomerCashBalance': OperationTypes<{ customer: string }>
  'GetCustomersCustomerCashBalanceTransactions': OperationTypes<{ customer: string }>
  'GetCustomersCustomerCashBalanceTransactionsTransaction': OperationTypes<{ customer: string; transaction: string }>
  'PostCustomersCustomerFundingInstructions': OperationTypes<{ customer: string }>
  'PostCustomerSessions': OperationTypes<Record<never, string>>
  'GetCustomersCustomerDiscount': OperationTypes<{ customer: string }>
  'DeleteCustomersCustomerDiscount': OperationTypes<{ customer: string }>
  'PostEphemeralKeys': OperationTypes<Record<never, string>>
  'DeleteEphemeralKeysKey': OperationTypes<{ key: string }>
  'GetCustomersCustomerPaymentMethods': OperationTypes<{ customer: string }>
  'GetCustomersCustomerPaymentMethodsPaymentMethod': OperationTypes<{ customer: string; payment_method: string }>
  'GetCustomersCustomerSources': OperationTypes<{ customer: string }>
  'PostCustomersCustomerSources': OperationTypes<{ customer: string }>
  'GetCustomersCustomerSourcesId': OperationTypes<{ customer: string; source: string }>
  'PostCustomersCustomerSourcesId': OperationTypes<{ customer: string; source: string }>
  'DeleteCustomersCustomerSourcesId': OperationTypes<{ customer: string; source: string }>
  'PostCustomersCustomerSourcesIdVerify': OperationTypes<{ customer: string; source: string }>
  'PostCustomersCustomerTaxIds': OperationTypes<{ customer: string }>
  'GetCustomersCustomerTaxIds': OperationTypes<{ customer: string }>
  'GetCustomersCustomerTaxIdsId': OperationTypes<{ customer: string; id: string }>
  'DeleteCustomersCustomerTaxIdsId': OperationTypes<{ customer: string; id: string }>
  'PostPaymentIntents': OperationTypes<Record<never, string>>
  'GetPaymentIntents': OperationTypes<Record<never, string>>
  'GetPaymentIntentsSearch': OperationTypes<Record<never, string>>
  'GetPaymentIntentsIntent': OperationTypes<{ intent: string }>
  'PostPaymentIntentsIntent': OperationTypes<{ intent: string }>
  'PostPaymentIntentsIntentConfirm': OperationTypes<{ intent: string }>
  'PostPaymentIntentsIntentCapture': OperationTypes<{ intent: string }>
  'PostPaymentIntentsIntentCancel': OperationTypes<{ intent: string }>
  'PostPaymentIntentsIntentIncrementAuthorization': OperationTypes<{ intent: string }>
  'PostPaymentIntentsIntentApplyCustomerBalance': OperationTypes<{ intent: string }>
  'PostPaymentIntentsIntentVerifyMicrodeposits': OperationTypes<{ intent: string }>
  'PostCharges': OperationTypes<Record<never, string>>
  'GetCharges': OperationTypes<Record<never, string>>
  'GetChargesSearch': OperationTypes<Record<never, string>>
  'GetChargesCharge': OperationTypes<{ charge: string }>
  'PostChargesCharge': OperationTypes<{ charge: string }>
  'PostChargesChargeCapture': OperationTypes<{ charge: string }>
  'GetConfirmationTokensConfirmationToken': OperationTypes<{ confirmation_token: string }>
  'PostConfirmationTokens': OperationTypes<Record<never, string>>
  'GetDisputes': OperationTypes<Record<never, string>>
  'GetDisputesDispute': OperationTypes<{ dispute: string }>
  'PostDisputesDispute': OperationTypes<{ dispute: string }>
  'PostDisputesDisputeClose': OperationTypes<{ dispute: string }>
  'GetMandatesMandate': OperationTypes<{ mandate: string }>
  'PostPaymentMethods': OperationTypes<Record<never, string>>
  'GetPaymentMethods': OperationTypes<Record<never, string>>
  'GetPaymentMethodsPaymentMethod': OperationTypes<{ payment_method: string }>
  'PostPaymentMethodsPaymentMethod': OperationTypes<{ payment_method: string }>
  'PostPaymentMethodsPaymentMethodAttach': OperationTypes<{ payment_method: string }>
  'PostPaymentMethodsPaymentMethodDetach': OperationTypes<{ payment_method: string }>
  'PostRefunds': OperationTypes<Record<never, string>>
  'GetRefunds': OperationTypes<Record<never, string>>
  'GetRefundsRefund': OperationTypes<{ refund: string }>
  'PostRefundsRefund': OperationTypes<{ refund: string }>
  'PostRefundsRefundCancel': OperationTypes<{ refund: string }>
  'PostChargesChargeRefunds': OperationTypes<{ charge: string }>
  'GetChargesChargeRefunds': OperationTypes<{ charge: string }>
  'GetChargesChargeRefundsRefund': OperationTypes<{ charge: string; refund: string }>
  'PostChargesChargeRefundsRefund': OperationTypes<{ charge: string; refund: string }>
  'PostChargesChargeRefund': OperationTypes<{ charge: string }>
  'GetChargesChargeDispute': OperationTypes<{ charge: string }>
  'GetSetupAttempts': OperationTypes<Record<never, string>>
  'PostSetupIntents': OperationTypes<Record<never, string>>
  'GetSetupIntents': OperationTypes<Record<never, string>>
  'GetSetupIntentsIntent': OperationTypes<{ intent: string }>
  'PostSetupIntentsIntent': OperationTypes<{ intent: string }>
  'PostSetupIntentsIntentConfirm': OperationTypes<{ intent: string }>
  'PostSetupIntentsIntentCancel': OperationTypes<{ intent: string }>
  'PostSetupIntentsIntentVerifyMicrodeposits': OperationTypes<{ intent: string }>
  'PostSources': OperationTypes<Record<never, string>>
  'GetSourcesSource': OperationTypes<{ source: string }>
  'PostSourcesSource': OperationTypes<{ source: string }>
  'GetSourcesSourceSourceTransactions': OperationTypes<{ source: string }>
  'PostTokens': OperationTypes<Record<never, string>>
  'GetTokensToken': OperationTypes<{ token: string }>
  'GetApplicationFees': OperationTypes<Record<never, string>>
  'GetApplicationFeesId': OperationTypes<{ fee: string }>
  'PostApplicationFeesIdRefunds': OperationTypes<{ fee: string }>
  'GetApplicationFeesIdRefunds': OperationTypes<{ fee: string }>
  'GetApplicationFeesFeeRefundsId': OperationTypes<{ fee: string; id: string }>
  'PostApplicationFeesFeeRefundsId': OperationTypes<{ fee: string; id: string }>
  'GetBalanceTransactions': OperationTypes<Record<never, string>>
  'GetBalanceTransactionsId': OperationTypes<{ id: string }>
  'GetBalance': OperationTypes<Record<never, string>>
  'GetBalanceSettings': OperationTypes<Record<never, string>>
  'PostBalanceSettings': OperationTypes<Record<never, string>>
  'PostPayouts': OperationTypes<Record<never, string>>
  'GetPayouts': OperationTypes<Record<never, string>>
  'GetPayoutsPayout': OperationTypes<{ payout: string }>
  'PostPayoutsPayout': OperationTypes<{ payout: string }>
  'PostPayoutsPayoutCancel': OperationTypes<{ payout: string }>
  'PostPayoutsPayoutReverse': OperationTypes<{ payout: string }>
  'PostTransfers': OperationTypes<Record<never, string>>
  'GetTransfers': OperationTypes<Record<never, string>>
  'GetTransfersTransfer': OperationTypes<{ transfer: string }>
  'PostTransfersTransfer': OperationTypes<{ transfer: string }>
  'PostTransfersIdReversals': OperationTypes<{ transfer: string }>
  'GetTransfersIdReversals': OperationTypes<{ transfer: string }>
  'GetTransfersTransferReversalsId': OperationTypes<{ transfer: string; id: string }>
  'PostTransfersTransferReversalsId': OperationTypes<{ transfer: string; id: string }>
  'PostAccountLinks': OperationTypes<Record<never, string>>
  'PostAccountSessions': OperationTypes<Record<never, string>>
  'GetAccount': OperationTypes<Record<never, string>>
  'PostAccounts': OperationTypes<Record<never, string>>
  'GetAccounts': OperationTypes<Record<never, string>>
  'GetAccountsAccount': OperationTypes<{ account: string }>
  'PostAccountsAccount': OperationTypes<{ account: string }>
  'DeleteAccountsAccount': OperationTypes<{ account: string }>
  'PostAccountsAccountReject': OperationTypes<{ account: string }>
  'PostAccountsAccountPersons': OperationTypes<{ account: string }>
  'GetAccountsAccountPersons': OperationTypes<{ account: string }>
  'GetAccountsAccountPersonsPerson': OperationTypes<{ account: string; person: string }>
  'PostAccountsAccountPersonsPerson': OperationTypes<{ account: string; person: string }>
  'DeleteAccountsAccountPersonsPerson': OperationTypes<{ account: string; person: string }>
  'GetAccountsAccountCapabilities': OperationTypes<{ account: string }>
  'GetAccountsAccountCapabilitiesCapability': OperationTypes<{ account: string; capability: string }>
  'PostAccountsAccountCapabilitiesCapability': OperationTypes<{ account: string; capability: string }>
  'PostAccountsAccountExternalAccounts': OperationTypes<{ account: string }>
  'GetAccountsAccountExternalAccounts': OperationTypes<{ account: string }>
  'GetAccountsAccountExternalAccountsId': OperationTypes<{ account: string; id: string }>
  'PostAccountsAccountExternalAccountsId': OperationTypes<{ account: string; id: string }>
  'DeleteAccountsAccountExternalAccountsId': OperationTypes<{ account: string; id: string }>
  'PostAccountsAccountPeople': OperationTypes<{ account: string }>
  'GetAccountsAccountPeople': OperationTypes<{ account: string }>
  'GetAccountsAccountPeoplePerson': OperationTypes<{ account: string; person: string }>
  'PostAccountsAccountPeoplePerson': OperationTypes<{ account: string; person: string }>
  'DeleteAccountsAccountPeoplePerson': OperationTypes<{ account: string; person: string }>
  'PostAccountsAccountBankAccounts': OperationTypes<{ account: string }>
  'GetAccountsAccountBankAccountsId': OperationTypes<{ account: string; id: string }>
  'PostAccountsAccountBankAccountsId': OperationTypes<{ account: string; id: string }>
  'DeleteAccountsAccountBankAccountsId': OperationTypes<{ account: string; id: string }>
  'PostAccountsAccountLoginLinks': OperationTypes<{ account: string }>
  'oauth/authorize': OperationTypes<Record<never, string>>
  'oauth/authorize/answer': OperationTypes<Record<never, string>>
  'oauth/express': OperationTypes<Record<never, string>>
  'oauth/express/answer': OperationTypes<Record<never, string>>
  'oauth/token': OperationTypes<Record<never, string>>
  'oauth/deauthorize': OperationTypes<Record<never, string>>
  'onboarding': OperationTypes<{ account: string; token: string }>
  'onboarding/submit': OperationTypes<{ account: string; token: string }>
  'expressDashboard': OperationTypes<{ account: string; token: string }>
  'GetRadarEarlyFraudWarnings': OperationTypes<Record<never, string>>
  'GetRadarEarlyFraudWarningsEarlyFraudWarning': OperationTypes<{ early_fraud_warning: string }>
  'PostProductsProductFeatures': OperationTypes<{ product: string }>
  'GetProductsProductFeatures': OperationTypes<{ product: string }>
  'GetProductsProductFeaturesId': OperationTypes<{ product: string; id: string }>
  'DeleteProductsProductFeaturesId': OperationTypes<{ product: string; id: string }>
  'PostEntitlementsFeatures': OperationTypes<Record<never, string>>
  'GetEntitlementsFeatures': OperationTypes<Record<never, string>>
  'GetEntitlementsFeaturesId': OperationTypes<{ id: string }>
  'PostEntitlementsFeaturesId': OperationTypes<{ id: string }>
  'GetEntitlementsActiveEntitlements': OperationTypes<Record<never, string>>
  'GetEntitlementsActiveEntitlementsId': OperationTypes<{ id: string }>
  'PostFiles': OperationTypes<Record<never, string>>
  'GetFiles': OperationTypes<Record<never, string>>
  'GetFilesFile': OperationTypes<{ file: string }>
  'GetFilesFileContents': OperationTypes<{ file: string }>
  'PostFileLinks': OperationTypes<Record<never, string>>
  'GetFileLinks': OperationTypes<Record<never, string>>
  'GetFileLinksLink': OperationTypes<{ link: string }>
  'PostFileLinksLink': OperationTypes<{ link: string }>
  'fileLink': OperationTypes<{ token: string }>
  'PostIssuingCardholders': OperationTypes<Record<never, string>>
  'GetIssuingCardholders': OperationTypes<Record<never, string>>
  'GetIssuingCardholdersCardholder': OperationTypes<{ cardholder: string }>
  'PostIssuingCardholdersCardholder': OperationTypes<{ cardholder: string }>
  'PostIssuingCards': OperationTypes<Record<never, string>>
  'GetIssuingCards': OperationTypes<Record<never, string>>
  'GetIssuingCardsCard': OperationTypes<{ card: string }>
  'PostIssuingCardsCard': OperationTypes<{ card: string }>
  'GetIssuingAuthorizations': OperationTypes<Record<never, string>>
  'GetIssuingAuthorizationsAuthorization': OperationTypes<{ authorization: string }>
  'PostIssuingAuthorizationsAuthorization': OperationTypes<{ authorization: string }>
  'PostIssuingAuthorizationsAuthorizationApprove': OperationTypes<{ authorization: string }>
  'PostIssuingAuthorizationsAuthorizationDecline': OperationTypes<{ authorization: string }>
  'GetIssuingTransactions': OperationTypes<Record<never, string>>
  'GetIssuingTransactionsTransaction': OperationTypes<{ transaction: string }>
  'PostIssuingTransactionsTransaction': OperationTypes<{ transaction: string }>
  'PostIssuingDisputes': OperationTypes<Record<never, string>>
  'GetIssuingDisputes': OperationTypes<Record<never, string>>
  'GetIssuingDisputesDispute': OperationTypes<{ dispute: string }>
  'PostIssuingDisputesDispute': OperationTypes<{ dispute: string }>
  'PostIssuingDisputesDisputeSubmit': OperationTypes<{ dispute: string }>
  'PostTestHelpersIssuingAuthorizations': OperationTypes<Record<never, string>>
  'PostTestHelpersIssuingAuthorizationsAuthorizationCapture': OperationTypes<{ authorization: string }>
  'PostTestHelpersIssuingAuthorizationsAuthorizationExpire': OperationTypes<{ authorization: string }>
  'PostTestHelpersIssuingAuthorizationsAuthorizationIncrement': OperationTypes<{ authorization: string }>
  'PostTestHelpersIssuingAuthorizationsAuthorizationReverse': OperationTypes<{ authorization: string }>
  'PostTestHelpersIssuingTransactionsCreateForceCapture': OperationTypes<Record<never, string>>
  'PostTestHelpersIssuingTransactionsCreateUnlinkedRefund': OperationTypes<Record<never, string>>
  'PostTestHelpersIssuingTransactionsTransactionRefund': OperationTypes<{ transaction: string }>
  'PostTestHelpersIssuingCardsCardShippingDeliver': OperationTypes<{ card: string }>
  'PostTestHelpersIssuingCardsCardShippingFail': OperationTypes<{ card: string }>
  'PostTestHelpersIssuingCardsCardShippingReturn': OperationTypes<{ card: string }>
  'PostTestHelpersIssuingCardsCardShippingShip': OperationTypes<{ card: string }>
  'PostTestHelpersIssuingCardsCardShippingSubmit': OperationTypes<{ card: string }>
  'PostTerminalConfigurations': OperationTypes<Record<never, string>>
  'GetTerminalConfigurations': OperationTypes<Record<never, string>>
  'GetTerminalConfigurationsConfiguration': OperationTypes<{ configuration: string }>
  'PostTerminalConfigurationsConfiguration': OperationTypes<{ configuration: string }>
  'DeleteTerminalConfigurationsConfiguration': OperationTypes<{ configuration: string }>
  'PostTerminalConnectionTokens': OperationTypes<Record<never, string>>
  'PostTerminalLocations': OperationTypes<Record<never, string>>
  'GetTerminalLocations': OperationTypes<Record<never, string>>
  'GetTerminalLocationsLocation': OperationTypes<{ location: string }>
  'PostTerminalLocationsLocation': OperationTypes<{ location: string }>
  'DeleteTerminalLocationsLocation': OperationTypes<{ location: string }>
  'PostTerminalReaders': OperationTypes<Record<never, string>>
  'GetTerminalReaders': OperationTypes<Record<never, string>>
  'GetTerminalReadersReader': OperationTypes<{ reader: string }>
  'PostTerminalReadersReader': OperationTypes<{ reader: string }>
  'DeleteTerminalReadersReader': OperationTypes<{ reader: string }>
  'PostTerminalReadersReaderProcessPaymentIntent': OperationTypes<{ reader: string }>
  'PostTerminalReadersReaderCollectPaymentMethod': OperationTypes<{ reader: string }>
  'PostTerminalReadersReaderConfirmPaymentIntent': OperationTypes<{ reader: string }>
  'PostTerminalReadersReaderProcessSetupIntent': OperationTypes<{ reader: string }>
  'PostTerminalReadersReaderRefundPayment': OperationTypes<{ reader: string }>
  'PostTerminalReadersReaderSetReaderDisplay': OperationTypes<{ reader: string }>
  'PostTerminalReadersReaderCollectInputs': OperationTypes<{ reader: string }>
  'PostTerminalReadersReaderCancelAction': OperationTypes<{ reader: string }>
  'PostTestHelpersTerminalReadersReaderPresentPaymentMethod': OperationTypes<{ reader: string }>
  'PostTestHelpersTerminalReadersReaderSucceedInputCollection': OperationTypes<{ reader: string }>
  'PostTestHelpersTerminalReadersReaderTimeoutInputCollection': OperationTypes<{ reader: string }>
  'PostTopups': OperationTypes<Record<never, string>>
  'GetTopups': OperationTypes<Record<never, string>>
  'GetTopupsTopup': OperationTypes<{ topup: string }>
  'PostTopupsTopup': OperationTypes<{ topup: string }>
  'PostTopupsTopupCancel': OperationTypes<{ topup: string }>
  'PostReportingReportRuns': OperationTypes<Record<never, string>>
  'GetReportingReportRuns': OperationTypes<Record<never, string>>
  'GetReportingReportRunsReportRun': OperationTypes<{ report_run: string }>
  'GetReportingReportTypes': OperationTypes<Record<never, string>>
  'GetReportingReportTypesReportType': OperationTypes<{ report_type: string }>
  'GetReviews': OperationTypes<Record<never, string>>
  'GetReviewsReview': OperationTypes<{ review: string }>
  'PostReviewsReviewApprove': OperationTypes<{ review: string }>
  'PostRadarValueLists': OperationTypes<Record<never, string>>
  'GetRadarValueLists': OperationTypes<Record<never, string>>
  'GetRadarValueListsValueList': OperationTypes<{ value_list: string }>
  'PostRadarValueListsValueList': OperationTypes<{ value_list: string }>
  'DeleteRadarValueListsValueList': OperationTypes<{ value_list: string }>
  'PostRadarValueListItems': OperationTypes<Record<never, string>>
  'GetRadarValueListItems': OperationTypes<Record<never, string>>
  'GetRadarValueListItemsItem': OperationTypes<{ item: string }>
  'DeleteRadarValueListItemsItem': OperationTypes<{ item: string }>
  'PostApplePayDomains': OperationTypes<Record<never, string>>
  'GetApplePayDomains': OperationTypes<Record<never, string>>
  'GetApplePayDomainsDomain': OperationTypes<{ domain: string }>
  'DeleteApplePayDomainsDomain': OperationTypes<{ domain: string }>
  'PostPaymentMethodDomains': OperationTypes<Record<never, string>>
  'GetPaymentMethodDomains': OperationTypes<Record<never, string>>
  'GetPaymentMethodDomainsPaymentMethodDomain': OperationTypes<{ payment_method_domain: string }>
  'PostPaymentMethodDomainsPaymentMethodDomain': OperationTypes<{ payment_method_domain: string }>
  'PostPaymentMethodDomainsPaymentMethodDomainValidate': OperationTypes<{ payment_method_domain: string }>
  'PostPaymentMethodConfigurations': OperationTypes<Record<never, string>>
  'GetPaymentMethodConfigurations': OperationTypes<Record<never, string>>
  'GetPaymentMethodConfigurationsConfiguration': OperationTypes<{ configuration: string }>
  'PostPaymentMethodConfigurationsConfiguration': OperationTypes<{ configuration: string }>
  'PostQuotes': OperationTypes<Record<never, string>>
  'GetQuotes': OperationTypes<Record<never, string>>
  'GetQuotesQuote': OperationTypes<{ quote: string }>
  'PostQuotesQuote': OperationTypes<{ quote: string }>
  'PostQuotesQuoteFinalize': OperationTypes<{ quote: string }>
  'PostQuotesQuoteAccept': OperationTypes<{ quote: string }>
  'PostQuotesQuoteCancel': OperationTypes<{ quote: string }>
  'GetQuotesQuoteLineItems': OperationTypes<{ quote: string }>
  'GetQuotesQuoteComputedUpfrontLineItems': OperationTypes<{ quote: string }>
  'GetQuotesQuotePdf': OperationTypes<{ quote: string }>
  'PostTaxCalculations': OperationTypes<Record<never, string>>
  'GetTaxCalculationsCalculation': OperationTypes<{ calculation: string }>
  'GetTaxCalculationsCalculationLineItems': OperationTypes<{ calculation: string }>
  'PostTaxTransactionsCreateFromCalculation': OperationTypes<Record<never, string>>
  'PostTaxTransactionsCreateReversal': OperationTypes<Record<never, string>>
  'GetTaxTransactionsTransaction': OperationTypes<{ transaction: string }>
  'GetTaxTransactionsTransactionLineItems': OperationTypes<{ transaction: string }>
  'PostTaxRegistrations': OperationTypes<Record<never, string>>
  'GetTaxRegistrations': OperationTypes<Record<never, string>>
  'GetTaxRegistrationsId': OperationTypes<{ id: string }>
  'PostTaxRegistrationsId': OperationTypes<{ id: string }>
  'GetTaxSettings': OperationTypes<Record<never, string>>
  'PostTaxSettings': OperationTypes<Record<never, string>>
  'PostCoupons': OperationTypes<Record<never, string>>
  'GetCoupons': OperationTypes<Record<never, string>>
  'GetCouponsCoupon': OperationTypes<{ coupon: string }>
  'PostCouponsCoupon': OperationTypes<{ coupon: string }>
  'DeleteCouponsCoupon': OperationTypes<{ coupon: string }>
  'PostCreditNotes': OperationTypes<Record<never, string>>
  'GetCreditNotes': OperationTypes<Record<never, string>>
  'GetCreditNotesPreview': OperationTypes<Record<never, string>>
  'GetCreditNotesPreviewLines': OperationTypes<Record<never, string>>
  'GetCreditNotesId': OperationTypes<{ id: string }>
  'PostCreditNotesId': OperationTypes<{ id: string }>
  'PostCreditNotesIdVoid': OperationTypes<{ id: string }>
  'GetCreditNotesCreditNoteLines': OperationTypes<{ credit_note: string }>
  'GetInvoicePayments': OperationTypes<Record<never, string>>
  'GetInvoicePaymentsInvoicePayment': OperationTypes<{ invoice_payment: string }>
  'PostInvoiceitems': OperationTypes<Record<never, string>>
  'GetInvoiceitems': OperationTypes<Record<never, string>>
  'GetInvoiceitemsInvoiceitem': OperationTypes<{ invoiceitem: string }>
  'PostInvoiceitemsInvoiceitem': OperationTypes<{ invoiceitem: string }>
  'DeleteInvoiceitemsInvoiceitem': OperationTypes<{ invoiceitem: string }>
  'PostInvoicesCreatePreview': OperationTypes<Record<never, string>>
  'GetInvoicesUpcoming': OperationTypes<Record<never, string>>
  'GetInvoicesUpcomingLines': OperationTypes<Record<never, string>>
  'PostInvoices': OperationTypes<Record<never, string>>
  'GetInvoices': OperationTypes<Record<never, string>>
  'GetInvoicesSearch': OperationTypes<Record<never, string>>
  'GetInvoicesInvoice': OperationTypes<{ invoice: string }>
  'PostInvoicesInvoice': OperationTypes<{ invoice: string }>
  'DeleteInvoicesInvoice': OperationTypes<{ invoice: string }>
  'GetInvoicesInvoiceLines': OperationTypes<{ invoice: string }>
  'PostInvoicesInvoiceAddLines': OperationTypes<{ invoice: string }>
  'PostInvoicesInvoiceRemoveLines': OperationTypes<{ invoice: string }>
  'PostInvoicesInvoiceUpdateLines': OperationTypes<{ invoice: string }>
  'PostInvoicesInvoiceLinesLineItemId': OperationTypes<{ invoice: string; line_item_id: string }>
  'PostInvoicesInvoiceFinalize': OperationTypes<{ invoice: string }>
  'PostInvoicesInvoicePay': OperationTypes<{ invoice: string }>
  'PostInvoicesInvoiceSend': OperationTypes<{ invoice: string }>
  'PostInvoicesInvoiceAttachPayment': OperationTypes<{ invoice: string }>
  'PostInvoicesInvoiceVoid': OperationTypes<{ invoice: string }>
  'PostInvoicesInvoiceMarkUncollectible': OperationTypes<{ invoice: string }>
  'PostBillingMeterEventAdjustments': OperationTypes<Record<never, string>>
  'PostBillingMeterEvents': OperationTypes<Record<never, string>>
  'PostBillingMeters': OperationTypes<Record<never, string>>
  'GetBillingMeters': OperationTypes<Record<never, string>>
  'GetBillingMetersId': OperationTypes<{ id: string }>
  'PostBillingMetersId': OperationTypes<{ id: string }>
  'PostBillingMetersIdDeactivate': OperationTypes<{ id: string }>
  'PostBillingMetersIdReactivate': OperationTypes<{ id: string }>
  'GetBillingMetersIdEventSummaries': OperationTypes<{ id: string }>
  'PostPlans': OperationTypes<Record<never, string>>
  'GetPlans': OperationTypes<Record<never, string>>
  'GetPlansPlan': OperationTypes<{ plan: string }>
  'PostPlansPlan': OperationTypes<{ plan: string }>
  'DeletePlansPlan': OperationTypes<{ plan: string }>
  'PostPrices': OperationTypes<Record<never, string>>
  'GetPrices': OperationTypes<Record<never, string>>
  'GetPricesSearch': OperationTypes<Record<never, string>>
  'GetPricesPrice': OperationTypes<{ price: string }>
  'PostPricesPrice': OperationTypes<{ price: string }>
  'PostProducts': OperationTypes<Record<never, string>>
  'GetProducts': OperationTypes<Record<never, string>>
  'GetProductsSearch': OperationTypes<Record<never, string>>
  'GetProductsId': OperationTypes<{ id: string }>
  'PostProductsId': OperationTypes<{ id: string }>
  'DeleteProductsId': OperationTypes<{ id: string }>
  'PostPromotionCodes': OperationTypes<Record<never, string>>
  'GetPromotionCodes': OperationTypes<Record<never, string>>
  'GetPromotionCodesPromotionCode': OperationTypes<{ promotion_code: string }>
  'PostPromotionCodesPromotionCode': OperationTypes<{ promotion_code: string }>
  'PostShippingRates': OperationTypes<Record<never, string>>
  'GetShippingRates': OperationTypes<Record<never, string>>
  'GetShippingRatesShippingRateToken': OperationTypes<{ shipping_rate_token: string }>
  'PostShippingRatesShippingRateToken': OperationTypes<{ shipping_rate_token: string }>
  'PostSubscriptionItems': OperationTypes<Record<never, string>>
  'GetSubscriptionItems': OperationTypes<Record<never, string>>
  'GetSubscriptionItemsItem': OperationTypes<{ item: string }>
  'PostSubscriptionItemsItem': OperationTypes<{ item: string }>
  'DeleteSubscriptionItemsItem': OperationTypes<{ item: string }>
  'PostSubscriptionItemsSubscriptionItemUsageRecords': OperationTypes<{ subscription_item: string }>
  'GetSubscriptionItemsSubscriptionItemUsageRecordSummaries': OperationTypes<{ subscription_item: string }>
  'PostSubscriptionSchedules': OperationTypes<Record<never, string>>
  'GetSubscriptionSchedules': OperationTypes<Record<never, string>>
  'GetSubscriptionSchedulesSchedule': OperationTypes<{ schedule: string }>
  'PostSubscriptionSchedulesSchedule': OperationTypes<{ schedule: string }>
  'PostSubscriptionSchedulesScheduleCancel': OperationTypes<{ schedule: string }>
  'PostSubscriptionSchedulesScheduleRelease': OperationTypes<{ schedule: string }>
  'PostSubscriptionsSubscriptionPause': OperationTypes<{ subscription: string }>
  'PostSubscriptionsSubscriptionResume': OperationTypes<{ subscription: string }>
  'PostSubscriptionsSubscriptionMigrate': OperationTypes<{ subscription: string }>
  'PostSubscriptions': OperationTypes<Record<never, string>>
  'GetSubscriptions': OperationTypes<Record<never, string>>
  'GetSubscriptionsSearch': OperationTypes<Record<never, string>>
  'GetSubscriptionsSubscriptionExposedId': OperationTypes<{ subscription_exposed_id: string }>
  'PostSubscriptionsSubscriptionExposedId': OperationTypes<{ subscription_exposed_id: string }>
  'DeleteSubscriptionsSubscriptionExposedId': OperationTypes<{ subscription_exposed_id: string }>
  'DeleteSubscriptionsSubscriptionExposedIdDiscount': OperationTypes<{ subscription_exposed_id: string }>
  'PostTaxIds': OperationTypes<Record<never, string>>
  'GetTaxIds': OperationTypes<Record<never, string>>
  'GetTaxIdsId': OperationTypes<{ id: string }>
  'DeleteTaxIdsId': OperationTypes<{ id: string }>
  'PostTaxRates': OperationTypes<Record<never, string>>
  'GetTaxRates': OperationTypes<Record<never, string>>
  'GetTaxRatesTaxRate': OperationTypes<{ tax_rate: string }>
  'PostTaxRatesTaxRate': OperationTypes<{ tax_rate: string }>
  'PostPaymentLinks': OperationTypes<Record<never, string>>
  'GetPaymentLinks': OperationTypes<Record<never, string>>
  'GetPaymentLinksPaymentLink': OperationTypes<{ payment_link: string }>
  'PostPaymentLinksPaymentLink': OperationTypes<{ payment_link: string }>
  'GetPaymentLinksPaymentLinkLineItems': OperationTypes<{ payment_link: string }>
  'payment_pages/get': OperationTypes<{ session: string }>
  'payment_pages/init': OperationTypes<{ session: string }>
  'payment_pages/update': OperationTypes<{ session: string }>
  'payment_pages/confirm': OperationTypes<{ session: string }>
  'PostCheckoutSessions': OperationTypes<Record<never, string>>
  'GetCheckoutSessions': OperationTypes<Record<never, string>>
  'GetCheckoutSessionsSession': OperationTypes<{ session: string }>
  'PostCheckoutSessionsSession': OperationTypes<{ session: string }>
  'PostCheckoutSessionsSessionExpire': OperationTypes<{ session: string }>
  'GetCheckoutSessionsSessionLineItems': OperationTypes<{ session: string }>
  'PostBillingPortalConfigurations': OperationTypes<Record<never, string>>
  'GetBillingPortalConfigurations': OperationTypes<Record<never, string>>
  'GetBillingPortalConfigurationsConfiguration': OperationTypes<{ configuration: string }>
  'PostBillingPortalConfigurationsConfiguration': OperationTypes<{ configuration: string }>
  'PostBillingPortalSessions': OperationTypes<Record<never, string>>
  'GetEvents': OperationTypes<Record<never, string>>
  'GetEventsId': OperationTypes<{ id: string }>
  'PostWebhookEndpoints': OperationTypes<Record<never, string>>
  'GetWebhookEndpoints': OperationTypes<Record<never, string>>
  'GetWebhookEndpointsWebhookEndpoint': OperationTypes<{ webhook_endpoint: string }>
  'PostWebhookEndpointsWebhookEndpoint': OperationTypes<{ webhook_endpoint: string }>
  'DeleteWebhookEndpointsWebhookEndpoint': OperationTypes<{ webhook_endpoint: string }>
  'PostV2CoreAccounts': OperationTypes<Record<never, string>>
  'GetV2CoreAccounts': OperationTypes<Record<never, string>>
  'GetV2CoreAccountsAccount': OperationTypes<{ account: string }>
  'PostV2CoreAccountsAccount': OperationTypes<{ account: string }>
  'PostV2CoreAccountsAccountClose': OperationTypes<{ account: string }>
  'PostV2CoreAccountLinks': OperationTypes<Record<never, string>>
  'PostV2CoreAccountTokens': OperationTypes<Record<never, string>>
  'GetV2CoreAccountTokensToken': OperationTypes<{ token: string }>
  'PostV2CoreAccountsAccountPersons': OperationTypes<{ account: string }>
  'GetV2CoreAccountsAccountPersons': OperationTypes<{ account: string }>
  'GetV2CoreAccountsAccountPersonsPerson': OperationTypes<{ account: string; person: string }>
  'PostV2CoreAccountsAccountPersonsPerson': OperationTypes<{ account: string; person: string }>
  'DeleteV2CoreAccountsAccountPersonsPerson': OperationTypes<{ account: string; person: string }>
  'PostV2CoreAccountsAccountPersonTokens': OperationTypes<{ account: string }>
  'GetV2CoreAccountsAccountPersonTokensToken': OperationTypes<{ account: string; token: string }>
  'GetV2CoreEvents': OperationTypes<Record<never, string>>
  'GetV2CoreEventsEvent': OperationTypes<{ event: string }>
  'PostV2CoreEventDestinations': OperationTypes<Record<never, string>>
  'GetV2CoreEventDestinations': OperationTypes<Record<never, string>>
  'GetV2CoreEventDestinationsDestination': OperationTypes<{ destination: string }>
  'PostV2CoreEventDestinationsDestination': OperationTypes<{ destination: string }>
  'DeleteV2CoreEventDestinationsDestination': OperationTypes<{ destination: string }>
  'PostV2CoreEventDestinationsDestinationDisable': OperationTypes<{ destination: string }>
  'PostV2CoreEventDestinationsDestinationEnable': OperationTypes<{ destination: string }>
  'PostV2CoreEventDestinationsDestinationPing': OperationTypes<{ destination: string }>
  'PostV2BillingMeterEvents': OperationTypes<Record<never, string>>
  'PostV2BillingMeterEventAdjustments': OperationTypes<Record<never, string>>
  'PostTestHelpersConfirmationTokens': OperationTypes<Record<never, string>>
  'PostTestHelpersTestClocks': OperationTypes<Record<never, string>>
  'GetTestHelpersTestClocks': OperationTypes<Record<never, string>>
  'GetTestHelpersTestClocksTestClock': OperationTypes<{ test_clock: string }>
  'DeleteTestHelpersTestClocksTestClock': OperationTypes<{ test_clock: string }>
  'PostTestHelpersTestClocksTestClockAdvance': OperationTypes<{ test_clock: string }>
  'PostTestHelpersRefundsRefundExpire': OperationTypes<{ refund: string }>
  'PostTestHelpersCustomersCustomerFundCashBalance': OperationTypes<{ customer: string }>
  'elements/customer_session': OperationTypes<Record<never, string>>
  'elements/detach': OperationTypes<{ payment_method: string }>
  'authorize': OperationTypes<{ account: string; intent: string }>
  'authorize/answer': OperationTypes<{ account: string; intent: string }>
  'authorize/code.svg': OperationTypes<{ account: string; intent: string }>
  'authorize/code.png': OperationTypes<{ account: string; intent: string }>
  '3ds': OperationTypes<{ intent: string }>
  '3ds/answer': OperationTypes<{ intent: string }>
  'checkout/page': OperationTypes<{ session: string; token: string }>
  'checkout/pay': OperationTypes<{ session: string; token: string }>
  'checkout/embedded': OperationTypes<{ secret: string }>
  'checkout/pay-embedded': OperationTypes<{ secret: string }>
  'checkout/recover': OperationTypes<{ token: string }>
  'invoice/page': OperationTypes<{ account: string; token: string }>
  'invoice/pay': OperationTypes<{ account: string; token: string }>
  'library': OperationTypes<Record<never, string>>
  'library/release': OperationTypes<{ release: string }>
  'library/frame': OperationTypes<{ document: string }>
  'microdeposits': OperationTypes<{ intent: string }>
  'microdeposits/verify': OperationTypes<{ intent: string }>
  'payment-link/page': OperationTypes<{ token: string }>
  'InvoicePdf': OperationTypes<{ account: string; token: string }>
  'CreditNotePdf': OperationTypes<{ account: string; token: string }>
  'portal/customer': OperationTypes<{ token: string }>
  'portal/change-customer': OperationTypes<{ token: string }>
  'portal/delete-tax-id': OperationTypes<{ token: string; id: string }>
  'portal': OperationTypes<{ token: string }>
  'portal/payment-methods': OperationTypes<{ token: string }>
  'portal/add-payment-method': OperationTypes<{ token: string }>
  'portal/change-payment-method': OperationTypes<{ token: string; method: string }>
  'portal/cancel': OperationTypes<{ token: string; subscription: string }>
  'portal/renew': OperationTypes<{ token: string; subscription: string }>
  'portal/pause': OperationTypes<{ token: string; subscription: string }>
  'portal/resume': OperationTypes<{ token: string; subscription: string }>
  'portal/update': OperationTypes<{ token: string; subscription: string }>
  'receipts': OperationTypes<{ charge: string; token: string }>
  'redirect': OperationTypes<{ source: string }>
  'redirect/answer': OperationTypes<{ source: string }>
}
