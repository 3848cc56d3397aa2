import { meterEventJson } from '#payments/json/billing/subscriptions.ts'
import { hashOf, required, text, timestamp } from '#payments/protocol/params.ts'
import { addMeterEvent } from '#payments/rules/billing/meter-events.ts'
import { answer, post } from '../route.ts'

/** The events of meters. https://docs.stripe.com/api/billing/meter-event */
export const meterEventsRoutes = [
  post(
    'PostBillingMeterEvents',
    '/v1/billing/meter_events',
    {
      event_name: required(text({ max: 100 })),
      identifier: text({ max: 100 }),
      payload: required(hashOf(text())),
      timestamp: timestamp(),
    },
    (call) => {
      const { event_name: eventName, identifier, payload, timestamp } = call.input
      return answer(
        call,
        meterEventJson(addMeterEvent(call, call.account, { eventName, identifier, payload, timestamp })),
      )
    },
  ),
]
