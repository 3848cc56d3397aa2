import * as v from 'valibot'
import { body } from '../../../core/input.ts'
import type { Route } from '../../../core/routes.ts'
import { maybe, maybeFlag, maybeMetadata, maybeText, text, whole } from '../bodies.ts'
import { del, get, patch, post, type AuthCall } from '../call.ts'
import { authorizationInvalid, noSuch, notFound, paramMissing, refusal } from '../errors.ts'
import { deleted, json } from '../json/answer.ts'
import { apiKeyJson, m2mTokenJson, machineJson, oauthApplicationJson, oauthTokenJson } from '../json/instance.ts'
import { page, paginated, rowsOf } from '../pagination.ts'
import { machineJwt, requireFreeMachineClaims } from '../rules/sessions/tokens.ts'
import type { ApiKey, M2MToken, Machine, OAuthApplication } from '../schema/instance.ts'
import { stamp, touched } from '../stamp.ts'

const CreateMachine = v.strictObject({
  name: v.pipe(text, v.minLength(1), v.maxLength(256)),
  scoped_machines: maybe(v.pipe(v.array(text), v.maxLength(150))),
  default_token_ttl: maybe(whole(1, 315_360_000)),
})

const UpdateMachine = v.strictObject({
  name: maybe(v.pipe(text, v.minLength(1), v.maxLength(256))),
  default_token_ttl: maybe(whole(1, 315_360_000)),
})

const CreateToken = v.strictObject({
  seconds_until_expiration: maybe(v.pipe(v.number(), v.minValue(1), v.maxValue(315_360_000))),
  claims: maybeMetadata,
  min_remaining_ttl_seconds: maybe(v.number()),
  token_format: maybe(v.picklist(['opaque', 'jwt'])),
})

const CreateApiKey = v.strictObject({
  type: maybe(v.literal('api_key')),
  name: v.pipe(text, v.minLength(1), v.maxLength(256)),
  description: maybeText,
  subject: text,
  claims: maybeMetadata,
  scopes: maybe(v.array(text)),
  created_by: maybeText,
  seconds_until_expiration: maybe(v.pipe(v.number(), v.minValue(1), v.maxValue(315_360_000))),
})

const UpdateApiKey = v.strictObject({
  subject: maybeText,
  description: maybeText,
  claims: maybeMetadata,
  scopes: maybe(v.array(text)),
  seconds_until_expiration: maybe(v.pipe(v.number(), v.minValue(1), v.maxValue(315_360_000))),
})

const Application = {
  redirect_uris: maybe(v.array(text)),
  callback_url: maybe(v.pipe(text, v.maxLength(1024))),
  scopes: maybe(v.pipe(text, v.maxLength(1024))),
  consent_screen_enabled: maybeFlag,
  pkce_required: maybeFlag,
  public: maybeFlag,
}

const CreateApplication = v.strictObject({ name: v.pipe(text, v.minLength(1), v.maxLength(256)), ...Application })
const UpdateApplication = v.strictObject({
  name: maybe(v.pipe(text, v.minLength(1), v.maxLength(256))),
  ...Application,
})

const loadMachine = ({ rows, params }: AuthCall): { readonly machine: Machine } => {
  const machine = rows.machines.get(params['machine_id'])
  if (machine === undefined) throw noSuch('machine', params['machine_id'] ?? '')
  return { machine }
}

/** Adds the machine that a request acts for, by its secret key. */
const loadOwnMachine = ({ rows, principal }: AuthCall): { readonly machine: Machine } => {
  const machine = rows.machines.get(principal?.machineId)
  if (machine === undefined) throw authorizationInvalid()
  return { machine }
}

const loadApiKey = ({ rows, params }: AuthCall): { readonly apiKey: ApiKey } => {
  const apiKey = rows.apiKeys.get(params['api_key_id'])
  if (apiKey === undefined) throw noSuch('API key', params['api_key_id'] ?? '')
  return { apiKey }
}

