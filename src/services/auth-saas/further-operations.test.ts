import { describe, expect } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { authSaasTest, backend, clerkOf, people } from './auth-saas.fixture.ts'
import { signedIn, visitor, type FrontendBrowser } from './routes/frontend/frontend.fixture.ts'

// Operations of the vendor's descriptions for which its clients have no method, or none that a server calls.

const it = authSaasTest({
  seed: {
    'auth-saas': {
      ...people,
      plans: [
        { name: 'Free', slug: 'free', default: true },
        { id: 'cplan_pro', name: 'Pro', slug: 'pro', amount: 1000 },
        { id: 'cplan_team', name: 'Team', slug: 'team', payer: 'org' as const, amount: 5000 },
      ],
      jwt_templates: [{ name: 'hasura', claims: { role: 'reader' } }],
      oauth_applications: [{ name: 'CLI', client_id: 'cli', redirect_uris: ['http://localhost:4000/cb'] }],
    },
  },
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const imageForm = () => {
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'a.png')
  return form
}

describe('a sign-up', () => {
  it('has the members of the backend API there, and those of the browser there', async ({ authSaas }) => {
    const person = { email_address: 'lin@example.com', password: 'correct-horse-battery' }
    const { response } = await (await visitor(authSaas)).call('POST', '/client/sign_ups', person)
    const { json } = await backend(authSaas, 'GET', `/sign_ups/${String(response['id'])}`)
    const ofBrowsers = ['has_password', 'external_account_strategy']
    expect(Object.keys(json).filter((name) => ofBrowsers.includes(name))).toEqual([])
    expect(Object.keys(response)).toEqual(expect.arrayContaining([...Object.keys(json), ...ofBrowsers]))
  })
})

describe('the attributes of the environment', () => {
  it('have the members of the published description, and the channels of phone numbers', async ({ authSaas }) => {
    const answer = await fetch(`${authSaas.url}/v1/environment?_is_native=1`)
    const { attributes } = ((await answer.json()) as { user_settings: { attributes: Record<string, object> } })
      .user_settings
    const members = 'enabled required immutable used_for_first_factor first_factors used_for_second_factor \
second_factors verifications verify_at_sign_up'.split(' ')
    const { phone_number: phone = {}, ...others } = attributes
    for (const attribute of Object.values(others)) expect(Object.keys(attribute)).toEqual(members)
    expect(Object.keys(phone)).toEqual([...members, 'channels'])
  })

  it.for([
    [['password'], false, false],
    [['password'], true, true],
    [['username', 'password'], false, true],
  ] as const)('with %o required and username_sign_in %s use usernames: %s', async ([required, signIn, isUsed]) => {
    const section = { settings: { required_fields: [...required], username_sign_in: signIn } }
    await using authSaas = await createEmulator({ service: 'auth-saas', port: 0, seed: { 'auth-saas': section } })
    const answer = await fetch(`${authSaas.url}/v1/environment?_is_native=1`)
    expect(await answer.json()).toMatchObject({
      user_settings: { attributes: { username: { enabled: true, used_for_first_factor: isUsed } } },
    })
  })
})

describe('the domains of the instance', () => {
  it('change the URL of the application', async ({ authSaas }) => {
    const input = { home_url: 'http://localhost:3000' }
    for (const path of ['/instance/change_domain', '/beta_features/change_domain']) {
      expect((await backend(authSaas, 'POST', path, input)).status).toBe(202)
    }
    expect((await backend(authSaas, 'PUT', '/beta_features/domain', input)).status).toBe(202)
    expect((await backend(authSaas, 'PUT', '/beta_features/domain', { home_url: 'x' })).status).toBe(422)
    const portal = await (await visitor(authSaas)).call('GET', '/account_portal')
    expect(portal.body).toMatchObject({ object: 'account_portal', after_sign_in_url: 'http://localhost:3000' })
  })

  it('are checked behind a proxy, which forwards three headers', async ({ authSaas }) => {
    const { data } = await clerkOf(authSaas).domains.list()
    const [domain] = data
    const isHealthy = async (proxy_url: string) => {
      const checked = await backend(authSaas, 'POST', '/proxy_checks', { domain_id: domain?.id, proxy_url })
      expect(checked.json).toMatchObject({ object: 'proxy_check', domain_id: domain?.id, proxy_url })
      return checked.json['successful']
    }
    expect(await isHealthy(authSaas.url)).toBe(false)
    const headers = { 'clerk-proxy-url': authSaas.url, 'clerk-secret-key': 'sk_test_a', 'x-forwarded-for': '10.0.0.1' }
    const { createServer } = await import('node:http')
    const proxy = createServer((request, response) => {
      void fetch(`${authSaas.url}${request.url}`, { headers })
        .then(async (answer) => answer.text())
        .then((text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text))
    })
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
    const address = proxy.address()
    expect(await isHealthy(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)).toBe(true)
    expect(await isHealthy('https://proxy.example.com')).toBe(false)
    proxy.close()
    const health = await fetch(`${authSaas.url}/v1/proxy-health?domain_id=none`, { headers })
    expect(await health.json()).toMatchObject({ status: 'unhealthy' })
  })

  it('take a browser from a satellite to the primary domain and back', async ({ authSaas }) => {
    const satellite = { name: 'satellite.localhost', is_satellite: true }
    await backend(authSaas, 'POST', '/domains', satellite)
    const { cookies } = authSaas.signIn({ user: 'ada' })
    const token = cookies.find(({ name }) => name === '__client')?.value ?? ''
    const query = new URLSearchParams({ link_domain: satellite.name, redirect_url: 'http://satellite.localhost/a' })
    const headers = { cookie: `__client=${token}` }
    const there = await fetch(`${authSaas.url}/v1/client/sync?${query}`, { headers, redirect: 'manual' })
    expect(there.status).toBe(307)
    const target = there.headers.get('location') ?? ''
    expect(target).toMatch(/\/v1\/client\/link\?__clerk_token=/)
    const back = await fetch(target, { redirect: 'manual' })
    expect(back.headers.get('location')).toBe('http://satellite.localhost/a?__clerk_synced=true')
    expect(back.headers.get('set-cookie')).toContain(`__client=${token}`)
    query.set('link_domain', 'other.localhost')
    expect((await fetch(`${authSaas.url}/v1/client/sync?${query}`, { headers, redirect: 'manual' })).status).toBe(403)
    expect((await fetch(`${authSaas.url}/v1/client/link?__clerk_token=a.b.c`)).status).toBe(400)
  })
})

describe('the documents of the instance', () => {
  it('are those of applications on devices, and a page for servers of earlier majors', async ({
    authSaas: { url },
  }) => {
    const read = async (path: string) => (await fetch(url + path)).json() as Promise<unknown>
    expect(await read('/.well-known/assetlinks.json')).toEqual([])
    expect(await read('/.well-known/apple-app-site-association')).toEqual({ webcredentials: { apps: [] } })
    expect((await fetch(`${url}/.well-known/webauthn`)).status).toBe(404)
    const page = await fetch(`${url}/v1/public/interstitial?publishable_key=pk_test_a`)
    expect(await page.text()).toContain('data-clerk-publishable-key="pk_test_a"')
  })
})

describe('a browser', () => {
  it('gets a new client, its cookie, and clears what it keeps', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    const before = await ada.call('GET', '/client')
    const made = await ada.call('PUT', '/client')
    expect(made.response['id']).not.toBe(before.response['id'])
    expect((await ada.call('GET', '/me')).code).toBe('signed_out')
    expect(
      (await fetch(`${authSaas.url}/v1/dev_browser/init`, { headers: { origin: 'http://localhost' } })).status,
    ).toBe(200)
    const form = { method: 'POST', headers: { authorization: 'dvb_a' } }
    const set = await fetch(`${authSaas.url}/v1/dev_browser/set_first_party_cookie`, form)
    expect(set.headers.get('set-cookie')).toContain('__client=dvb_a')
    const cleared = await fetch(`${authSaas.url}/v1/clear-site-data`, { headers: { origin: 'http://localhost' } })
    expect(cleared.headers.get('clear-site-data')).toBe('"*"')
  })

  it('ends all of its sessions and keeps its client', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    const ended = await ada.call('DELETE', '/client/sessions')
    expect(ended.response).toMatchObject({ object: 'client', sessions: [] })
  })
})

