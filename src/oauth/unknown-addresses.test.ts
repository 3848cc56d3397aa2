import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'

// Without registered applications every address is accepted, so that links of any page lead here.
let google: Emulator<'oidc-a'>
let microsoft: Emulator<'oidc-c'>
beforeAll(async () => {
  const options = { port: 0, allowOrigins: ['https://app.example'] }
  google = await createEmulator({
    service: 'oidc-a',
    ...options,
    seed: { 'oidc-a': { users: [{ email: 'ada@example.com' }] } },
  })
  microsoft = await createEmulator({ service: 'oidc-c', ...options })
})
afterAll(() => Promise.all([google.close(), microsoft.close()]))

describe('a request that no person sees a page of', () => {
  const link = (redirect_uri: string, more: Record<string, string> = {}): string =>
    `${google.url}/o/oauth2/v2/auth?${new URLSearchParams({ client_id: 'app', response_type: 'code', scope: 'openid', redirect_uri, ...more }).toString()}`

  /** Signs ada in, and returns the cookie of her browser. */
  const signIn = async (): Promise<string> => {
    const body = new URLSearchParams({ user: 'ada@example.com' })
    const answer = await fetch(link('http://localhost:3000/cb'), { method: 'POST', body, redirect: 'manual' })
    expect(answer.status).toBe(302)
    return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  }
  const silently = async (uri: string): Promise<Response> => {
    const cookie = await signIn()
    return fetch(link(uri, { prompt: 'none' }), { headers: { cookie }, redirect: 'manual' })
  }

  it.for(['http://localhost:3000/cb', 'https://app.example/cb', 'com.example.app:/cb'])('answers %s', async (uri) => {
    const answer = await silently(uri)
    expect([answer.status, answer.headers.get('location')?.startsWith(`${uri}?`)]).toEqual([302, true])
    expect(answer.headers.get('location')).toContain('code=')
  })

  it('sends no code to a site that only the request names', async () => {
    const answer = await silently('https://evil.example/cb')
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(await answer.text()).toContain('redirect_uri https://evil.example/cb is at no known origin')
  })

  it('is none where a person chooses, who sees the address', async () => {
    expect((await fetch(link('https://evil.example/cb'))).status).toBe(200)
  })
})

describe('the end of a session', () => {
  const leave = (uri: string): Promise<Response> =>
    fetch(
      `${microsoft.url}/common/oauth2/v2.0/logout?${new URLSearchParams({ post_logout_redirect_uri: uri }).toString()}`,
      { redirect: 'manual' },
    )

  it('leads to known origins, and to no other site that only the request names', async () => {
    for (const uri of ['http://localhost:3000/bye', 'https://app.example/bye']) {
      expect((await leave(uri)).headers.get('location')).toBe(uri)
    }
    const refused = await leave('https://evil.example/bye')
    expect([refused.status, refused.headers.get('location')]).toEqual([400, null])
  })
})
