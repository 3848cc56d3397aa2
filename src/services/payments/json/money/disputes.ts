import { acknowledgesFee } from '#payments/rules/money/dispute-evidence.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { now } from '#payments/rules/new-id.ts'
import type { Dispute, EarlyFraudWarning } from '#payments/schema/money.ts'
import { balanceTransactionJson } from './balance-transactions.ts'

function caseTypeOf({ status, reason }: Dispute): string {
  if (reason === 'noncompliant') return 'compliance'
  return status.startsWith('warning') ? 'inquiry' : 'chargeback'
}

/** Writes the state of the answer under a program of the card network. */
function eligibilityJson(dispute: Dispute) {
  const { eligibility } = dispute
  if (eligibility === null) return {}
  if (eligibility === 'visa_compelling_evidence_3') {
    const missing = ['missing_prior_undisputed_transactions', 'missing_customer_identifiers']
    return { [eligibility]: { required_actions: missing, status: 'requires_action' } }
  }
  return { [eligibility]: { status: acknowledgesFee(dispute) ? 'fee_acknowledged' : 'requires_fee_acknowledgement' } }
}

/** Writes a dispute. https://docs.stripe.com/api/disputes/object */
export function disputeJson(context: PaymentsContext, dispute: Dispute) {
  const { rows } = context
  const [withdrawal] = dispute.balanceTransactions
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    ...(withdrawal === undefined ? {} : { balance_transaction: withdrawal }),
    balance_transactions: dispute.balanceTransactions.map((id) =>
      balanceTransactionJson(context, rows.balanceTransactions.require(id)),
    ),
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: dispute.eligibility === null ? [] : [dispute.eligibility],
    evidence: dispute.evidence,
    evidence_details: {
      due_by: dispute.dueBy,
      enhanced_eligibility: eligibilityJson(dispute),
      has_evidence: Object.values(dispute.evidence).some((each) => typeof each === 'string'),
      past_due: dispute.dueBy !== null && dispute.dueBy < now(context),
      submission_count: dispute.submissionCount,
      submission_method: dispute.submissionCount > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: dispute.isChargeRefundable,
    livemode: false,
    metadata: dispute.metadata,
    payment_intent: dispute.paymentIntent,
    ...(dispute.brand === null
      ? {}
      : {
          payment_method_details: {
            card: {
              brand: dispute.brand,
              case_type: caseTypeOf(dispute),
              network: dispute.brand,
              network_reason_code: '83',
            },
            type: 'card',
          },
        }),
    reason: dispute.reason,
    status: dispute.status,
  }
}

/** Writes an early fraud warning. https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export function earlyFraudWarningJson(warning: EarlyFraudWarning) {
  return {
    id: warning.id,
    object: 'radar.early_fraud_warning',
    actionable: warning.actionable,
    charge: warning.charge,
    created: warning.created,
    fraud_type: warning.fraudType,
    livemode: false,
    ...(warning.paymentIntent === null ? {} : { payment_intent: warning.paymentIntent }),
  }
}
