import { collection, timer } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'
import type { Address, Shipment, Shipping } from './customers.ts'
import type { BankTransfer } from './cash-balances.ts'
import type { DebitKindName } from './debit-kinds.ts'
import type { MethodKindName } from './method-kinds.ts'

/** The kinds of payment methods. */
export type PaymentMethodType =
  | 'card'
  | PresentType
  | 'us_bank_account'
  | 'sepa_debit'
  | 'link'
  | 'customer_balance'
  | DebitKindName
  | MethodKindName

/** The kinds of cards that are presented to a reader. */
type PresentType = 'card_present' | 'interac_present'

/** The result of a check by the bank. */
export type CheckResult = 'pass' | 'fail' | 'unavailable' | 'unchecked'

/** The person who pays, as the vendor writes it. */
export interface BillingDetails {
  readonly address: Address
  readonly email: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly tax_id: string | null
}

/** A card. */
export interface CardDetails {
  readonly number: string
  readonly brand: string
  readonly country: string
  readonly funding: 'credit' | 'debit' | 'prepaid'
  readonly expMonth: number
  readonly expYear: number
  readonly fingerprint: string
  readonly cvcCheck: CheckResult | null
  readonly line1Check: CheckResult | null
  readonly postalCodeCheck: CheckResult | null
  /** True when the card holder has agreed to later payments, with the authentication that the card asks for. */
  readonly setUp: boolean
  /** The currency of payouts to the card; absent where its token names none. */
  readonly currency?: string
}

/** A bank account in the United States, or one of another country where only a token stands for it. */
export interface UsBankAccountDetails {
  readonly accountNumber: string
  readonly routingNumber: string
  readonly accountHolderType: 'individual' | 'company'
  /** `futsu` and `toza` are those of Japan, which only legacy tokens have. */
  readonly accountType: 'checking' | 'savings' | 'futsu' | 'toza'
  /** False until small deposits have proven that the account is the customer's. */
  readonly verified: boolean
  readonly fingerprint: string
  /** Absent for the United States. */
  readonly foreign?: ForeignBank
}

/** The terms of a bank account outside of the United States. */
export interface ForeignBank {
  readonly country: string
  /** In lower case. */
  readonly currency: string
  readonly accountHolderType: string | null
  readonly accountType: string | null
}

/** A bank account of the single European payments area. */
export interface SepaDebitDetails {
  readonly iban: string
  readonly fingerprint: string
  /** The payment or the setup that the account was learned from; absent for one that the customer gave. */
  readonly generatedFrom?: { readonly charge: string | null; readonly setup_attempt: string | null }
}

/** A bank account of a kind of `schema/debit-kinds.ts`. */
export interface BankDebitDetails {
  readonly accountNumber: string
  /** The numbers of the bank by their parameter: `{ sort_code: '108800' }`. */
  readonly bank: Readonly<Record<string, string>>
  /** The holder of the account, where it is another person than the one who signs; absent for the same one. */
  readonly holder?: string
  /** False until small deposits have proven that the account is the customer's, where the kind asks for that. */
  readonly verified: boolean
  readonly fingerprint: string
}

/** https://docs.stripe.com/api/payment_methods/object */
export interface PaymentMethod extends AccountRow {
  readonly type: PaymentMethodType
  readonly customer: string | null
  readonly billingDetails: BillingDetails
  readonly metadata: Metadata
  readonly allowRedisplay: 'always' | 'limited' | 'unspecified'
  readonly card: CardDetails | null
  readonly usBankAccount: UsBankAccountDetails | null
  readonly sepaDebit: SepaDebitDetails | null
  /** Absent for other types. */
  readonly bankDebit?: BankDebitDetails
  /** The terms of a mandate that came with the payment method; absent for none. */
  readonly mandateOptions?: Wire
  readonly linkEmail: string | null
  /** The members of the hash with the type's name, for a kind of `schema/method-kinds.ts`; null for others. */
  readonly own: Wire | null
  /** The SEPA debit by which later payments are made, after a bank redirect that was saved. */
  readonly generatedSepaDebit?: string
  /** The reader and its location, where a card was presented to one. */
  readonly presentedAt?: { readonly reader: string; readonly location: string | null }
  /** The card by which later payments are made, after a card that was presented for a setup. */
  readonly generatedCard?: string
  /** True once the payment method was detached, or used without a customer: it cannot be used again. */
  readonly consumed: boolean
}

