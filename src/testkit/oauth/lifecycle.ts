import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { itIf } from './conditions.ts'
import { START, type Changes, type Rig } from './rig.ts'
import type { DeviceSample } from './sample.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Checks the endpoints around the token endpoint, as far as the provider has them. */
export function lifecycleChecks(rig: Rig): void {
  const { paths, revocation, device, clientCredentials } = rig.sample
  if (paths.revoke !== undefined && revocation !== undefined) revocationChecks(rig, paths.revoke, revocation)
  if (paths.introspect !== undefined) introspectionChecks(rig, paths.introspect)
  if (paths.device !== undefined && device !== undefined) deviceChecks(rig, paths.device, device)
  if (clientCredentials !== undefined) clientCredentialsChecks(rig, clientCredentials)
  if (paths.endSession !== undefined) endSessionChecks(rig, paths.endSession)
}

function revocationChecks(
  rig: Rig,
  path: string,
  { authenticates, unknown }: { authenticates: boolean; unknown: string },
) {
  const { client, other, refresh, paths } = rig.sample
  const credentials = authenticates ? { client_id: client.id, client_secret: client.secret } : {}
  const revoke = (token: string | undefined, changes: Changes = {}) =>
    rig.ask(path, { token: token ?? '', ...credentials, ...changes })
  // If no endpoint accepts access tokens, a revoked one shows in the refresh token, which ends with it.
  const works = async ({ access_token: token, refresh_token: companion }: Readonly<Record<string, string>>) => {
    if (paths.userinfo === undefined) return (await rig.refresh(companion)).status === 200
    return (await fetch(rig.url(paths.userinfo), { headers: { authorization: `Bearer ${token}` } })).status === 200
  }

  describe('the revocation endpoint', () => {
    it('ends an access token', async () => {
      const tokens = await rig.tokens()
      expect(await works(tokens)).toBe(true)
      expect((await revoke(tokens['access_token'])).status).toBe(200)
      expect(await works(tokens)).toBe(false)
    })

    it('ends no other token', async () => {
      const [mine, theirs] = [await rig.tokens(), await rig.tokens({}, rig.sample.people[1].handle)]
      await revoke(mine['access_token'])
      expect(await works(theirs)).toBe(true)
    })

    itIf(refresh !== undefined)('ends a refresh token', async () => {
      const { refresh_token: token } = await rig.tokens(refresh?.parameters)
      expect((await revoke(token, { token_type_hint: 'refresh_token' })).status).toBe(200)
      expect(await rig.refresh(token)).toMatchObject(rig.refusal('invalid_grant', 'refresh_token'))
    })

    it('needs no token_type_hint', async () => {
      const tokens = await rig.tokens()
      expect((await revoke(tokens['access_token'], { token_type_hint: 'refresh_token' })).status).toBe(200)
      expect(await works(tokens)).toBe(false)
    })

    it('answers an unknown token as the vendor does', async () => {
      const answered = await revoke('nonsense')
      if (unknown === 'ok') expect(answered.status).toBe(200)
      else expect(answered).toMatchObject(rig.refusal('invalid_token', 'parameter'))
    })

    itIf(rig.sample.accessTokenLifetime !== undefined)('answers an expired token like an unknown one', async () => {
      const { access_token: token } = await rig.tokens()
      rig.emulator.clock.advance(rig.sample.accessTokenLifetime ?? 0)
      expect((await revoke(token)).status).toBe((await revoke('nonsense')).status)
    })

    it('refuses a request without a token', async () => {
      const { status, body } = await rig.ask(path, { ...credentials })
      expect(status).toBe(400)
      expect(body['error_description']).toContain('token')
    })

    itIf(authenticates)('refuses the token of another client', async () => {
      const tokens = await rig.tokens()
      const token = tokens['access_token']
      expect(await rig.ask(path, { token: token ?? '' })).toMatchObject(rig.refusal('invalid_client', 'client'))
      expect(await revoke(token, { client_secret: 'wrong' })).toMatchObject(rig.refusal('invalid_client', 'client'))
      const theirs = await revoke(token, { client_id: other.id, client_secret: other.secret })
      expect(theirs).toMatchObject(
        rig.refusal('unauthorized_client', 'client', `was issued to ${client.id}, not to ${other.id}`),
      )
      expect(await works(tokens)).toBe(true)
    })
  })
}

