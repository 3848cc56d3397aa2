import { describe, expect, it } from 'vitest'
import { describeIf, itIf } from './conditions.ts'
import { answerIn, fieldsOf, plain, S256, type Changes, type Rig } from './rig.ts'

/** Checks the authorization endpoint and its page. */
export function authorizationChecks(rig: Rig): void {
  const { sample } = rig
  const { client, other, people } = sample
  const [ann, bob] = people

  describe('an authorization request that is answered by a page, never by a redirect', () => {
    const { id, redirectUri } = client
    const cases: [string, Changes, string][] = [
      ['no client_id', { client_id: null }, 'client_id is missing'],
      [
        'a client_id that is not registered',
        { client_id: `${id}x` },
        `client_id ${id}x is not registered, did you mean ${id}?`,
      ],
      [
        'a redirect_uri that is not registered',
        { redirect_uri: 'http://localhost:9/elsewhere' },
        `redirect_uri http://localhost:9/elsewhere is not registered for ${id}; registered: ${redirectUri}`,
      ],
      ['the redirect_uri of another client', { redirect_uri: other.redirectUri }, 'is not registered'],
      ['a redirect_uri with a fragment', { redirect_uri: `${redirectUri}#x` }, 'has a fragment'],
      ['a redirect_uri that is no absolute address', { redirect_uri: '/cb' }, 'not an absolute URI'],
      ['a redirect_uri that would run as a script', { redirect_uri: 'javascript:alert(1)' }, 'is not registered'],
      ...sample.strangeRedirects.map((uri): [string, Changes, string] => [
        `the redirect_uri ${uri}`,
        { redirect_uri: uri },
        `redirect_uri ${uri} is not registered`,
      ]),
    ]
    it.each(cases)('has %s', async (_what, changes, words) => {
      for (const response of [await rig.open(changes), await rig.post({ user: ann.handle }, changes)]) {
        const text = plain(await response.text())
        expect([400, 401, 404]).toContain(response.status)
        expect(response.headers.get('location')).toBeNull()
        expect(response.headers.get('content-type')).toContain('text/html')
        expect(text).toContain(words)
      }
    })

    itIf(sample.redirectUriAtAuthorization === 'required')(
      'has no redirect_uri, or an empty one, whatever else is wrong with it',
      async () => {
        for (const uri of [null, '']) {
          for (const more of [{}, { response_type: 'nonsense' }, { scope: null }]) {
            const response = await rig.open({ redirect_uri: uri, ...more })
            expect([response.status, response.headers.get('location')]).toEqual([400, null])
            expect(plain(await response.text())).toContain(
              `redirect_uri is missing; ${id} must send it with every authorization request`,
            )
          }
        }
      },
    )

    it.each(['client_id', 'redirect_uri'])('has %s twice', async (name) => {
      const url = `${rig.authorizationUrl()}&${name}=${encodeURIComponent(client.id)}`
      const response = await fetch(url, { redirect: 'manual' })
      expect(response.status).toBe(400)
      expect(plain(await response.text())).toContain(`${name} came more than once`)
    })

    it('has markup in its client_id, which the page shows as text', async () => {
      const page = await (await rig.open({ client_id: '<img src=x onerror=alert(1)>' })).text()
      expect(page).not.toContain('<img')
      expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;')
    })
  })

  describe('an authorization request whose error goes back to the client', () => {
    const cases: [Changes, string, string][] = [
      [{ response_type: 'nonsense' }, 'unsupported_response_type', 'response_type is nonsense; expected'],
      [{ code_challenge_method: 'S256' }, 'invalid_request', 'without a code_challenge'],
      [
        { code_challenge: 'short', code_challenge_method: 'S256' },
        'invalid_request',
        'code_challenge has 5 characters',
      ],
      [{ ...S256, code_challenge_method: 'S512' }, 'invalid_request', 'code_challenge_method is S512; expected'],
    ]
    if (sample.responseTypeRequired) cases.push([{ response_type: null }, 'invalid_request', 'response_type'])
    if (sample.badScope !== null)
      cases.push([{ scope: `${sample.scope} ${sample.badScope}` }, 'invalid_scope', sample.badScope])
    if (!sample.challengeMethods.includes('plain')) {
      cases.push([{ code_challenge: S256.code_challenge }, 'invalid_request', 'plain'])
    }
    if (sample.prompts !== undefined) {
      cases.push([{ prompt: 'nonsense' }, 'invalid_request', 'prompt is nonsense; expected'])
      cases.push([{ prompt: 'none consent' }, 'invalid_request', 'none goes with nothing else'])
      cases.push([{ max_age: 'old' }, 'invalid_request', 'max_age is old; expected'])
    }
    if (sample.responseModes !== undefined) {
      cases.push([{ response_mode: 'carrier pigeon' }, 'invalid_request', 'response_mode is carrier pigeon; expected'])
    }
    if (sample.openId !== undefined) {
      cases.push([{ request: 'a.b.c' }, 'request_not_supported', 'request'])
      if (sample.pushed !== true) {
        cases.push([{ request_uri: 'https://example.com/r' }, 'request_uri_not_supported', 'request_uri'])
      }
    }
    it.each(cases)('has %o', async (changes, code, words) => {
      const response = await rig.open(changes)
      const answer = answerIn(response, await response.text())
      const about = 'response_mode' in changes ? 'response_mode' : 'parameter'
      expect(answer).toMatchObject({
        error: sample.errorName?.(code as 'invalid_request', about) ?? code,
        error_description: expect.stringContaining(words),
        state: 'a b&c',
      })
      expect(answer).not.toHaveProperty('code')
    })

    it('has a parameter twice', async () => {
      const response = await fetch(`${rig.authorizationUrl()}&scope=x`, { redirect: 'manual' })
      expect(answerIn(response, await response.text())['error_description']).toContain('scope came more than once')
    })

    it('is no error of an empty parameter, which counts as not sent', async () => {
      const valueless = [
        'prompt',
        'max_age',
        'nonce',
        'code_challenge',
        'code_challenge_method',
        'request',
        'request_uri',
      ]
      const modes = sample.always?.['response_mode'] === undefined ? ['response_mode'] : []
      const response = await rig.open(Object.fromEntries([...valueless, ...modes].map((name) => [name, ''])))
      expect(response.status).toBe(200)
    })

    it('has no state, and its answer has none', async () => {
      const response = await rig.open({ state: null, response_type: 'nonsense' })
      expect(answerIn(response, await response.text())).not.toHaveProperty('state')
    })
  })

  describe('the sign-in page', () => {
    it('has a button for each person, and posts only the request and the chosen person', async () => {
      const page = await (await rig.open()).text()
      const buttons = [...page.matchAll(/name="user"\s+value="([^"]*)"/g)].map(([, value = '']) => plain(value))
      expect(buttons).toEqual(expect.arrayContaining([ann.handle, bob.handle]))
      expect(fieldsOf(page).map(([name]) => name)).toEqual(['request'])
    })

    it('is not cached, cannot be framed, and sends its form only where its policy allows', async () => {
      const { headers } = await rig.open()
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-frame-options')).toBe('DENY')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^default-src 'none';/)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toMatch(/form-action 'self' http: https:;/)
      expect(policy).not.toContain('unsafe')
    })

    it('names the application and the address to which it leads', async () => {
      expect(plain(await (await rig.open()).text())).toContain(`You will go on to ${client.redirectUri}`)
    })

    it('lists the suggested person first', async () => {
      const page = await (await rig.open({ [sample.hint ?? 'login_hint']: bob.handle })).text()
      const [first] = [...page.matchAll(/name="user"\s+value="([^"]*)"/g)]
      expect(plain(first?.[1] ?? '')).toBe(bob.handle)
    })

    it('redirects to the requested address with a code and the state', async () => {
      const page = await (await rig.open()).text()
      const response = await rig.submit(rig.url(sample.paths.authorize), {
        ...Object.fromEntries(fieldsOf(page)),
        user: ann.handle,
      })
      if (sample.always?.['response_mode'] === undefined) {
        expect(response.status).toBe(302)
        expect(response.headers.get('location')?.startsWith(client.redirectUri)).toBe(true)
      }
      expect(answerIn(response, await response.text())).toMatchObject({ code: expect.any(String), state: 'a b&c' })
    })

    it('can be answered once', async () => {
      const fields = Object.fromEntries(fieldsOf(await (await rig.open()).text()))
      const post = () => rig.submit(rig.url(sample.paths.authorize), { ...fields, user: ann.handle })
      await post()
      const again = await post()
      expect(again.status).toBe(400)
      expect(await again.text()).toContain('This sign-in was answered already')
    })

    it('ignores all fields of a form but the request and the person', async () => {
      const fields = Object.fromEntries(fieldsOf(await (await rig.open()).text()))
      const forged = { redirect_uri: 'http://evil.example/', client_id: other.id, scope: 'everything', state: 'forged' }
      const response = await rig.submit(rig.url(sample.paths.authorize), { ...fields, ...forged, user: ann.handle })
      expect(answerIn(response, await response.text())['state']).toBe('a b&c')
      expect(response.headers.get('location') ?? '').not.toContain('evil.example')
    })

    it('refuses an unknown person', async () => {
      const response = await rig.post({ user: 'nobody-of-that-name' })
      expect(response.status).toBe(400)
      expect(plain(await response.text())).toContain('user nobody-of-that-name cannot sign in; those who can are:')
    })

    it('refuses the form of a request from before a reset', async () => {
      const fields = Object.fromEntries(fieldsOf(await (await rig.open()).text()))
      rig.reset()
      const response = await rig.submit(rig.url(sample.paths.authorize), { ...fields, user: ann.handle })
      expect(response.status).toBe(400)
    })

    it('can be cancelled, and the client gets access_denied', async () => {
      const response = await rig.post({ decision: 'deny' })
      expect(answerIn(response, await response.text())).toMatchObject({
        error: sample.errorName?.('access_denied', 'parameter') ?? 'access_denied',
        state: 'a b&c',
      })
    })

    it('refuses an unknown decision', async () => {
      const response = await rig.post({ user: ann.handle, decision: 'denied' })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('decision is denied; expected allow or deny')
    })

    it('redirects without being cached or naming the page as referrer', async () => {
      const response = await rig.post({ user: ann.handle })
      expect(response.headers.get('cache-control')).toBe('no-store')
    })
  })

  const modes = sample.responseModes ?? []
  describeIf(modes.length > 0)('a response mode', () => {
    itIf(modes.includes('fragment'))('can be the fragment', async () => {
      const location =
        (await rig.post({ user: ann.handle }, { response_mode: 'fragment' })).headers.get('location') ?? ''
      const { search, hash } = new URL(location)
      expect(search).toBe(new URL(client.redirectUri).search)
      expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toMatchObject({
        code: expect.any(String),
        state: 'a b&c',
      })
    })

    itIf(modes.includes('form_post'))(
      'can be a form that submits itself, with a button for browsers without scripts',
      async () => {
        const response = await rig.post({ user: ann.handle }, { response_mode: 'form_post' })
        const page = await response.text()
        expect(response.status).toBe(200)
        expect(response.headers.get('location')).toBeNull()
        expect(plain(page)).toContain(`method="post" action="${client.redirectUri}"`)
        expect(page).toMatch(/<button[^>]*>Continue to /)
        expect(Object.fromEntries(fieldsOf(page))).toMatchObject({ code: expect.any(String), state: 'a b&c' })
      },
    )

    itIf(modes.includes('form_post'))('holds for errors too', async () => {
      const response = await rig.post({ decision: 'deny' }, { response_mode: 'form_post' })
      const fields = Object.fromEntries(fieldsOf(await response.text()))
      expect(fields['error']).toBe(sample.errorName?.('access_denied', 'parameter') ?? 'access_denied')
    })
  })
}