describe('the signed-in user', () => {
  it('gives up the tokens of an external account', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    const [account] = (await ada.call('GET', '/me')).response['external_accounts'] as { id: string }[]
    const given = await ada.call('DELETE', `/me/external_accounts/${account?.id}/tokens`)
    expect(given.response).toMatchObject({ object: 'user', id: 'user_ada' })
  })

  it('gets a token of a template for a service', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    const { body } = await ada.call('POST', '/me/tokens', { service: 'hasura' })
    const [, claims = ''] = (body as { jwt: string }).jwt.split('.') // the vendor's answer
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ role: 'reader', sub: 'user_ada' })
    expect((await ada.call('POST', '/me/tokens', { service: 'none' })).status).toBe(404)
  })

  it('changes the metadata that is unsafe', async ({ authSaas }) => {
    const unsafe_metadata = JSON.stringify({ theme: 'dark' })
    const changed = await signedIn(authSaas, 'ada').call('PATCH', '/me/metadata', { unsafe_metadata })
    expect(changed.response).toMatchObject({ unsafe_metadata: { theme: 'dark' } })
  })
})

describe('the domains of an organization', () => {
  const base = '/organizations/org_acme/domains'
  const bulk = '/organizations/org_acme/domains/bulk'

  it('are made together, and owned when their records are published', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada', 'acme')
    const made = await ada.call('POST', bulk, { names: 'acme.com' })
    expect(made.response).toMatchObject({ data: [{ name: 'acme.com' }], errors: [] })
    const twice = await ada.call('POST', bulk, { names: 'acme.com' })
    const code = 'organization_domain_already_exists_same_organization'
    expect(twice.response).toEqual({ data: [], errors: [{ name: 'acme.com', code }] })
    const [{ id }] = made.response['data'] as [{ id: string }]
    expect((await ada.call('POST', `${base}/${id}/attempt_ownership_verification`)).code).toBe('verification_missing')
    const prepared = await ada.call('POST', `${base}/${id}/prepare_ownership_verification`)
    expect(prepared.response['ownership_verification']).toMatchObject({
      status: 'unverified',
      strategy: 'txt',
      txt_record_name: '_clerk-verification.acme.com',
      txt_record_value: expect.stringMatching(/^clerk-domain-verification=\w{43}$/),
    })
    const ids = { organization_domain_ids: id }
    const all = await ada.call('POST', `${base}/prepare_ownership_verification/bulk`, ids)
    expect(all.response).toMatchObject({ data: [{ id }], errors: [] })
    const owned = await ada.call('POST', `${base}/attempt_ownership_verification/bulk`, ids)
    expect(owned.response['data']).toMatchObject([{ ownership_verification: { status: 'verified', strategy: 'txt' } }])
    const unknown = { organization_domain_ids: 'orgdmn_none' }
    const refused = await ada.call('POST', `${base}/attempt_ownership_verification/bulk`, unknown)
    expect(refused.response).toEqual({ data: [], errors: [{ id: 'orgdmn_none', code: 'resource_not_found' }] })
    expect((await ada.call('GET', `/organizations/org_acme/domains/${id}`)).response).toMatchObject({
      name: 'acme.com',
    })
    expect((await ada.call('DELETE', `${base}/${id}`)).response).toMatchObject({ deleted: true })
  })

  it('have records that expire', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada', 'acme')
    const { response } = await ada.call('POST', base, { name: 'acme.com' })
    const path = `${base}/${String(response['id'])}`
    await ada.call('POST', `${path}/prepare_ownership_verification`)
    authSaas.clock.advance('8d')
    const late = signedIn(authSaas, 'ada', 'acme')
    expect((await late.call('POST', `${path}/attempt_ownership_verification`)).code).toBe('verification_expired')
    const shown = (await late.call('GET', path)).response['ownership_verification']
    expect(shown).toMatchObject({ status: 'expired', txt_record_value: null })
  })
})

