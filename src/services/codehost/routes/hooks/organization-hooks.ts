import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { loadHook, requireOrganizationHooks } from '#codehost/rules/hooks/hooks.ts'
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

const requireHooks = requireOrganizationHooks

/** Webhooks of an organization. https://docs.github.com/rest/orgs/webhooks */
export const organizationHooksRoutes = [
  get('orgs/list-webhooks', HOOKS, requireHooks, listHooks),
  post('orgs/create-webhook', HOOKS, requireHooks, newOrganizationHook, createHook),
  get('orgs/get-webhook', HOOK, requireHooks, loadHook, getHook),
  patch('orgs/update-webhook', HOOK, requireHooks, loadHook, hookChanges, updateHook),
  del('orgs/delete-webhook', HOOK, requireHooks, loadHook, deleteHook),
  get('orgs/get-webhook-config-for-org', CONFIG, requireHooks, loadHook, getConfig),
  patch('orgs/update-webhook-config-for-org', CONFIG, requireHooks, loadHook, configChanges, updateConfig),
  post('orgs/ping-webhook', `${HOOK}/pings`, requireHooks, loadHook, pingHook),
  get('orgs/list-webhook-deliveries', `${HOOK}/deliveries`, requireHooks, loadHook, listDeliveries),
  get('orgs/get-webhook-delivery', DELIVERY, requireHooks, loadHook, getDelivery),
  post('orgs/redeliver-webhook-delivery', `${DELIVERY}/attempts`, requireHooks, loadHook, redeliver),
]
