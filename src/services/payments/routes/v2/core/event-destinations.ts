import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, missingParameter } from '#payments/errors.ts'
import { eventDestinationJson, ownThinEventJson } from '#payments/json/thin-events.ts'
import { LIST_V2_PARAMS, pageV2Json } from '#payments/protocol/list-v2.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { hash, list, metadata, oneOf, required, text, unsupported, url } from '#payments/protocol/params.ts'
import { now } from '#payments/rules/new-id.ts'
import { findRecord } from '#payments/rules/records.ts'
import { addWebhookEndpoint, pingDestination } from '#payments/rules/webhook-endpoints.ts'
import { apiVersionNamed } from '#payments/schema/api-versions.ts'
import type { WebhookEndpoint } from '#payments/schema/account.ts'
import { KNOWN_EVENT_TYPES } from '#payments/schema/event-types.ts'
import { answer, del, get, post } from '../../route.ts'

const one = '/v2/core/event_destinations/:destination'

const INCLUDE = { include: list(oneOf('webhook_endpoint.signing_secret', 'webhook_endpoint.url')) }

const PAYLOAD = oneOf('snapshot', 'thin')

/** Places that events are sent to, whole or thin. https://docs.stripe.com/api/v2/core/event-destinations */
export const eventDestinationsRoutes = [
  post(
    'PostV2CoreEventDestinations',
    '/v2/core/event_destinations',
    {
      ...INCLUDE,
      amazon_eventbridge: unsupported(),
      azure_event_grid: unsupported(),
      description: text(),
      enabled_events: required(list(text())),
      event_payload: required(PAYLOAD),
      events_from: list(oneOf('other_accounts', 'self')),
      metadata: metadata(),
      name: required(text()),
      snapshot_api_version: text(),
      type: required(oneOf('amazon_eventbridge', 'azure_event_grid', 'webhook_endpoint')),
      webhook_endpoint: hash({ url: required(url()) }),
    },
    (call) => {
      const { input } = call
      if (input.webhook_endpoint === undefined) throw missingParameter('webhook_endpoint')
      checkTypes(input.enabled_events, input.event_payload)
      const endpoint = addWebhookEndpoint(call, call.account, {
        url: input.webhook_endpoint.url,
        enabledEvents: input.enabled_events,
        connect: input.events_from?.includes('other_accounts') === true,
        description: input.description ?? null,
        apiVersion: versionOf(input.snapshot_api_version),
        metadata: mergeMetadata({}, input.metadata),
        destination: { name: input.name, payload: input.event_payload, updated: now(call) },
      })
      return answer(call, eventDestinationJson(endpoint, input.include))
    },
  ),
  get('GetV2CoreEventDestinations', '/v2/core/event_destinations', { ...LIST_V2_PARAMS, ...INCLUDE }, (call) => {
    const { rows, account, input } = call
    const all = rows.webhookEndpoints.list('all', account).filter(({ destination }) => destination !== null)
    return answer(
      call,
      pageV2Json(all.toReversed(), input, call.path, (each) => eventDestinationJson(each, input.include)),
    )
  }),
  get('GetV2CoreEventDestinationsDestination', one, INCLUDE, (call) =>
    answer(
      call,
      eventDestinationJson(findDestination(call, call.account, call.params.destination), call.input.include),
    ),
  ),
  post(
    'PostV2CoreEventDestinationsDestination',
    one,
    {
      ...INCLUDE,
      description: text(),
      enabled_events: list(text()),
      metadata: metadata(),
      name: text(),
      webhook_endpoint: hash({ url: required(url()) }),
    },
    (call) => {
      const { input } = call
      const before = findDestination(call, call.account, call.params.destination)
      if (input.enabled_events !== undefined) checkTypes(input.enabled_events, before.destination.payload)
      const after = call.rows.webhookEndpoints.update(before.id, {
        url: input.webhook_endpoint?.url ?? before.url,
        enabledEvents: input.enabled_events ?? before.enabledEvents,
        description: input.description ?? before.description,
        metadata: mergeMetadata(before.metadata, input.metadata),
        destination: { ...before.destination, name: input.name ?? before.destination.name, updated: now(call) },
      })
      return answer(call, eventDestinationJson(after, input.include))
    },
  ),
  del('DeleteV2CoreEventDestinationsDestination', one, {}, (call) => {
    const { id } = findDestination(call, call.account, call.params.destination)
    call.rows.webhookEndpoints.delete(id)
    return json({ id, object: 'v2.core.event_destination' })
  }),
  post('PostV2CoreEventDestinationsDestinationDisable', `${one}/disable`, {}, (call) =>
    answer(call, eventDestinationJson(setStatus(call, call.account, call.params.destination, 'disabled'))),
  ),
  post('PostV2CoreEventDestinationsDestinationEnable', `${one}/enable`, {}, (call) =>
    answer(call, eventDestinationJson(setStatus(call, call.account, call.params.destination, 'enabled'))),
  ),
  post('PostV2CoreEventDestinationsDestinationPing', `${one}/ping`, {}, (call) =>
    answer(
      call,
      ownThinEventJson(pingDestination(call, findDestination(call, call.account, call.params.destination)), false),
    ),
  ),
]

type Destination = WebhookEndpoint & { readonly destination: NonNullable<WebhookEndpoint['destination']> }

function findDestination({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Destination {
  const endpoints = {
    get(each: string): Destination | undefined {
      const { destination, ...endpoint } = rows.webhookEndpoints.get(each) ?? { destination: null }
      return destination === null ? undefined : ({ ...endpoint, destination } as Destination) // it was found
    },
  }
  return findRecord(endpoints, account, 'event destination', id, { param: 'id', inPath: true })
}

function setStatus(
  context: PaymentsContext,
  account: string,
  id: string,
  status: WebhookEndpoint['status'],
): WebhookEndpoint {
  const { destination } = findDestination(context, account, id)
  return context.rows.webhookEndpoints.update(id, { status, destination: { ...destination, updated: now(context) } })
}

/** Returns the version of a destination's events; null for that of the account. */
function versionOf(name: string | undefined): WebhookEndpoint['apiVersion'] {
  if (name === undefined) return null
  const version = apiVersionNamed(name)
  if (version === undefined) throw invalidParameter('snapshot_api_version', `Invalid Stripe API version: ${name}`)
  return version
}

/** @throws 400 for a type of event that the form of events does not have: thin ones begin with `v1.` or `v2.`. */
function checkTypes(types: readonly string[], payload: 'snapshot' | 'thin'): void {
  const isKnown = (type: string): boolean =>
    type === '*' ||
    (payload === 'snapshot'
      ? KNOWN_EVENT_TYPES.has(type)
      : type.startsWith('v2.') || (type.startsWith('v1.') && KNOWN_EVENT_TYPES.has(type.slice(3))))
  const unknown = types.find((type) => !isKnown(type))
  if (unknown === undefined) return
  throw invalidParameter('enabled_events', `Invalid enabled_events: ${unknown} is not a type of ${payload} event`)
}
