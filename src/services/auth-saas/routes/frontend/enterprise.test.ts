import type { ClerkClient } from '@clerk/backend'
import { describe, expect } from 'vitest'
import { authSaasTest, clerkOf, clients, codeOf, startAuthSaas } from '#auth-saas/auth-saas.fixture.ts'
import { createEmulator } from '#emulator.ts'
import { visitor, type FrontendBrowser } from './frontend.fixture.ts'

const CLIENT = { client_id: 'clerk', client_secret: 'clerk-secret' }
const SSO = 'http://localhost:3000/sso-callback'

const seed = {
  'auth-saas': {
    users: [{ id: 'user_ada', email_addresses: ['ada@contoso.com'], password: 'correct-horse-battery' }],
    organizations: [
      { id: 'org_contoso', name: 'Contoso', slug: 'contoso', members: [{ email: 'user_ada', role: 'org:admin' }] },
    ],
    settings: { sign_up_mode: 'restricted' as const },
  },
}

const it = authSaasTest({ seed })

/** The members of a verification that these tests read. */
interface Shown {
  readonly status: string
  readonly error?: { readonly code: string }
  readonly external_verification_redirect_url: string
}

const firstFactorOf = ({ response }: { response: Record<string, unknown> }): Shown =>
  response['first_factor_verification'] as Shown // the vendor's answer

/** Identity providers of the same run, each with two people of Contoso and one of another company. */
const providers = {
  'oidc-c': async () => {
    const section = {
      tenant: '8f2c4d1e-90ab-4c3d-8e7f-0123456789ab',
      users: [
        { email: 'ada@contoso.com', given_name: 'Augusta', family_name: 'King' },
        { email: 'lin@contoso.com', name: 'Lin Ma' },
        { email: 'eve@elsewhere.com', name: 'Eve' },
      ],
      oauth_clients: [CLIENT],
    }
    const emulator = await createEmulator({ service: 'oidc-c', port: 0, seed: { 'oidc-c': section } })
    return { emulator, discovery: `${emulator.url}/${section.tenant}/v2.0/.well-known/openid-configuration` }
  },
  'oidc-d': async () => {
    const section = {
      users: [
        { login: 'ada@contoso.com', firstName: 'Augusta', lastName: 'King' },
        { login: 'lin@contoso.com', firstName: 'Lin', lastName: 'Ma' },
        { login: 'eve@elsewhere.com', firstName: 'Eve', lastName: 'Doe' },
      ],
      apps: [{ name: 'Clerk', ...CLIENT }],
    }
    const emulator = await createEmulator({ service: 'oidc-d', port: 0, seed: { 'oidc-d': section } })
    return { emulator, discovery: `${emulator.url}/.well-known/openid-configuration` }
  },
}

/** Follows the redirects from an attempt to the provider, chooses a person there, and returns where it all ends. */
async function chooseAt(url: string, email: string): Promise<URL> {
  const toProvider = await fetch(url, { redirect: 'manual' })
  expect(await toProvider.clone().text()).toBe('')
  const body = new URLSearchParams({ user: email })
  const chosen = await fetch(toProvider.headers.get('location') ?? '', { method: 'POST', body, redirect: 'manual' })
  const back = await fetch(chosen.headers.get('location') ?? '', { redirect: 'manual' })
  expect([back.status, await back.clone().text()]).toEqual([303, ''])
  return new URL(back.headers.get('location') ?? '')
}

const begin = (browser: FrontendBrowser, identifier: string) =>
  browser.call('POST', '/client/sign_ins', { strategy: 'enterprise_sso', identifier, redirect_url: SSO })