describe('an organization', () => {
  it('has a logo, and revokes an invitation', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada', 'acme')
    expect((await ada.call('PUT', '/organizations/org_acme/logo', imageForm())).response).toMatchObject({
      has_image: true,
    })
    expect((await ada.call('DELETE', '/organizations/org_acme/logo')).status).toBe(200)
    const invited = await ada.call('POST', '/organizations/org_acme/invitations', {
      email_address: 'new@example.com',
      role: 'org:member',
    })
    const path = `/organizations/org_acme/invitations/${String(invited.response['id'])}/revoke`
    expect((await ada.call('POST', path)).response).toMatchObject({ status: 'revoked' })
  })
})

describe('an OAuth application', () => {
  it('has a logo, and another secret', async ({ authSaas }) => {
    const { data } = await clerkOf(authSaas).oauthApplications.list()
    const path = `/oauth_applications/${data[0]?.id}`
    const changed = await backend(authSaas, 'PUT', `/oauth_applications/${data[0]?.id}/logo`, imageForm())
    expect(changed.json['client_image_url']).toMatch(/\/images\/oa_\w+$/)
    expect((await fetch(String(changed.json['client_image_url']))).headers.get('content-type')).toBe('image/png')
    const revoked = await backend(authSaas, 'POST', `/oauth_applications/${data[0]?.id}/revoke_token`, { token: 'x' })
    expect(revoked.status).toBe(404)
    expect((await backend(authSaas, 'POST', `${path}/rotate_secret`)).json['client_secret']).toMatch(/^\w{32}$/)
  })
})

