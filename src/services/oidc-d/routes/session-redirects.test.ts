import { OktaAuth } from '@okta/okta-auth-js'
import { describe, expect } from 'vitest'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite({
  trusted_origins: [{ origin: 'https://shop.example.com' }, { origin: 'http://localhost:3001', scopes: ['CORS'] }],
})
const { it } = site

async function open(path: string, query: Record<string, string>, cookie = '') {
  const url = `${site.emulator.url}${path}?${new URLSearchParams(query).toString()}`
  const { status, headers } = await fetch(url, { redirect: 'manual', headers: { cookie } })
  return { status, location: headers.get('location'), cookie: headers.get('set-cookie')?.split(';', 1).join('') ?? '' }
}

/** Signs in with okta-auth-js, and opens the address to which it would send the browser. */
async function begin(redirectUrl: string) {
  const auth = new OktaAuth({ issuer: `${site.emulator.url}/oauth2/default`, clientId: 'web-app' })
  const { sessionToken = '' } = await auth.signInWithCredentials({
    username: 'ada@example.com',
    password: 'Analytical1843',
  })
  const query = { checkAccountSetupComplete: 'true', token: sessionToken, redirectUrl }
  return { query, ...(await open('/login/sessionCookieRedirect', query)) }
}

const session = async (cookie: string) => (await site.send('GET', '/api/v1/sessions/me', undefined, { cookie })).status

describe('/login/sessionCookieRedirect', () => {
  it('begins the session of a session token, and goes on to a trusted page', async () => {
    const { status, location, cookie, query } = await begin('https://shop.example.com/account')
    expect([status, location]).toEqual([302, 'https://shop.example.com/account'])
    expect(await session(cookie)).toBe(200)
    expect((await open('/login/sessionCookieRedirect', query)).status).toBe(400)
  })

  it.for(['https://other.example.com/', 'http://localhost:3001/', 'javascript:alert(1)', '/account', ''])(
    'does not go to %j, which is no page of an origin with the scope REDIRECT',
    async (address) => {
      expect(await begin(address)).toMatchObject({ status: 400, location: null, cookie: '' })
    },
  )
})

describe('/login/signout', () => {
  it('ends the session, and goes on to a trusted page', async () => {
    const { cookie } = await begin('https://shop.example.com/')
    const { status, location } = await open('/login/signout', { fromURI: 'https://shop.example.com/bye' }, cookie)
    expect([status, location]).toEqual([302, 'https://shop.example.com/bye'])
    expect(await session(cookie)).toBe(404)
  })

  it('shows a page without an address, and refuses one that is not trusted', async () => {
    const { cookie } = await begin('https://shop.example.com/')
    expect(await open('/login/signout', { fromURI: 'https://other.example.com/' }, cookie)).toMatchObject({
      status: 400,
    })
    expect(await session(cookie)).toBe(200)
    expect(await open('/login/signout', {}, cookie)).toMatchObject({ status: 200, location: null })
    expect(await session(cookie)).toBe(404)
  })
})
