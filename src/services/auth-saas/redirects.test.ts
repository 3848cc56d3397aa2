import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clerkOf, people, startAuthSaas, type RunningAuthSaas } from './auth-saas.fixture.ts'

// Any page can open a URL of the instance in the browser of somebody who is signed in.

const HOME = 'https://home.example/start'

let auth: RunningAuthSaas
beforeAll(async () => {
  const section = { ...people, settings: { home_url: HOME } }
  auth = await startAuthSaas({ allowOrigins: ['https://app.example'], seed: { 'auth-saas': section } })
})
afterAll(() => auth.close())
beforeEach(() => auth.reset())

/** Opens a path as a browser does in which Ada is signed in; returns the status, the target and the text. */
async function open(path: string, redirectUrl: string) {
  const { cookies } = auth.signIn({ user: 'user_ada' })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const url = `${auth.url}${path}${path.includes('?') ? '&' : '?'}redirect_url=${encodeURIComponent(redirectUrl)}`
  const answer = await fetch(url, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
  return { status: answer.status, target: answer.headers.get('location'), text: await answer.text() }
}

const PATHS = ['/v1/client/handshake', '/sign-in', '/sign-up', '/user', '/organization', '/sign-out']

describe('a redirect_url in the query', () => {
  it.each(PATHS)('of a stranger is refused, with what to do about it: %s', async (path) => {
    for (const stranger of ['http://evil.example/', 'https://app.example.evil.example/', 'https://localhost.evil/']) {
      const { status, target, text } = await open(path, stranger)
      expect([status, target]).toEqual([400, null])
      expect(text).toContain('resource_mismatch')
      expect(text).toContain(`--allow-origin ${new URL(stranger).origin}`)
    }
  })

  it.each(['http://localhost:3000/a', 'http://127.0.0.1/', 'https://app.example/a?b=c', 'https://home.example/other'])(
    'may be on this machine, of allowOrigins or of the seed: %s',
    async (url) => {
      const { status, target } = await open('/v1/client/handshake', url)
      expect(status).toBe(307)
      expect(target?.startsWith(url)).toBe(true)
      expect((await open('/sign-in', url)).target?.startsWith(url)).toBe(true)
    },
  )

  it('may be one that the server of the application has registered, or on a domain of it', async () => {
    const clerk = clerkOf(auth)
    await clerk.redirectUrls.createRedirectUrl({ url: 'https://registered.example/back' })
    await clerk.domains.add({ name: 'satellite.example', is_satellite: true, proxy_url: null })
    for (const url of [
      'https://registered.example/back?a=b',
      'https://satellite.example/',
      'https://www.satellite.example/',
    ]) {
      expect((await open('/v1/client/handshake', url)).status).toBe(307)
    }
    for (const url of ['https://registered.example/', 'https://notsatellite.example/']) {
      expect((await open('/v1/client/handshake', url)).status).toBe(400)
    }
  })

  it('of a ticket is refused too, but not what the invitation itself names', async () => {
    const clerk = clerkOf(auth)
    const { url = '' } = await clerk.invitations.createInvitation({
      emailAddress: 'new@example.com',
      redirectUrl: 'https://elsewhere.example/welcome',
    })
    const { pathname, search } = new URL(url)
    const answer = await fetch(auth.url + pathname + search, { redirect: 'manual' })
    expect(answer.headers.get('location')).toContain('https://elsewhere.example/welcome?__clerk_ticket=')
    expect((await open(pathname + search, 'https://evil.example/')).status).toBe(400)
    expect((await open(pathname + search, '/welcome')).target).toContain(`${auth.url}/welcome?__clerk_ticket=`)
    expect((await open(pathname + search, 'http://')).status).toBe(303)
  })
})
