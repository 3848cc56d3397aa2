import { mandateJson } from '#payments/json/payment-methods.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, get } from '../route.ts'

/** Mandates. https://docs.stripe.com/api/mandates */
export const mandatesRoutes = [
  get('GetMandatesMandate', '/v1/mandates/:mandate', {}, (call) => {
    const mandate = findRecord(call.rows.mandates, call.account, 'mandate', call.params.mandate, {
      param: 'mandate',
      inPath: true,
    })
    return answer(call, mandateJson(mandate, call.rows.paymentMethods.get(mandate.paymentMethod)))
  }),
]
