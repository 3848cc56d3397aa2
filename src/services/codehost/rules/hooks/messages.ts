import type { CodehostCall, Site } from '#codehost/call.ts'
import { simpleOrganization, simpleUser } from '#codehost/json/accounts/account.ts'
import { deletedHook, pingedHook } from '#codehost/json/hooks/hook.ts'
import { NO_SHA, pushJson, pushRepository } from '#codehost/json/git/push.ts'
import { eventRepository } from '#codehost/json/repos/repository.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Hook } from '#codehost/schema/hooks.ts'
import { emitTo, eventSite } from '#codehost/webhooks.ts'
import { branchTip } from '../git/objects.ts'
import { zen } from '../zen.ts'

// Events for one hook only: https://docs.github.com/webhooks/webhook-events-and-payloads#ping

/** Emits `ping` to a hook, even to an inactive one. */
export function emitPing(call: CodehostCall, hook: Hook, sender: Account): void {
  const site = eventSite(call)
  emitTo(call, hook, 'ping', {
    zen: zen(call.clock.now()),
    hook_id: hook.id,
    hook: pingedHook(site, hook),
    ...commonMembers(site, hook, sender),
  })
}

/**
 * Emits the latest commit of the default branch as a `push`, if the hook subscribes to pushes and there is a commit.
 */
export function emitTestPush(call: CodehostCall, hook: Hook, sender: Account): void {
  const site = eventSite(call)
  const repo = call.rows.repos.get(hook.repoId)
  if (repo === undefined || !isSubscribed(hook, 'push')) return
  const head = branchTip(call.rows, repo, repo.defaultBranch)
  if (head === null) return
  const push = {
    ref: `refs/heads/${repo.defaultBranch}`,
    before: head.parents[0] ?? NO_SHA,
    after: head.sha,
    forced: false,
    baseRef: null,
    commits: [{ commit: head, distinct: true }],
    head,
    pusher: sender,
  }
  emitTo(call, hook, 'push', {
    ...pushJson(site, repo, push),
    ...commonMembers(site, hook, sender),
    repository: pushRepository(site, repo),
  })
}

/** Emits `meta` deleted to a hook that is being deleted, if it subscribes to `meta`. */
export function emitHookDeleted(call: CodehostCall, hook: Hook, sender: Account): void {
  if (!hook.active || !isSubscribed(hook, 'meta')) return
  emitTo(call, hook, 'meta', {
    action: 'deleted',
    hook_id: hook.id,
    hook: deletedHook(hook),
    ...commonMembers(eventSite(call), hook, sender),
  })
}

function isSubscribed({ events }: Hook, event: string): boolean {
  return events.includes('*') || events.includes(event)
}

/** Returns the members at the end of every payload: the repository, the organization and the sender. */
function commonMembers(site: Site, hook: Hook, sender: Account) {
  const repo = site.rows.repos.get(hook.repoId)
  const owner = site.rows.accounts.get(repo?.ownerId ?? hook.orgId)
  return {
    ...(repo === undefined ? {} : { repository: eventRepository(site, repo) }),
    ...(owner?.type === 'Organization' ? { organization: simpleOrganization(site, owner) } : {}),
    sender: simpleUser(site, sender),
  }
}
