import type { CodehostCall, Site } from '#codehost/call.ts'
import { newestDelivery } from '#codehost/rules/hooks/deliveries.ts'
import type { Hook } from '#codehost/schema/hooks.ts'
import { time } from '../format.ts'
import { subscriberOf } from '#codehost/rules/hooks/subscribers.ts'

/** A webhook: `hook` or `org-hook`. The secret is masked with asterisks. */
export function hookJson(call: Pick<CodehostCall, 'rows' | 'base'>, hook: Hook) {
  return hook.repoId === null
    ? commonHook(call, hook)
    : { ...commonHook(call, hook), last_response: lastResponse(call, hook) }
}

/** A webhook in the payload of its own `ping`: no delivery is finished yet, so the last response is `unused`. */
export function pingedHookJson(site: Pick<Site, 'rows' | 'base'>, hook: Hook) {
  return { ...commonHook(site, hook), ...(hook.repoId === null ? {} : { last_response: UNUSED }) }
}

/** A webhook in the payload of `meta.deleted`. */
export function deletedHookJson(hook: Hook) {
  return {
    type: hook.repoId === null ? 'Organization' : 'Repository',
    id: hook.id,
    name: 'web',
    active: hook.active,
    events: hook.events,
    config: hookConfigJson(hook),
    updated_at: time(hook.updatedAt),
    created_at: time(hook.createdAt),
  }
}

/** The delivery settings of a webhook: `webhook-config`. */
export function hookConfigJson({
  contentType,
  insecureSsl,
  secret,
  url,
}: Pick<Hook, 'contentType' | 'insecureSsl' | 'secret' | 'url'>) {
  return {
    content_type: contentType,
    insecure_ssl: insecureSsl,
    ...(secret === null ? {} : { secret: '********' }),
    url,
  }
}

/** Returns the API's URL of a webhook. */
function hookUrl({ rows, base }: Pick<Site, 'rows' | 'base'>, { id, repoId, orgId }: Hook): string {
  const repo = rows.repos.get(repoId)
  const owner = rows.accounts.require(repo?.ownerId ?? orgId ?? 0)
  return `${base}/${repo === undefined ? `orgs/${owner.login}` : `repos/${owner.login}/${repo.name}`}/hooks/${id}`
}

const UNUSED = { code: null, status: 'unused', message: null }

/** The members of a webhook without its last response, which webhooks of organizations do not have. */
function commonHook(site: Pick<Site, 'rows' | 'base'>, hook: Hook) {
  const url = hookUrl(site, hook)
  return {
    ...deletedHookJson(hook),
    url,
    ...(hook.repoId === null ? {} : { test_url: `${url}/test` }),
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
  }
}

function lastResponse({ rows }: Pick<CodehostCall, 'rows'>, hook: Hook) {
  const last = newestDelivery(rows, subscriberOf(hook))
  if (last === undefined) return UNUSED
  const code = last.response?.status ?? null
  if (last.state === 'delivered') return { code, status: 'active', message: 'OK' }
  return { code, status: 'misconfigured', message: last.error ?? `Invalid HTTP Response: ${code}` }
}