function introspectionChecks(rig: Rig, path: string): void {
  const { client, refresh, accessTokenLifetime } = rig.sample
  const credentials = { client_id: client.id, client_secret: client.secret }
  const ask = (token: string | undefined, changes: Changes = {}) =>
    rig.ask(path, { token: token ?? '', ...credentials, ...changes })

  describe('the introspection endpoint', () => {
    it('describes a valid token', async () => {
      const { access_token: token } = await rig.tokens()
      const { body } = await ask(token)
      expect(body).toMatchObject({ active: true, client_id: client.id, scope: expect.any(String) })
      expect(body['exp']).toBeGreaterThan(START / 1000)
    })

    it('answers active: false alone for an invalid token', async () => {
      expect((await ask('nonsense')).body).toEqual({ active: false })
      const { access_token: token } = await rig.tokens()
      rig.emulator.clock.advance(accessTokenLifetime ?? 0)
      expect((await ask(token)).body).toEqual({ active: false })
    })

    itIf(refresh !== undefined)('describes a refresh token', async () => {
      const { refresh_token: token } = await rig.tokens(refresh?.parameters)
      expect((await ask(token)).body).toMatchObject({ active: true })
      if (refresh?.rotates !== true) return
      await rig.refresh(token)
      expect((await ask(token)).body).toEqual({ active: false })
    })

    it('demands that the client authenticates', async () => {
      const { access_token: token } = await rig.tokens()
      expect(await ask(token, { client_secret: 'wrong' })).toMatchObject(rig.refusal('invalid_client', 'client'))
      expect(await ask(token, { client_secret: null })).toMatchObject(rig.refusal('invalid_client', 'secret'))
    })

    it('refuses a request without a token', async () => {
      expect((await rig.ask(path, credentials)).status).toBe(400)
    })
  })
}

function deviceChecks(
  rig: Rig,
  { code, page }: { code: string; page: string },
  { uriMember, lifetime, authenticates = true }: DeviceSample,
): void {
  const { client, other, scope, people, paths } = rig.sample
  const begin = async () => {
    const { status, body } = await rig.ask(code, { client_id: client.id, client_secret: client.secret, scope })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as Record<string, string> & { interval: number; expires_in: number } // the members of RFC 8628
  }
  const poll = (device: Readonly<Record<string, unknown>>, by = client) =>
    rig.token({ grant_type: DEVICE_GRANT, device_code: String(device['device_code']) }, by)
  const answer = (userCode: unknown, form: Changes) =>
    rig.submit(rig.url(page), { user_code: String(userCode), ...form })
  const agree = (userCode: unknown) => answer(userCode, { user: people[0].handle, decision: 'allow' })

  describe('a device', () => {
    it('gets its codes and the address of the page', async () => {
      const device = await begin()
      expect(device).toMatchObject({ device_code: expect.any(String), user_code: expect.any(String), interval: 5 })
      expect(device.expires_in * 1000).toBe(lifetime)
      expect((await fetch(device[uriMember] ?? '')).status).toBe(200)
    })

    it('gets its tokens once a person has agreed', async () => {
      const device = await begin()
      expect(await poll(device)).toMatchObject(rig.refusal('authorization_pending', 'device_code'))
      expect((await agree(device['user_code'])).status).toBe(200)
      rig.emulator.clock.advance('5s')
      const { status, body } = await poll(device)
      expect(status).toBe(200)
      expect(body).toHaveProperty('access_token')
    })

    it('gets slow_down when it polls too early', async () => {
      const device = await begin()
      await poll(device)
      rig.emulator.clock.advance('1s')
      expect(await poll(device)).toMatchObject(
        rig.refusal('slow_down', 'device_code', 'polled after 1 s; expected at least 5 s'),
      )
      rig.emulator.clock.advance('9s')
      expect(await poll(device)).toMatchObject(rig.refusal('slow_down', 'device_code', 'expected at least 10 s'))
    })

    it('gets its tokens once', async () => {
      const device = await begin()
      await agree(device['user_code'])
      await poll(device)
      rig.emulator.clock.advance('5s')
      expect(await poll(device)).toMatchObject(rig.refusal('invalid_grant', 'device_code', 'redeemed already'))
    })

    it('gets access_denied when the person denies it', async () => {
      const device = await begin()
      await answer(device['user_code'], { decision: 'deny' })
      expect(await poll(device)).toMatchObject(rig.refusal('access_denied', 'device_code'))
    })

    it('has codes that expire', async () => {
      const device = await begin()
      rig.emulator.clock.advance(lifetime)
      expect(await poll(device)).toMatchObject(rig.refusal('expired_token', 'device_code', 'device_code expired at'))
      expect((await agree(device['user_code'])).status).toBe(400)
    })

    itIf(authenticates)('must authenticate to poll and to refresh', async () => {
      const device = await begin()
      await agree(device['user_code'])
      const form = { grant_type: DEVICE_GRANT, device_code: device['device_code'] ?? '', client_id: client.id }
      expect(await rig.ask(paths.token, form)).toMatchObject(rig.refusal('invalid_client', 'secret'))
      expect(await rig.token({ ...form, client_secret: 'wrong' })).toMatchObject(
        rig.refusal('invalid_client', 'client'),
      )
      const { status } = await poll(device)
      expect(status).toBe(200)
    })

    it('is refused from another client', async () => {
      const device = await begin()
      const answered = await poll(device, other)
      expect(answered).toMatchObject(
        rig.refusal('invalid_grant', 'device_code', `was issued to ${client.id}, not to ${other.id}`),
      )
      expect(await poll({ device_code: 'nonsense' })).toMatchObject(
        rig.refusal('invalid_grant', 'device_code', 'was not issued'),
      )
    })

    it('has a user code that can be typed in any case and without its dash, and answered once', async () => {
      const device = await begin()
      const typed = String(device['user_code']).toLowerCase().replaceAll('-', ' ')
      expect((await agree(typed)).status).toBe(200)
      expect((await agree(typed)).status).toBe(400)
    })

    it('asks for the person, then for their consent', async () => {
      const device = await begin()
      const [who, what] = [
        await answer(device['user_code'], {}),
        await answer(device['user_code'], { user: people[0].handle }),
      ]
      expect(await who.text()).toContain('Continue as')
      expect(await what.text()).toContain('Authorize ')
    })

    it('must have a registered client', async () => {
      const answered = await rig.ask(code, { client_id: `${client.id}x`, scope })
      expect(answered).toMatchObject(rig.refusal('invalid_client', 'unknown client', 'is not registered'))
    })
  })
}

