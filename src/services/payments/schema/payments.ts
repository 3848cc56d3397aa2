import { collection } from '../../../core/store.ts'

/** A payment or setup intent whose state has changed, and that other records follow. */
export interface IntentOutcome {
  readonly id: number
  /** The id of the payment or setup intent. */
  readonly intent: string
}

/** The collections of payments. */
export const paymentCollections = {
  outcomes: collection<IntentOutcome>()({}),
}
