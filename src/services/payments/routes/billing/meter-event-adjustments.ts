import { invalidRequest } from '#payments/errors.ts'
import { now } from '#payments/rules/new-id.ts'
import { hash, oneOf, required, text } from '#payments/protocol/params.ts'
import { answer, post } from '../route.ts'
import { DAY_SECONDS } from '#payments/rules/seconds.ts'

/** Cancellations of meter events. https://docs.stripe.com/api/billing/meter-event-adjustment */
export const meterEventAdjustmentsRoutes = [
  post(
    'PostBillingMeterEventAdjustments',
    '/v1/billing/meter_event_adjustments',
    { cancel: hash({ identifier: text({ max: 100 }) }), event_name: required(text()), type: required(oneOf('cancel')) },
    (call) => {
      const { rows, account, input } = call
      const identifier = input.cancel?.identifier
      if (identifier === undefined) {
        throw invalidRequest('Missing required param: cancel[identifier].', {
          code: 'parameter_missing',
          param: 'cancel[identifier]',
        })
      }
      const event = rows.meterEvents.get(`${account} ${input.event_name} ${identifier}`)
      if (event === undefined) {
        throw invalidRequest(`No meter event has the identifier ${identifier}.`, {
          code: 'resource_missing',
          param: 'cancel[identifier]',
        })
      }
      if (event.created < now(call) - DAY_SECONDS) {
        throw invalidRequest('Only meter events of the last 24 hours can be canceled.', { param: 'cancel[identifier]' })
      }
      rows.meterEvents.delete(event.id)
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
