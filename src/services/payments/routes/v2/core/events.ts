import { noSuch } from '#payments/errors.ts'
import { pingJson, snapshotId, thinEventJson } from '#payments/json/thin-events.ts'
import { LIST_V2_PARAMS, pageV2Json } from '#payments/protocol/list-v2.ts'
import { list, text } from '#payments/protocol/params.ts'
import type { Event, Ping } from '#payments/schema/account.ts'
import { answer, get } from '../../route.ts'

/** Thin events: each event of the API in a form that names its object. https://docs.stripe.com/api/v2/core/events */
export const thinEventsRoutes = [
  get('GetV2CoreEvents', '/v2/core/events', { ...LIST_V2_PARAMS, object_id: text(), types: list(text()) }, (call) => {
    const { rows, account, input } = call
    const { object_id: object, types } = input
    const events = [...rows.events.scan('all', [account], { descending: true })].filter(
      (each) => object === undefined || each.object['id'] === object,
    )
    const pings = rows.pings.list('all', account).filter((each) => object === undefined || each.destination === object)
    const all = [...events, ...pings]
      .filter((each) => types === undefined || types.includes(typeOf(each)))
      .toSorted((one, other) => other.seq - one.seq)
    const isConnected = account !== rows.platform.get()
    return answer(
      call,
      pageV2Json(all, input, call.path, (each) => eventOf(each, isConnected)),
    )
  }),
  get('GetV2CoreEventsEvent', '/v2/core/events/:event', {}, (call) => {
    const { rows, account, params } = call
    const found = rows.pings.get(params.event) ?? rows.events.get(snapshotId(params.event))
    const isOwn = found?.account === account || account === rows.platform.get()
    if (found === undefined || !isOwn) throw noSuch('event', params.event, 'id', 404)
    return answer(call, eventOf(found, found.account !== rows.platform.get()))
  }),
]

function typeOf(event: Event | Ping): string {
  return 'type' in event ? `v1.${event.type}` : 'v2.core.event_destination.ping'
}

function eventOf(event: Event | Ping, isConnected: boolean): object {
  return 'type' in event ? thinEventJson(event, isConnected) : pingJson(event)
}
