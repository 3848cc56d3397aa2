import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { App, User } from '#chat/schema/people.ts'
import { createApp } from '../apps.ts'
import { isObject } from '../block-kit/check.ts'
import { uninstall } from '../install.ts'
import { partOf, type CheckedManifest } from './check-manifest.ts'

// Apps that are made and changed by their manifests. https://docs.slack.dev/app-manifests

/** Creates the app of a manifest, which belongs to the person whose token it is. */
export function createManifestApp(context: ChatContext, owner: User, manifest: CheckedManifest): App {
  const { ids, rows } = context
  const app = createApp(context, {
    ...appFields(manifest),
    clientId: `${ids.from('123456789', 12)}.${ids.from('123456789', 13)}`,
    clientSecret: ids.secret.hex(32),
    signingSecret: ids.secret.hex(32),
  })
  rows.manifests.insert({ id: app.id, manifest, ownerId: owner.id })
  return app
}

/** Changes an app to what a new manifest says. `permissionsUpdated` is true when its scopes have changed. */
export function updateManifestApp(
  { rows }: ChatContext,
  app: App,
  manifest: CheckedManifest,
): { readonly app: App; readonly permissionsUpdated: boolean } {
  const { signingSecret: _kept, ...fields } = { signingSecret: app.signingSecret, ...appFields(manifest) }
  const changed = rows.apps.update(app.id, fields)
  const before = rows.manifests.get(app.id)
  if (before === undefined) rows.manifests.insert({ id: app.id, manifest, ownerId: null })
  else rows.manifests.update(app.id, { manifest })
  const scopesOf = ({ scopes, userScopes }: App): string =>
    `${scopes.toSorted().join()} ${userScopes.toSorted().join()}`
  return { app: changed, permissionsUpdated: scopesOf(app) !== scopesOf(changed) }
}

/** Deletes an app, its tokens of every kind, and its bots. */
export function deleteApp(context: ChatContext, app: App): void {
  const { rows } = context
  uninstall(context, app)
  for (const { id } of rows.tokens.list('byApp', app.id)) rows.tokens.update(id, { revoked: true })
  for (const { id, userId } of rows.bots.list('byApp', app.id)) {
    rows.bots.update(id, { deleted: true })
    if (userId !== null) rows.users.update(userId, { deleted: true })
  }
  if (rows.manifests.get(app.id) !== undefined) rows.manifests.delete(app.id)
  rows.apps.delete(app.id)
}

/**
 * Returns the app that a person manages.
 *
 * @param unknown the method's word for an id of no app
 * @throws `invalid_app_id` for what is no id of an app, and `app_not_eligible` for an app that another person created.
 */
export function findManagedApp({ rows }: ChatContext, user: User, id: string, unknown: string): App {
  if (!/^A[A-Z0-9]{2,}$/.test(id)) throw slackFailure('invalid_app_id')
  const app = rows.apps.get(id)
  if (app === undefined) throw slackFailure(unknown)
  const owner = rows.manifests.get(id)?.ownerId ?? null
  if (owner !== null && owner !== user.id) throw slackFailure('app_not_eligible')
  return app
}

/** Returns the fields of an app that its manifest sets. */
function appFields(manifest: CheckedManifest): Pick<App, 'name'> & Partial<Omit<App, 'id' | 'number'>> {
  const [features, oauth, settings] = ['features', 'oauth_config', 'settings'].map((name) => partOf(manifest, name))
  const scopes = partOf(oauth ?? {}, 'scopes')
  const events = partOf(settings ?? {}, 'event_subscriptions')
  const interactivity = partOf(settings ?? {}, 'interactivity')
  const domains = features?.['unfurl_domains']
  return {
    name: manifest.display_information.name,
    redirectUris: textsOf(oauth?.['redirect_urls']),
    scopes: textsOf(scopes['bot']),
    userScopes: textsOf(scopes['user']),
    eventsUrl: textOf(events['request_url']),
    events: [...new Set([...textsOf(events['bot_events']), ...textsOf(events['user_events'])])],
    unfurlDomains: domains === undefined ? null : textsOf(domains),
    interactivityUrl: interactivity['is_enabled'] === true ? textOf(interactivity['request_url']) : null,
    commands: commandsOf(features?.['slash_commands']),
    codeCommandsUrl: textOf(partOf(features ?? {}, 'code_channels')['slash_command_url']),
    isAgent: isObject(features?.['agent_view']),
    rotatesTokens: settings?.['token_rotation_enabled'] === true,
  }
}

function commandsOf(commands: unknown): App['commands'] {
  return (Array.isArray(commands) ? commands : []).flatMap((command: unknown) =>
    isObject(command) ? [{ name: String(command['command']), url: textOf(command['url']) }] : [],
  )
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
