import type { RecordContext } from '#oidc-d/call.ts'
import { alreadyExists, deleteAppForbidden, validationFailed } from '#oidc-d/errors.ts'
import { createId } from '../identifiers.ts'
import type { App, JsonObject, OidcClient } from '#oidc-d/schema.ts'
import { clientFrom, SIGN_ON_MODES, type AppInput } from './bodies.ts'
import { createSecret, usesSecret } from './client-secrets.ts'

/**
 * Creates an app, and the secret of an OAuth client.
 *
 * @throws 400 for invalid settings.
 */
export function createApp(context: RecordContext, input: AppInput, status: App['status'], seeded = false): App {
  const signOnMode = input.signOnMode ?? (input.name === 'oidc_client' ? 'OPENID_CONNECT' : null)
  if (signOnMode === null) throw validationFailed('signOnMode', 'signOnMode: The field cannot be left blank')
  const known = SIGN_ON_MODES[signOnMode]
  if (known === undefined) {
    throw validationFailed(
      'signOnMode',
      `signOnMode: ${signOnMode} is not one of ${Object.keys(SIGN_ON_MODES).join(', ')}`,
    )
  }
  checkSettings(signOnMode, input)
  const id = createId(context, '0oa', seeded ? input.label : undefined)
  const now = context.clock.now()
  const app = context.rows.apps.insert({
    id,
    name: input.name ?? known ?? `backlot_${slug(input.label)}_1`,
    label: input.label,
    status,
    signOnMode,
    ...appMembers(input, signOnMode),
    client: signOnMode === 'OPENID_CONNECT' ? newClient(context, input, id) : null,
    created: now,
    lastUpdated: now,
  })
  if (app.client !== null && usesSecret(app.client)) {
    createSecret(context, app, input.credentials?.oauthClient?.client_secret ?? null)
  }
  return app
}

/**
 * Replaces an app except for its id, name and client_id.
 *
 * @throws 400 for invalid settings.
 */
export function replaceApp(context: RecordContext, app: App, input: AppInput): App {
  if (input.signOnMode != null && input.signOnMode !== app.signOnMode) {
    throw validationFailed('signOnMode', `signOnMode: ${app.signOnMode} cannot be changed`)
  }
  if (input.name != null && input.name !== app.name) throw validationFailed('name', 'name: The field cannot be changed')
  checkSettings(app.signOnMode, input)
  const client = app.client === null ? null : { ...clientFrom(input), clientId: app.client.clientId }
  const replaced = context.rows.apps.update(app.id, {
    label: input.label,
    ...appMembers(input, app.signOnMode),
    client,
    lastUpdated: context.clock.now(),
  })
  if (client !== null && usesSecret(client) && context.rows.clientSecrets.count('byApp', app.id) === 0) {
    createSecret(context, replaced, input.credentials?.oauthClient?.client_secret ?? null)
  }
  return replaced
}

/**
 * Deletes an app.
 *
 * @throws 403 for an active app.
 */
export function deleteApp({ rows }: RecordContext, app: App): void {
  if (app.status === 'ACTIVE') throw deleteAppForbidden()
  rows.apps.delete(app.id)
}

/**
 * Returns the OAuth client of a new app.
 *
 * @throws 400 when another app has the client id.
 */
function newClient({ rows }: RecordContext, input: AppInput, id: string): OidcClient {
  const clientId = input.credentials?.oauthClient?.client_id ?? id
  if (rows.apps.find('clientId', clientId) !== undefined) throw alreadyExists('client_id')
  return { ...clientFrom(input), clientId }
}

/**
 * Returns the members that apps of every sign-on mode have, with the vendor's defaults, without secrets and OAuth
 * settings.
 */
export function appMembers(input: AppInput, signOnMode: string) {
  const { oauthClient: _credentials, ...credentials } = input.credentials ?? {}
  const { oauthClient: _settings, ...settings } = input.settings ?? {}
  const hidden = signOnMode === 'OPENID_CONNECT'
  return {
    accessibility: { selfService: false, errorRedirectUrl: null, loginRedirectUrl: null, ...input.accessibility },
    visibility: {
      autoLaunch: false,
      autoSubmitToolbar: false,
      ...input.visibility,
      hide: { iOS: hidden, web: hidden, ...((input.visibility?.['hide'] ?? {}) as JsonObject) }, // an object of a body
    },
    features: input.features ?? [],
    credentials: { userNameTemplate: { template: '${source.login}', type: 'BUILT_IN' }, signing: {}, ...credentials },
    settings: { app: {}, ...withoutEmptyRelayState(settings) },
    profile: input.profile ?? null,
  }
}

/** Returns settings whose relay state, where it is an empty text, is null, as the vendor keeps it. */
function withoutEmptyRelayState(settings: JsonObject): JsonObject {
  const signOn = settings['signOn'] as JsonObject | undefined // an object of a body, or absent
  if (signOn?.['defaultRelayState'] !== '') return settings
  return { ...settings, signOn: { ...signOn, defaultRelayState: null } }
}

/** Checks the settings that some sign-on modes require. */
function checkSettings(signOnMode: string, { settings }: AppInput): void {
  const required = signOnMode === 'BOOKMARK' ? ['url'] : signOnMode === 'BASIC_AUTH' ? ['url', 'authURL'] : []
  for (const name of required) {
    const value = settings?.app?.[name]
    if (typeof value !== 'string' || value === '') {
      throw validationFailed(name, `${name}: The field cannot be left blank`)
    }
  }
}

function slug(label: string): string {
  return label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')
}
