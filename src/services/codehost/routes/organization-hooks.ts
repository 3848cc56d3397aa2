import { body } from '../../../core/input.ts'
import { routesFor } from '../../../core/routes.ts'
import type { CodehostCall } from '../call.ts'
import { HookConfig, hookOfPath, organizationHooks } from '../rules/hooks.ts'
import {
  createHook,
  deleteHook,
  getConfig,
  getDelivery,
  getHook,
  HookChanges,
  listDeliveries,
  listHooks,
  NewOrganizationHook,
  pingHook,
  redeliver,
  updateConfig,
  updateHook,
} from './hook-handlers.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const HOOKS = '/orgs/:org/hooks'
const HOOK = '/orgs/:org/hooks/:hook_id'
const DELIVERY = '/orgs/:org/hooks/:hook_id/deliveries/:delivery_id'

const owned = organizationHooks

/** Webhooks of an organization. https://docs.github.com/rest/orgs/webhooks */
export const organizationHooksRoutes = [
  get('orgs/list-webhooks', HOOKS, owned, (call) => listHooks(call)),
  post('orgs/create-webhook', HOOKS, owned, body(NewOrganizationHook), (call) => createHook(call)),
  get('orgs/get-webhook', HOOK, owned, hookOfPath, (call) => getHook(call)),
  patch('orgs/update-webhook', HOOK, owned, hookOfPath, body(HookChanges), (call) => updateHook(call)),
  del('orgs/delete-webhook', HOOK, owned, hookOfPath, (call) => deleteHook(call)),
  get('orgs/get-webhook-config-for-org', `${HOOK}/config`, owned, hookOfPath, (call) => getConfig(call)),
  patch('orgs/update-webhook-config-for-org', `${HOOK}/config`, owned, hookOfPath, body(HookConfig), (call) =>
    updateConfig(call),
  ),
  post('orgs/ping-webhook', `${HOOK}/pings`, owned, hookOfPath, (call) => pingHook(call)),
  get('orgs/list-webhook-deliveries', `${HOOK}/deliveries`, owned, hookOfPath, (call) => listDeliveries(call)),
  get('orgs/get-webhook-delivery', DELIVERY, owned, hookOfPath, (call) => getDelivery(call)),
  post('orgs/redeliver-webhook-delivery', `${DELIVERY}/attempts`, owned, hookOfPath, (call) => redeliver(call)),
]
