import { json } from '#core/answer.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { KNOWN_EVENT_TYPES } from '#payments/schema/event-types.ts'
import { eventJson, webhookEndpointJson } from '#payments/json/events.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  isInRange,
  list,
  metadata,
  range,
  required,
  text,
  unsettable,
  url,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerList, del, get, post } from './route.ts'
import { addWebhookEndpoint } from '#payments/rules/webhook-endpoints.ts'

const EVENT_FILTERS = {
  ...LIST_PARAMS,
  created: range(),
  type: text(),
  types: list(text(), { max: 20 }),
  delivery_success: boolean(),
}

const endpointPath = '/v1/webhook_endpoints/:webhook_endpoint'
const byPath = { param: 'webhook_endpoint', inPath: true }

/**
 * Events and the endpoints that hear of them. https://docs.stripe.com/api/events,
 * https://docs.stripe.com/api/webhook_endpoints
 */
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
    return answerList(call, events, 'event', (event) => eventJson(call, event))
  }),
  get('GetEventsId', '/v1/events/:id', {}, (call) => {
    const event = findRecord(call.rows.events, call.account, 'event', call.params.id, { param: 'id', inPath: true })
    return answer(call, eventJson(call, event))
  }),
  post(
    'PostWebhookEndpoints',
    '/v1/webhook_endpoints',
    {
      url: required(url()),
      enabled_events: required(list(text())),
      api_version: text(),
      connect: boolean(),
      description: unsettable(text()),
      metadata: metadata(),
    },
    (call) => {
      const { url, enabled_events, api_version, connect = false, description = null, metadata } = call.input
      checkEvents(enabled_events)
      const endpoint = addWebhookEndpoint(call, call.account, {
        url,
        enabledEvents: enabled_events,
        connect,
        description,
        apiVersion: api_version ?? null,
        metadata: mergeMetadata({}, metadata),
      })
      return answer(call, { ...webhookEndpointJson(endpoint), secret: endpoint.secret })
    },
  ),
  get('GetWebhookEndpoints', '/v1/webhook_endpoints', LIST_PARAMS, (call) =>
    answerList(
      call,
      newestFirst(call.rows.webhookEndpoints, 'all', [call.account]),
      'webhook_endpoint',
      webhookEndpointJson,
    ),
  ),
  get('GetWebhookEndpointsWebhookEndpoint', endpointPath, {}, (call) => {
    const { webhook_endpoint: id } = call.params
    return answer(
      call,
      webhookEndpointJson(findRecord(call.rows.webhookEndpoints, call.account, 'webhook endpoint', id, byPath)),
    )
  }),
  post(
    'PostWebhookEndpointsWebhookEndpoint',
    endpointPath,
    {
      url: url(),
      enabled_events: list(text()),
      disabled: boolean(),
      description: unsettable(text()),
      metadata: metadata(),
    },
    (call) => {
      const { webhook_endpoint: id } = call.params
      const { url, enabled_events, disabled, description, metadata } = call.input
      const endpoint = findRecord(call.rows.webhookEndpoints, call.account, 'webhook endpoint', id, byPath)
      if (enabled_events !== undefined) checkEvents(enabled_events)
      const changed = call.rows.webhookEndpoints.update(id, {
        ...(url === undefined ? {} : { url }),
        ...(enabled_events === undefined ? {} : { enabledEvents: enabled_events }),
        ...(disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' }),
        ...(description === undefined ? {} : { description }),
        metadata: mergeMetadata(endpoint.metadata, metadata),
      })
      return answer(call, webhookEndpointJson(changed))
    },
  ),
  del('DeleteWebhookEndpointsWebhookEndpoint', endpointPath, {}, (call) => {
    const { webhook_endpoint: id } = call.params
    findRecord(call.rows.webhookEndpoints, call.account, 'webhook endpoint', id, byPath)
    call.rows.webhookEndpoints.delete(id)
    return json({ id, object: 'webhook_endpoint', deleted: true })
  }),
]

/** Returns whether a type fits a filter: exactly, or `charge.*`. */
function matchesType(type: string, filter: string): boolean {
  if (filter === '*') return true
  return filter.endsWith('.*') ? type.startsWith(filter.slice(0, -1)) : type === filter
}

function checkEvents(events: readonly string[]): void {
  if (events.length === 0) throw invalidParameter('enabled_events', 'Invalid array', 'parameter_invalid_empty')
  const unknown = events.findIndex((each) => !KNOWN_EVENT_TYPES.has(each))
  if (unknown < 0) return
  throw invalidParameter(
    `enabled_events[${unknown}]`,
    `Invalid enabled_events[${unknown}]: ${events[unknown]} is not a type of event`,
  )
}
