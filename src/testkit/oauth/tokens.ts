import { describe, expect, it } from 'vitest'
import { describeIf, itIf } from './conditions.ts'
import { S256, START, VERIFIER, type Rig } from './rig.ts'

/** Checks codes, challenges and clients at the token endpoint. */
export function tokenChecks(rig: Rig): void {
  const { sample } = rig
  const { client, other, people } = sample

  describe('a code', () => {
    it('is exchanged for an access token, in an answer that is not cached', async () => {
      const { status, headers, body } = await rig.exchange(await rig.code())
      expect(status).toBe(200)
      expect(body).toMatchObject({ access_token: expect.any(String), token_type: expect.stringMatching(/^bearer$/i) })
      expect(headers['cache-control']).toContain('no-store')
      expect(headers['content-type']).toContain('application/json')
    })

    it('is valid once', async () => {
      const code = await rig.code()
      await rig.exchange(code)
      expect(await rig.exchange(code)).toMatchObject(rig.refusal('invalid_grant', 'used code', `was redeemed already`))
    })

    itIf(sample.codeReuseEndsTokens && sample.paths.userinfo !== undefined)('used again ends its tokens', async () => {
      const code = await rig.code()
      const { body } = await rig.exchange(code)
      await rig.exchange(code)
      const headers = { authorization: `Bearer ${String(body['access_token'])}` }
      expect((await fetch(rig.url(sample.paths.userinfo ?? ''), { headers })).status).toBe(401)
    })

    it('is valid until its last millisecond', async () => {
      const code = await rig.code()
      rig.emulator.clock.set(START + sample.codeLifetime - 1)
      expect((await rig.exchange(code)).status).toBe(200)
    })

    it('is invalid afterwards', async () => {
      const code = await rig.code()
      rig.emulator.clock.set(START + sample.codeLifetime)
      const expiry = new Date(START + sample.codeLifetime).toISOString()
      expect(await rig.exchange(code)).toMatchObject(rig.refusal('invalid_grant', 'code', `expired at ${expiry}`))
    })

    it('is refused from another client', async () => {
      const answered = await rig.exchange(await rig.code(), {}, other)
      expect(answered).toMatchObject(
        rig.refusal('invalid_grant', 'code', `was issued to ${client.id}, not to ${other.id}`),
      )
    })

    it('is not used up by another client', async () => {
      const code = await rig.code()
      await rig.exchange(code, {}, other)
      expect((await rig.exchange(code)).status).toBe(200)
    })

    it('must have been issued', async () => {
      expect(await rig.exchange('nonsense')).toMatchObject(
        rig.refusal('invalid_grant', 'code', 'code nonsense was not issued'),
      )
    })

    it('must be present', async () => {
      const { status, body } = await rig.exchange('')
      expect(body).not.toHaveProperty('access_token')
      expect(body['error_description']).toContain('code')
      expect(status).toBe(sample.errorStatus?.('invalid_request', 'parameter') ?? 400)
    })

    it('needs exactly the redirect_uri of the authorization request', async () => {
      for (const uri of [`${client.redirectUri}/`, `${client.redirectUri}?x=1`, client.redirectUri.toUpperCase()]) {
        const answered = await rig.exchange(await rig.code(), { redirect_uri: uri })
        expect(answered).toMatchObject(
          rig.refusal(
            'invalid_grant',
            'redirect_uri',
            `redirect_uri is ${uri}; the code was issued for ${client.redirectUri}`,
          ),
        )
      }
    })

    it('needs the redirect_uri again where the vendor demands it', async () => {
      const answered = await rig.exchange(await rig.code(), { redirect_uri: null })
      if (sample.redirectUriAtToken === 'optional') expect(answered.status).toBe(200)
      else expect(answered).toMatchObject(rig.refusal('invalid_grant', 'redirect_uri', `redirect_uri is missing`))
    })

    it('does not outlive a reset', async () => {
      const code = await rig.code()
      rig.reset()
      expect(await rig.exchange(code)).toMatchObject(rig.refusal('invalid_grant', 'code', 'the state was reset since'))
    })

    it('comes back with a snapshot', async () => {
      const code = await rig.code()
      const snapshot = rig.emulator.snapshot()
      await rig.exchange(code)
      rig.emulator.restore(snapshot)
      expect((await rig.exchange(code)).status).toBe(200)
    })

    it('is exchanged for the same tokens in every run', async () => {
      const first = await rig.tokens()
      rig.reset()
      expect(await rig.tokens()).toEqual(first)
    })

    it('is unknown to another instance with the same seed, whose tokens differ too', async () => {
      await using elsewhere = await rig.another(sample.seed)
      const [code, tokens] = [await rig.code(), await rig.tokens()]
      const [, theirs] = [await elsewhere.code(), await elsewhere.tokens()]
      expect(await elsewhere.exchange(code)).toMatchObject(rig.refusal('invalid_grant', 'code', 'was not issued'))
      for (const name of ['access_token', 'refresh_token', 'id_token']) {
        expect(theirs[name] === undefined, name).toBe(tokens[name] === undefined)
        if (tokens[name] !== undefined) expect(theirs[name], name).not.toBe(tokens[name])
      }
    })

    it('is exchanged for different tokens for each person', async () => {
      const [ann, bob] = [await rig.tokens({}, people[0].handle), await rig.tokens({}, people[1].handle)]
      expect(ann['access_token']).not.toBe(bob['access_token'])
    })
  })

  describe('a challenge', () => {
    it('matches its verifier', async () => {
      expect((await rig.exchange(await rig.code(S256), { code_verifier: VERIFIER })).status).toBe(200)
    })

    it('does not match another verifier, and the error names both', async () => {
      const answered = await rig.exchange(await rig.code(S256), { code_verifier: VERIFIER.replace('d', 'e') })
      expect(answered).toMatchObject(rig.refusal('invalid_grant', 'verifier', `expected ${S256.code_challenge}`))
    })

    it('does not match a missing verifier', async () => {
      expect(await rig.exchange(await rig.code(S256))).toMatchObject(
        rig.refusal('invalid_grant', 'verifier', 'code_verifier is missing'),
      )
    })

    it('does not match itself', async () => {
      const answered = await rig.exchange(await rig.code(S256), { code_verifier: S256.code_challenge })
      expect(answered).toMatchObject(rig.refusal('invalid_grant', 'verifier', 'does not match'))
    })

    it('does not match a verifier that is too short', async () => {
      const answered = await rig.exchange(await rig.code(S256), { code_verifier: 'short' })
      expect(answered).toMatchObject(
        rig.refusal('invalid_grant', 'verifier', 'code_verifier has 5 characters; expected 43 to 128'),
      )
    })

    it('that was not sent needs no verifier, and allows an empty one', async () => {
      expect((await rig.exchange(await rig.code(), { code_verifier: '' })).status).toBe(200)
    })

    it('that was removed from the request makes the verifier an error', async () => {
      const answered = await rig.exchange(await rig.code(), { code_verifier: VERIFIER })
      expect(answered).toMatchObject(rig.refusal('invalid_grant', 'verifier', 'asked for without a code_challenge'))
    })

    it('that did not match leaves the code valid for the right verifier', async () => {
      const code = await rig.code(S256)
      await rig.exchange(code)
      expect((await rig.exchange(code, { code_verifier: VERIFIER })).status).toBe(200)
    })

    itIf(sample.challengeMethods.includes('plain'))('may be plain, and plain it is without a method', async () => {
      for (const method of ['plain', null]) {
        const plain = { code_challenge: VERIFIER, code_challenge_method: method }
        expect((await rig.exchange(await rig.code(plain), { code_verifier: VERIFIER })).status).toBe(200)
        const wrong = await rig.exchange(await rig.code(plain), { code_verifier: S256.code_challenge })
        expect(wrong).toMatchObject(rig.refusal('invalid_grant', 'verifier', 'its plain challenge is'))
      }
    })
  })

  describe('a token request', () => {
    it('must name a grant type', async () => {
      const { body } = await rig.token({ code: await rig.code() })
      if (body['access_token'] === undefined) expect(body['error_description']).toContain('grant_type')
      expect(await rig.token({ grant_type: 'nonsense' })).toMatchObject(
        rig.refusal('unsupported_grant_type', 'parameter', 'grant_type is nonsense; expected authorization_code'),
      )
    })

    itIf(sample.takesJson !== true)('must be a form', async () => {
      const { paths, tokenHeaders } = sample
      const response = await fetch(rig.url(paths.token), {
        method: 'POST',
        headers: { ...tokenHeaders, 'content-type': 'text/plain' },
        body: `grant_type=authorization_code&client_id=${client.id}`,
      })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('expected application/x-www-form-urlencoded')
    })
  })

  describe('a client', () => {
    const form = async () => ({
      grant_type: 'authorization_code',
      code: await rig.code(),
      redirect_uri: client.redirectUri,
    })
    const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })
    const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
    const { authenticationMethods: methods } = sample

    itIf(methods.includes('client_secret_basic'))('can authenticate with Basic', async () => {
      const { status } = await rig.ask(sample.paths.token, await form(), basic(client.id, client.secret))
      expect(status).toBe(200)
    })

    itIf(methods.includes('client_secret_basic'))('can form-encode the pair of a Basic header', async () => {
      const pair = basic(encoded(client.id), encoded(client.secret))
      expect((await rig.ask(sample.paths.token, await form(), pair)).status).toBe(200)
    })

    itIf(methods.includes('client_secret_basic'))('is refused with another secret in Basic', async () => {
      const answered = await rig.ask(sample.paths.token, await form(), basic(client.id, 'wrong'))
      expect(answered).toMatchObject(rig.refusal('invalid_client', 'client', `not the one registered for ${client.id}`))
      if (answered.status === 401) expect(answered.headers['www-authenticate']).toMatch(/^Basic /)
    })

    itIf(!methods.includes('client_secret_basic'))('is refused with Basic at a vendor without it', async () => {
      const answered = await rig.ask(sample.paths.token, await form(), basic(client.id, client.secret))
      expect(answered).toMatchObject(rig.refusal('invalid_client', 'client', 'client_secret_basic'))
    })

    itIf(methods.includes('client_secret_post'))('is refused with another secret', async () => {
      const answered = await rig.token({ ...(await form()), client_secret: 'wrong' })
      expect(answered).toMatchObject(rig.refusal('invalid_client', 'client'))
    })

    itIf(methods.includes('client_secret_post'))('is refused with another client’s secret', async () => {
      const answered = await rig.token({ ...(await form()), client_secret: other.secret })
      expect(answered).toMatchObject(rig.refusal('invalid_client', 'client'))
    })

    it('is refused without a secret', async () => {
      const answered = await rig.token({ ...(await form()), client_secret: null })
      expect(answered).toMatchObject(rig.refusal('invalid_client', 'secret'))
    })

    it('is refused when it is unknown, and the error names the registered ones', async () => {
      const answered = await rig.token({ ...(await form()), client_id: `${client.id}x` })
      expect(answered).toMatchObject(rig.refusal('invalid_client', 'unknown client', `did you mean ${client.id}?`))
    })

    it('must be the same in the body and the header', async () => {
      const answered = await rig.ask(
        sample.paths.token,
        { ...(await form()), client_id: other.id },
        basic(client.id, client.secret),
      )
      expect(answered.body).not.toHaveProperty('access_token')
      expect(answered.body['error_description']).toContain(`client_id is ${other.id} in the body and ${client.id} in`)
    })

    it('must name itself', async () => {
      const { body } = await rig.ask(sample.paths.token, await form())
      expect(body).not.toHaveProperty('access_token')
      expect(body['error_description']).toContain('client_id is missing')
    })
  })

  const { keyClient } = sample
  describeIf(keyClient !== undefined)('a client with a key', () => {
    const audience = () => rig.url(sample.paths.token)
    const seconds = START / 1000
    const claims = (changes: object = {}) => ({
      iss: keyClient?.id,
      sub: keyClient?.id,
      aud: audience(),
      jti: 'one',
      iat: seconds,
      exp: seconds + 60,
      ...changes,
    })
    const ask = async (assertion: string, changes: Record<string, string> = {}) =>
      rig.ask(sample.paths.token, {
        grant_type: 'authorization_code',
        code: await rig.code({ client_id: keyClient?.id ?? '', redirect_uri: keyClient?.redirectUri ?? '' }),
        redirect_uri: keyClient?.redirectUri ?? '',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
        ...changes,
      })
    const signed = async (changes?: object) => (await keyClient?.sign(claims(changes))) ?? ''

    it('authenticates with a signed assertion', async () => {
      expect((await ask(await signed())).status).toBe(200)
    })

    it('is refused with its id alone', async () => {
      const answered = await rig.ask(sample.paths.token, {
        grant_type: 'authorization_code',
        code: await rig.code({ client_id: keyClient?.id ?? '', redirect_uri: keyClient?.redirectUri ?? '' }),
        redirect_uri: keyClient?.redirectUri ?? '',
        client_id: keyClient?.id ?? '',
      })
      expect(answered).toMatchObject(rig.refusal('invalid_client', 'secret', 'client_assertion is missing'))
    })

    it('can use an assertion once', async () => {
      const assertion = await signed()
      await ask(assertion)
      expect(await ask(assertion)).toMatchObject(rig.refusal('invalid_client', 'client', 'was used already'))
    })

    it.each([
      [{ exp: seconds - 3600 }, 'expired at'],
      [{ exp: undefined }, 'has no exp'],
      [{ nbf: seconds + 3600 }, 'is not good before'],
      [{ aud: 'https://elsewhere.example' }, 'expected http'],
      [{ iss: 'someone' }, 'iss of client_assertion is someone'],
      [{ sub: 'someone', iss: 'someone' }, 'client_id someone is not registered'],
    ])('is refused with %o', async (changes, words) => {
      expect(await ask(await signed(changes))).toMatchObject(rig.refusal('invalid_client', 'client', words))
    })

    it('is refused with another key’s signature', async () => {
      const [header, payload] = (await signed()).split('.')
      const answered = await ask(`${header}.${payload}.${Buffer.from('x'.repeat(256)).toString('base64url')}`)
      expect(answered).toMatchObject(rig.refusal('invalid_client', 'client', 'is signed with none of the'))
    })

    it('is refused with an unsigned assertion', async () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const answered = await ask(`${part({ alg: 'none' })}.${part(claims())}.`)
      expect(answered).toMatchObject(
        rig.refusal('invalid_client', 'client', 'is signed with none; expected RS256 or ES256'),
      )
    })

    it('is refused with an assertion that is not a JWT, and with another client_assertion_type', async () => {
      expect(await ask('nonsense')).toMatchObject(rig.refusal('invalid_client', 'client', 'it has 1 parts'))
      const answered = await ask(await signed(), { client_assertion_type: 'nonsense' })
      expect(answered).toMatchObject(
        rig.refusal('invalid_client', 'client', 'client_assertion_type is nonsense; expected urn:'),
      )
    })
  })

  describe('without registered clients', () => {
    it('every client_id is accepted, with every secret and redirect_uri', async () => {
      await using open = await rig.another(sample.withoutClients)
      const secret = sample.secretFor?.('anyone') ?? 'whatever'
      const anyone = { id: 'anyone', secret, redirectUri: 'http://localhost:9/any?x=1' }
      const code = await open.code({ client_id: anyone.id, redirect_uri: anyone.redirectUri })
      expect((await open.exchange(code, { redirect_uri: anyone.redirectUri }, anyone)).status).toBe(200)
    })

    it('a code is still bound to its client, its redirect_uri and its challenge', async () => {
      await using open = await rig.another(sample.withoutClients)
      const secretOf = (id: string) => sample.secretFor?.(id) ?? 'x'
      const anyone = { id: 'anyone', secret: secretOf('anyone'), redirectUri: 'http://localhost:9/any' }
      const request = { client_id: anyone.id, redirect_uri: anyone.redirectUri, ...S256 }
      const right = { redirect_uri: anyone.redirectUri, code_verifier: VERIFIER }
      const code = await open.code(request)
      expect(await open.exchange(code, right, { ...anyone, id: 'someone', secret: secretOf('someone') })).toMatchObject(
        open.refusal('invalid_grant', 'code'),
      )
      expect(await open.exchange(code, { ...right, redirect_uri: 'http://localhost:9/other' }, anyone)).toMatchObject(
        open.refusal('invalid_grant', 'redirect_uri'),
      )
      expect(await open.exchange(code, { ...right, code_verifier: null }, anyone)).toMatchObject(
        open.refusal('invalid_grant', 'verifier'),
      )
      expect((await open.exchange(code, right, anyone)).status).toBe(200)
    })
  })
}