const loadApplication = ({ rows, params }: AuthCall): { readonly application: OAuthApplication } => {
  const id = params['oauth_application_id'] ?? ''
  const application = rows.oauthApplications.get(id) ?? rows.oauthApplications.find('clientId', id)
  if (application === undefined) throw notFound('OAuth application not found')
  return { application }
}

const loadToken = ({ rows, params }: AuthCall): { readonly token: M2MToken } => {
  const token = rows.m2mTokens.get(params['token_id'])
  if (token === undefined) throw noSuch('machine token', params['token_id'] ?? '')
  return { token }
}

/** Throws 422 for a public client that need not use PKCE. */
function requirePkce(isPublic: boolean, pkceRequired: boolean): void {
  if (!isPublic || pkceRequired) return
  const sentence = 'A public client must use PKCE.'
  throw refusal(422, 'form_public_client_requires_pkce', 'requires PKCE', sentence, { param_name: 'pkce_required' })
}

function redirectsOf({
  redirect_uris: uris,
  callback_url: callback,
}: {
  redirect_uris?: string[] | null | undefined
  callback_url?: string | null | undefined
}): string[] {
  const all = uris ?? (callback === null || callback === undefined ? [] : [callback])
  const wrong = all.find((uri) => !URL.canParse(uri))
  if (wrong === undefined) return all
  const sentence = `${wrong} is not a valid URL.`
  throw refusal(422, 'form_param_format_invalid', 'is invalid', sentence, { param_name: 'redirect_uris' })
}

