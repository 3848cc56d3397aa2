import type { RecordContext } from '#oidc-d/call.ts'
import { alreadyExists, deleteAppForbidden, validationFailed } from '#oidc-d/errors.ts'
import { createId } from '../identifiers.ts'
import type { App, JsonObject, OidcClient } from '#oidc-d/schema.ts'
import { clientFrom, SIGN_ON_MODES, type AppInput } from './bodies.ts'
import { createAppSchema } from '../schemas/schemas.ts'
import { appEntity, recordEvent } from '../system-log/entries.ts'
import { endTokensOf } from './client-tokens.ts'
import { clientKeys } from './client-keys.ts'
import { createSecret, usesSecret } from './client-secrets.ts'
import { createKey, withSigningKey } from './keys.ts'

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
  createKey(context, app, 10)
  createAppSchema(context, app)
  if (app.client !== null && usesSecret(app.client)) {
    createSecret(context, app, input.credentials?.oauthClient?.client_secret || null)
  }
  recordEvent(context, 'application.lifecycle.create', { target: [appEntity(app)] })
  if (status === 'ACTIVE') recordEvent(context, 'application.lifecycle.activate', { target: [appEntity(app)] })
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
  const client = app.client === null ? null : clientOf(context, input, app.client)
  const replaced = context.rows.apps.update(app.id, {
    label: input.label,
    ...appMembers(withSigningKey(context, app, input), app.signOnMode),
    client,
    lastUpdated: context.clock.now(),
  })
  if (client !== null && usesSecret(client) && context.rows.clientSecrets.count('byApp', app.id) === 0) {
    createSecret(context, replaced, input.credentials?.oauthClient?.client_secret || null)
  }
  recordEvent(context, 'application.lifecycle.update', { target: [appEntity(replaced)] })
  return replaced
}

/**
 * Deletes an app.
 *
 * @throws 403 for an active app.
 */
export function deleteApp(context: RecordContext, app: App): void {
  if (app.status === 'ACTIVE') throw deleteAppForbidden()
  context.rows.apps.delete(app.id)
  recordEvent(context, 'application.lifecycle.delete', { target: [appEntity(app)] })
}

/** Activates or deactivates an app. The tokens of the client of an inactive app end. */
export function setAppStatus(context: RecordContext, app: App, status: App['status']): void {
  context.rows.apps.update(app.id, { status, lastUpdated: context.clock.now() })
  if (status === 'INACTIVE') endTokensOf(context, app)
  const step = status === 'ACTIVE' ? 'activate' : 'deactivate'
  recordEvent(context, `application.lifecycle.${step}`, { target: [appEntity(app)] })
}

/**
 * Returns the OAuth client of a new app.
 *
 * @throws 400 when another app has the client id.
 */
function newClient(context: RecordContext, input: AppInput, id: string): OidcClient {
  const clientId = input.credentials?.oauthClient?.client_id ?? id
  if (context.rows.apps.find('clientId', clientId) !== undefined) throw alreadyExists('client_id')
  return clientOf(context, input, { clientId, keys: [] })
}

function clientOf(
  context: RecordContext,
  input: AppInput,
  { clientId, keys, groupsClaim }: Pick<OidcClient, 'clientId' | 'keys' | 'groupsClaim'>,
): OidcClient {
  const { jwks, ...client } = clientFrom(input)
  return {
    ...client,
    clientId,
    keys: clientKeys(context, jwks, keys),
    ...(groupsClaim === undefined ? {} : { groupsClaim }),
  }
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
    credentials: credentialsOf(credentials, signOnMode),
    settings: { app: {}, ...withSignOn(settings, signOnMode, input.name) },
    profile: input.profile ?? null,
  }
}

/** The sign-on modes with a user name and a password that the vendor fills in. */
const WITH_PASSWORD: readonly string[] = ['AUTO_LOGIN', 'BASIC_AUTH', 'BROWSER_PLUGIN', 'SECURE_PASSWORD_STORE']

function credentialsOf(credentials: JsonObject, signOnMode: string): JsonObject {
  const { userName, userNameTemplate, ...rest } = credentials
  const template = { template: '${source.login}', type: 'BUILT_IN', ...(userNameTemplate as JsonObject | undefined) } // of a body
  return {
    ...(WITH_PASSWORD.includes(signOnMode) ? { scheme: 'EDIT_USERNAME_AND_PASSWORD', revealPassword: false } : {}),
    userNameTemplate: template.type === 'CUSTOM' ? { pushStatus: 'DONT_PUSH', ...template } : template,
    signing: {},
    ...rest,
    ...(userName === undefined || userName === '' ? {} : { userName }),
  }
}

/** The members that the vendor adds to the SAML settings of an app that is none of its catalog. */
const SAML: JsonObject = {
  idpIssuer: 'http://www.okta.com/${org.externalKey}',
  spIssuer: null,
  requestCompressed: false,
  inlineHooks: [],
  assertionEncryption: { enabled: false },
  acsEndpoints: [],
}

/**
 * Returns settings whose relay state, where it is an empty text, is null, as the vendor keeps it. A custom SAML app has
 * no other empty texts, and the vendor's defaults.
 */
function withSignOn(settings: JsonObject, signOnMode: string, name: AppInput['name']): JsonObject {
  const signOn = settings['signOn'] as JsonObject | null | undefined // an object of a body, or absent
  if (signOn == null) return settings
  const isCustom = signOnMode === 'SAML_2_0' && (name == null || name.startsWith('backlot_'))
  const kept = Object.entries(signOn).filter(([member, value]) => value !== '' || member === 'defaultRelayState')
  const own = isCustom ? { ...SAML, ...Object.fromEntries(kept) } : signOn
  return { ...settings, signOn: signOn['defaultRelayState'] === '' ? { ...own, defaultRelayState: null } : own }
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
