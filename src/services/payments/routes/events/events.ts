import { invalidRequest } from '#payments/errors.ts'
import { eventJson } from '#payments/json/events.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { boolean, isInRange, list, range, text } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get } from '../route.ts'

const EVENT_FILTERS = {
  ...LIST_PARAMS,
  created: range(),
  type: text(),
  types: list(text(), { max: 20 }),
  delivery_success: boolean(),
}

/** Events. https://docs.stripe.com/api/events */
export const eventsRoutes = [
  get('GetEvents', '/v1/events', EVENT_FILTERS, (call) => {
    const { created, type, types } = call.input
    if (type !== undefined && types !== undefined) {
      throw invalidRequest('You may only specify one of these parameters: type, types.', { param: 'type' })
    }
    const named = types ?? (type === undefined ? undefined : [type])
    const where = (event: { readonly type: string; readonly created: number }): boolean =>
      isInRange(event.created, created) && (named === undefined || named.some((each) => matchesType(event.type, each)))
    const all = created === undefined && named === undefined
    const events = newestFirst(call.rows.events, 'all', [call.account], all ? undefined : where)
    return answerPage(call, events, 'event', (event) => eventJson(call, event))
  }),
  get('GetEventsId', '/v1/events/:id', {}, (call) => {
    const event = findRecord(call.rows.events, call.account, 'event', call.params.id, { param: 'id', inPath: true })
    return answer(call, eventJson(call, event))
  }),
]

/** Returns whether a type fits a filter: exactly, or `charge.*`. */
function matchesType(type: string, filter: string): boolean {
  if (filter === '*') return true
  return filter.endsWith('.*') ? type.startsWith(filter.slice(0, -1)) : type === filter
}
