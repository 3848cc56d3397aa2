import { collection, timer, value } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'
import type { Shipment } from './customers.ts'
import type { BillingDetails, Wire } from './payments.ts'

/** https://docs.stripe.com/api/charges/object */
export interface Charge extends AccountRow {
  readonly amount: number
  readonly amountCaptured: number
  readonly amountRefunded: number
  readonly applicationFee: string | null
  readonly applicationFeeAmount: number | null
  readonly balanceTransaction: string | null
  readonly billingDetails: BillingDetails
  readonly captured: boolean
  readonly currency: string
  readonly customer: string | null
  readonly description: string | null
  readonly disputed: boolean
  readonly failureBalanceTransaction: string | null
  readonly failureCode: string | null
  readonly failureMessage: string | null
  readonly fraudDetails: Wire
  readonly metadata: Metadata
  readonly onBehalfOf: string | null
  readonly outcome: Wire | null
  readonly paid: boolean
  readonly paymentIntent: string | null
  readonly paymentMethod: string | null
  readonly paymentMethodDetails: Wire
  readonly receiptEmail: string | null
  readonly receiptNumber: string | null
  /** The secret in the address of the receipt's page. */
  readonly receiptToken: string
  readonly refunded: boolean
  readonly shipping: Shipment | null
  /** The legacy card, as the vendor writes it; null for a payment by payment intent. */
  readonly source: Wire | null
  readonly sourceTransfer: string | null
  readonly statementDescriptor: string | null
  readonly statementDescriptorSuffix: string | null
  readonly status: 'succeeded' | 'pending' | 'failed'
  readonly transfer: string | null
  readonly transferData: { readonly destination: string; readonly amount: number | null } | null
  readonly transferGroup: string | null
}

/** https://docs.stripe.com/api/refunds/object */
export interface Refund extends AccountRow {
  readonly amount: number
  readonly balanceTransaction: string | null
  readonly charge: string
  readonly currency: string
  readonly customer: string | null
  readonly destinationDetails: Wire
  readonly failureBalanceTransaction: string | null
  readonly failureReason: string | null
  /** The address to which the vendor writes for the customer's bank account; null where it needs none. */
  readonly instructionsEmail: string | null
  readonly metadata: Metadata
  readonly paymentIntent: string | null
  readonly paymentMethod: string | null
  readonly pendingReason: string | null
  readonly reason: string | null
  readonly receiptNumber: string | null
  readonly sourceTransferReversal: string | null
  readonly transferReversal: string | null
  readonly status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
}

/** https://docs.stripe.com/api/disputes/object */
export interface Dispute extends AccountRow {
  readonly amount: number
  readonly balanceTransactions: readonly string[]
  readonly charge: string
  readonly currency: string
  readonly evidence: Wire
  readonly dueBy: number | null
  readonly submissionCount: number
  readonly isChargeRefundable: boolean
  readonly metadata: Metadata
  readonly paymentIntent: string | null
  readonly brand: string | null
  /** The program of the card network under which the dispute may be answered. */
  readonly eligibility: 'visa_compelling_evidence_3' | 'visa_compliance' | 'mastercard_compliance' | null
  readonly reason: string
  readonly status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
}

/** https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export interface EarlyFraudWarning extends AccountRow {
  readonly actionable: boolean
  readonly charge: string
  readonly paymentIntent: string | null
  readonly fraudType: string
}

/** One part of a fee, as the vendor writes it. */
export interface FeeDetail {
  readonly amount: number
  readonly application: string | null
  readonly currency: string
  readonly description: string | null
  readonly type: 'stripe_fee' | 'application_fee' | 'tax'
}

/** A movement of an account's money. https://docs.stripe.com/api/balance_transactions/object */
export interface BalanceTransaction extends AccountRow {
  readonly amount: number
  readonly availableOn: number
  readonly currency: string
  readonly description: string | null
  readonly fee: number
  readonly feeDetails: readonly FeeDetail[]
  /** `amount` without `fee`. */
  readonly net: number
  readonly reportingCategory: string
  readonly source: string | null
  readonly sourceType: 'card' | 'bank_account'
  readonly type: string
  /** The payout that paid the money out. */
  readonly payout: string | null
}

/**
 * The sum of an account's balance transactions of one currency and kind of payment that become available at one moment:
 * the balance is read from these, however many transactions there are. `id` has all of that.
 */
export interface BalancePart {
  readonly id: string
  readonly account: string
  /** The number of the first transaction of the part. */
  readonly seq: number
  readonly currency: string
  readonly sourceType: 'card' | 'bank_account'
  /** Epoch seconds; 0 for money that was available when it came. */
  readonly availableOn: number
  readonly net: number
}

