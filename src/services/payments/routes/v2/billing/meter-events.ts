import { momentJson } from '#payments/json/thin-events.ts'
import { hashOf, moment, required, text } from '#payments/protocol/params.ts'
import { addMeterEvent } from '#payments/rules/billing/meter-events.ts'
import { answer, post } from '../../route.ts'

/** Uses of products, in JSON. https://docs.stripe.com/api/v2/billing/meter-event */
export const meterEventsV2Routes = [
  post(
    'PostV2BillingMeterEvents',
    '/v2/billing/meter_events',
    {
      event_name: required(text({ max: 100 })),
      identifier: text({ max: 100 }),
      payload: required(hashOf(text())),
      timestamp: moment(),
    },
    (call) => {
      const { event_name: eventName, identifier, payload, timestamp } = call.input
      const event = addMeterEvent(call, call.account, { eventName, identifier, payload, timestamp })
      return answer(call, {
        object: 'v2.billing.meter_event',
        created: momentJson(event.created),
        event_name: event.eventName,
        identifier: event.identifier,
        livemode: false,
        payload: event.payload,
        timestamp: momentJson(event.timestamp),
      })
    },
  ),
]
