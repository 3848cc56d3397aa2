import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { DELETE_HOOKS, READ_HOOKS, WRITE_HOOKS } from '#codehost/rules/hooks/hooks.ts'
import {
  createHook,
  deleteHook,
  getConfig,
  getDelivery,
  getHook,
  HookChanges,
  listDeliveries,
  listHooks,
  HookInput,
  pingHook,
  redeliver,
  testHook,
  updateConfig,
  updateHook,
} from './hook-handlers.ts'
import { requireRepositoryHooks, loadHook } from '#codehost/steps/hooks.ts'
import { requireNotArchived } from '#codehost/steps/settings.ts'
import { body } from '#core/input.ts'
import { HookConfig } from '#codehost/rules/hooks/hooks.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const HOOKS = '/repos/:owner/:repo/hooks'
const HOOK = '/repos/:owner/:repo/hooks/:hook_id'
const CONFIG = `${HOOK}/config`
const DELIVERY = '/repos/:owner/:repo/hooks/:hook_id/deliveries/:delivery_id'

const requireReadHooks = requireRepositoryHooks(...READ_HOOKS)
const requireWriteHooks = requireRepositoryHooks(...WRITE_HOOKS)
const requireDeleteHooks = requireRepositoryHooks(...DELETE_HOOKS)
const requireHookInput = body(HookInput)
const requireHookChanges = body(HookChanges)
const requireHookConfig = body(HookConfig)

/** Webhooks of a repository. https://docs.github.com/rest/repos/webhooks */
export const hooksRoutes = [
  get('repos/list-webhooks', HOOKS, requireReadHooks, listHooks),
  post('repos/create-webhook', HOOKS, requireWriteHooks, requireNotArchived, requireHookInput, createHook),
  get('repos/get-webhook', HOOK, requireReadHooks, loadHook, getHook),
  patch('repos/update-webhook', HOOK, requireWriteHooks, loadHook, requireNotArchived, requireHookChanges, updateHook),
  del('repos/delete-webhook', HOOK, requireDeleteHooks, loadHook, deleteHook),
  get('repos/get-webhook-config-for-repo', CONFIG, requireReadHooks, loadHook, getConfig),
  patch(
    'repos/update-webhook-config-for-repo',
    CONFIG,
    requireWriteHooks,
    loadHook,
    requireNotArchived,
    requireHookConfig,
    updateConfig,
  ),
  post('repos/ping-webhook', `${HOOK}/pings`, requireReadHooks, loadHook, pingHook),
  post('repos/test-push-webhook', `${HOOK}/tests`, requireReadHooks, loadHook, testHook),
  get('repos/list-webhook-deliveries', `${HOOK}/deliveries`, requireReadHooks, loadHook, listDeliveries),
  get('repos/get-webhook-delivery', DELIVERY, requireReadHooks, loadHook, getDelivery),
  post('repos/redeliver-webhook-delivery', `${DELIVERY}/attempts`, requireReadHooks, loadHook, redeliver),
]
