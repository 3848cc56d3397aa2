import { invalidRequest } from '#payments/errors.ts'
import { cancelMeterEvent } from '#payments/rules/billing/meter-events.ts'
import { hash, oneOf, required, text } from '#payments/protocol/params.ts'
import { answer, post } from '../route.ts'

/** Cancellations of meter events. https://docs.stripe.com/api/billing/meter-event-adjustment */
export const meterEventAdjustmentsRoutes = [
  post(
    'PostBillingMeterEventAdjustments',
    '/v1/billing/meter_event_adjustments',
    { cancel: hash({ identifier: text({ max: 100 }) }), event_name: required(text()), type: required(oneOf('cancel')) },
    (call) => {
      const { account, input } = call
      const identifier = input.cancel?.identifier
      if (identifier === undefined) {
        throw invalidRequest('Missing required param: cancel[identifier].', {
          code: 'parameter_missing',
          param: 'cancel[identifier]',
        })
      }
      cancelMeterEvent(call, account, { eventName: input.event_name, identifier })
      return answer(call, {
        object: 'billing.meter_event_adjustment',
        cancel: { identifier },
        event_name: input.event_name,
        livemode: false,
        status: 'complete',
        type: 'cancel',
      })
    },
  ),
]
