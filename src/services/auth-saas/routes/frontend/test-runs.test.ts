import { describe, expect, onTestFinished } from 'vitest'
import { authSaasTest, backend, people, type RunningAuthSaas } from '#auth-saas/auth-saas.fixture.ts'
import { createEmulator } from '#emulator.ts'
import { signedIn } from './frontend.fixture.ts'

const it = authSaasTest({ seed: { 'auth-saas': { ...people, settings: { self_serve_sso: true } } } })

/** Makes a connection that is not active, and returns its id. */
async function connectionOf(auth: RunningAuthSaas, members: object): Promise<string> {
  const input = { name: 'Example', domains: ['example.com'], ...members }
  return String((await backend(auth, 'POST', '/enterprise_connections', input)).json['id'])
}

/** Follows the redirects from an address to a page, and returns it with its address. */
async function follow(url: string, options: RequestInit = {}) {
  const answer = await fetch(url, options)
  return { url: answer.url, status: answer.status, text: await answer.text() }
}

describe('a test run of an enterprise connection', () => {
  it('asks the provider who somebody is, signs nobody in, and shows the result', async ({ authSaas }) => {
    const id = await connectionOf(authSaas, { provider: 'saml_okta' })
    const path = `/enterprise_connections/${id}/test_runs`
    const { json } = await backend(authSaas, 'POST', `/enterprise_connections/${id}/test_runs`)
    expect(Object.keys(json)).toEqual(['url'])
    const begun = await fetch(String(json['url']), { redirect: 'manual' })
    expect(begun.status).toBe(301)
    expect((await backend(authSaas, 'GET', path)).json).toMatchObject({ total_count: 1, data: [{ status: 'pending' }] })

    const provider = await follow(begun.headers.get('location') ?? '')
    const answer = (form: Record<string, string>) =>
      follow(provider.url, { method: 'POST', body: new URLSearchParams(form) })
    expect((await answer({ email: 'eve@elsewhere.com' })).text).toContain('is not an address of example.com')
    const result = await answer({ email: 'ada@example.com' })
    expect(result.text).toContain('The test succeeded')
    expect(new URL(result.url).pathname).toMatch(/\/v1\/enterprise_connections\/entconn_\w+\/test_runs\/\w+$/)
    const run = new URL(result.url).pathname.split('/').at(-1)
    expect((await fetch(`${authSaas.url}/v1/enterprise_connections/${id}/test_runs/${run}?token=x`)).status).toBe(404)
    const { json: list } = await backend(authSaas, 'GET', `${path}?status=success&limit=1`)
    expect(list).toEqual({
      data: [
        {
          id: expect.any(String),
          status: 'success',
          connection_type: 'saml',
          parsed_user_info: { email_address: 'ada@example.com', user_id: 'ada@example.com' },
          logs: [
            { level: 'info', code: expect.any(String), short_message: expect.any(String), message: expect.any(String) },
          ],
          saml: {},
          oauth: null,
          created_at: expect.any(Number),
        },
      ],
      total_count: 1,
    })
    expect((await backend(authSaas, 'GET', `${path}?status=failed`)).json).toEqual({ data: [], total_count: 0 })
    expect((await backend(authSaas, 'GET', '/sessions?user_id=user_ada')).json).toEqual([])
  })

  it('has the tokens of a provider of OpenID Connect, and says why it has failed', async ({ authSaas }) => {
    const oidc = { client_id: 'clerk', client_secret: 'secret' }
    const section = { users: [{ login: 'ada@example.com', firstName: 'Ada' }], apps: [{ name: 'Clerk', ...oidc }] }
    const provider = await createEmulator({ service: 'oidc-d', port: 0, seed: { 'oidc-d': section } })
    onTestFinished(() => provider.close())
    const discovery = { ...oidc, discovery_url: `${provider.url}/.well-known/openid-configuration` }
    const id = await connectionOf(authSaas, { provider: 'oidc_custom', oidc: discovery })
    const run = async (form: Record<string, string>) => {
      const { json } = await backend(authSaas, 'POST', `/enterprise_connections/${id}/test_runs`)
      const { url } = await follow(String(json['url']))
      return follow(url, { method: 'POST', body: new URLSearchParams(form) })
    }
    expect((await run({ user: 'ada@example.com' })).text).toContain('The test succeeded')
    const { json } = await backend(authSaas, 'GET', `/enterprise_connections/${id}/test_runs`)
    expect(json).toMatchObject({
      data: [
        {
          connection_type: 'oauth',
          parsed_user_info: { email_address: 'ada@example.com', first_name: 'Ada' },
          oauth: { id_token: expect.stringMatching(/^eyJ/), access_token: expect.any(String) },
          saml: null,
        },
      ],
    })
    await provider.close()
    const { json: next } = await backend(authSaas, 'POST', `/enterprise_connections/${id}/test_runs`)
    expect((await follow(String(next['url']))).text).toContain('The test failed')
    const failed = await backend(authSaas, 'GET', `/enterprise_connections/${id}/test_runs?status=failed`)
    expect(failed.json).toMatchObject({ data: [{ parsed_user_info: null, logs: [{ level: 'error' }] }] })
  })

  it('begins with a ticket of its connection for ten minutes', async ({ authSaas }) => {
    const id = await connectionOf(authSaas, { provider: 'saml_okta' })
    const other = await connectionOf(authSaas, { provider: 'saml_okta', domains: ['other.com'] })
    const url = String((await backend(authSaas, 'POST', `/enterprise_connections/${id}/test_runs`)).json['url'])
    expect((await fetch(url.replace(id, other), { redirect: 'manual' })).status).toBe(400)
    const elsewhere = `${authSaas.url}/v1/enterprise_connections/${id}/init_test_run?ticket=x`
    expect((await fetch(elsewhere, { redirect: 'manual' })).status).toBe(400)
    authSaas.clock.advance('11m')
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400)
    expect((await backend(authSaas, 'POST', '/enterprise_connections/entconn_none/test_runs')).status).toBe(404)
  })

  it('is begun by the administrators of an organization', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada@example.com', 'org_acme')
    const form = { provider: 'saml_okta', domains: 'acme.test' }
    const made = await ada.call('POST', '/organizations/org_acme/enterprise_connections', form)
    const path = `/organizations/org_acme/enterprise_connections/${String(made.response['id'])}/test_runs`
    const begun = await ada.call('POST', path)
    await follow(String(begun.response['url']))
    expect((await ada.call('GET', path)).response).toMatchObject({ data: [{ status: 'pending' }], total_count: 1 })
    const grace = signedIn(authSaas, 'grace@example.com', 'org_acme')
    expect((await grace.call('POST', path)).status).toBe(403)
  })
})