describe('a link to the admin portal', () => {
  it('is made for an organization, expires and is revoked', async ({ authSaas }) => {
    const input = { organization_id: 'org_acme', it_contact_id: 'it_1', scopes: ['sso'], seconds_until_expiration: 60 }
    const { status, json } = await backend(authSaas, 'POST', '/admin_portal_link_tokens', input)
    expect([status, json]).toMatchObject([
      201,
      {
        object: 'admin_portal_link_token',
        organization_id: 'org_acme',
        scopes: ['sso'],
        revoked: false,
        expired: false,
      },
    ])
    expect(json['token']).toMatch(/^\w{43}$/)
    expect(json['id']).toMatch(/^aplt_[0-9a-f]{32}$/)
    authSaas.clock.advance('2m')
    const path = `/admin_portal_link_tokens/${String(json['id'])}/revoke`
    const revoked = await backend(authSaas, 'POST', path, { revocation_reason: 'left' })
    expect(revoked.json).toMatchObject({ revoked: true, revocation_reason: 'left', expired: true })
    expect('token' in revoked.json).toBe(false)
    expect((await backend(authSaas, 'POST', '/admin_portal_link_tokens/none/revoke', {})).status).toBe(404)
  })
})

describe.for([
  ['the user', '/me/billing', 'cplan_pro', undefined],
  ['an organization', '/organizations/org_acme/billing', 'cplan_team', 'acme'],
] as const)('what %s pays', ([, base, plan, organization]) => {
  /** Confirms a checkout, and returns the subscription. */
  async function subscribe(browser: FrontendBrowser): Promise<string> {
    const begun = await browser.call('POST', `${base}/checkouts`, { plan_id: plan, plan_period: 'month' })
    const path = `${base}/checkouts/${String(begun.response['id'])}`
    expect((await browser.call('GET', path)).response).toMatchObject({ status: 'needs_confirmation' })
    expect((await browser.call('PATCH', path, { promo_code: '' })).status).toBe(200)
    const done = await browser.call('PATCH', `${path}/confirm`, { gateway: 'stripe', use_test_card: 'true' })
    return (done.response['subscription_item'] as { id: string }).id // the vendor's answer
  }

  it('is in its subscription, its statements and its cards, and ends with the period', async ({ authSaas }) => {
    const browser = signedIn(authSaas, 'ada', organization)
    const id = await subscribe(browser)
    const items = await browser.call('GET', `${base}/subscription_items`)
    expect(items.response).toMatchObject({ data: [{ id, status: 'active' }] })
    expect((await browser.call('GET', `${base}/subscription`)).response).toMatchObject({ subscription_items: [{ id }] })
    const [statement] = (await browser.call('GET', `${base}/statements`)).response['data'] as { id: string }[]
    expect((await browser.call('GET', `${base}/statements/${statement?.id}`)).response).toMatchObject(statement ?? {})
    const [attempt] = (await browser.call('GET', `${base}/payment_attempts`)).response['data'] as { id: string }[]
    const read = await browser.call('GET', `${base}/payment_attempts/${attempt?.id}`)
    expect(read.response).toMatchObject({ id: attempt?.id, status: 'paid' })

    const begun = await browser.call('POST', `${base}/payment_methods/initialize`, { gateway: 'stripe' })
    expect(begun.response['external_client_secret']).toMatch(/^seti_/)
    const card = { gateway: 'stripe', payment_token: 'pm_card_visa' }
    const method = String((await browser.call('POST', `${base}/payment_methods`, card)).response['id'])
    const chosen = await browser.call('PUT', `${base}/payers/default_payment_method`, { payment_method_id: method })
    expect(chosen.response).toMatchObject({ id: method, is_default: true })
    expect((await browser.call('GET', `${base}/payment_methods`)).response).toMatchObject({ total_count: 2 })
    expect((await browser.call('DELETE', `${base}/payment_methods/${method}`)).status).toBe(200)
    await browser.call('DELETE', `${base}/subscription_items/${id}`)
    const canceled = await browser.call('GET', `${base}/subscription_items`)
    expect(canceled.response).toMatchObject({ data: [{ id, status: 'canceled' }] })
  })
})

