import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describeIf, itIf } from './conditions.ts'
import { answerIn, plain, START, type Rig } from './rig.ts'
import type { OpenIdSample } from './sample.ts'

const half = (value: string): string =>
  createHash('sha256').update(value).digest().subarray(0, 16).toString('base64url')

/** Checks ID tokens, the discovery document, the key set and the userinfo endpoint. */
export function openIdChecks(rig: Rig, openId: OpenIdSample): void {
  const { sample } = rig
  const { client, people, paths } = sample
  const read = async (path: string | undefined) =>
    (await (await fetch(rig.url(path ?? ''))).json()) as Record<string, unknown> // the documents are objects
  const keys = async () => (await read(paths.keys)) as unknown as JSONWebKeySet
  const idTokenOf = async (changes: Record<string, string> = {}, user?: string): Promise<JWTPayload> =>
    decodeJwt((await rig.tokens(changes, user))['id_token'] ?? '')
  const about = async (accessToken: string | undefined) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    const response = await fetch(rig.url(paths.userinfo ?? ''), { headers })
    expect(response.status).toBe(200)
    return (await response.json()) as Record<string, unknown>
  }

  describe('the discovery document', () => {
    it('names its issuer and endpoints that exist', async () => {
      const document = await read(paths.discovery)
      expect(document['issuer']).toBe(openId.issuer(rig.emulator))
      const addresses = Object.entries(document).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name))
      const names = ['authorization_endpoint', 'token_endpoint', 'jwks_uri']
      expect(addresses.map(([name]) => name)).toEqual(expect.arrayContaining(names))
      for (const [name, value] of addresses) {
        const url = new URL(String(value))
        expect(url.origin, name).toBe(rig.emulator.url)
        const [got, posted] = [await fetch(url), await fetch(url, { method: 'POST' })]
        expect(Math.min(got.status, posted.status), name).toBeLessThan(500)
      }
    })

    it('lists what the server supports', async () => {
      const document = await read(paths.discovery)
      expect(document).toMatchObject({
        id_token_signing_alg_values_supported: expect.arrayContaining([openId.alg]),
        response_types_supported: expect.arrayContaining(['code']),
        subject_types_supported: expect.any(Array),
      })
      if (document['code_challenge_methods_supported'] !== undefined) {
        expect(document['code_challenge_methods_supported']).toEqual(
          expect.arrayContaining([...sample.challengeMethods]),
        )
      }
    })
  })

  describe('the key set', () => {
    it('has no private half of any key', async () => {
      const published = (await keys()).keys
      // A shared secret is not published.
      expect(published.length > 0).toBe(openId.alg !== 'HS256')
      for (const key of published) {
        for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(member)
      }
    })

    it('is the same in every instance', async () => {
      await using other = await rig.another(sample.seed)
      // Beside a key there may be the address of the instance.
      const theirs = (await (await fetch(other.url(paths.keys ?? ''))).text()).replaceAll(other.emulator.url, '')
      const ours: unknown = JSON.parse(JSON.stringify(await keys()).replaceAll(rig.emulator.url, ''))
      expect(JSON.parse(theirs)).toEqual(ours)
      if (openId.alg === 'HS256') expect(ours).toEqual({ keys: [] })
    })
  })

  describe('an ID token', () => {
    it('has this issuer, this audience and the present time', async () => {
      const claims = await idTokenOf()
      expect(claims).toMatchObject({ iss: openId.issuer(rig.emulator), aud: client.id, iat: START / 1000 })
      expect(claims.exp).toBeGreaterThan(START / 1000)
      expect(claims.sub).toEqual(expect.any(String))
    })

    itIf(openId.alg !== 'HS256')('verifies with the key set', async () => {
      const { id_token: token = '' } = await rig.tokens()
      const options = { issuer: openId.issuer(rig.emulator), audience: client.id, currentDate: new Date(START) }
      const { protectedHeader } = await jwtVerify(token, createLocalJWKSet(await keys()), options)
      expect(protectedHeader.alg).toBe(openId.alg)
      const forged = token.replace(/\.[^.]+\./, `.${Buffer.from('{"sub":"someone"}').toString('base64url')}.`)
      await expect(jwtVerify(forged, createLocalJWKSet(await keys()))).rejects.toThrow('signature verification failed')
    })

    itIf(openId.alg === 'HS256')('is signed with a secret, and no key is published', async () => {
      const { id_token: token = '' } = await rig.tokens()
      expect(decodeProtectedHeader(token).alg).toBe('HS256')
    })

    it('repeats the nonce, and has none without one in the request', async () => {
      expect((await idTokenOf({ nonce: 'n-0S6_WzA2Mj' }))['nonce']).toBe('n-0S6_WzA2Mj')
      expect(await idTokenOf()).not.toHaveProperty('nonce')
    })

    it('is bound to the access token that came with it', async () => {
      const { id_token: token = '', access_token: accessToken = '' } = await rig.tokens()
      expect(decodeJwt(token)['at_hash']).toBe(half(accessToken))
    })

    it('has the same subject for the same person, in every run', async () => {
      const { sub } = await idTokenOf()
      expect((await idTokenOf()).sub).toBe(sub)
      rig.reset()
      expect((await idTokenOf()).sub).toBe(sub)
      await using other = await rig.another(sample.seed)
      expect(decodeJwt((await other.tokens())['id_token'] ?? '').sub).toBe(sub)
    })

    it('has another subject for another person', async () => {
      expect((await idTokenOf({}, people[0].handle)).sub).not.toBe((await idTokenOf({}, people[1].handle)).sub)
    })

    it.each(Object.entries(openId.claims))('has with %s the claims %o, and not without', async (scope, names) => {
      const { id_token: more = '' } = await rig.tokens({ scope: `${openId.least} ${scope}` })
      const { id_token: less = '' } = await rig.tokens({ scope: openId.least })
      for (const name of names) {
        expect(decodeJwt(more)).toHaveProperty(name)
        expect(decodeJwt(less)).not.toHaveProperty(name)
      }
    })

    itIf(openId.authTime)('has auth_time in answer to max_age', async () => {
      rig.emulator.clock.advance('1h')
      expect((await idTokenOf({ max_age: '60' }))['auth_time']).toBe(START / 1000 + 3600)
    })

    const { refresh } = sample
    itIf(refresh !== undefined)('of a refresh has the same sub and no nonce', async () => {
      const first = await rig.tokens({ ...refresh?.parameters, nonce: 'once' })
      const { body } = await rig.refresh(first['refresh_token'])
      const [before, after] = [decodeJwt(first['id_token'] ?? ''), decodeJwt(String(body['id_token']))]
      expect(after.sub).toBe(before.sub)
      expect(before['nonce']).toBe('once')
      expect(after).not.toHaveProperty('nonce')
    })
  })

  describeIf(sample.hybrid === true)('a hybrid response', () => {
    const hybrid = { response_type: 'code id_token', nonce: 'n-1' }

    it('has an ID token that is bound to its code', async () => {
      const { code = '', id_token: token = '' } = await rig.signIn(hybrid)
      expect(decodeJwt(token)).toMatchObject({ c_hash: half(code), nonce: 'n-1', aud: client.id })
      expect((await rig.exchange(code)).status).toBe(200)
    })

    it('is in the fragment, in whichever order response_type has its words', async () => {
      const response = await rig.post({ user: people[0].handle }, { ...hybrid, response_type: 'id_token code' })
      const { search, hash } = new URL(response.headers.get('location') ?? '')
      expect(search).toBe(new URL(client.redirectUri).search)
      expect(new URLSearchParams(hash.slice(1)).get('id_token')).toEqual(expect.any(String))
    })

    it('is refused in the query', async () => {
      const response = await rig.open({ ...hybrid, response_mode: 'query' })
      const answer = answerIn(response, await response.text())
      const error = sample.errorName?.('invalid_request', 'response_mode') ?? 'invalid_request'
      expect(answer).toMatchObject({ error, state: 'a b&c' })
      expect(answer['error_description']).toContain('expected fragment or form_post')
    })
  })

  describeIf(paths.userinfo !== undefined)('the userinfo endpoint', () => {
    const ask = async (init: RequestInit = {}, query = '') => fetch(rig.url((paths.userinfo ?? '') + query), init)

    it('has the claims of the ID token', async () => {
      const { id_token: token = '', access_token: accessToken = '' } = await rig.tokens()
      expect((await about(accessToken))['sub']).toBe(decodeJwt(token).sub)
    })

    it('accepts the token in the header, a form or the query', async () => {
      const { access_token: token = '' } = await rig.tokens()
      expect((await ask({ headers: { authorization: `bearer ${token}` } })).status).toBe(200)
      expect((await ask({ method: 'POST', headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
      expect((await ask({ method: 'POST', body: new URLSearchParams({ access_token: token }) })).status).toBe(200)
      expect((await ask({}, `?access_token=${encodeURIComponent(token)}`)).status).toBe(200)
    })

    it('refuses the token in two places', async () => {
      const { access_token: token = '' } = await rig.tokens()
      const headers = { authorization: `Bearer ${token}` }
      expect((await ask({ headers }, `?access_token=${encodeURIComponent(token)}`)).status).toBe(400)
    })

    it('refuses a request without a token, with a challenge', async () => {
      const response = await ask()
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /)
      expect(response.headers.get('www-authenticate')).not.toContain('error=')
    })

    it('refuses a token that was never issued', async () => {
      const response = await ask({ headers: { authorization: 'Bearer nonsense' } })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
    })

    it('refuses the credentials of a client', async () => {
      const authorization = `Basic ${btoa(`${client.id}:${client.secret}`)}`
      expect((await ask({ headers: { authorization } })).status).toBe(401)
    })

    itIf(sample.accessTokenLifetime !== undefined)('refuses a token that has expired', async () => {
      const { access_token: token = '' } = await rig.tokens()
      rig.emulator.clock.advance((sample.accessTokenLifetime ?? 0) - 1)
      expect((await ask({ headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
      rig.emulator.clock.advance(1)
      const response = await ask({ headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toContain('expired at')
    })

    it('refuses a token from before a reset', async () => {
      const { access_token: token = '' } = await rig.tokens()
      rig.reset()
      expect((await ask({ headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    })

    it.each(Object.entries(openId.claims))('has with %s the claims %o, and not without', async (scope, names) => {
      const { access_token: more } = await rig.tokens({ scope: `${openId.least} ${scope}` })
      const { access_token: less } = await rig.tokens({ scope: openId.least })
      const [withScope, withoutScope] = [await about(more), await about(less)]
      for (const name of names) {
        expect(withScope).toHaveProperty(name)
        expect(withoutScope).not.toHaveProperty(name)
      }
    })
  })

  describeIf(sample.prompts !== undefined)('a session', () => {
    const silently = async (changes: Record<string, string> = {}) => {
      const response = await rig.open({ prompt: 'none', ...changes })
      const text = await response.text()
      return answerIn(response, text)
    }

    it('is required by prompt=none', async () => {
      expect(await silently()).toMatchObject({ error: 'login_required', state: 'a b&c' })
    })

    it('signs a person in without a page once they have agreed', async () => {
      await rig.signIn()
      const { code = '' } = await silently()
      const { body } = await rig.exchange(code)
      rig.cookie = null
      expect(decodeJwt(String(body['id_token'])).sub).toBe((await idTokenOf()).sub)
    })

    it('belongs to the person who signed in last', async () => {
      await rig.signIn({}, people[0].handle)
      await rig.signIn({}, people[1].handle)
      const { body } = await rig.exchange((await silently())['code'] ?? '')
      expect(decodeJwt(String(body['id_token'])).sub).toBe((await idTokenOf({}, people[1].handle)).sub)
    })

    it('belongs to one browser', async () => {
      await rig.signIn()
      rig.cookie = null
      expect(await silently()).toMatchObject({ error: 'login_required' })
    })

    itIf(sample.consentImplied)(
      'suffices for more scopes and for another client where consent is implied',
      async () => {
        await rig.signIn({ scope: openId.least })
        expect(await silently()).toHaveProperty('code')
        const { id, redirectUri } = sample.other
        expect(await silently({ client_id: id, redirect_uri: redirectUri })).toHaveProperty('code')
      },
    )

    itIf(sample.consentImplied !== true)('does not suffice for scopes that were not granted', async () => {
      await rig.signIn({ scope: openId.least })
      expect(await silently()).toMatchObject({ error: 'consent_required' })
    })

    itIf(sample.consentImplied !== true)('does not suffice for another client', async () => {
      await rig.signIn()
      const { id, redirectUri } = sample.other
      expect(await silently({ client_id: id, redirect_uri: redirectUri })).toMatchObject({ error: 'consent_required' })
    })

    it('does not suffice when it is older than max_age', async () => {
      await rig.signIn()
      expect(await silently({ max_age: '0' })).toMatchObject({ error: 'login_required' })
      rig.emulator.clock.advance('61s')
      expect(await silently({ max_age: '120' })).toHaveProperty('code')
      expect(await silently({ max_age: '60' })).toMatchObject({ error: 'login_required' })
    })

    it('does not suffice when login_hint names another person', async () => {
      await rig.signIn({}, people[0].handle)
      expect(await silently({ login_hint: people[0].handle })).toHaveProperty('code')
      expect(await silently({ login_hint: '' })).toHaveProperty('code')
      expect(await silently({ login_hint: people[1].handle })).toMatchObject({ error: 'login_required' })
    })

    it('does not outlive a reset', async () => {
      await rig.signIn()
      rig.emulator.reset()
      expect(await silently()).toMatchObject({ error: 'login_required' })
    })

    it('has a cookie that scripts cannot read', async () => {
      const response = await rig.post({ user: people[0].handle, decision: 'allow' })
      expect(response.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax$/)
    })

    itIf(sample.prompts?.includes('select_account'))('is no reason not to ask who it is', async () => {
      await rig.signIn()
      const response = await rig.open({ prompt: 'select_account' })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('Continue as')
    })

    itIf(sample.prompts?.includes('consent'))('has a page for consent, where that is asked for', async () => {
      const user = people[0].handle
      const response = await rig.post({ user }, { prompt: 'consent' })
      const page = plain(await response.text())
      expect(response.status).toBe(200)
      expect(page).toMatch(/Authorize /)
      expect(page).toContain(`name="user" value="${user}"`)
      const allowed = await rig.post({ user, decision: 'allow' }, { prompt: 'consent' })
      expect(answerIn(allowed, await allowed.text())).toHaveProperty('code')
    })
  })
}
