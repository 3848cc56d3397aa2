import { createPrivateKey } from 'node:crypto'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/core'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: { octocat: { login: 'octocat', scopes: ['repo'] } },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    apps: [{ app_id: 1, slug: 'taken-one' }],
  },
}))
const { it, octokit } = site

const manifest = {
  name: 'My App!',
  url: 'https://app.test',
  hook_attributes: { url: 'https://app.test/hooks' },
  redirect_url: 'http://localhost:3000/done',
  callback_urls: ['http://localhost:3000/callback'],
  default_permissions: { issues: 'write' as const },
  default_events: ['issues'],
}

/** Posts the form of the page that registers an app. */
function post(fields: Record<string, string>, route = 'POST /settings/apps/new?state=xyz') {
  const [method = '', path = ''] = route.split(' ')
  const body = new URLSearchParams({ manifest: JSON.stringify(manifest), ...fields })
  return fetch(`${site.codehost.url}${path}`, { method, body, redirect: 'manual' })
}

/** Registers the app as a user, and returns the parameters with which the browser comes back. */
async function register(user: string, route?: string) {
  const response = await post({ user }, route)
  expect(response.status).toBe(302)
  const location = new URL(response.headers.get('location') ?? '')
  expect(`${location.origin}${location.pathname}`).toBe(manifest.redirect_url)
  return Object.fromEntries(location.searchParams)
}

describe('the page for a manifest', () => {
  it('shows a manifest on a page, with what the app asks for and a button for each user', async () => {
    const response = await post({})
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain('Create GitHub App for octocat')
    expect(page).toContain('issues: write')
    expect(page).toContain('value="My App!"')
  })

  it('makes an app whose code is exchanged once for its key and secrets', async () => {
    const { code = '', state } = await register('octocat')
    expect(state).toBe('xyz')
    const { data } = await octokit().apps.createFromManifest({ code })
    expect(data).toMatchObject({
      slug: 'my-app',
      name: 'My App!',
      owner: { login: 'octocat' },
      permissions: { issues: 'write', metadata: 'read' },
      events: ['issues'],
      client_id: expect.stringMatching(/^Iv1\./) as string,
      client_secret: expect.stringMatching(/^[\da-f]{40}$/) as string,
      webhook_secret: expect.stringMatching(/^[\da-f]{40}$/) as string,
    })
    expect(data.pem).toMatch(/^-----BEGIN RSA PRIVATE KEY-----/)
    expect(createPrivateKey(data.pem).asymmetricKeyType).toBe('rsa')
    await expect(octokit().apps.createFromManifest({ code })).rejects.toMatchObject({ status: 404 })
  })

  it('makes an app that signs its requests, and can be installed', async () => {
    const { code = '' } = await register('octocat')
    const { data } = await octokit().apps.createFromManifest({ code })
    const vendor = new Octokit({ baseUrl: site.codehost.url }).request
    const auth = createAppAuth({ appId: data.id, privateKey: data.pem, request: vendor })
    const { data: app } = await vendor.defaults({ request: { hook: auth.hook } })('GET /app')
    expect(app).toMatchObject({ id: data.id, slug: 'my-app' })
    expect(site.codehost.installApp({ app: 'my-app', account: 'acme' }).installationId).toBeGreaterThan(0)
  })

  it('makes an app of an organization where one of its owners registers it there', async () => {
    const route = 'POST /organizations/acme/settings/apps/new'
    const { code = '', state } = await register('octocat', route)
    expect(state).toBeUndefined()
    expect((await octokit().apps.createFromManifest({ code })).data.owner).toMatchObject({ login: 'acme' })
    const page = await (await post({ user: 'hubber' }, route)).text()
    expect(page).not.toContain('for hubber')
  })

  it('gives the app the name that is typed, unless it is taken', async () => {
    const response = await post({ user: 'octocat', name: 'Taken One' })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Name is already taken.')
  })

  it('refuses a manifest with what is wrong in it', async () => {
    const response = await post({ manifest: JSON.stringify({ name: 'x', redirect_url: 'http://localhost' }) })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('url')
  })

  it('makes a code that expires after an hour', async () => {
    const { code = '' } = await register('octocat')
    site.codehost.clock.advance(3_600_000)
    await expect(octokit().apps.createFromManifest({ code })).rejects.toMatchObject({ status: 404 })
  })
})