describe.each(Object.entries(providers))('a company that signs in at %s', (_name, start) => {
  it('lets its people in, the new ones as well, into its organization', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const { emulator, discovery } = await start()
    try {
      await clerk.enterpriseConnections.createEnterpriseConnection({
        name: 'Contoso',
        provider: 'oidc_custom',
        domains: ['contoso.com'],
        organizationId: 'org_contoso',
        active: true,
        oidc: { clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret, discoveryUrl: discovery },
      })
      const ada = await visitor(authSaas)
      const begun = await begin(ada, 'ada@contoso.com')
      expect(begun.response).toMatchObject({
        status: 'needs_first_factor',
        supported_first_factors: [{ strategy: 'enterprise_sso', enterprise_connection_name: 'Contoso' }],
      })
      const end = await chooseAt(firstFactorOf(begun).external_verification_redirect_url, 'ada@contoso.com')
      expect(end.href).toBe(SSO)
      const { response } = await ada.call('GET', `/client/sign_ins/${String(begun.response['id'])}`)
      expect(response).toMatchObject({ status: 'complete' })
      expect(await clerk.users.getUser('user_ada')).toMatchObject({
        firstName: 'Augusta',
        lastName: 'King',
        enterpriseAccounts: [
          {
            emailAddress: 'ada@contoso.com',
            protocol: 'oauth',
            provider: 'oidc_custom',
            verification: { status: 'verified', strategy: 'oauth_custom_contoso' },
          },
        ],
      })

      const lin = await visitor(authSaas)
      const first = await begin(lin, 'lin@contoso.com')
      await chooseAt(firstFactorOf(first).external_verification_redirect_url, 'lin@contoso.com')
      const unknown = await lin.call('GET', `/client/sign_ins/${String(first.response['id'])}`)
      expect(firstFactorOf(unknown)).toMatchObject({ status: 'transferable' })
      // Nobody else can sign up by themselves.
      const signedUp = await lin.call('POST', '/client/sign_ups', { transfer: 'true' })
      expect(signedUp.response).toMatchObject({ status: 'complete', external_account_strategy: 'enterprise_sso' })
      const userId = String(signedUp.response['created_user_id'])
      expect(await clerk.users.getUser(userId)).toMatchObject({ firstName: 'Lin', lastName: 'Ma' })
      const members = await clerk.organizations.getOrganizationMembershipList({ organizationId: 'org_contoso' })
      expect(members.data.map(({ publicUserData }) => publicUserData?.userId)).toContain(userId)

      const other = await visitor(authSaas)
      const wrong = await begin(other, 'lin@contoso.com')
      await chooseAt(firstFactorOf(wrong).external_verification_redirect_url, 'eve@elsewhere.com')
      const failed = await other.call('GET', `/client/sign_ins/${String(wrong.response['id'])}`)
      expect(firstFactorOf(failed)).toMatchObject({
        status: 'failed',
        error: { code: 'enterprise_sso_email_address_domain_mismatch' },
      })
    } finally {
      await emulator.close()
    }
  })
})

