import { momentJson } from '#payments/json/thin-events.ts'
import { hash, oneOf, required, text } from '#payments/protocol/params.ts'
import { cancelMeterEvent } from '#payments/rules/billing/meter-events.ts'
import { newId, now } from '#payments/rules/new-id.ts'
import { answer, post } from '../../route.ts'

/** Cancellations of meter events, in JSON. https://docs.stripe.com/api/v2/billing/meter-event-adjustment */
export const meterEventAdjustmentsV2Routes = [
  post(
    'PostV2BillingMeterEventAdjustments',
    '/v2/billing/meter_event_adjustments',
    {
      cancel: required(hash({ identifier: required(text({ max: 100 })) })),
      event_name: required(text()),
      type: required(oneOf('cancel')),
    },
    (call) => {
      const { cancel, event_name: eventName } = call.input
      cancelMeterEvent(call, call.account, { eventName, identifier: cancel.identifier })
      return answer(call, {
        id: newId(call, 'mtradj_test_'),
        object: 'v2.billing.meter_event_adjustment',
        cancel,
        created: momentJson(now(call)),
        event_name: eventName,
        livemode: false,
        status: 'complete',
        type: 'cancel',
      })
    },
  ),
]
