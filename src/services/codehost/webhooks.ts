import { createHmac } from 'node:crypto'
import type { Emission, Subscription } from '#core/emission.ts'
import type { WebhookDialect } from '#core/webhooks.ts'
import type { CodehostContext, Rows, Site } from './call.ts'
import { simpleOrganizationJson, simpleUserJson } from './json/accounts/account.ts'
import { pushRepositoryJson } from './json/git/push.ts'
import { eventRepositoryJson, fullRepositoryJson } from './json/repos/repository.ts'
import { isInInstallation } from './rules/apps/installations.ts'
import { appSubscriberOf, subscriberOf } from './rules/hooks/subscribers.ts'
import type { Account } from './schema/accounts.ts'
import type { App, Installation } from './schema/apps.ts'
import { EVENTS, type EventName } from './schema/event-names.ts'
import type { CodehostEvent } from './schema/events.ts'
import type { Hook } from './schema/hooks.ts'
import type { Repo } from './schema/repos.ts'
import { protectionChanges } from './webhooks/changes.ts'
import { membersOf } from './webhooks/payloads.ts'

/**
 * Writes events for the hooks of a repository and its organization and for the apps that are installed there, with the
 * general headers and those that receivers verify.
 * https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
 */
export const webhooks: WebhookDialect<CodehostContext, EventName, CodehostEvent> = {
  events: EVENTS,
  write: emissionsOf,
  headers(_context, { guid, event, subscription }, body) {
    const { secret, contentType, target, targetId, hookId } = subscription.details as Details // this file writes them
    const digest = (algorithm: string): string =>
      createHmac(algorithm, secret ?? '')
        .update(body)
        .digest('hex')
    return {
      Accept: '*/*',
      'Content-Type': contentType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
      'User-Agent': 'GitHub-Hookshot/backlot',
      'X-GitHub-Delivery': guid,
      'X-GitHub-Event': event,
      'X-GitHub-Hook-ID': String(hookId),
      'X-GitHub-Hook-Installation-Target-ID': String(targetId),
      'X-GitHub-Hook-Installation-Target-Type': target,
      'X-Codehost-Delivery': guid,
      'X-Codehost-Event': event,
      ...(secret === null
        ? {}
        : {
            'X-Hub-Signature': `sha1=${digest('sha1')}`,
            'X-Hub-Signature-256': `sha256=${digest('sha256')}`,
            'X-Codehost-Signature-256': `sha256=${digest('sha256')}`,
          }),
    }
  },
}

type Details = {
  readonly secret: string | null
  readonly contentType: 'json' | 'form'
  readonly target: 'repository' | 'organization' | 'integration'
  readonly targetId: number
  readonly hookId: number
}

/** The receivers of an event. */
interface Recipients {
  readonly hooks: readonly Hook[]
  /** The apps, each with the installation through which it hears of the event; null where the payload has it. */
  readonly apps: readonly { readonly app: App; readonly installation: Installation | null }[]
}

/** Returns what each recipient of an event is sent. Writes no JSON for an event without any. */
function emissionsOf(context: CodehostContext, event: CodehostEvent): Emission<EventName>[] {
  const { rows, origin, urls } = context
  const { hooks, apps } = recipientsOf(rows, event)
  if ((hooks.length === 0 && apps.length === 0) || isUnreported(event)) return []
  // The URLs of payloads never contain the prefix under which a client reaches the API.
  const payload = payloadOf({ rows, origin, base: urls.api, urls }, event)
  return [
    ...hooks.map((hook) => emission(event, hookSubscription(hook), payload)),
    ...apps.map(({ app, installation }) =>
      emission(event, appSubscription(app), installation === null ? payload : withInstallation(payload, installation)),
    ),
  ]
}

/** Returns whether an event tells of a change that the vendor does not report. */
function isUnreported(event: CodehostEvent): boolean {
  return (
    event.event === 'branch_protection_rule' && Object.keys(protectionChanges(event) ?? { created: '' }).length === 0
  )
}

function payloadOf(site: Site, event: CodehostEvent) {
  const repo = repoOf(event)
  const org = organizationOf(site.rows, event)
  return {
    action: event.action,
    ...membersOf(site, event),
    ...(repo === undefined ? {} : { repository: repositoryOf(site, event.event, repo) }),
    ...(org === undefined ? {} : { organization: simpleOrganizationJson(site, org) }),
    sender: simpleUserJson(site, event.sender),
  }
}