function clientCredentialsChecks(rig: Rig, { scope, badScope }: { scope: string; badScope: string }): void {
  const ask = (changes: Changes = {}) => rig.token({ grant_type: 'client_credentials', scope, ...changes })

  describe('a client that acts for itself', () => {
    it('gets an access token, and neither a refresh token nor an ID token', async () => {
      const { status, body, headers } = await ask()
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body).toMatchObject({ access_token: expect.any(String), expires_in: expect.any(Number) })
      expect(body).not.toHaveProperty('refresh_token')
      expect(body).not.toHaveProperty('id_token')
      expect(headers['cache-control']).toContain('no-store')
    })

    it('must authenticate', async () => {
      expect(await ask({ client_secret: 'wrong' })).toMatchObject(rig.refusal('invalid_client', 'client'))
      expect(await ask({ client_secret: null })).toMatchObject(rig.refusal('invalid_client', 'secret'))
    })

    it('must request existing scopes', async () => {
      expect(await ask({ scope: badScope })).toMatchObject(rig.refusal('invalid_scope', 'parameter', badScope))
    })

    itIf(rig.sample.paths.userinfo !== undefined)('is refused by the userinfo endpoint', async () => {
      const { body } = await ask()
      const headers = { authorization: `Bearer ${String(body['access_token'])}` }
      expect((await fetch(rig.url(rig.sample.paths.userinfo ?? ''), { headers })).status).toBeGreaterThanOrEqual(400)
    })
  })
}

function endSessionChecks(rig: Rig, path: string): void {
  const { client, people } = rig.sample
  const after = new URL('/signed-out', client.redirectUri).href
  const leave = (query: Record<string, string>) =>
    fetch(`${rig.url(path)}?${new URLSearchParams(query).toString()}`, {
      headers: rig.cookie === null ? {} : { cookie: rig.cookie },
      redirect: 'manual',
    })

  describe('signing out', () => {
    it('ends the session and redirects to the application with its state', async () => {
      const { id_token: hint = '' } = await rig.tokens()
      const response = await leave({ id_token_hint: hint, post_logout_redirect_uri: after, state: 's 1' })
      expect(response.headers.get('location')).toBe(`${after}?state=s+1`)
      expect(response.headers.get('set-cookie')).toContain('Max-Age=0')
      const silent = await rig.open({ prompt: 'none' })
      expect(silent.headers.get('location')).toContain('error=login_required')
    })

    it('shows a page when the request names no address', async () => {
      const { id_token: hint = '' } = await rig.tokens()
      const response = await leave({ id_token_hint: hint })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('You are signed out')
    })

    it('refuses an address that is not registered', async () => {
      const { id_token: hint = '' } = await rig.tokens()
      const response = await leave({ id_token_hint: hint, post_logout_redirect_uri: 'http://evil.example/' })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('post_logout_redirect_uri http://evil.example/ is not registered')
    })

    it('refuses an address with a line break or a character that no URI has', async () => {
      await using open = await rig.another(rig.sample.withoutClients)
      const { id_token: hint = '' } = await open.tokens()
      for (const uri of ['http://localhost:3000/bye\r\nx: y', 'http://localhost:3000/\u2713']) {
        const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: uri }).toString()
        const response = await fetch(open.url(`${rig.sample.paths.endSession}?${query}`), { redirect: 'manual' })
        expect(response.status).toBe(400)
        expect(await response.text()).toContain('has characters that no URI has')
      }
    })

    it('refuses an ID token of another instance, which has the same keys', async () => {
      await using elsewhere = await rig.another(rig.sample.seed)
      const { id_token: hint = '' } = await elsewhere.tokens()
      const response = await leave({ id_token_hint: hint, post_logout_redirect_uri: after })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(`its issuer is ${elsewhere.emulator.url}`)
    })

    it('refuses a changed ID token', async () => {
      const { id_token: hint = '' } = await rig.tokens({}, people[1].handle)
      const [header, , signature] = hint.split('.')
      const forged = Buffer.from(JSON.stringify({ ...decodeJwt(hint), sub: 'someone' })).toString('base64url')
      const response = await leave({
        id_token_hint: `${header}.${forged}.${signature}`,
        post_logout_redirect_uri: after,
      })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('its signature is not of this server')
    })
  })
}