/** https://docs.stripe.com/api/tokens/object */
export interface Token extends AccountRow {
  readonly type: 'account' | 'bank_account' | 'card' | 'cvc_update' | 'person' | 'pii'
  readonly used: boolean
  /** The id of the card or bank account; empty for a token of another type. */
  readonly source: string
  readonly card: CardDetails | null
  readonly usBankAccount: UsBankAccountDetails | null
  readonly billingDetails: BillingDetails
  /** The parameters that a token of an account or a person stands for; absent for one of another type. */
  readonly details?: Wire
}

/** The statuses of a payment intent. https://docs.stripe.com/payments/paymentintents/lifecycle */
type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded'

/** The payment methods that the vendor chooses from by itself. */
interface AutomaticPaymentMethods {
  readonly allow_redirects?: 'always' | 'never'
  readonly enabled: boolean
}

/** A JSON object of the vendor's form that backlot passes on. */
export type Wire = Readonly<Record<string, unknown>>

/** The step that an intent requires next, without its URL: each answer makes that for its own client. */
export type NextAction =
  | { readonly type: 'redirect_to_url'; readonly returnUrl: string }
  | { readonly type: 'use_stripe_sdk'; readonly source: string }
  /** `arrivalDate` is in epoch seconds. */
  | { readonly type: 'verify_with_microdeposits'; readonly arrivalDate: number }
  | KindAction
  | {
      readonly type: 'display_bank_transfer_instructions'
      readonly transfer: BankTransfer
      /** The country of the account that the transfer goes to. */
      readonly country: string
      readonly customer: string
      /** Minor units. */
      readonly amountRemaining: number
      /** The text by which the transfer is known. */
      readonly reference: string
    }

/** The authorization of a payment method outside of the form. */
export interface KindAction {
  readonly type: 'authorize'
  readonly kind: MethodKindName
  readonly returnUrl: string | null
  /** Epoch seconds; null for an action that does not expire. */
  readonly expiresAt: number | null
  /** The digits with which a voucher is paid; empty for other kinds. */
  readonly reference: string
}

/** The error of an attempt to pay or to save a payment method. */
export interface AttemptError {
  readonly code: string
  readonly declineCode: string
  readonly message: string
  /** The charge that failed; null where there was none. */
  readonly charge: string | null
  /** The payment method as it was then. */
  readonly paymentMethod: PaymentMethod
}

/** https://docs.stripe.com/api/payment_intents/object */
export interface PaymentIntent extends AccountRow {
  /** The kinds of payment methods that the client named; null where the vendor chooses. */
  readonly allowedPaymentMethodTypes: readonly string[] | null
  readonly amount: number
  readonly amountCapturable: number
  readonly amountReceived: number
  readonly amountDetails: Wire | null
  readonly applicationFeeAmount: number | null
  readonly automaticPaymentMethods: AutomaticPaymentMethods | null
  readonly canceledAt: number | null
  readonly cancellationReason: string | null
  readonly captureMethod: 'automatic' | 'automatic_async' | 'manual'
  readonly clientSecret: string
  readonly confirmationMethod: 'automatic' | 'manual'
  readonly currency: string
  readonly customer: string | null
  readonly description: string | null
  readonly excludedPaymentMethodTypes: readonly string[] | null
  readonly lastPaymentError: AttemptError | null
  readonly latestCharge: string | null
  readonly metadata: Metadata
  readonly nextAction: NextAction | null
  readonly onBehalfOf: string | null
  readonly paymentMethod: string | null
  readonly paymentMethodOptions: Readonly<Record<string, Wire>>
  readonly paymentMethodTypes: readonly string[]
  readonly receiptEmail: string | null
  readonly returnUrl: string | null
  readonly setupFutureUsage: 'off_session' | 'on_session' | null
  readonly shipping: Shipment | null
  readonly statementDescriptor: string | null
  readonly statementDescriptorSuffix: string | null
  readonly status: PaymentIntentStatus
  readonly transferData: { readonly destination: string; readonly amount?: number } | null
  readonly transferGroup: string | null
  /** True when the customer was not there at the last confirmation. */
  readonly offSession: boolean
  /** True when an invoice or a Checkout session follows the intent. */
  readonly followed: boolean
  /** The id of the invoice that the intent pays. */
  readonly invoice: string | null
  /** Grows with every confirmation that a timer or an invoice depends on: the timer of an earlier one does nothing. */
  readonly attempt: number
}