describe('the enterprise connection of a user', () => {
  it('is made, changed, tested and deleted by a person of its domain', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada@example.com')
    const refused = await ada.call('POST', '/me/enterprise_connections', {
      provider: 'saml_okta',
      domains: 'other.com',
    })
    expect(refused.code).toBe('form_param_value_invalid')
    const form = { provider: 'saml_okta', domains: 'example.com', organization_id: 'org_acme' }
    expect((await signedIn(authSaas, 'grace').call('POST', '/me/enterprise_connections', form)).status).toBe(403)
    const made = await ada.call('POST', '/me/enterprise_connections', form)
    expect(made).toMatchObject({ status: 201, response: { name: 'example.com', organization_id: 'org_acme' } })
    const path = `/me/enterprise_connections/${String(made.response['id'])}`
    const changed = await ada.call('PATCH', path, { name: 'Ours', organization_id: '' })
    expect(changed.response).toMatchObject({ name: 'Ours', domains: ['example.com'] })
    const begun = await ada.call('POST', `${path}/test_runs`)
    await follow(String(begun.response['url']))
    expect((await ada.call('GET', `${path}/test_runs`)).response).toMatchObject({ total_count: 1 })
    const stranger = signedIn(
      authSaas,
      (
        await backend(authSaas, 'POST', '/users', {
          email_address: ['eve@elsewhere.com'],
          password: 'correct-horse-battery',
        })
      ).json['id'] as string,
    ) // the vendor's user
    expect((await stranger.call('DELETE', path)).code).toBe('resource_not_found')
    expect(
      (await ada.call('DELETE', `/me/enterprise_connections/${String(made.response['id'])}`)).response,
    ).toMatchObject({ deleted: true })
  })
})