/** https://docs.stripe.com/api/payouts/object */
export interface Payout extends AccountRow {
  readonly amount: number
  readonly arrivalDate: number
  readonly automatic: boolean
  readonly balanceTransaction: string | null
  readonly currency: string
  readonly description: string | null
  readonly destination: string | null
  readonly failureBalanceTransaction: string | null
  readonly failureCode: string | null
  readonly failureMessage: string | null
  readonly metadata: Metadata
  readonly method: 'standard' | 'instant'
  readonly originalPayout: string | null
  readonly reversedBy: string | null
  readonly sourceType: 'card' | 'bank_account'
  readonly statementDescriptor: string | null
  readonly status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
}

/** https://docs.stripe.com/api/transfers/object */
export interface Transfer extends AccountRow {
  readonly amount: number
  readonly amountReversed: number
  readonly balanceTransaction: string
  readonly currency: string
  readonly description: string | null
  readonly destination: string
  /** The charge that stands for the transfer in the destination's account. */
  readonly destinationPayment: string
  readonly metadata: Metadata
  readonly sourceTransaction: string | null
  readonly transferGroup: string | null
}

/** https://docs.stripe.com/api/transfer_reversals/object */
export interface TransferReversal extends AccountRow {
  readonly amount: number
  readonly balanceTransaction: string
  readonly currency: string
  readonly destinationPaymentRefund: string | null
  readonly metadata: Metadata
  readonly sourceRefund: string | null
  readonly transfer: string
}

/** The platform's share of a payment. https://docs.stripe.com/api/application_fees/object */
export interface ApplicationFee extends AccountRow {
  /** The connected account that paid the fee. */
  readonly payer: string
  readonly amount: number
  readonly amountRefunded: number
  readonly balanceTransaction: string
  readonly charge: string
  readonly currency: string
  readonly originatingTransaction: string | null
}

/** https://docs.stripe.com/api/fee_refunds/object */
export interface FeeRefund extends AccountRow {
  readonly amount: number
  readonly balanceTransaction: string
  readonly currency: string
  readonly fee: string
  readonly metadata: Metadata
}

/**
 * Work that is done once the answer of a request has been written: the asynchronous capture of a charge, or the bank's
 * decision about a dispute.
 */
export interface BackgroundTask {
  readonly id: number
  readonly kind: 'capture' | 'decision'
  /** The id of the charge or the dispute. */
  readonly subject: string
}

/** The collections of money: charges, refunds, disputes, balance transactions, payouts, transfers. */
export const moneyCollections = {
  charges: collection<Charge>()({
    indexes: { all: ['account', 'seq'], customer: ['customer', 'seq'], intent: ['paymentIntent', 'seq'] },
  }),
  refunds: collection<Refund>()({
    indexes: { all: ['account', 'seq'], charge: ['charge', 'seq'], intent: ['paymentIntent', 'seq'] },
  }),
  disputes: collection<Dispute>()({
    indexes: { all: ['account', 'seq'], charge: ['charge', 'seq'], intent: ['paymentIntent', 'seq'] },
  }),
  earlyFraudWarnings: collection<EarlyFraudWarning>()({
    indexes: { all: ['account', 'seq'], charge: ['charge', 'seq'] },
  }),
  balanceTransactions: collection<BalanceTransaction>()({
    indexes: {
      all: ['account', 'seq'],
      source: ['source', 'seq'],
      availability: ['account', 'currency', 'availableOn', 'seq'],
    },
  }),
  backgroundTasks: collection<BackgroundTask>()({}),
  balanceParts: collection<BalancePart>()({ indexes: { all: ['account', 'seq'] } }),
  payouts: collection<Payout>()({ indexes: { all: ['account', 'seq'] } }),
  transfers: collection<Transfer>()({ indexes: { all: ['account', 'seq'], source: ['sourceTransaction', 'seq'] } }),
  transferReversals: collection<TransferReversal>()({ indexes: { transfer: ['transfer', 'seq'] } }),
  applicationFees: collection<ApplicationFee>()({ indexes: { all: ['account', 'seq'], charge: ['charge', 'seq'] } }),
  feeRefunds: collection<FeeRefund>()({ indexes: { fee: ['fee', 'seq'] } }),
  /** Ends the debit of a bank account that was charged without an intent. */
  endDebit: timer<{ readonly charge: string }>(),
  /** Decides a refund that was pending. */
  endRefund: timer<{ readonly refund: string }>(),
  /** Makes a refund fail after it had succeeded. */
  failRefund: timer<{ readonly refund: string }>(),
  /** Ends the time for an answer to a dispute, or the bank's review of the answer. */
  endDispute: timer<{ readonly dispute: string }>(),
  /** Lets a payout arrive. */
  endPayout: timer<{ readonly payout: string }>(),
  /** The last moment at which available money will be reported, by account. */
  reportedUntil: value<number, [account: string]>(0),
  /** Reports money that has become available. */
  emitAvailable: timer<{ readonly account: string }>(),
}
