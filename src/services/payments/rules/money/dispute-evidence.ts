import type { Dispute } from '#payments/schema/money.ts'

/** Returns true where the evidence of a dispute acknowledges the network's fee. */
export function acknowledgesFee({ eligibility, evidence }: Dispute): boolean {
  type Enhanced = Readonly<Record<string, { readonly fee_acknowledged?: unknown } | undefined>>
  const enhanced = evidence['enhanced_evidence'] as Enhanced | null | undefined // as the request gave it
  return String(enhanced?.[eligibility ?? '']?.fee_acknowledged) === 'true'
}

/** The members of the evidence that hold the id of a file. */
export const EVIDENCE_FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const

/** The names of the evidence's members. https://docs.stripe.com/api/disputes/evidence_object */
export const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const
