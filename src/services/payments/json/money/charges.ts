import type { PaymentsContext } from '#payments/call.ts'
import { shipmentJson } from '../shipments.ts'
import { applicationOf } from '#payments/rules/connect/application.ts'
import { reviewOf } from '#payments/rules/money/reviews.ts'
import { DAY_SECONDS } from '#payments/rules/seconds.ts'
import type { Charge, Refund } from '#payments/schema/money.ts'

/** Writes a charge. https://docs.stripe.com/api/charges/object */
// oxlint-disable-next-line max-lines-per-function -- one literal, in the vendor's order
export function chargeJson(context: Pick<PaymentsContext, 'rows' | 'urls'>, charge: Charge) {
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.amountCaptured,
    amount_refunded: charge.amountRefunded,
    application: applicationOf(context, charge.account),
    application_fee: charge.applicationFee,
    application_fee_amount: charge.applicationFeeAmount,
    balance_transaction: charge.balanceTransaction,
    billing_details: charge.billingDetails,
    calculated_statement_descriptor: printedDescriptor(charge),
    captured: charge.captured,
    created: charge.created,
    currency: charge.currency,
    customer: charge.customer,
    description: charge.description,
    destination: charge.transferData?.destination ?? null,
    dispute: charge.disputed ? (context.rows.disputes.list('charge', charge.id).at(-1)?.id ?? null) : null,
    disputed: charge.disputed,
    failure_balance_transaction: charge.failureBalanceTransaction,
    failure_code: charge.failureCode,
    failure_message: charge.failureMessage,
    fraud_details: charge.fraudDetails,
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: charge.onBehalfOf,
    order: null,
    outcome: charge.outcome,
    paid: charge.paid,
    payment_intent: charge.paymentIntent,
    payment_method: charge.paymentMethod,
    payment_method_details: charge.paymentMethodDetails,
    radar_options: {},
    receipt_email: charge.receiptEmail,
    receipt_number: charge.receiptNumber,
    receipt_url:
      charge.status !== 'succeeded' ? null : context.urls.of(`/receipts/${charge.id}/${charge.receiptToken}`),
    refunded: charge.refunded,
    review: reviewOf(context, charge.id),
    shipping: shipmentJson(charge.shipping),
    source: charge.source,
    source_transfer: charge.sourceTransfer,
    statement_descriptor: charge.statementDescriptor,
    statement_descriptor_suffix: charge.statementDescriptorSuffix,
    status: charge.status,
    // Left out of the JSON text where there is none. A conditional spread would make the whole object slow to build.
    transfer: charge.transfer ?? undefined,
    transfer_data: charge.transferData,
    transfer_group: charge.transferGroup,
  }
}

/** Returns the words that the customer finds on the statement of a card; null for other payment methods. */
function printedDescriptor({ statementDescriptor, paymentMethodDetails }: Charge): string | null {
  if (paymentMethodDetails['card'] === undefined && paymentMethodDetails['card_present'] === undefined) return null
  return statementDescriptor?.toUpperCase() ?? 'BACKLOT'
}

/** Writes a refund. https://docs.stripe.com/api/refunds/object */
export function refundJson(refund: Refund) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransaction,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: refund.customer,
    customer_account: null,
    destination_details: refund.destinationDetails,
    ...(refund.failureBalanceTransaction === null
      ? {}
      : { failure_balance_transaction: refund.failureBalanceTransaction }),
    ...(refund.failureReason === null ? {} : { failure_reason: refund.failureReason }),
    ...(refund.instructionsEmail === null ? {} : { instructions_email: refund.instructionsEmail }),
    metadata: refund.metadata,
    ...(refund.status === 'requires_action' ? { next_action: emailSentJson(refund) } : {}),
    payment_intent: refund.paymentIntent,
    payment_method: refund.paymentMethod,
    ...(refund.pendingReason === null ? {} : { pending_reason: refund.pendingReason }),
    reason: refund.reason,
    receipt_number: refund.receiptNumber,
    source_transfer_reversal: refund.sourceTransferReversal,
    status: refund.status,
    transfer_reversal: refund.transferReversal,
  }
}

/** The days in which a customer can name the bank account to which a refund goes. */
const DAYS_TO_ANSWER = 45

/** Writes what a refund waits for: the customer was asked for a bank account by e-mail. */
function emailSentJson({ created, instructionsEmail }: Refund) {
  return {
    display_details: {
      email_sent: { email_sent_at: created, email_sent_to: instructionsEmail },
      expires_at: created + DAYS_TO_ANSWER * DAY_SECONDS,
    },
    type: 'display_details',
  }
}