export const machinesRoutes: readonly Route[] = [
  get('ListMachines', '/v1/machines', (call) => {
    const search = call.query.get('query')?.toLowerCase() ?? ''
    const matches = (row: Machine): boolean => row.id === search || row.name.toLowerCase().includes(search)
    const options = { orders: { name: (row: Machine) => row.name }, matches: search === '' ? undefined : matches }
    return paginated(call, rowsOf(call, call.rows.machines, options), (row) => machineJson(call, row))
  }),

  post('CreateMachine', '/v1/machines', body(CreateMachine), (call) => {
    const { rows, ids, body: given } = call
    const scopedMachines = given.scoped_machines ?? []
    for (const id of scopedMachines) if (rows.machines.get(id) === undefined) throw noSuch('machine', id)
    const machine = rows.machines.insert({
      ...stamp(call, 'mch'),
      name: given.name,
      secretKey: `ak_${ids.secret.base62(48)}`,
      defaultTokenTtl: given.default_token_ttl ?? 3600,
      scopedMachines,
    })
    return json(machineJson(call, machine, machine.secretKey))
  }),

  get('GetMachine', '/v1/machines/:machine_id', loadMachine, (call) => json(machineJson(call, call.machine))),

  patch('UpdateMachine', '/v1/machines/:machine_id', loadMachine, body(UpdateMachine), (call) => {
    const { rows, machine, body: given } = call
    const changed = rows.machines.update(machine.id, {
      name: given.name ?? machine.name,
      defaultTokenTtl: given.default_token_ttl ?? machine.defaultTokenTtl,
      ...touched(call),
    })
    return json(machineJson(call, changed))
  }),

  del('DeleteMachine', '/v1/machines/:machine_id', loadMachine, (call) => {
    const { rows, machine } = call
    rows.machines.delete(machine.id)
    for (const each of rows.machines.all()) {
      if (!each.scopedMachines.includes(machine.id)) continue
      rows.machines.update(each.id, { scopedMachines: each.scopedMachines.filter((id) => id !== machine.id) })
    }
    return deleted('machine', machine.id)
  }),

  get('GetMachineSecretKey', '/v1/machines/:machine_id/secret_key', loadMachine, (call) =>
    json({ object: 'machine_secret_key', secret: call.machine.secretKey }),
  ),

  post(
    'RotateMachineSecretKey',
    '/v1/machines/:machine_id/secret_key/rotate',
    loadMachine,
    body(v.strictObject({ previous_token_ttl: maybe(v.number()) })),
    (call) => {
      const secret = `ak_${call.ids.secret.base62(48)}`
      call.rows.machines.update(call.machine.id, { secretKey: secret, ...touched(call) })
      return json({ object: 'machine_secret_key', secret })
    },
  ),

  post(
    'CreateMachineScope',
    '/v1/machines/:machine_id/scopes',
    loadMachine,
    body(v.strictObject({ to_machine_id: text })),
    (call) => {
      const { rows, machine, clock, body: given } = call
      if (rows.machines.get(given.to_machine_id) === undefined) throw noSuch('machine', given.to_machine_id)
      const scopedMachines = [...new Set([...machine.scopedMachines, given.to_machine_id])]
      rows.machines.update(machine.id, { scopedMachines, ...touched(call) })
      return json({
        object: 'machine_scope',
        from_machine_id: machine.id,
        to_machine_id: given.to_machine_id,
        created_at: clock.now(),
      })
    },
  ),

  del('DeleteMachineScope', '/v1/machines/:machine_id/scopes/:other_machine_id', loadMachine, (call) => {
    const { rows, machine, params } = call
    if (!machine.scopedMachines.includes(params.other_machine_id))
      throw noSuch('machine scope', params.other_machine_id)
    const scopedMachines = machine.scopedMachines.filter((id) => id !== params.other_machine_id)
    rows.machines.update(machine.id, { scopedMachines, ...touched(call) })
    return json({
      object: 'machine_scope',
      from_machine_id: machine.id,
      to_machine_id: params.other_machine_id,
      deleted: true,
    })
  }),

  get('ListM2MTokens', '/v1/m2m_tokens', (call) => {
    const { rows, query, clock } = call
    const subject = query.get('subject')
    if (subject === null) throw paramMissing('subject')
    const list = rowsOf(call, rows.m2mTokens, {
      among: rows.m2mTokens.referring('machineId', subject),
      matches: (row) =>
        (query.get('revoked') === 'true' || !row.revoked) &&
        (query.get('expired') === 'true' || row.expiresAt === null || row.expiresAt > clock.now()),
    })
    return json({ m2m_tokens: page(call, list, (row) => m2mTokenJson(call, row)), total_count: list.total })
  }),

  post('CreateM2MToken', '/v1/m2m_tokens', loadOwnMachine, body(CreateToken), (call) => {
    const { rows, ids, clock, machine, body: given } = call
    requireFreeMachineClaims(given.claims ?? {})
    const isJwt = given.token_format === 'jwt'
    const seconds = given.seconds_until_expiration ?? (isJwt ? machine.defaultTokenTtl : null)
    const row = rows.m2mTokens.insert({
      ...stamp(call, 'mt'),
      machineId: machine.id,
      token: isJwt ? null : `mt_${ids.secret.base62(48)}`,
      scopes: machine.scopedMachines,
      claims: given.claims ?? null,
      revoked: false,
      revocationReason: null,
      expiresAt: seconds === null ? null : clock.now() + seconds * 1000,
    })
    return json(m2mTokenJson(call, row, row.token ?? machineJwt(call, row, seconds ?? machine.defaultTokenTtl)), 201)
  }),

  post(
    'RevokeM2MToken',
    '/v1/m2m_tokens/:token_id/revoke',
    loadToken,
    body(v.strictObject({ revocation_reason: maybeText })),
    (call) => {
      const { rows, token, principal, body: given } = call
      // A machine can revoke its own tokens; a secret key of the instance those of every machine.
      if (principal?.machineId !== null && principal?.machineId !== token.machineId) throw authorizationInvalid()
      const changes = { revoked: true, revocationReason: given.revocation_reason ?? null, ...touched(call) }
      return json(m2mTokenJson(call, rows.m2mTokens.update(token.id, changes)))
    },
  ),

  post('VerifyM2MToken', '/v1/m2m_tokens/verify', body(v.strictObject({ token: text })), (call) => {
    const { rows, clock, principal, body: given } = call
    const row = rows.m2mTokens.find('token', given.token)
    const isFor = principal?.machineId === null || row?.scopes.includes(principal?.machineId ?? '') === true
    const usable = row !== undefined && !row.revoked && (row.expiresAt === null || row.expiresAt > clock.now())
    if (row === undefined || !usable || !isFor) throw notFound('Machine token not found')
    return json(m2mTokenJson(call, row))
  }),

  get('ListApiKeys', '/v1/api_keys', (call) => {
    const { rows, query } = call
    const subject = query.get('subject')
    if (subject === null) throw paramMissing('subject')
    const search = query.get('query')?.toLowerCase() ?? ''
    const invalid = query.get('include_invalid') === 'true'
    const matches = (row: ApiKey): boolean =>
      row.subject === subject &&
      (invalid || isUsable(call, row)) &&
      (row.name.toLowerCase().includes(search) || row.id === search)
    return paginated(call, rowsOf(call, rows.apiKeys, { matches }), (row) => apiKeyJson(call, row))
  }),

  post('CreateApiKey', '/v1/api_keys', body(CreateApiKey), (call) => {
    const { rows, ids, clock, body: given } = call
    const { subject } = given
    if (rows.users.get(subject) === undefined && rows.organizations.get(subject) === undefined) {
      throw notFound(`No user or organization was found with id ${subject}`)
    }
    const seconds = given.seconds_until_expiration ?? null
    const row = rows.apiKeys.insert({
      ...stamp(call, 'ak'),
      name: given.name,
      description: given.description ?? null,
      subject,
      secret: `ak_${ids.secret.base62(48)}`,
      scopes: given.scopes ?? [],
      claims: given.claims ?? null,
      createdBy: given.created_by ?? null,
      revoked: false,
      revocationReason: null,
      expiresAt: seconds === null ? null : clock.now() + seconds * 1000,
      lastUsedAt: null,
    })
    return json(apiKeyJson(call, row, row.secret))
  }),

  get('GetApiKey', '/v1/api_keys/:api_key_id', loadApiKey, (call) => json(apiKeyJson(call, call.apiKey))),

  patch('UpdateApiKey', '/v1/api_keys/:api_key_id', loadApiKey, body(UpdateApiKey), (call) => {
    const { rows, apiKey, clock, body: given } = call
    const seconds = given.seconds_until_expiration
    const changed = rows.apiKeys.update(apiKey.id, {
      description: given.description === undefined ? apiKey.description : given.description,
      claims: given.claims === undefined ? apiKey.claims : given.claims,
      scopes: given.scopes ?? apiKey.scopes,
      expiresAt: seconds === undefined ? apiKey.expiresAt : seconds === null ? null : clock.now() + seconds * 1000,
      ...touched(call),
    })
    return json(apiKeyJson(call, changed))
  }),

  del('DeleteApiKey', '/v1/api_keys/:api_key_id', loadApiKey, (call) => {
    call.rows.apiKeys.delete(call.apiKey.id)
    return deleted('api_key', call.apiKey.id)
  }),

  post(
    'RevokeApiKey',
    '/v1/api_keys/:api_key_id/revoke',
    loadApiKey,
    body(v.strictObject({ revocation_reason: maybeText })),
    (call) => {
      const changes = { revoked: true, revocationReason: call.body.revocation_reason ?? null, ...touched(call) }
      return json(apiKeyJson(call, call.rows.apiKeys.update(call.apiKey.id, changes)))
    },
  ),

  get('GetApiKeySecret', '/v1/api_keys/:api_key_id/secret', loadApiKey, (call) => json({ secret: call.apiKey.secret })),

  post('VerifyApiKey', '/v1/api_keys/verify', body(v.strictObject({ secret: text })), (call) => {
    const { rows, clock, body: given } = call
    const row = rows.apiKeys.find('secret', given.secret)
    if (row === undefined || !isUsable(call, row)) throw notFound('API key not found')
    return json(apiKeyJson(call, rows.apiKeys.update(row.id, { lastUsedAt: clock.now() })))
  }),

  get('ListOAuthApplications', '/v1/oauth_applications', (call) => {
    const search = call.query.get('name_query')?.toLowerCase() ?? ''
    const matches = (row: OAuthApplication): boolean => row.name.toLowerCase().includes(search)
    const options = {
      orders: { name: (row: OAuthApplication) => row.name },
      fallback: '+created_at',
      matches: search === '' ? undefined : matches,
    }
    return paginated(call, rowsOf(call, call.rows.oauthApplications, options), (row) => oauthApplicationJson(call, row))
  }),

  post('CreateOAuthApplication', '/v1/oauth_applications', body(CreateApplication), (call) => {
    const { rows, ids, body: given } = call
    const isPublic = given.public ?? false
    requirePkce(isPublic, given.pkce_required ?? isPublic)
    const row = rows.oauthApplications.insert({
      ...stamp(call, 'oa'),
      name: given.name,
      clientId: ids.base62(16),
      clientSecret: ids.secret.base62(32),
      scopes: given.scopes ?? 'profile email',
      redirectUris: redirectsOf(given),
      consentScreenEnabled: given.consent_screen_enabled ?? true,
      pkceRequired: given.pkce_required ?? isPublic,
      isPublic,
    })
    return json({ ...oauthApplicationJson(call, row), ...(isPublic ? {} : { client_secret: row.clientSecret }) })
  }),

  get('GetOAuthApplication', '/v1/oauth_applications/:oauth_application_id', loadApplication, (call) =>
    json(oauthApplicationJson(call, call.application)),
  ),

  patch(
    'UpdateOAuthApplication',
    '/v1/oauth_applications/:oauth_application_id',
    loadApplication,
    body(UpdateApplication),
    (call) => {
      const { rows, application, body: given } = call
      const redirects = redirectsOf(given)
      requirePkce(given.public ?? application.isPublic, given.pkce_required ?? application.pkceRequired)
      const changed = rows.oauthApplications.update(application.id, {
        name: given.name ?? application.name,
        scopes: given.scopes ?? application.scopes,
        redirectUris: redirects.length === 0 ? application.redirectUris : redirects,
        consentScreenEnabled: given.consent_screen_enabled ?? application.consentScreenEnabled,
        pkceRequired: given.pkce_required ?? application.pkceRequired,
        isPublic: given.public ?? application.isPublic,
        ...touched(call),
      })
      return json(oauthApplicationJson(call, changed))
    },
  ),

  del('DeleteOAuthApplication', '/v1/oauth_applications/:oauth_application_id', loadApplication, (call) => {
    call.rows.oauthApplications.delete(call.application.id)
    return deleted('oauth_application', call.application.id)
  }),

  post(
    'RotateOAuthApplicationSecret',
    '/v1/oauth_applications/:oauth_application_id/rotate_secret',
    loadApplication,
    (call) => {
      const secret = call.ids.secret.base62(32)
      const changed = call.rows.oauthApplications.update(call.application.id, {
        clientSecret: secret,
        ...touched(call),
      })
      return json({ ...oauthApplicationJson(call, changed), client_secret: secret })
    },
  ),

  post(
    'verifyOAuthAccessToken',
    '/v1/oauth_applications/access_tokens/verify',
    body(v.strictObject({ access_token: maybeText, secret: maybeText })),
    (call) => {
      const { rows, clock, body: given } = call
      const token = given.access_token ?? given.secret
      if (token === null || token === undefined) throw paramMissing('access_token')
      const row = rows.oauthAccessTokens.get(token)
      if (row === undefined || row.expiresAt <= clock.now()) throw notFound('OAuth token not found')
      return json(oauthTokenJson(call, row))
    },
  ),
]

function isUsable({ clock }: AuthCall, { revoked, expiresAt }: ApiKey): boolean {
  return !revoked && (expiresAt === null || expiresAt > clock.now())
}
