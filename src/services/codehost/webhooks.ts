import { createHmac } from 'node:crypto'
import type { Emission, Subscription } from '#core/emission.ts'
import type { WebhookDialect } from '#core/webhooks.ts'
import type { CodehostContext, Rows, Site } from './call.ts'
import { simpleOrganization, simpleUser } from './json/accounts/account.ts'
import { pushRepository } from './json/git/push.ts'
import { eventRepository } from './json/repos/repository.ts'
import { isInInstallation } from './rules/apps/installations.ts'
import { EVENTS, type EventName } from './rules/hooks/events.ts'
import type { Account } from './schema/accounts.ts'
import type { Hook } from './schema/hooks.ts'
import type { Repo } from './schema/repos.ts'
import type { App, Installation } from './schema/apps.ts'

/** An event that handlers emit. */
export interface Event {
  /** The vendor's name: `issues`. https://docs.github.com/webhooks/webhook-events-and-payloads */
  readonly event: EventName
  /** The vendor's action; absent for events that have none, such as `push`. */
  readonly action?: string
  /** The repository of the event. */
  readonly repo?: Repo
  /** The organization of the event, when it is not the owner of `repo`. */
  readonly org?: Account
  readonly sender: Account
  /** The only app that receives the event, for requests to one app. Null for the built-in app, which has no webhook. */
  readonly askedApp?: number | null
  /**
   * Makes the members of the payload that are specific to this event, with the URLs of {@link eventSite}. Called only
   * when there is a subscriber.
   */
  readonly payload: (site: Site) => Readonly<Record<string, unknown>>
}

/** The context from which events are emitted: a call, or the context of a timer. */
export type Emitter = Site & { readonly emit: (emission: Emission<EventName>) => void }

/** Emits an event to the hooks of its repository and its organization, and to the apps that are installed there. */
export function emit(emitter: Emitter, event: Event): void {
  const { rows } = emitter
  const owner = event.repo === undefined ? undefined : rows.accounts.require(event.repo.ownerId)
  const org = event.org ?? (owner?.type === 'Organization' ? owner : undefined)
  const hooks = hooksFor(rows, event, org)
  const installed = appsFor(rows, event, org ?? owner)
  if (hooks.length === 0 && installed.length === 0) return
  const site = eventSite(emitter)
  const common = {
    ...(event.action === undefined ? {} : { action: event.action }),
    ...event.payload(site),
    ...(event.repo === undefined ? {} : { repository: repositoryOf(site, event.event, event.repo) }),
    ...(org === undefined ? {} : { organization: simpleOrganization(site, org) }),
    sender: simpleUser(site, event.sender),
  }
  for (const hook of hooks) send(emitter, event, hookSubscription(hook), serialise(common))
  for (const { app, installation } of installed) {
    const { id } = installation
    const wire = { id, node_id: Buffer.from(`Installation${id}`).toString('base64') }
    send(emitter, event, appSubscription(app), serialise({ ...common, installation: wire }))
  }
}

/** Emits an event to an app regardless of its subscriptions, as for events about its installations. */
export function emitToApp(
  emitter: Pick<Emitter, 'emit'>,
  app: App,
  event: EventName,
  payload: Readonly<Record<string, unknown>> & { readonly action: string },
): void {
  if (app.webhookUrl === null) return
  send(emitter, { event, action: payload.action }, appSubscription(app), serialise(payload))
}

function repositoryOf(site: Site, event: string, repo: Repo) {
  return event === 'push' ? pushRepository(site, repo) : eventRepository(site, repo)
}

/** Returns the site of payloads, whose URLs never contain the prefix under which a client reaches the API. */
export function eventSite({ rows, origin, urls }: Pick<Site, 'rows' | 'origin' | 'urls'>): Site {
  return { rows, origin, base: urls.api, urls }
}

/** Emits an event to one hook regardless of its subscriptions, as `ping` and `test` do. */
export function emitTo(
  emitter: Emitter,
  hook: Hook,
  event: EventName,
  payload: Readonly<Record<string, unknown>>,
): void {
  const { action } = payload
  const named = typeof action === 'string' ? { event, action } : { event }
  send(emitter, named, hookSubscription(hook), serialise(payload))
}

/** Returns the subscriber id of a hook's deliveries. */
export function subscriberOf(hook: Pick<Hook, 'id'>): string {
  return `hook ${hook.id}`
}

/** Returns the subscriber id of an app's deliveries. */
export function appSubscriberOf(app: Pick<App, 'id'>): string {
  return `app ${app.id}`
}

/**
 * The headers of deliveries: the general ones and those that receivers verify.
 * https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
 */
export const webhooks: WebhookDialect<CodehostContext, EventName> = {
  events: EVENTS,
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

function send(
  emitter: Pick<Emitter, 'emit'>,
  { event, action }: Pick<Event, 'event' | 'action'>,
  subscription: Subscription,
  payload: string,
): void {
  const { contentType } = subscription.details as Details // this file writes them
  const body = contentType === 'form' ? new URLSearchParams({ payload }).toString() : payload
  emitter.emit({ event, action: action ?? null, subscription, body })
}

/** Returns the JSON of a payload. Users in payloads lack the members that only the REST API has. */
function serialise(payload: object): string {
  return JSON.stringify(payload, (name, value: unknown) => (name === 'user_view_type' ? undefined : value))
}

function hooksFor(rows: Rows, { event, repo, askedApp }: Event, org: Account | undefined): Hook[] {
  if (askedApp !== undefined) return []
  const all = [
    ...(repo === undefined ? [] : rows.hooks.referring('repoId', repo.id)),
    ...(org === undefined ? [] : rows.hooks.referring('orgId', org.id)),
  ]
  const isForAll = !/^(?:repository|workflow)_dispatch$/.test(event) // only apps receive these two events
  return all.filter((hook) => hook.active && ((isForAll && hook.events.includes('*')) || hook.events.includes(event)))
}

function appsFor(
  rows: Rows,
  { event, repo, askedApp }: Event,
  account: Account | undefined,
): { app: App; installation: Installation }[] {
  if (account === undefined) return []
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
