import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { linkHeader } from '#core/pagination.ts'
import type { Delivery } from '#core/webhooks.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { invalidField, notFound } from '#codehost/errors.ts'
import { deliveryItemJson, deliveryJson } from '#codehost/json/hooks/delivery.ts'
import { hookConfigJson, hookJson } from '#codehost/json/hooks/hook.ts'
import { pageRequest, answerPage } from '#codehost/json/pagination.ts'
import { deliveryOf, endedDeliveries } from '#codehost/rules/hooks/deliveries.ts'
import { emitHookDeleted, emitPing, emitTestPush } from '#codehost/rules/hooks/messages.ts'
import {
  HookConfig,
  invalidCursor,
  knownEvents,
  namedConfig,
  refuseDuplicateHook,
  wholeConfig,
} from '#codehost/rules/hooks/hooks.ts'
import { targetColumns } from '#codehost/rules/repos/targets.ts'
import type { Hook } from '#codehost/schema/hooks.ts'
import type { HooksContext } from '#codehost/steps/hooks.ts'
import { subscriberOf } from '#codehost/rules/hooks/subscribers.ts'

// The handlers for webhooks, which repositories and organizations share.

const name = v.string()
const events = v.array(v.string())

/** The body of a new webhook of a repository. */
export const HookInput = v.object({
  name: v.optional(name, 'web'),
  config: v.optional(HookConfig, {}),
  events: v.optional(events, ['push']),
  active: v.optional(v.boolean(), true),
})

/** The body of a new webhook of an organization, where `name` and `config` are required. */
export const OrganizationHookInput = v.object({ ...HookInput.entries, name, config: HookConfig })

/** The body of an update. Only webhooks of repositories accept `add_events` and `remove_events`. */
export const HookChanges = v.object({
  name: v.optional(name),
  config: v.optional(HookConfig),
  events: v.optional(events),
  add_events: v.optional(events, []),
  remove_events: v.optional(events, []),
  active: v.optional(v.boolean()),
})

type HooksCall = CodehostCall & HooksContext
type HookCall = HooksCall & { readonly hook: Hook }
type WithBody<S extends v.GenericSchema> = { readonly body: v.InferOutput<S> }
type WithDeliveryId = CodehostCall & { readonly params: { readonly delivery_id: string } }
type DeliveryCall = HookCall & WithDeliveryId

/** Lists webhooks in the order of creation. */
export function listHooks(call: HooksCall): Answer {
  const { hooks } = call.rows
  const { repo, org } = call.target
  return answerPage(
    call,
    repo === null ? viewOfReference(hooks, 'orgId', org.id) : viewOfReference(hooks, 'repoId', repo.id),
    (hook) => hookJson(call, hook),
  )
}

/** Creates a webhook and sends it a `ping`. */
export function createHook(call: HooksCall & WithBody<typeof HookInput>): Answer {
  const { rows, clock, target, user, body } = call
  refuseName(body.name)
  const events = knownEvents(target, body.events)
  const columns = { ...wholeConfig(body.config), events, active: body.active }
  refuseDuplicateHook(rows, target, columns)
  const now = clock.now()
  const hook = rows.hooks.insert({ ...columns, ...targetColumns(target), createdAt: now, updatedAt: now })
  if (hook.active) emitPing(call, hook, user)
  const wire = hookJson(call, hook)
  return json(wire, 201, { location: wire.url })
}

/** Shows a webhook. */
export function getHook(call: HookCall): Answer {
  return json(hookJson(call, call.hook))
}

/** Updates a webhook. A `config` replaces the whole one: a secret that it leaves out is deleted. */
export function updateHook(call: HookCall & WithBody<typeof HookChanges>): Answer {
  const { rows, clock, target, hook, body } = call
  if (body.name !== undefined) refuseName(body.name)
  const columns = {
    ...(body.config === undefined ? {} : wholeConfig(body.config)),
    ...(body.active === undefined ? {} : { active: body.active }),
    events: changedEvents(call),
  }
  refuseDuplicateHook(rows, target, { url: hook.url, ...columns }, hook)
  return json(hookJson(call, rows.hooks.update(hook.id, { ...columns, updatedAt: clock.now() })))
}

