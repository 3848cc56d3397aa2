import { json } from '#core/answer.ts'
import { invalidParameter, invalidVersion } from '#payments/errors.ts'
import { KNOWN_EVENT_TYPES } from '#payments/schema/event-types.ts'
import { apiVersionNamed, type ApiVersion } from '#payments/schema/api-versions.ts'
import { webhookEndpointJson } from '#payments/json/events.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { boolean, list, metadata, required, text, unsettable, url, type Param } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { addWebhookEndpoint } from '#payments/rules/webhook-endpoints.ts'

/** The version of the events that an endpoint gets. */
const API_VERSION_PARAM: Param<ApiVersion> = {
  read(raw, path) {
    const name = text().read(raw, path)
    const version = apiVersionNamed(name)
    if (version === undefined) throw invalidVersion(name, path)
    return version
  },
}

const endpointPath = '/v1/webhook_endpoints/:webhook_endpoint'

const byPath = { param: 'webhook_endpoint', inPath: true }

/** The endpoints that hear of events. https://docs.stripe.com/api/webhook_endpoints */
export const webhookEndpointsRoutes = [
  post(
    'PostWebhookEndpoints',
    '/v1/webhook_endpoints',
    {
      url: required(url()),
      enabled_events: required(list(text())),
      api_version: API_VERSION_PARAM,
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
    answerPage(
      call,
      newestFirst(call.rows.webhookEndpoints, 'all', [call.account], ({ destination }) => destination === null),
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

function checkEvents(events: readonly string[]): void {
  if (events.length === 0) throw invalidParameter('enabled_events', 'Invalid array', 'parameter_invalid_empty')
  const unknown = events.findIndex((each) => !KNOWN_EVENT_TYPES.has(each))
  if (unknown < 0) return
  throw invalidParameter(
    `enabled_events[${unknown}]`,
    `Invalid enabled_events[${unknown}]: ${events[unknown]} is not a type of event`,
  )
}