describe('the billing of an instance', () => {
  it('is read by a server', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    expect((await ada.call('GET', '/billing/plans/pro')).body).toMatchObject({ id: 'cplan_pro' })
    const begun = await ada.call('POST', '/me/billing/checkouts', { plan_id: 'cplan_pro', plan_period: 'month' })
    const path = `/me/billing/checkouts/${String(begun.response['id'])}/confirm`
    await ada.call('PATCH', path, { gateway: 'stripe', use_test_card: 'true' })
    const { json: items } = await backend(authSaas, 'GET', '/billing/subscription_items?payer_type=user&query=ada')
    expect(items).toMatchObject({ total_count: 1, data: [{ plan: { slug: 'pro' } }] })
    const [item] = items['data'] as [{ id: string }]
    const extended = await backend(authSaas, 'POST', `/billing/subscription_items/${item.id}/extend_free_trial`, {
      extend_to: '2030-01-01T00:00:00Z',
    })
    expect(extended.json).toMatchObject({ errors: [{ code: 'subscription_item_not_in_free_trial' }] })
    const { json: statements } = await backend(authSaas, 'GET', '/billing/statements')
    const [statement] = statements['data'] as [{ id: string }]
    const one = await backend(authSaas, 'GET', `/billing/statements/${statement.id}`)
    expect(one.json).toMatchObject({ object: 'commerce_statement', totals: { grand_total: { amount: 1000 } } })
    expect((await backend(authSaas, 'DELETE', `/billing/subscription_items/${item.id}`)).json).toMatchObject({
      status: 'canceled',
    })
  })
})

