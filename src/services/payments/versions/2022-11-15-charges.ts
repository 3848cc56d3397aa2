import { chargeJson, refundJson } from '#payments/json/money/charges.ts'
import { countedPageJson } from '#payments/json/page.ts'
import type { ObjectTransform, VersionChange } from './change.ts'
import { idAt } from './members.ts'

/** Writes the list of the charges of an intent, the newest first; no intent was captured asynchronously. */
const withCharges: ObjectTransform = (intent, context) => {
  const id = idAt(intent, 'id') ?? ''
  const charges = context.rows.charges.list('intent', id).toReversed()
  const { capture_method: capture } = intent
  return {
    ...intent,
    capture_method: capture === 'automatic_async' ? 'automatic' : capture,
    charges: countedPageJson(
      charges.map((charge) => chargeJson(context, charge)),
      `/v1/charges?payment_intent=${id}`,
    ),
  }
}

const withRefunds: ObjectTransform = (charge, { rows }) => {
  const id = idAt(charge, 'id') ?? ''
  const refunds = rows.refunds.list('charge', id).toReversed().map(refundJson)
  return { ...charge, refunds: countedPageJson(refunds, `/v1/charges/${id}/refunds`) }
}

/**
 * Intents name their latest charge only, and charges have no list of refunds.
 * https://docs.stripe.com/changelog/2022-11-15
 */
export const latestCharge: VersionChange = {
  version: '2022-11-15',
  objects: { charge: withRefunds, payment_intent: withCharges },
  expandable: { payment_intent: { charges: [] } },
}