describe('the address of a company', () => {
  it('signs in with no password, and any other address at no company', async ({ authSaas }) => {
    const connection = { name: 'Contoso', provider: 'saml_okta' as const, domains: ['contoso.com'], active: true }
    await clerkOf(authSaas).enterpriseConnections.createEnterpriseConnection(connection)
    const browser = await visitor(authSaas)
    const given = { identifier: 'ada@contoso.com', password: 'correct-horse-battery' }
    expect((await browser.call('POST', '/client/sign_ins', given)).code).toBe('strategy_for_user_invalid')
    const named = await browser.call('POST', '/client/sign_ins', { identifier: 'ada@contoso.com' })
    const path = `/client/sign_ins/${String(named.response['id'])}`
    const forms = {
      prepare_first_factor: { strategy: 'email_code' },
      attempt_first_factor: { strategy: 'email_code', code: '424242' },
    }
    for (const [verb, form] of Object.entries(forms)) {
      expect((await browser.call('POST', `${path}/${verb}`, form)).code).toBe('strategy_for_user_invalid')
    }
    expect((await begin(browser, 'ada@example.com')).code).toBe('strategy_for_user_invalid')
    const environment = (await (await fetch(`${authSaas.url}/v1/environment`)).json()) as { user_settings: object }
    expect(environment.user_settings).toMatchObject({ enterprise_sso: { enabled: true } })
  })

  it('leads to a page of this instance where the seed names no provider', async () => {
    const section = {
      ...seed['auth-saas'],
      enterprise_connections: [
        { name: 'Contoso', provider: 'saml_okta' as const, domains: ['contoso.com'], organization: 'contoso' },
      ],
    }
    await using auth = await startAuthSaas({ seed: { 'auth-saas': section } })
    const form = { identifier: 'new@contoso.com', step: 'password' }
    const first = await fetch(`${auth.url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    const page = first.headers.get('location') ?? ''
    const cookie = first.headers.get('set-cookie') ?? ''
    expect(await (await fetch(page)).text()).toContain('Sign in to Contoso')
    const choose = (email: string) =>
      fetch(page, { method: 'POST', body: new URLSearchParams({ email }), redirect: 'manual' })
    expect(await (await choose('eve@elsewhere.com')).text()).toContain('is not an address of contoso.com')
    const back = (await choose('new@contoso.com')).headers.get('location') ?? ''
    const next = await fetch(back, { headers: { cookie }, redirect: 'manual' })
    const end = await fetch(next.headers.get('location') ?? '', { headers: { cookie }, redirect: 'manual' })
    expect(end.headers.get('location')).toBe(`${auth.url}/user`)
    const users = await clerkOf(auth).users.getUserList({ emailAddress: ['new@contoso.com'] })
    expect(users.data[0]).toMatchObject({
      emailAddresses: [{ verification: { strategy: 'saml' } }],
      enterpriseAccounts: [{ protocol: 'saml', provider: 'saml_okta', verification: { strategy: 'saml' } }],
    })
  })

  it('leads to an error where the provider cannot be asked', async ({ authSaas }) => {
    const oidc = {
      clientId: 'x',
      clientSecret: 'y',
      discoveryUrl: 'https://idp.example/.well-known/openid-configuration',
    }
    const given = { name: 'C', provider: 'oidc_custom' as const, domains: ['contoso.com'], active: true, oidc }
    await clerkOf(authSaas).enterpriseConnections.createEnterpriseConnection(given)
    const begun = await begin(await visitor(authSaas), 'ada@contoso.com')
    const page = await fetch(firstFactorOf(begun).external_verification_redirect_url)
    expect([page.status, await page.text()]).toEqual([
      400,
      expect.stringContaining('idp.example is not on this machine'),
    ])
    const unknown = await fetch(`${authSaas.url}/v1/oauth_callback?state=none&code=1`)
    expect(unknown.status).toBe(404)
  })
})

describe('enterprise connections', () => {
  it('are created, listed, read, changed and deleted', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const made = await clerk.enterpriseConnections.createEnterpriseConnection({
      name: 'Contoso',
      provider: 'oidc_custom',
      domains: ['contoso.com'],
      oidc: { clientId: 'one', discoveryUrl: 'http://localhost:1/.well-known/openid-configuration' },
    })
    expect(made).toMatchObject({ active: false, domains: ['contoso.com'], oauthConfig: { clientId: 'one' } })
    const { id } = made
    const second = { name: 'Two', provider: 'saml_custom' as const, domains: ['contoso.com'] }
    expect(await codeOf(clerk.enterpriseConnections.createEnterpriseConnection(second))).toBe('form_identifier_exists')
    const changed = await clerk.enterpriseConnections.updateEnterpriseConnection(id, { name: 'New', active: true })
    expect(changed).toMatchObject({ name: 'New', active: true, domains: ['contoso.com'] })
    expect((await clerk.enterpriseConnections.getEnterpriseConnection(id)).name).toBe('New')
    expect((await clerk.enterpriseConnections.getEnterpriseConnectionList({ active: true })).totalCount).toBe(1)
    await clerk.enterpriseConnections.deleteEnterpriseConnection(id)
    expect(await codeOf(clerk.enterpriseConnections.getEnterpriseConnection(id))).toBe('resource_not_found')
    expect((await clerk.enterpriseConnections.createEnterpriseConnection(second)).name).toBe('Two')
  })
})

describe.each(clients)('enterprise connections by SAML with %s', (_name, clientOf) => {
  let clerk: ClerkClient
  it.beforeEach(({ authSaas }) => {
    clerk = clientOf(authSaas)
  })

  it('are created, listed, read, changed and deleted by the older operations', async () => {
    const made = await clerk.samlConnections.createSamlConnection({
      name: 'Contoso',
      provider: 'saml_okta',
      domain: 'contoso.com',
      attributeMapping: { userId: 'uid', emailAddress: 'mail', firstName: 'f', lastName: 'l' },
    })
    expect(made).toMatchObject({ active: false, provider: 'saml_okta', attributeMapping: { userId: 'uid' } })
    const activate = (more: object) => clerk.samlConnections.updateSamlConnection(made.id, { active: true, ...more })
    expect(await codeOf(activate({}))).toBe('saml_connection_cant_be_activated')
    expect(await activate({ idpSsoUrl: 'https://idp.example/sso' })).toMatchObject({ active: true })
    expect((await clerk.samlConnections.getSamlConnection(made.id)).acsUrl).toContain(`/v1/saml/acs/${made.id}`)
    expect((await clerk.samlConnections.getSamlConnectionList()).totalCount).toBe(1)
    await clerk.samlConnections.deleteSamlConnection(made.id)
    expect(await codeOf(clerk.samlConnections.getSamlConnection(made.id))).toBe('resource_not_found')
  })
})