describe('users', () => {
  it('are banned together, and lose their credentials one by one', async ({ authSaas }) => {
    const both = { user_ids: ['user_ada', 'user_grace'] }
    expect((await backend(authSaas, 'POST', '/users/ban', both)).json).toMatchObject([
      { banned: true },
      { banned: true },
    ])
    expect((await backend(authSaas, 'POST', '/users/unban', both)).json).toMatchObject([{ banned: false }, {}])
    const status = async (method: string, path: string) => (await backend(authSaas, method, path)).status
    expect(await status('GET', '/users/user_ada/billing/subscription')).toBe(200)
    expect(await status('GET', '/organizations/org_acme/billing/subscription')).toBe(200)
    expect(await status('POST', '/users/user_ada/remove_password')).toBe(200)
    expect(await status('DELETE', '/users/user_ada/totp')).toBe(200)
    expect(await status('DELETE', '/users/user_ada/backup_code')).toBe(200)
    expect(await status('DELETE', '/users/user_ada/passkeys/idn_none')).toBe(404)
    expect(await status('DELETE', '/users/user_ada/web3_wallets/idn_none')).toBe(404)
    expect(await status('POST', '/users/user_ada/password/unset_compromised')).toBe(200)
    const phone = await backend(authSaas, 'PUT', '/users/user_ada/phone_number', { phone_number: '+15555550101' })
    expect(phone.status).toBe(200)
  })
})

describe('machines', () => {
  it('have secrets and scopes', async ({ authSaas }) => {
    const { machines } = clerkOf(authSaas)
    const [one, other] = [await machines.create({ name: 'One' }), await machines.create({ name: 'Other' })]
    const path = `/machines/${one.id}`
    const secret = await backend(authSaas, 'GET', `${path}/secret_key`)
    const rotated = await backend(authSaas, 'POST', `${path}/secret_key/rotate`, { previous_token_ttl: 0 })
    expect(rotated.json['secret']).not.toBe(secret.json['secret'])
    const scope = await backend(authSaas, 'POST', `/machines/${one.id}/scopes`, { to_machine_id: other.id })
    expect(scope.json).toMatchObject({ from_machine_id: one.id, to_machine_id: other.id })
    expect((await backend(authSaas, 'DELETE', `/machines/${one.id}/scopes/${other.id}`)).json).toMatchObject({
      deleted: true,
    })
  })
})

describe('the connections and directories of companies', () => {
  it('are made, read, changed and deleted', async ({ authSaas }) => {
    const connection = { name: 'Contoso', provider: 'saml_okta', domains: ['contoso.com'] }
    const made = await backend(authSaas, 'POST', '/saml_connections', {
      ...connection,
      domain: 'contoso.com',
      domains: undefined,
    })
    expect(made.status).toBe(200)
    const saml = String(made.json['id'])
    expect((await backend(authSaas, 'GET', '/saml_connections')).json).toMatchObject({ total_count: 1 })
    expect((await backend(authSaas, 'GET', `/saml_connections/${saml}`)).json).toMatchObject({ name: 'Contoso' })
    const renamed = await backend(authSaas, 'PATCH', `/saml_connections/${saml}`, { name: 'Other' })
    expect(renamed.json).toMatchObject({ name: 'Other' })
    expect((await backend(authSaas, 'DELETE', `/saml_connections/${saml}`)).json).toMatchObject({ deleted: true })

    const id = String((await backend(authSaas, 'POST', '/enterprise_connections', connection)).json['id'])
    expect((await backend(authSaas, 'GET', `/enterprise_connections/${id}`)).json).toMatchObject({
      id,
      name: 'Contoso',
    })
    const input = { enterprise_connection_id: id, provider: 'okta' }
    expect((await backend(authSaas, 'POST', '/scim_directories', input)).status).toBeLessThan(300)
    expect((await backend(authSaas, 'GET', '/scim_directories')).json).toMatchObject({ total_count: 1 })
    const { json } = await backend(authSaas, 'GET', '/directories')
    const [directory] = json['data'] as [{ id: string }]
    expect((await backend(authSaas, 'POST', '/directories', input)).status).toBeGreaterThanOrEqual(400)
    const path = `/directories/${directory.id}`
    expect((await backend(authSaas, 'GET', path)).json).toMatchObject({ id: directory.id })
    expect((await backend(authSaas, 'DELETE', `/directories/${directory.id}/group_role_mappings/none`)).status).toBe(
      400,
    )
    const mapping = `/scim_directories/${directory.id}/group_role_mappings/none`
    expect((await backend(authSaas, 'DELETE', mapping)).status).toBe(400)
    expect((await backend(authSaas, 'PATCH', `/directories/${directory.id}`, { name: 'Other' })).status).toBe(200)
    expect((await backend(authSaas, 'DELETE', `/enterprise_connections/${id}`)).json).toMatchObject({ deleted: true })
  })
})

