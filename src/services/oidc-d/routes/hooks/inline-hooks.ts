import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined, given } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { inlineHookJson } from '#oidc-d/json/hooks.ts'
import { ChannelInput, channelFrom } from '#oidc-d/rules/hooks/channels.ts'
import {
  createInlineHook,
  deleteInlineHook,
  setInlineHookStatus,
  updateInlineHook,
} from '#oidc-d/rules/hooks/inline-hooks.ts'
import { INLINE_HOOK_TYPES } from '#oidc-d/schema.ts'
import { executeHook, loadInlineHook } from '#oidc-d/steps/hooks.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.inlineHooks.read')
const manage = requireScope('okta.inlineHooks.manage')

const HOOKS = '/api/v1/inlineHooks'
const HOOK = `${HOOKS}/:inlineHookId` as const

const name = v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'), v.maxLength(255))
const version = v.optional(v.string(), '1.0.0')

const InlineHookInput = v.object({ name, type: v.picklist(INLINE_HOOK_TYPES), version, channel: ChannelInput })
const InlineHookReplacement = v.object({ name, version, channel: ChannelInput })
const InlineHookChanges = v.object({
  name: v.optional(name),
  version: v.optional(v.string()),
  channel: v.optional(ChannelInput),
})

/** Inline hooks. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/InlineHook/ */
export const inlineHooksRoutes = [
  get('listInlineHooks', HOOKS, read, (call) => json(hooksOf(call).map((each) => inlineHookJson(call, each)))),
  post('createInlineHook', HOOKS, manage, body(InlineHookInput), (call) => {
    const { channel, ...fields } = call.body
    return json(inlineHookJson(call, createInlineHook(call, { ...fields, channel: channelFrom(channel) })))
  }),
  get('getInlineHook', HOOK, read, loadInlineHook, (call) => json(inlineHookJson(call, call.inlineHook))),
  post('updateInlineHook', HOOK, manage, loadInlineHook, body(InlineHookChanges), (call) => {
    const { channel, ...changes } = call.body
    const changed = given(channel, (each) => channelFrom(each, call.inlineHook.channel))
    return json(
      inlineHookJson(call, updateInlineHook(call, call.inlineHook, defined({ ...changes, channel: changed }))),
    )
  }),
  put('replaceInlineHook', HOOK, manage, loadInlineHook, body(InlineHookReplacement), (call) => {
    const channel = channelFrom(call.body.channel, call.inlineHook.channel)
    return json(inlineHookJson(call, updateInlineHook(call, call.inlineHook, { ...call.body, channel })))
  }),
  del('deleteInlineHook', HOOK, manage, loadInlineHook, (call) => {
    deleteInlineHook(call, call.inlineHook)
    return empty()
  }),
  post('activateInlineHook', `${HOOK}/lifecycle/activate`, manage, loadInlineHook, (call) =>
    json(inlineHookJson(call, setInlineHookStatus(call, call.inlineHook, 'ACTIVE'))),
  ),
  post('deactivateInlineHook', `${HOOK}/lifecycle/deactivate`, manage, loadInlineHook, (call) =>
    json(inlineHookJson(call, setInlineHookStatus(call, call.inlineHook, 'INACTIVE'))),
  ),
  post('executeInlineHook', `${HOOK}/execute`, manage, loadInlineHook, executeHook, (call) => json(call.hookAnswer)),
]

/** Returns the hooks of a list: all, or those of a type. */
function hooksOf({ rows, query }: OidcCall) {
  const type = query.get('type') ?? ''
  const known = INLINE_HOOK_TYPES.find((each) => each === type)
  if (type === '') return rows.inlineHooks.list('all')
  return known === undefined ? [] : rows.inlineHooks.list('byType', known)
}