/** Deletes a webhook. */
export function deleteHook(call: HookCall): Answer {
  call.rows.hooks.delete(call.hook.id)
  emitHookDeleted(call, call.hook, call.user)
  return empty()
}

/** Shows the delivery settings of a webhook. */
export function getConfig(call: HookCall): Answer {
  return json(hookConfigJson(call.hook))
}

/** Updates the delivery settings of a webhook. Members that the body leaves out stay. */
export function updateConfig(call: HookCall & WithBody<typeof HookConfig>): Answer {
  const { rows, clock, target, hook, body } = call
  const columns = namedConfig(body)
  refuseDuplicateHook(rows, target, { events: hook.events, url: columns.url ?? hook.url }, hook)
  return json(hookConfigJson(rows.hooks.update(hook.id, { ...columns, updatedAt: clock.now() })))
}

/** Sends a `ping` to a webhook. */
export function pingHook(call: HookCall): Answer {
  emitPing(call, call.hook, call.user)
  return empty()
}

/** Sends the latest push to a webhook that subscribes to pushes; sends nothing to any other. */
export function testHook(call: HookCall): Answer {
  emitTestPush(call, call.hook, call.user)
  return empty()
}

/** Lists the finished deliveries of a webhook, newest first, paged by cursor. */
export function listDeliveries(call: HookCall): Answer {
  return listDeliveriesTo(call, subscriberOf(call.hook))
}

/** Lists the finished deliveries to a subscriber, newest first, paged by cursor. */
export function listDeliveriesTo(call: CodehostCall, subscriber: string): Answer {
  const { rows, query, base, path } = call
  const { size } = pageRequest(call)
  const status = query.get('status')
  const found = endedDeliveries(rows, subscriber, {
    from: cursorOf(query.get('cursor')),
    limit: size + 1,
    status: status === 'success' || status === 'failure' ? status : null,
  })
  const next = found[size]
  const following = new URLSearchParams(query)
  following.set('cursor', `v1_${next?.id}`)
  const link = next === undefined ? undefined : linkHeader([['next', `${base}${path}?${following.toString()}`]])
  return json(found.slice(0, size).map(deliveryItemJson), 200, link === undefined ? {} : { link })
}

/** Shows a delivery. */
export function getDelivery(call: DeliveryCall): Answer {
  return json(deliveryJson(findDelivery(call, subscriberOf(call.hook))))
}

/** Queues a delivery again. */
export function redeliver(call: DeliveryCall): Answer {
  call.redeliver(findDelivery(call, subscriberOf(call.hook)).id)
  return json({}, 202)
}

/**
 * Returns the delivery that the path names, if it went to the subscriber.
 *
 * @throws 404.
 */
export function findDelivery({ rows, params }: WithDeliveryId, subscriber: string): Delivery {
  const delivery = deliveryOf(rows, subscriber, Number(params.delivery_id))
  if (delivery === undefined) throw notFound()
  return delivery
}

function cursorOf(cursor: string | null): number | null {
  if (cursor === null) return null
  const [, id] = /^v1_(\d+)$/.exec(cursor) ?? []
  if (id === undefined) throw invalidCursor()
  return Number(id)
}

function changedEvents({ target, hook, body }: HookCall & WithBody<typeof HookChanges>): string[] {
  const added = [...(body.events ?? hook.events), ...(target.repo === null ? [] : body.add_events)]
  const removed = target.repo === null ? [] : body.remove_events
  return knownEvents(
    target,
    added.filter((event) => !removed.includes(event)),
  )
}

/** @throws 422 for any kind of hook other than `web`. */
function refuseName(name: string): void {
  if (name !== 'web') throw invalidField('Hook', 'name')
}
