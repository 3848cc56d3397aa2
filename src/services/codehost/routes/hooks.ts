import { body } from '../../../core/input.ts'
import { routesFor } from '../../../core/routes.ts'
import type { CodehostCall } from '../call.ts'
import {
  DELETE_HOOKS,
  HookConfig,
  hookOfPath,
  READ_HOOKS,
  repositoryHooks,
  writable,
  WRITE_HOOKS,
} from '../rules/hooks.ts'
import {
  createHook,
  deleteHook,
  getConfig,
  getDelivery,
  getHook,
  HookChanges,
  listDeliveries,
  listHooks,
  NewHook,
  pingHook,
  redeliver,
  testHook,
  updateConfig,
  updateHook,
} from './hook-handlers.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const HOOKS = '/repos/:owner/:repo/hooks'
const HOOK = '/repos/:owner/:repo/hooks/:hook_id'
const DELIVERY = '/repos/:owner/:repo/hooks/:hook_id/deliveries/:delivery_id'

const reads = repositoryHooks(...READ_HOOKS)
const writes = repositoryHooks(...WRITE_HOOKS)
const deletes = repositoryHooks(...DELETE_HOOKS)

/** Webhooks of a repository. https://docs.github.com/rest/repos/webhooks */
export const hooksRoutes = [
  get('repos/list-webhooks', HOOKS, reads, (call) => listHooks(call)),
  post('repos/create-webhook', HOOKS, writes, writable, body(NewHook), (call) => createHook(call)),
  get('repos/get-webhook', HOOK, reads, hookOfPath, (call) => getHook(call)),
  patch('repos/update-webhook', HOOK, writes, hookOfPath, writable, body(HookChanges), (call) => updateHook(call)),
  del('repos/delete-webhook', HOOK, deletes, hookOfPath, (call) => deleteHook(call)),
  get('repos/get-webhook-config-for-repo', `${HOOK}/config`, reads, hookOfPath, (call) => getConfig(call)),
  patch(
    'repos/update-webhook-config-for-repo',
    `${HOOK}/config`,
    writes,
    hookOfPath,
    writable,
    body(HookConfig),
    (call) => updateConfig(call),
  ),
  post('repos/ping-webhook', `${HOOK}/pings`, reads, hookOfPath, (call) => pingHook(call)),
  post('repos/test-push-webhook', `${HOOK}/tests`, reads, hookOfPath, (call) => testHook(call)),
  get('repos/list-webhook-deliveries', `${HOOK}/deliveries`, reads, hookOfPath, (call) => listDeliveries(call)),
  get('repos/get-webhook-delivery', DELIVERY, reads, hookOfPath, (call) => getDelivery(call)),
  post('repos/redeliver-webhook-delivery', `${DELIVERY}/attempts`, reads, hookOfPath, (call) => redeliver(call)),
]