function withInstallation(payload: object, { id }: Installation): object {
  return { ...payload, installation: { id, node_id: Buffer.from(`Installation${id}`).toString('base64') } }
}

function repositoryOf(site: Site, event: string, repo: Repo) {
  if (event === 'security_and_analysis') return fullRepositoryJson(site, repo)
  return event === 'push' ? pushRepositoryJson(site, repo) : eventRepositoryJson(site, repo)
}

function repoOf(event: CodehostEvent): Repo | undefined {
  return 'repo' in event ? event.repo : undefined
}

/** Returns the organization of an event: its own, or the owner of its repository. */
function organizationOf(rows: Rows, event: CodehostEvent): Account | undefined {
  if ('org' in event) return event.org
  const owner = rows.accounts.get(repoOf(event)?.ownerId)
  return owner?.type === 'Organization' ? owner : undefined
}

function recipientsOf(rows: Rows, event: CodehostEvent): Recipients {
  if ('onlyHook' in event && event.onlyHook !== undefined) return { hooks: [event.onlyHook], apps: [] }
  if ('installation' in event) {
    const app = rows.apps.require(event.installation.appId)
    return { hooks: [], apps: app.webhookUrl === null ? [] : [{ app, installation: null }] }
  }
  const repo = repoOf(event)
  const org = organizationOf(rows, event)
  const askedApp = 'askedApp' in event ? event.askedApp : undefined
  const account = org ?? rows.accounts.get(repo?.ownerId)
  return {
    hooks: askedApp === undefined ? hooksFor(rows, event.event, repo, org) : [],
    apps: account === undefined ? [] : appsFor(rows, event.event, repo, account, askedApp),
  }
}

function emission({ event, action }: CodehostEvent, subscription: Subscription, payload: object): Emission<EventName> {
  const { contentType } = subscription.details as Details // this file writes them
  const text = serialise(payload)
  const body = contentType === 'form' ? new URLSearchParams({ payload: text }).toString() : text
  return { event, action: action ?? null, subscription, body }
}

/** Returns the JSON of a payload. Users in payloads lack the members that only the REST API has. */
function serialise(payload: object): string {
  return JSON.stringify(payload, (name, value: unknown) => (name === 'user_view_type' ? undefined : value))
}

function hooksFor(rows: Rows, event: EventName, repo: Repo | undefined, org: Account | undefined): Hook[] {
  const all = [
    ...(repo === undefined ? [] : rows.hooks.referring('repoId', repo.id)),
    ...(org === undefined ? [] : rows.hooks.referring('orgId', org.id)),
  ]
  const isForAll = !/^(?:repository|workflow)_dispatch$/.test(event) // only apps receive these two events
  return all.filter((hook) => hook.active && ((isForAll && hook.events.includes('*')) || hook.events.includes(event)))
}

/** Returns the apps that receive an event of an account; with `askedApp` only that one. */
function appsFor(
  rows: Rows,
  event: EventName,
  repo: Repo | undefined,
  account: Account,
  askedApp: number | null | undefined,
): { app: App; installation: Installation }[] {
  return rows.installations.referring('accountId', account.id).flatMap((installation) => {
    const app = rows.apps.require(installation.appId)
    const isRecipient = askedApp === undefined ? isSubscribed(installation, event) : app.id === askedApp
    const listens = app.webhookUrl !== null && installation.suspendedAt === null && isRecipient
    return listens && (repo === undefined || isInInstallation(rows, installation, repo)) ? [{ app, installation }] : []
  })
}

/**
 * Returns whether an app receives an event: it subscribes to the event, or the event is about checks and the app may
 * write checks.
 * https://docs.github.com/webhooks/webhook-events-and-payloads#check_suite
 */
function isSubscribed({ events, permissions }: Installation, event: string): boolean {
  return events.includes(event) || (/^check_(?:run|suite)$/.test(event) && permissions['checks'] === 'write')
}

function hookSubscription(hook: Hook): Subscription {
  const details: Details = {
    secret: hook.secret,
    contentType: hook.contentType,
    target: hook.repoId === null ? 'organization' : 'repository',
    targetId: hook.repoId ?? hook.orgId ?? 0,
    hookId: hook.id,
  }
  return { id: subscriberOf(hook), url: hook.url, details }
}

function appSubscription(app: App): Subscription {
  const details: Details = {
    secret: app.webhookSecret,
    contentType: app.webhookContentType,
    target: 'integration',
    targetId: app.id,
    hookId: app.id,
  }
  return { id: appSubscriberOf(app), url: app.webhookUrl ?? '', details }
}
