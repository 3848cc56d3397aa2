import { routesFor } from '../../../core/routes.ts'
import type { CodehostCall } from '../call.ts'
import { hookOfPath, organizationHooks } from '../rules/hooks/hooks.ts'
import {
  configChanges,
  createHook,
  deleteHook,
  getConfig,
  getDelivery,
  getHook,
  hookChanges,
  listDeliveries,
  listHooks,
  newOrganizationHook,
  pingHook,
  redeliver,
  updateConfig,
  updateHook,
} from './hook-handlers.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const HOOKS = '/orgs/:org/hooks'
const HOOK = '/orgs/:org/hooks/:hook_id'
const CONFIG = `${HOOK}/config`
const DELIVERY = '/orgs/:org/hooks/:hook_id/deliveries/:delivery_id'

const owned = organizationHooks

/** Webhooks of an organization. https://docs.github.com/rest/orgs/webhooks */
export const organizationHooksRoutes = [
  get('orgs/list-webhooks', HOOKS, owned, listHooks),
  post('orgs/create-webhook', HOOKS, owned, newOrganizationHook, createHook),
  get('orgs/get-webhook', HOOK, owned, hookOfPath, getHook),
  patch('orgs/update-webhook', HOOK, owned, hookOfPath, hookChanges, updateHook),
  del('orgs/delete-webhook', HOOK, owned, hookOfPath, deleteHook),
  get('orgs/get-webhook-config-for-org', CONFIG, owned, hookOfPath, getConfig),
  patch('orgs/update-webhook-config-for-org', CONFIG, owned, hookOfPath, configChanges, updateConfig),
  post('orgs/ping-webhook', `${HOOK}/pings`, owned, hookOfPath, pingHook),
  get('orgs/list-webhook-deliveries', `${HOOK}/deliveries`, owned, hookOfPath, listDeliveries),
  get('orgs/get-webhook-delivery', DELIVERY, owned, hookOfPath, getDelivery),
  post('orgs/redeliver-webhook-delivery', `${DELIVERY}/attempts`, owned, hookOfPath, redeliver),
]
