import { routesFor } from '../../../core/routes.ts'
import type { CodehostCall } from '../call.ts'
import { DELETE_HOOKS, hookOfPath, READ_HOOKS, repositoryHooks, WRITE_HOOKS } from '../rules/hooks/hooks.ts'
import { writable } from '../rules/repos/targets.ts'
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
  newHook,
  pingHook,
  redeliver,
  testHook,
  updateConfig,
  updateHook,
} from './hook-handlers.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const HOOKS = '/repos/:owner/:repo/hooks'
const HOOK = '/repos/:owner/:repo/hooks/:hook_id'
const CONFIG = `${HOOK}/config`
const DELIVERY = '/repos/:owner/:repo/hooks/:hook_id/deliveries/:delivery_id'

const reads = repositoryHooks(...READ_HOOKS)
const writes = repositoryHooks(...WRITE_HOOKS)
const deletes = repositoryHooks(...DELETE_HOOKS)

/** Webhooks of a repository. https://docs.github.com/rest/repos/webhooks */
export const hooksRoutes = [
  get('repos/list-webhooks', HOOKS, reads, listHooks),
  post('repos/create-webhook', HOOKS, writes, writable, newHook, createHook),
  get('repos/get-webhook', HOOK, reads, hookOfPath, getHook),
  patch('repos/update-webhook', HOOK, writes, hookOfPath, writable, hookChanges, updateHook),
  del('repos/delete-webhook', HOOK, deletes, hookOfPath, deleteHook),
  get('repos/get-webhook-config-for-repo', CONFIG, reads, hookOfPath, getConfig),
  patch('repos/update-webhook-config-for-repo', CONFIG, writes, hookOfPath, writable, configChanges, updateConfig),
  post('repos/ping-webhook', `${HOOK}/pings`, reads, hookOfPath, pingHook),
  post('repos/test-push-webhook', `${HOOK}/tests`, reads, hookOfPath, testHook),
  get('repos/list-webhook-deliveries', `${HOOK}/deliveries`, reads, hookOfPath, listDeliveries),
  get('repos/get-webhook-delivery', DELIVERY, reads, hookOfPath, getDelivery),
  post('repos/redeliver-webhook-delivery', `${DELIVERY}/attempts`, reads, hookOfPath, redeliver),
]