/** https://docs.stripe.com/api/setup_intents/object */
export interface SetupIntent extends AccountRow {
  /** The kinds of payment methods that the client named; null where the vendor chooses. */
  readonly allowedPaymentMethodTypes: readonly string[] | null
  readonly automaticPaymentMethods: AutomaticPaymentMethods | null
  readonly cancellationReason: string | null
  readonly clientSecret: string
  readonly customer: string | null
  readonly description: string | null
  readonly lastSetupError: AttemptError | null
  readonly latestAttempt: string | null
  readonly mandate: string | null
  readonly metadata: Metadata
  readonly nextAction: NextAction | null
  readonly onBehalfOf: string | null
  readonly paymentMethod: string | null
  readonly paymentMethodOptions: Readonly<Record<string, Wire>>
  readonly paymentMethodTypes: readonly string[]
  readonly singleUseMandate: string | null
  readonly returnUrl: string | null
  readonly status: Exclude<PaymentIntentStatus, 'requires_capture'>
  readonly usage: 'off_session' | 'on_session'
  readonly followed: boolean
}

/** https://docs.stripe.com/api/setup_attempts/object */
export interface SetupAttempt extends AccountRow {
  readonly setupIntent: string
  readonly customer: string | null
  readonly paymentMethod: string
  readonly paymentMethodType: PaymentMethodType
  /** The SEPA debit that the setup has given rise to. */
  readonly generatedSepaDebit: string | null
  readonly setupError: AttemptError | null
  readonly status: 'requires_action' | 'succeeded' | 'failed'
  readonly usage: 'off_session' | 'on_session'
}

/** https://docs.stripe.com/api/mandates/object */
export interface Mandate extends AccountRow {
  readonly paymentMethod: string
  readonly paymentMethodType: PaymentMethodType
  readonly status: 'active' | 'inactive' | 'pending'
  readonly type: 'multi_use' | 'single_use'
  readonly acceptance: Wire
  /** The amount and the currency of the one payment that it is for; absent where the client named none. */
  readonly singleUse?: Wire
  /** The terms that the customer has agreed to; absent where the client named none. */
  readonly options?: Wire
}

/**
 * A session in which a customer's saved payment methods are shown. https://docs.stripe.com/api/customer_sessions/object
 */
export interface CustomerSession extends AccountRow {
  readonly customer: string
  readonly clientSecret: string
  readonly expiresAt: number
  readonly components: Wire
}

/** https://docs.stripe.com/api/ephemeral_keys */
export interface EphemeralKey extends AccountRow {
  readonly secret: string
  readonly expires: number
  readonly customer: string
}

/**
 * The choices of a customer in the browser, for one confirmation.
 * https://docs.stripe.com/api/confirmation_tokens/object
 */
export interface ConfirmationToken extends AccountRow {
  /** The payment method that a confirmation makes, or the saved one. Its `id` is empty until it is made. */
  readonly method: PaymentMethod
  readonly expiresAt: number
  /** The intent that the token has confirmed; null before. */
  readonly intent: string | null
  readonly paymentMethodOptions: Wire | null
  readonly returnUrl: string | null
  readonly setupFutureUsage: 'off_session' | 'on_session' | null
  readonly shipping: Shipping | null
  /** True for a token that was made in a browser. */
  readonly useStripeSdk: boolean
}

/** A payment or setup intent whose state has changed, and that other records follow. */
export interface IntentOutcome {
  readonly id: number
  /** The id of the payment or setup intent. */
  readonly intent: string
}

/** The collections of payments. */
export const paymentCollections = {
  outcomes: collection<IntentOutcome>()({}),
  paymentMethods: collection<PaymentMethod>()({
    indexes: { all: ['account', 'seq'], customer: ['customer', 'seq'] },
  }),
  tokens: collection<Token>()({}),
  confirmationTokens: collection<ConfirmationToken>()({}),
  paymentIntents: collection<PaymentIntent>()({
    indexes: { all: ['account', 'seq'], customer: ['customer', 'seq'] },
  }),
  setupIntents: collection<SetupIntent>()({
    indexes: { all: ['account', 'seq'], customer: ['customer', 'seq'] },
  }),
  setupAttempts: collection<SetupAttempt>()({ indexes: { intent: ['setupIntent', 'seq'] } }),
  mandates: collection<Mandate>()({ indexes: { method: ['paymentMethod', 'seq'] } }),
  customerSessions: collection<CustomerSession>()({
    unique: { secret: ['clientSecret'] },
    indexes: { all: ['account', 'seq'] },
  }),
  ephemeralKeys: collection<EphemeralKey>()({ indexes: { all: ['account', 'seq'] } }),
  /** Ends the processing of a bank debit. */
  endProcessing: timer<{ readonly intent: string; readonly attempt: number }>(),
  /** Pays a voucher, lets it expire, or answers in the customer's banking application. */
  answerAction: timer<{ readonly intent: string; readonly attempt: number; readonly result: 'succeed' | 'fail' }>(),
  /** Ends an authorization that was not captured in time. */
  endAuthorization: timer<{ readonly charge: string }>(),
}
