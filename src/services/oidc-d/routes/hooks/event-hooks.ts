import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { eventHookJson } from '#oidc-d/json/hooks.ts'
import { ChannelInput, channelFrom } from '#oidc-d/rules/hooks/channels.ts'
import {
  createEventHook,
  deleteEventHook,
  markVerified,
  replaceEventHook,
  setEventHookStatus,
} from '#oidc-d/rules/hooks/event-hooks.ts'
import type { EventHook } from '#oidc-d/schema.ts'
import { askForVerification, loadEventHook } from '#oidc-d/steps/hooks.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.eventHooks.read')
const manage = requireScope('okta.eventHooks.manage')

const HOOKS = '/api/v1/eventHooks'
const HOOK = `${HOOKS}/:eventHookId` as const

const blank = 'The field cannot be left blank'

const EventHookInput = v.object({
  name: v.pipe(v.string(), v.minLength(1, blank), v.maxLength(255)),
  description: v.nullish(v.string(), null),
  status: v.optional(v.picklist(['ACTIVE', 'INACTIVE'])),
  events: v.object({
    type: v.optional(v.literal('EVENT_TYPE')),
    items: v.pipe(v.array(v.string()), v.minLength(1, blank)),
    filter: v.nullish(v.record(v.string(), v.unknown()), null),
  }),
  channel: ChannelInput,
})

/** Event hooks. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/EventHook/ */
export const eventHooksRoutes = [
  get('listEventHooks', HOOKS, read, (call) =>
    json(call.rows.eventHooks.list('all').map((each) => eventHookJson(call, each))),
  ),
  post('createEventHook', HOOKS, manage, body(EventHookInput), (call) =>
    json(eventHookJson(call, createEventHook(call, hookFields(call.body, null)))),
  ),
  get('getEventHook', HOOK, read, loadEventHook, (call) => json(eventHookJson(call, call.eventHook))),
  put('replaceEventHook', HOOK, manage, loadEventHook, body(EventHookInput), (call) =>
    json(eventHookJson(call, replaceEventHook(call, call.eventHook, hookFields(call.body, call.eventHook)))),
  ),
  del('deleteEventHook', HOOK, manage, loadEventHook, (call) => {
    deleteEventHook(call, call.eventHook)
    return empty()
  }),
  post('activateEventHook', `${HOOK}/lifecycle/activate`, manage, loadEventHook, (call) =>
    json(eventHookJson(call, setEventHookStatus(call, call.eventHook, 'ACTIVE'))),
  ),
  post('deactivateEventHook', `${HOOK}/lifecycle/deactivate`, manage, loadEventHook, (call) =>
    json(eventHookJson(call, setEventHookStatus(call, call.eventHook, 'INACTIVE'))),
  ),
  post('verifyEventHook', `${HOOK}/lifecycle/verify`, manage, loadEventHook, askForVerification, (call) =>
    json(eventHookJson(call, markVerified(call, call.eventHook))),
  ),
]

function hookFields(input: v.InferOutput<typeof EventHookInput>, before: EventHook | null) {
  const { name, description, status, events, channel } = input
  return {
    name,
    description,
    eventTypes: [...new Set(events.items)],
    filter: events.filter,
    channel: channelFrom(channel, before?.channel),
    ...defined({ status }),
  }
}
