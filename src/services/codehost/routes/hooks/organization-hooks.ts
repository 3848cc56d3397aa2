import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import {
  createHook,
  deleteHook,
  getConfig,
  getDelivery,
  getHook,
  HookChanges,
  listDeliveries,
  listHooks,
  OrganizationHookInput,
  pingHook,
  redeliver,
  updateConfig,
  updateHook,
} from './hook-handlers.ts'
import { requireOrganizationHooks, loadHook } from '#codehost/steps/hooks.ts'
import { body } from '#core/input.ts'
import { HookConfig } from '#codehost/rules/hooks/hooks.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const HOOKS = '/orgs/:org/hooks'
const HOOK = '/orgs/:org/hooks/:hook_id'
const CONFIG = `${HOOK}/config`
const DELIVERY = '/orgs/:org/hooks/:hook_id/deliveries/:delivery_id'

const requireHooks = requireOrganizationHooks
const requireOrganizationHookInput = body(OrganizationHookInput)
const requireHookChanges = body(HookChanges)
const requireHookConfig = body(HookConfig)

/** Webhooks of an organization. https://docs.github.com/rest/orgs/webhooks */
export const organizationHooksRoutes = [
  get('orgs/list-webhooks', HOOKS, requireHooks, listHooks),
  post('orgs/create-webhook', HOOKS, requireHooks, requireOrganizationHookInput, createHook),
  get('orgs/get-webhook', HOOK, requireHooks, loadHook, getHook),
  patch('orgs/update-webhook', HOOK, requireHooks, loadHook, requireHookChanges, updateHook),
  del('orgs/delete-webhook', HOOK, requireHooks, loadHook, deleteHook),
  get('orgs/get-webhook-config-for-org', CONFIG, requireHooks, loadHook, getConfig),
  patch('orgs/update-webhook-config-for-org', CONFIG, requireHooks, loadHook, requireHookConfig, updateConfig),
  post('orgs/ping-webhook', `${HOOK}/pings`, requireHooks, loadHook, pingHook),
  get('orgs/list-webhook-deliveries', `${HOOK}/deliveries`, requireHooks, loadHook, listDeliveries),
  get('orgs/get-webhook-delivery', DELIVERY, requireHooks, loadHook, getDelivery),
  post('orgs/redeliver-webhook-delivery', `${DELIVERY}/attempts`, requireHooks, loadHook, redeliver),
]
