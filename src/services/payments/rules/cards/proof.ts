import type { Wire } from '#payments/schema/payments.ts'

/** Reasons in a request that confirms an intent for which the bank need not ask the customer. */
export interface CardProof {
  /** True for an order by mail or telephone, where nobody can be asked. */
  readonly moto: boolean
  /** The authentication that another provider has made, as a charge shows it; null for none. */
  readonly threeDSecure: Wire | null
}

/** The proof of a request without one. */
export const NO_PROOF: CardProof = { moto: false, threeDSecure: null }

/** The options of a request that a proof is in, as their parameters have checked them. */
interface ProofOptions {
  readonly card?:
    | {
        readonly moto?: boolean | undefined
        readonly three_d_secure?: Readonly<Record<string, unknown>> | undefined
      }
    | null
    | undefined
}

/**
 * Returns the proof in the `payment_method_options` of a request.
 * https://docs.stripe.com/payments/payment-intents/three-d-secure-import
 */
export function proofOf(options: ProofOptions | undefined): CardProof {
  const { moto = false, three_d_secure: result } = options?.card ?? {}
  if (!moto && result?.['cryptogram'] === undefined) return NO_PROOF
  return { moto, threeDSecure: result?.['cryptogram'] === undefined ? null : importedResult(result) }
}

function importedResult(result: Readonly<Record<string, unknown>>): Wire {
  return {
    authentication_flow: null,
    electronic_commerce_indicator: result['electronic_commerce_indicator'] ?? null,
    exemption_indicator: null,
    result: 'authenticated',
    result_reason: null,
    transaction_id: result['transaction_id'] ?? null,
    version: result['version'] ?? null,
  }
}