describe('the waitlist and the sets of roles', () => {
  it('are changed by a server', async ({ authSaas }) => {
    const bulk = await backend(authSaas, 'POST', '/waitlist_entries/bulk', [{ email_address: 'new@example.com' }])
    const [entry] = bulk.json as unknown as [{ id: string }]
    const rejected = await backend(authSaas, 'POST', `/waitlist_entries/${entry.id}/reject`)
    expect(rejected.json).toMatchObject({ status: 'rejected' })
    expect((await backend(authSaas, 'DELETE', `/waitlist_entries/${entry.id}`)).json).toMatchObject({ deleted: true })
    const { json } = await backend(authSaas, 'GET', '/role_sets')
    const [set] = json['data'] as [{ id: string }]
    expect((await backend(authSaas, 'GET', `/role_sets/${set.id}`)).json).toMatchObject({ id: set.id })
    expect((await backend(authSaas, 'PATCH', `/role_sets/${set.id}`, { name: 'Ours' })).json).toMatchObject({
      name: 'Ours',
    })
    expect((await backend(authSaas, 'POST', `/role_sets/${set.id}/replace`, {})).status).toBe(422)
    expect((await backend(authSaas, 'POST', `/role_sets/${set.id}/roles`, {})).status).toBe(422)
  })
})

describe('tokens and secrets', () => {
  it('are verified and read by a server', async ({ authSaas }) => {
    const input = { name: 'CI', subject: 'user_ada' }
    const { json: key } = await backend(authSaas, 'POST', '/api_keys', input)
    const keyId = String(key['id'])
    const secret = await backend(authSaas, 'GET', `/api_keys/${keyId}/secret`)
    expect(secret.json['secret']).toMatch(/^ak_\w+$/)
    expect((await backend(authSaas, 'POST', '/api_keys/verify', { secret: secret.json['secret'] })).json).toMatchObject(
      input,
    )
    expect((await backend(authSaas, 'POST', '/m2m_tokens/verify', { token: 'mt_none' })).status).toBe(404)
    await backend(authSaas, 'POST', '/webhooks/svix')
    expect((await backend(authSaas, 'POST', '/webhooks/svix_url')).status).toBe(200)
  })

  it('are made for the session of a browser', async ({ authSaas }) => {
    const { sessionId, cookies } = authSaas.signIn({ user: 'ada' })
    const headers = { cookie: `__client=${cookies.find(({ name }) => name === '__client')?.value}` }
    const post = async (path: string) => fetch(`${authSaas.url}/v1${path}`, { method: 'POST', headers })
    expect(await (await post(`/client/sessions/${sessionId}/tokens`)).json()).toMatchObject({ object: 'token' })
    expect((await post(`/client/sessions/${sessionId}/tokens/hasura`)).status).toBe(200)
    expect((await post(`/client/sessions/${sessionId}/verify/prepare_second_factor`)).status).toBe(400)
    expect((await post(`/client/sign_ins/sia_none/prepare_second_factor`)).status).toBe(404)
    const accepted = await fetch(`${authSaas.url}/v1/tickets/accept?ticket=none`, { redirect: 'manual' })
    expect(accepted.status).toBeGreaterThanOrEqual(400)
  })
})

describe('an instance without a gateway of payments', () => {
  it('names no key of one', async () => {
    await using auth = await createEmulator({ service: 'auth-saas', port: 0 })
    const settings = await (await fetch(`${auth.url}/v1/environment?_is_native=1`)).json()
    expect(settings).toMatchObject({ commerce_settings: { billing: { stripe_publishable_key: null } } })
  })
})
