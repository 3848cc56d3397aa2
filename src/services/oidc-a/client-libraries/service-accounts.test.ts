import { generateKeyPairSync, verify } from 'node:crypto'
import { gaxios, GoogleAuth, Impersonated, JWT, OAuth2Client } from 'google-auth-library'
import { describe, expect } from 'vitest'
import { serviceTest, type FixturesOf } from '#testkit/service-test.ts'

const ROBOT = 'robot@my-project.iam.gserviceaccount.com'
const TARGET = 'target@my-project.iam.gserviceaccount.com'
const CALENDAR = 'https://www.googleapis.com/auth/calendar'
const CLOUD = 'https://www.googleapis.com/auth/cloud-platform'
const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })

const it = serviceTest('oidc-a', {
  seed: {
    'oidc-a': {
      id_token_signing_alg: 'RS256',
      users: [
        { email: 'ada@example.com', hd: 'example.com' },
        { email: 'eve@gmail.com', name: 'Eve' },
      ],
      service_accounts: [
        {
          email: ROBOT,
          unique_id: '112233445566778899000',
          keys: [
            { private_key_id: 'own', public_key: own.publicKey.export({ type: 'spki', format: 'pem' }).toString() },
          ],
          delegated_scopes: [CALENDAR],
        },
        { email: TARGET, token_creators: [ROBOT] },
      ],
    },
    tokens: { eve: { login: 'eve@gmail.com', scopes: [CLOUD] } },
  },
})

type Fixtures = Pick<FixturesOf<typeof it>, 'oidcA'>

/** Returns the transport of a client whose calls to Google's hosts go to the instance. */
function transporter({ oidcA }: Fixtures) {
  return new gaxios.Gaxios({
    async fetchImplementation(input, init) {
      const request = new Request(input, init)
      const { hostname, pathname, search } = new URL(request.url)
      const isGoogle = hostname.endsWith('googleapis.com')
      return fetch(isGoogle ? new Request(`${oidcA.url}${pathname}${search}`, request) : request)
    },
  })
}

function robot(fixtures: Fixtures, options: object = {}): JWT {
  const client = new JWT({ scopes: [CLOUD], transporter: transporter(fixtures), ...options })
  client.fromJSON(fixtures.oidcA.serviceAccountKey({ email: ROBOT }))
  return client
}

describe('a service account with google-auth-library', () => {
  it('gets an access token with the JSON of a key file', async ({ oidcA }) => {
    const { access_token: token = '', token_type: type } = await robot({ oidcA }).authorize()
    expect(token).toMatch(/^ya29\.c\./)
    expect(type).toBe('Bearer')
    const client = new OAuth2Client({ endpoints: { tokenInfoUrl: `${oidcA.url}/tokeninfo` } })
    expect(await client.getTokenInfo(token ?? '')).toMatchObject({ aud: '112233445566778899000', scopes: [CLOUD] })
  })

  it('gets one as GoogleAuth loads the key file', async ({ oidcA }) => {
    const auth = new GoogleAuth({
      credentials: oidcA.serviceAccountKey({ email: ROBOT }),
      scopes: ['https://www.googleapis.com/auth/userinfo.email'],
      clientOptions: { transporter: transporter({ oidcA }) },
    })
    expect(await auth.getCredentials()).toMatchObject({ client_email: ROBOT })
    const { data } = await auth.request({ url: `${oidcA.url}/v1/userinfo` })
    expect(data).toEqual({ sub: '112233445566778899000', email: ROBOT, email_verified: true })
  })

  it('gets an ID token for an audience, which the key set verifies', async ({ oidcA }) => {
    const token = await robot({ oidcA }).fetchIdToken('https://run.example.com')
    const verifier = new OAuth2Client({
      issuers: [oidcA.url],
      endpoints: { oauth2FederatedSignonPemCertsUrl: `${oidcA.url}/oauth2/v1/certs` },
    })
    const ticket = await verifier.verifyIdToken({ idToken: token, audience: 'https://run.example.com' })
    expect(ticket.getPayload()).toMatchObject({ azp: ROBOT, email: ROBOT, email_verified: true, iss: oidcA.url })
    expect(ticket.getUserId()).toBe('112233445566778899000')
  })

  it('acts as a user of an organization for delegated scopes, and for no others', async ({ oidcA }) => {
    const { access_token: token } = await robot(
      { oidcA },
      { scopes: [CALENDAR], subject: 'ada@example.com' },
    ).authorize()
    const info = await fetch(`${oidcA.url}/tokeninfo?access_token=${token}`)
    expect(await info.json()).toMatchObject({ azp: '112233445566778899000', scope: CALENDAR })
    const refused = /unauthorized_client: Client is unauthorized to retrieve access tokens using this method, or/
    const broad = robot({ oidcA }, { scopes: [CALENDAR, CLOUD], subject: 'ada@example.com' })
    await expect(broad.authorize()).rejects.toThrow(refused)
    const personal = robot({ oidcA }, { scopes: [CALENDAR], subject: 'eve@gmail.com' })
    await expect(personal.authorize()).rejects.toThrow(refused)
    const nobody = robot({ oidcA }, { scopes: [CALENDAR], subject: 'bob@example.com' })
    await expect(nobody.authorize()).rejects.toThrow('invalid_grant: Invalid email or User ID')
    const noAddress = robot({ oidcA }, { scopes: [CALENDAR], subject: 'bob' })
    await expect(noAddress.authorize()).rejects.toThrow('invalid_grant: Not a valid email.')
  })

  it('signs with a key that the seed lists, and is refused with another', async ({ oidcA }) => {
    const pem = (key: typeof own): string => key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const client = (key: typeof own) =>
      new JWT({ email: ROBOT, key: pem(key), scopes: [CLOUD], transporter: transporter({ oidcA }) })
    expect((await client(own).authorize()).access_token).toMatch(/^ya29\.c\./)
    await expect(client(other).authorize()).rejects.toThrow('invalid_grant: Invalid JWT Signature.')
  })

  it('is refused when the seed does not list it, without a scope, and with one that does not exist', async ({
    oidcA,
  }) => {
    const { private_key: key } = oidcA.serviceAccountKey({ email: ROBOT })
    const stranger = new JWT({
      email: 'x@y.iam.gserviceaccount.com',
      key,
      scopes: [CLOUD],
      transporter: transporter({ oidcA }),
    })
    await expect(stranger.authorize()).rejects.toThrow('invalid_grant: Invalid grant: account not found')
    const sentence = 'invalid_scope: Invalid OAuth scope or ID token audience provided.'
    await expect(robot({ oidcA }, { scopes: [] }).authorize()).rejects.toThrow(sentence)
    await expect(robot({ oidcA }, { scopes: ['nonsense'] }).authorize()).rejects.toThrow(sentence)
  })

  it('is refused when its clock is wrong, or its assertion is for another server', async ({ oidcA }) => {
    const now = Math.floor(oidcA.clock.now() / 1000)
    const timeframe = 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.'
    const late = { iat: now - 7200, exp: now - 3600 }
    await expect(robot({ oidcA }, { additionalClaims: late }).authorize()).rejects.toThrow(timeframe)
    const long = { iat: now, exp: now + 7200 }
    await expect(robot({ oidcA }, { additionalClaims: long }).authorize()).rejects.toThrow(timeframe)
    const elsewhere = robot({ oidcA }, { additionalClaims: { aud: 'https://example.com/token' } })
    await expect(elsewhere.authorize()).rejects.toThrow('Failed audience check. The right audience is')
  })

  it('loses its access token by a revocation', async ({ oidcA }) => {
    const { access_token: token } = await robot({ oidcA }).authorize()
    await fetch(`${oidcA.url}/revoke?token=${token}`, { method: 'POST' })
    expect((await fetch(`${oidcA.url}/tokeninfo?access_token=${token}`)).status).toBe(400)
  })
})

