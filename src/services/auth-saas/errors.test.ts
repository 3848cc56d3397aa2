import { describe, expect } from 'vitest'
import { people, authSaasTest, type RunningAuthSaas } from './auth-saas.fixture.ts'
import { DOCUMENTED } from './errors/codes.ts'
import { signedIn, visitor, type FrontendBrowser } from './routes/frontend/frontend.fixture.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const seed = {
  'auth-saas': {
    ...people,
    users: [...people.users, { id: 'user_two', username: 'two', totp_secret: SECRET, banned: true }],
    permissions: [{ key: 'org:invoices:create' }],
    roles: [{ key: 'org:billing', permissions: ['org:invoices:create'] }],
  },
}

let auth: RunningAuthSaas
const it = authSaasTest({ seed })
it.beforeAll(({ authSaas }) => {
  auth = authSaas
})

/** A refused request. */
interface Refused {
  readonly status: number
  readonly code: string | null
}

type Json = Readonly<Record<string, unknown>>

/** Sends a request to the backend API and returns the answer's JSON. */
async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Json> {
  const answer = await fetch(`${auth.url}/v1${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const json = answer.status === 204 ? {} : ((await answer.json()) as Json) // the vendor's answer
  return { ...json, status: answer.status }
}

/** Sends a request that is refused. */
async function refused(...request: Parameters<typeof send>): Promise<Refused> {
  const answer = await send(...request)
  const [error] = (answer['errors'] ?? []) as { code: string }[] // the vendor's envelope
  return { status: answer['status'] as number, code: error?.code ?? null }
}

/** Sends a request, and then refuses the same one. */
async function twice(...request: Parameters<typeof send>): Promise<Refused> {
  await send(...request)
  return refused(...request)
}

const idOf = async (...request: Parameters<typeof send>): Promise<string> => String((await send(...request))['id'])

const TASK = {
  on_behalf_of: { user_id: 'user_ada' },
  permissions: '*',
  agent_name: 'agent',
  task_description: 'Reads',
  redirect_url: 'http://localhost:3000',
}

const agentTask = async (): Promise<string> => String((await send('POST', '/agents/tasks', TASK))['agent_task_id'])

const acme = '/organizations/org_acme'
const user = (more: object): [string, string, object] => [
  'POST',
  '/users',
  { email_address: ['x@example.com'], password: 'correct-horse-battery', ...more },
]
const refusedUser = (more: object) => refused(...user(more))
const image = (bytes: number, type = 'image/png') => {
  const form = new FormData()
  form.set('file', new Blob([Buffer.alloc(bytes)], { type }), 'x.png')
  return form
}
async function upload(form: FormData | string, path = '/users/user_ada/profile_image'): Promise<Refused> {
  const headers = { authorization: 'Bearer sk_test_backlot' }
  const answer = await fetch(`${auth.url}/v1${path}`, { method: 'POST', headers, body: form })
  return { status: answer.status, code: ((await answer.json()) as { errors: [{ code: string }] }).errors[0].code }
}

const settings = (changes: object) => send('PATCH', '/instance/organization_settings', changes)
const roleId = async (key: string) => {
  const { data } = (await send('GET', '/organization_roles')) as { data?: { id: string; key: string }[] }
  return data?.find((each) => each.key === key)?.id ?? ''
}

async function machine(): Promise<{ readonly authorization: string }> {
  const { secret_key: key } = await send('POST', '/machines', { name: 'M' })
  return { authorization: `Bearer ${String(key)}` }
}

/** Exchanges an expired session token, with changes to the request. */
async function refresh(changes: object, edit: (sessionId: string) => unknown = () => undefined): Promise<Refused> {
  const url = 'http://localhost:3000'
  const { sessionId, token, cookies } = auth.signIn({ user: 'ada@example.com', url })
  await edit(sessionId)
  const body = {
    expired_token: token,
    refresh_token: cookies.find(({ name }) => name.startsWith('__refresh'))?.value,
    request_origin: url,
    ...changes,
  }
  const { path = `/sessions/${sessionId}/refresh`, ...rest } = body as { path?: string }
  return refused('POST', path, rest)
}

const otherToken = (): string => auth.signIn({ user: 'grace@example.com', url: 'http://localhost:3000' }).token

async function templateToken(): Promise<string> {
  await send('POST', '/jwt_templates', { name: 'one', claims: {} })
  const { sessionId } = auth.signIn({ user: 'ada@example.com' })
  return String((await send('POST', `/sessions/${sessionId}/tokens/one`, {}))['jwt'])
}

const browser = (call: (browser: FrontendBrowser) => Promise<Refused>) => async () => call(await visitor(auth))
const ada = (call: (browser: FrontendBrowser) => Promise<Refused>) => () => call(signedIn(auth, 'ada@example.com'))

/** Begins to sign in with a code, and answers it wrongly or late. */
async function attemptCode(visit: FrontendBrowser, times: number, wait: `${number}m` = '0m'): Promise<Refused> {
  const form = { identifier: 'grace@example.com', strategy: 'email_code' }
  const { response } = await visit.call('POST', '/client/sign_ins', form)
  const path = `/client/sign_ins/${String(response['id'])}/attempt_first_factor`
  auth.clock.advance(wait)
  let last: Refused = { status: 0, code: null }
  for (let count = 0; count < times; count++) {
    last = await visit.call('POST', path, { strategy: 'email_code', code: 'wrong' })
  }
  return last
}

const phone = async (more: object = {}) =>
  idOf('POST', '/phone_numbers', { user_id: 'user_linus', phone_number: '+15555550188', ...more })

/** The request that provokes each code by the rules of the instance. */
const PROVOKED: Readonly<Record<string, () => Promise<Refused>>> = {
  actor_token_cannot_be_revoked_code: async () => {
    const id = await idOf('POST', '/actor_tokens', { user_id: 'user_ada', actor: { sub: 'a' }, expires_in_seconds: 60 })
    return twice('POST', `/actor_tokens/${id}/revoke`)
  },
  already_a_member_in_organization: () =>
    refused('POST', `${acme}/memberships`, { user_id: 'user_ada', role: 'org:member' }),
  api_version_invalid: () => refused('GET', '/users', undefined, { 'clerk-api-version': '2020-01-01' }),
  bad_request: async () => {
    const { response } = await signedIn(auth, 'ada@example.com').call('GET', '/client')
    const organization = { name: 'corp.test', enrollment_mode: 'automatic_suggestion', verified: true }
    await send('POST', `${acme}/domains`, organization)
    await send(...user({ email_address: ['a@corp.test'] }))
    const member = signedIn(auth, 'a@corp.test')
    const suggestions = await member.call('GET', '/me/organization_suggestions')
    const [suggestion] = suggestions.response['data'] as { id: string }[] // a page
    await member.call('POST', `/me/organization_suggestions/${suggestion?.id}/accept`)
    const admin = signedIn(auth, 'ada@example.com')
    const requests = await admin.call('GET', `${acme}/membership_requests`)
    const [request] = requests.response['data'] as { id: string }[] // a page
    await admin.call('POST', `${acme}/membership_requests/${request?.id}/reject`)
    expect(response['object']).toBe('client')
    return admin.call('POST', `${acme}/membership_requests/${request?.id}/accept`)
  },
  bulk_size_exceeded: () =>
    refused(
      'POST',
      '/invitations/bulk',
      Array.from({ length: 11 }, (_, at) => ({ email_address: `p${at}@example.com` })),
    ),
  client_not_found: () => refused('POST', '/clients/verify', { token: 'nobody' }),
  client_state_invalid: browser(async (visit) => {
    const { response } = await visit.call('POST', '/client/sign_ins', {})
    const path = `/client/sign_ins/${String(response['id'])}/prepare_first_factor`
    return visit.call('POST', path, { strategy: 'email_code' })
  }),
  delete_linked_identification_disallowed: async () => {
    const { primary_email_address_id: id } = await send('GET', '/users/user_ada')
    return refused('DELETE', `/email_addresses/${String(id)}`)
  },
  duplicate_record: () => twice('POST', '/invitations', { email_address: 'new@example.com' }),
  identification_create_second_factor_unverified: () =>
    refused('POST', '/phone_numbers', {
      user_id: 'user_linus',
      phone_number: '+15555550188',
      reserved_for_second_factor: true,
    }),
  identification_update_failed: async () => refused('PATCH', `/phone_numbers/${await phone()}`, { primary: true }),
  identification_update_second_factor_unverified: async () =>
    refused('PATCH', `/phone_numbers/${await phone()}`, { reserved_for_second_factor: true }),
  invalid_session_token: async () => {
    const { sessionId } = auth.signIn({ user: 'ada@example.com' })
    await send('POST', `/sessions/${sessionId}/revoke`)
    return refused('POST', `/sessions/${sessionId}/verify`, { token: 'x' })
  },
  invitation_already_accepted: async () => {
    const invitation = await send('POST', '/invitations', { email_address: 'new@example.com' })
    const ticket = new URL(String(invitation['url'])).searchParams.get('ticket') ?? ''
    const person = { ticket, strategy: 'ticket', password: 'correct-horse-battery' }
    await (await visitor(auth)).call('POST', '/client/sign_ups', person)
    return refused('POST', `/invitations/${String(invitation['id'])}/revoke`)
  },
  invitation_already_revoked: async () =>
    twice('POST', `/invitations/${await idOf('POST', '/invitations', { email_address: 'new@example.com' })}/revoke`),
  jwt_template_reserved_claim: () => refused('POST', '/jwt_templates', { name: 'one', claims: { sub: 'x' } }),
  last_required_identification_deletion_failed: async () => {
    const { primary_email_address_id: id } = await send('GET', '/users/user_linus')
    return refused('DELETE', `/email_addresses/${String(id)}`)
  },
  machine_token_reserved_claim: async () => refused('POST', '/m2m_tokens', { claims: { sub: 'x' } }, await machine()),
  missing_query_parameter: () => refused('GET', '/client/handshake'),
  no_password_set: () => refused('POST', '/users/user_linus/verify_password', { password: 'x' }),
  oauth_unsupported_provider: () => refused('GET', '/users/user_ada/oauth_access_tokens/oauth_myspace'),
  organization_creator_not_found: () => refused('POST', '/organizations', { name: 'X', created_by: 'user_nobody' }),
  organization_invitation_not_unique: () =>
    refused(
      'POST',
      `${acme}/invitations/bulk`,
      [1, 2].map(() => ({ email_address: 'new@example.com', role: 'org:member' })),
    ),
  organization_minimum_permissions_needed: () => refused('DELETE', `${acme}/memberships/user_ada`),
  request_body_invalid: () => refused('POST', '/users', '{'),
  sign_in_token_cannot_be_revoked_code: async () =>
    twice('POST', `/sign_in_tokens/${await idOf('POST', '/sign_in_tokens', { user_id: 'user_ada' })}/revoke`),
  svix_app_exists: () => twice('POST', '/webhooks/svix'),
  svix_app_missing: () => refused('DELETE', '/webhooks/svix'),
  totp_disabled: () => refused('POST', '/users/user_ada/verify_totp', { code: '123456' }),
  verification_already_verified: ada(async (visit) => {
    const { response } = await visit.call('GET', '/me')
    const path = `/me/email_addresses/${String(response['primary_email_address_id'])}/prepare_verification`
    return visit.call('POST', path, { strategy: 'email_code' })
  }),
  verification_expired: browser((visit) => attemptCode(visit, 1, '11m')),
  verification_failed: browser((visit) => attemptCode(visit, 6)),
  verification_not_sent: ada(async (visit) => {
    const { response } = await visit.call('POST', '/me/email_addresses', { email_address: 'second@example.com' })
    return visit.call('POST', `/me/email_addresses/${String(response['id'])}/attempt_verification`, { code: '1' })
  }),
  verification_strategy_invalid: browser(async (visit) => {
    const { response } = await visit.call('POST', '/client/sign_ins', { identifier: 'ada@example.com' })
    const path = `/client/sign_ins/${String(response['id'])}/prepare_first_factor`
    return visit.call('POST', path, { strategy: 'carrier_pigeon' })
  }),

  authentication_invalid: async () => {
    const answer = await fetch(`${auth.url}/v1/users`)
    return { status: answer.status, code: ((await answer.json()) as { errors: [{ code: string }] }).errors[0].code }
  },
  authorization_header_format_invalid: () => refused('GET', '/users', undefined, { authorization: 'Digest x' }),
  clerk_key_invalid: () => refused('GET', '/users', undefined, { authorization: 'Bearer nonsense' }),
  expired_session_token_invalid: () => refresh({ expired_token: 'a.b.c' }),
  expired_session_token_missing_sid: async () => refresh({ expired_token: await templateToken() }),
  refresh_request_origin_azp_mismatch: () => refresh({ request_origin: 'http://other.test' }),
  refresh_request_origin_invalid: () => refresh({ request_origin: 'nonsense' }),
  refresh_sid_mismatch: () => refresh({ expired_token: otherToken() }),
  refresh_token_not_found: () => refresh({ refresh_token: 'unknown' }),
  session_refresh_inactive_session: () => refresh({}, (id) => send('POST', `/sessions/${id}/revoke`)),
  session_refresh_session_not_found: () => refresh({ path: '/sessions/sess_unknown/refresh' }),

  authorization_invalid: () => refused('POST', '/m2m_tokens', {}),
  missing_organization_permission: () =>
    signedIn(auth, 'grace@example.com', 'acme').call('DELETE', `${acme}/memberships/user_ada`),
  not_a_member_in_organization: () => signedIn(auth, 'linus@example.com').call('GET', acme),
  not_allowed_access: async () => {
    await send('PATCH', '/instance/restrictions', { allowlist: true })
    return refusedUser({})
  },
  operation_not_allowed_on_primary_domain: async () => {
    const { data } = (await send('GET', '/domains')) as { data?: { id: string }[] }
    return refused('DELETE', `/domains/${data?.[0]?.id}`)
  },
  org_creation_limit_exceeded: async () => {
    await send('PATCH', '/users/user_ada', { create_organizations_limit: 1 })
    const form = { name: 'Beta' }
    await signedIn(auth, 'ada@example.com').call('POST', '/organizations', form)
    return signedIn(auth, 'ada@example.com').call('POST', '/organizations', form)
  },
  organization_domain_enrollment_mode_not_enabled: async () => {
    await settings({ domains_enrollment_modes: ['manual_invitation'] })
    return refused('POST', `${acme}/domains`, { name: 'corp.test', enrollment_mode: 'automatic_invitation' })
  },
  organization_domains_not_enabled: async () => {
    await settings({ domains_enabled: false })
    return refused('POST', `${acme}/domains`, { name: 'corp.test' })
  },
  organization_instance_roles_quota_exceeded: async () => {
    for (let count = 0; count < 9; count++) {
      await send('POST', '/organization_roles', { name: `R${count}`, key: `org:r${count}` })
    }
    return refused('POST', '/organization_roles', { name: 'More', key: 'org:more' })
  },
  organization_membership_quota_exceeded: async () => {
    await send('PATCH', acme, { max_allowed_memberships: 2 })
    return refused('POST', `${acme}/memberships`, { user_id: 'user_linus', role: 'org:member' })
  },
  organization_not_enabled_in_instance: async () => {
    await settings({ enabled: false })
    return refused('GET', '/organizations')
  },
  organization_slugs_disabled: async () => {
    await settings({ slug_disabled: true })
    return refused('POST', '/organizations', { name: 'X', slug: 'x' })
  },
  organization_system_permission_not_modifiable: async () => {
    const { data } = (await send('GET', '/organization_permissions?query=sys_')) as { data?: { id: string }[] }
    return refused('DELETE', `/organization_permissions/${data?.[0]?.id}`)
  },
  sign_up_cannot_be_updated: async () => {
    const visit = await visitor(auth)
    const person = { email_address: 'new+clerk_test@example.com', password: 'correct-horse-battery' }
    const { response } = await visit.call('POST', '/client/sign_ups', person)
    const path = `/client/sign_ups/${String(response['id'])}`
    await visit.call('POST', `${path}/prepare_verification`, { strategy: 'email_code' })
    await visit.call('POST', `${path}/attempt_verification`, { strategy: 'email_code', code: '424242' })
    return refused('PATCH', `/sign_ups/${String(response['id'])}`, { external_id: 'x' })
  },
  user_banned: browser((visit) => visit.call('POST', '/client/sign_ins', { identifier: 'two' })),

  external_account_not_found: () => refused('DELETE', '/users/user_ada/external_accounts/eac_unknown'),
  image_not_found: () => refused('DELETE', `${acme}/logo`),
  oauth_token_provider_not_enabled: () => refused('GET', '/users/user_ada/oauth_access_tokens/oauth_slack'),
  organization_invitation_not_pending: async () => {
    const id = await idOf('POST', `${acme}/invitations`, { email_address: 'new@example.com', role: 'org:member' })
    return twice('POST', `${acme}/invitations/${id}/revoke`, {})
  },
  organization_not_found_or_unauthorized: ada(async (visit) => {
    const { response } = await visit.call('GET', '/client')
    const path = `/client/sessions/${String(response['last_active_session_id'])}/touch`
    return visit.call('POST', path, { active_organization_id: 'org_unknown' })
  }),
  organization_role_permission_association_not_found: async () =>
    refused(
      'DELETE',
      `/organization_roles/${await roleId('org:member')}/permissions/${await idOf('POST', '/organization_permissions', { name: 'P', key: 'org:a:b' })}`,
    ),
  resource_not_found: () => refused('GET', '/users/user_unknown'),
  organization_role_permission_association_exists: async () => {
    const permission = await idOf('POST', '/organization_permissions', { name: 'P', key: 'org:a:b' })
    return twice('POST', `/organization_roles/${await roleId('org:billing')}/permissions/${permission}`)
  },
  waitlist_entry_already_completed: async () => {
    const id = await idOf('POST', '/waitlist_entries', { email_address: 'w+clerk_test@example.com' })
    const visit = await visitor(auth)
    const person = { email_address: 'w+clerk_test@example.com', password: 'correct-horse-battery' }
    const { response } = await visit.call('POST', '/client/sign_ups', person)
    const path = `/client/sign_ups/${String(response['id'])}`
    await visit.call('POST', `${path}/prepare_verification`, { strategy: 'email_code' })
    await visit.call('POST', `${path}/attempt_verification`, { strategy: 'email_code', code: '424242' })
    return refused('POST', `/waitlist_entries/${id}/invite`, {})
  },
  waitlist_entry_already_invited: async () =>
    twice(
      'POST',
      `/waitlist_entries/${await idOf('POST', '/waitlist_entries', { email_address: 'w@example.com' })}/invite`,
      {},
    ),
  waitlist_entry_already_rejected: async () =>
    twice(
      'POST',
      `/waitlist_entries/${await idOf('POST', '/waitlist_entries', { email_address: 'w@example.com' })}/reject`,
    ),
  image_too_large: () => upload(image(10 * 1024 * 1024 + 1)),
  unsupported_content_type: () => upload(image(3, 'text/plain')),

  form_code_incorrect: browser((visit) => attemptCode(visit, 1)),
  form_conditional_param_disallowed: () =>
    refused('POST', '/jwt_templates', { name: 'a', claims: {}, signing_key: 'x' }),
  form_conditional_param_missing: () =>
    refused('POST', '/jwt_templates', { name: 'a', claims: {}, custom_signing_key: true }),
  form_data_missing: () => refused('POST', '/users', { first_name: 'Nobody' }),
  form_disallow_future_date: () => refusedUser({ created_at: '2100-01-01T00:00:00Z' }),
  form_identifier_exists: () => refusedUser({ email_address: ['ada@example.com'] }),
  form_identifier_not_found: browser((visit) => visit.call('POST', '/client/sign_ins', { identifier: 'nobody' })),
  agent_task_cannot_be_revoked: async () => twice('POST', `/agents/tasks/${await agentTask()}/revoke`),
  agent_task_not_found: () => refused('POST', '/agents/tasks/agtask_none/revoke'),
  agent_task_subject_not_found: () => refused('POST', '/agents/tasks', { ...TASK, on_behalf_of: { user_id: 'x' } }),
  form_password_pwned: () => refusedUser({ password: 'Password123' }),
  form_invalid_origin: () => refused('PATCH', '/instance', { allowed_origins: ['nonsense'] }),
  form_param_array_length_mismatch: () =>
    refusedUser({ email_address_identification_status: ['verified', 'reserved'] }),
  form_param_array_size_exceeded: () =>
    refused('GET', `/users?${Array.from({ length: 101 }, (_, at) => `user_id=user_${at}`).join('&')}`),
  form_param_duplicate: () => refusedUser({ email_address: ['x@example.com', 'x@example.com'] }),
  form_param_exceeds_allowed_size: () => refusedUser({ public_metadata: { a: 'x'.repeat(9000) } }),
  form_param_format_invalid: () => refusedUser({ email_address: ['nonsense'] }),
  form_param_invalid_date: () => refusedUser({ created_at: 'yesterday' }),
  form_param_max_length_exceeded: () => refusedUser({ first_name: 'x'.repeat(257) }),
  form_param_min_length_exceeded: () => refused('POST', '/machines', { name: '' }),
  form_param_missing: () => refused('POST', '/sessions', {}),
  form_param_nil: () => refused('POST', '/sessions', { user_id: null }),
  form_param_type_invalid: () => refusedUser({ first_name: 1 }),
  form_param_unknown: () => refusedUser({ shoe_size: 1 }),
  form_param_value_invalid: () => refused('GET', '/users?order_by=shoe_size'),
  form_param_value_too_large: () => refusedUser({ create_organizations_limit: 1_000_001 }),
  form_password_digest_invalid_code: () =>
    refused('POST', '/users', { username: 'x1', password_digest: 'x', password_hasher: 'bcrypt' }),
  form_password_length_too_long: () => refusedUser({ password: 'x'.repeat(73) }),
  form_password_length_too_short: () => refusedUser({ password: 'short' }),
  form_password_matches_identifier: () => refusedUser({ password: 'x@example.com' }),
  form_password_size_in_bytes_exceeded: () => refusedUser({ password: 'é'.repeat(40) }),
  form_public_client_requires_pkce: () =>
    refused('POST', '/oauth_applications', { name: 'SPA', public: true, pkce_required: false }),
  form_username_cannot_be_phone_number: () => refusedUser({ username: '+15555550100' }),
  form_username_invalid_character: () => refusedUser({ username: 'a b' }),
  form_username_invalid_length: () => refusedUser({ username: 'x'.repeat(65) }),
  form_username_needs_non_number_char: () => refusedUser({ username: '12345' }),
  incorrect_password: () => refused('POST', '/users/user_ada/verify_password', { password: 'wrong' }),
  invalid_totp_secret_code: () => refusedUser({ totp_secret: '!' }),
  organization_domain_already_exists: async () => {
    const other = await idOf('POST', '/organizations', { name: 'Other', created_by: 'user_ada' })
    await send('POST', `/organizations/${other}/domains`, { name: 'corp.test' })
    return refused('POST', `${acme}/domains`, { name: 'corp.test' })
  },
  organization_domain_already_exists_same_organization: () => twice('POST', `${acme}/domains`, { name: 'corp.test' }),
  organization_domain_common: () => refused('POST', `${acme}/domains`, { name: 'gmail.com' }),
  organization_missing_creator_role_permissions: async () =>
    refused('PATCH', '/instance/organization_settings', { creator_role_id: await roleId('org:billing') }),
  organization_role_assigned_members: async () => {
    await send('PATCH', `${acme}/memberships/user_grace`, { role: 'org:billing' })
    return refused('DELETE', `/organization_roles/${await roleId('org:billing')}`)
  },
  organization_role_default_creator_role: async () =>
    refused('DELETE', `/organization_roles/${await roleId('org:admin')}`),
  organization_role_domain_default_role: async () => {
    await send('PATCH', `${acme}/memberships/user_grace`, { role: 'org:billing' })
    return refused('DELETE', `/organization_roles/${await roleId('org:member')}`)
  },
  insufficient_credit_balance: () =>
    refused('POST', '/users/user_ada/billing/credits', { amount: 1, action: 'decrease', idempotency_key: 'a' }),
  organization_role_exists_in_invitations: async () => {
    await send('POST', `${acme}/invitations`, { email_address: 'new@example.com', role: 'org:billing' })
    return refused('DELETE', `/organization_roles/${await roleId('org:billing')}`)
  },
  primary_domain_already_exists: () => refused('POST', '/domains', { name: 'a.test', is_satellite: false }),
  totp_incorrect_code: async () => {
    await send('PATCH', '/users/user_ada', { totp_secret: SECRET })
    return refused('POST', '/users/user_ada/verify_totp', { code: '000000' })
  },
  totp_invalid_length: async () => {
    await send('PATCH', '/users/user_ada', { totp_secret: SECRET })
    return refused('POST', '/users/user_ada/verify_totp', { code: '12' })
  },
}

/**
 * Why the instance's own rules never answer with the other codes, by what they are about. A fault answers with each.
 */
const ONLY_BY_FAULT: Readonly<Record<string, RegExp>> = {
  'prices, discounts and refused payments of billing are not implemented':
    /subscription|commerce|plan|pay(?:er|ee|ment)|price|checkout|discount|currency|credit|billing|trial|insufficient_seats/,
  'directories restrict no changes, and pages tell people what is wrong with an assertion':
    /saml|scim|sso|enterprise|deprovisioned|user_deactivated|attribute_managed/,
  'operations about e-mail templates, log drains and custom OAuth providers are not among those of the description':
    /template_|_template$|required_variable|invalid_template_body|custom_oauth_provider|log_drain|sms_country|unsupported_country|sms_send|email_template/,
  'quotas and rate limits of the vendor are not counted':
    /quota_exceeded|monthly|too_many_requests|impersonation_limit|rate_limited|resource_locked/,
  'the instance is one of development, with one domain, one frontend API and no proxy':
    /request_invalid_for|instance_key|publishable_key|proxy|home_url|subdomain|reserved_domain|hosting_domain|insecure_url|domain_update_forbidden|requires_custom_domain|provider_domain|platform_api|authorization_missing_scopes|infinite_redirect/,
  'settings that only the dashboard changes are fixed':
    /breaks_instance_invariant|feature_|disabled_instance_restriction|organizations_(?:disable|cannot)|personal_accounts|exclusive_organization|force_organization|api_keys_not_enabled|password_disabled|second_factor_not_allowed|sign_up_mode|invitations_not_supported|consent_screen|jwt_template$|role_set|role_migration|role_on_set/,
  'a service of the vendor decides: breach lists, fraud protection, password strength, social providers':
    /not_strong|no_(?:lowercase|uppercase|number|special)|validation_failed|action_blocked|protect_check|oauth_(?:token_retrieval|missing)|external_account_(?:email|missing)|domain_blocked|waitlist_entry_locked|svix_app_create/,
  'identifiers are unique before they are verified, and every session token of the instance has its claims':
    /identification_claimed|identification_deletion_failed|form_(?:already_exists|resource_not_found|verification_needed|param_deprecated|param_invalid_time|param_value_conflict)|cookie_invalid|malformed_request|missing_azp|missing_iat|consumed|too_old|ineligible|session_refresh_user|session_creation|could_not_authenticate|domain_exists_for|verification_status_unknown/,
  'an authenticator is needed, which passkeys.test.ts has': /^passkey_not_registered$/,
  'a ticket is refused with the code of tickets': /invitation_already_accepted|revoked_code|revoked_invitation/,
  'only a broken or overloaded server answers with it':
    /^(?:internal_clerk_error|service_unavailable|gateway_timeout|conflict|request_body_too_large|operation_deprecated)$/,
}

const all = Object.entries(DOCUMENTED).flatMap(([status, codes]) =>
  codes.map((code) => ({ status: Number(status), code })),
)

describe('the documented error codes', () => {
  it.for(Object.entries(PROVOKED))('%s is provoked by a request', async ([code, provoke]) => {
    const { status, code: answered } = await provoke()
    const statuses = all.filter((each) => each.code === code).map((each) => each.status)
    expect([answered, statuses.includes(status) || [code, status]]).toEqual([code, true])
  })

  it('are provoked by a request, or there is a reason why they are not', () => {
    const unexplained = all.filter(({ code }) => !Object.hasOwn(PROVOKED, code) && reasonsFor(code).length === 0)
    expect(unexplained).toEqual([])
    expect(Object.keys(PROVOKED).filter((code) => !all.some((each) => each.code === code))).toEqual([])
  })

  it('all come by a fault, with their status', async () => {
    const last = new Map(all.map(({ code, status }) => [code, status]))
    for (const [code, status] of last) {
      const id = auth.faults.add({ path: '/v1/users', code, times: 1 })
      const answer = await refused('GET', '/users')
      expect([answer.code, answer.status], id).toEqual([code, status])
    }
  })
})

function reasonsFor(code: string): string[] {
  return Object.entries(ONLY_BY_FAULT).flatMap(([reason, pattern]) => (pattern.test(code) ? [reason] : []))
}