describe('the credentials of another service account', () => {
  const impersonated = ({ oidcA }: Fixtures, targetPrincipal = TARGET) =>
    new Impersonated({ sourceClient: robot({ oidcA }), targetPrincipal, targetScopes: [CALENDAR], lifetime: 600 })

  it('are an access token, an ID token, and signatures', async ({ oidcA }) => {
    const client = impersonated({ oidcA })
    const { token } = await client.getAccessToken()
    const info = await fetch(`${oidcA.url}/tokeninfo?access_token=${token}`)
    expect(await info.json()).toMatchObject({ scope: CALENDAR, expires_in: expect.stringMatching(/^(600|599)$/) })
    const idToken = await client.fetchIdToken('https://run.example.com')
    expect(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      aud: 'https://run.example.com',
      azp: TARGET,
      email: TARGET,
    })
    const { keyId, signedBlob } = await client.sign('text')
    const certificates = await fetch(`${oidcA.url}/robot/v1/metadata/x509/${TARGET}`).then((answer) => answer.json())
    expect(verify('sha256', Buffer.from('text'), certificates[keyId], Buffer.from(signedBlob, 'base64'))).toBe(true)
  })

  it('are not for those whom the seed does not list, nor for tokens without the scope', async ({ oidcA }) => {
    const denied = "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist)."
    const url = `${oidcA.url}/v1/projects/-/serviceAccounts/${TARGET}:generateAccessToken`
    const ask = (token: string, body: object = { scope: [CALENDAR] }, at = url) =>
      fetch(at, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) })
    expect(await (await ask('eve')).json()).toMatchObject({ error: { code: 403, status: 'PERMISSION_DENIED' } })
    expect((await (await ask('eve')).json()).error.message).toContain(denied)
    const { access_token: narrow = '' } = await robot({ oidcA }, { scopes: [CALENDAR] }).authorize()
    expect((await (await ask(narrow ?? '')).json()).error.message).toContain('insufficient authentication scopes')
    expect(await (await ask('none')).json()).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } })
    await expect(impersonated({ oidcA }, 'x@y.iam.gserviceaccount.com').getAccessToken()).rejects.toThrow(
      'NOT_FOUND: unable to impersonate: Not found; Gaia id not found for email x@y.iam.gserviceaccount.com',
    )
    const { access_token: token = '' } = await robot({ oidcA }).authorize()
    expect((await (await ask(token ?? '', { scope: [CALENDAR], lifetime: '2h' })).json()).error).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
    })
  })
})

describe('the keys of a service account', () => {
  it('are a key set and certificates', async ({ oidcA }) => {
    const { keys } = await fetch(`${oidcA.url}/service_accounts/v1/jwk/${ROBOT}`).then((answer) => answer.json())
    const { private_key_id: id } = oidcA.serviceAccountKey({ email: ROBOT })
    expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([id, 'own'])
    const certificates = await fetch(`${oidcA.url}/service_accounts/v1/metadata/x509/${ROBOT}`)
    expect(Object.keys(await certificates.json())).toEqual([id])
    expect((await fetch(`${oidcA.url}/service_accounts/v1/jwk/nobody@example.com`)).status).toBe(404)
  })
})
