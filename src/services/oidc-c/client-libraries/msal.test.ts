import { createHash, generateKeyPairSync } from 'node:crypto'
import {
  ConfidentialClientApplication,
  CryptoProvider,
  InteractionRequiredAuthError,
  PublicClientApplication,
  type Configuration,
} from '@azure/msal-node'
import { decodeJwt } from 'jose'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { createEmulator } from '#emulator.ts'
import { plainHttp } from './msal.fixture.ts'
import { API, APP, NATIVE, oidcCTest, startOidcC, TENANT } from '#oidc-c/oidc-c.fixture.ts'
import { runTrusting } from './trusting-process.fixture.ts'

const it = oidcCTest()

type Fixtures = FixturesOf<typeof it>

function configuration(
  { oidcC }: Pick<Fixtures, 'oidcC'>,
  auth: Partial<Configuration['auth']> = {},
  tenant = TENANT,
  url = oidcC.url,
): Configuration {
  const { host } = new URL(url)
  return {
    auth: { clientId: APP.id, authority: `https://${host}/${tenant}`, knownAuthorities: [host], ...auth },
    system: { networkClient: plainHttp(url) },
  }
}
const webApp = ({ oidcC }: Pick<Fixtures, 'oidcC'>, tenant?: string) =>
  new ConfidentialClientApplication(configuration({ oidcC }, { clientSecret: APP.secret }, tenant))
const nativeApp = ({ oidcC }: Pick<Fixtures, 'oidcC'>, tenant?: string) =>
  new PublicClientApplication(configuration({ oidcC }, { clientId: NATIVE.id }, tenant))

async function signIn(
  { oidcC }: Pick<Fixtures, 'oidcC'>,
  app: ConfidentialClientApplication | PublicClientApplication,
  { scopes = ['User.Read'], redirectUri = APP.callback, email = 'ada@contoso.com' } = {},
) {
  const { verifier, challenge } = await new CryptoProvider().generatePkceCodes()
  const url = await app.getAuthCodeUrl({ scopes, redirectUri, codeChallenge: challenge, codeChallengeMethod: 'S256' })
  const { parameters } = oidcC.authorize({ url, email })
  const { code = '', client_info: clientInfo = '' } = parameters
  return app.acquireTokenByCode({ code, scopes, redirectUri, codeVerifier: verifier, clientInfo })
}

describe('MSAL, with a networkClient', () => {
  it('signs a person in with a code and a challenge', async ({ oidcC }) => {
    const app = webApp({ oidcC })
    const url = await app.getAuthCodeUrl({ scopes: ['User.Read'], redirectUri: APP.callback })
    expect(url.startsWith(`${oidcC.url}/${TENANT}/oauth2/v2.0/authorize?`)).toBe(true)
    const result = await signIn({ oidcC }, app)
    expect(result).toMatchObject({
      uniqueId: 'f3b1c2d4-0000-4000-8000-000000000001',
      tenantId: TENANT,
      tokenType: 'Bearer',
      fromCache: false,
      scopes: expect.arrayContaining(['User.Read', 'openid', 'profile']),
    })
    expect(result.account).toMatchObject({
      homeAccountId: `f3b1c2d4-0000-4000-8000-000000000001.${TENANT}`,
      localAccountId: 'f3b1c2d4-0000-4000-8000-000000000001',
      username: 'ada@contoso.com',
      name: 'Ada Lovelace',
      tenantId: TENANT,
    })
    expect(result.idTokenClaims).toMatchObject({ roles: ['Admin', 'Reader'], ver: '2.0' })
    expect(decodeJwt(result.accessToken)).toMatchObject({
      aud: '00000003-0000-0000-c000-000000000000',
      iss: `${oidcC.url}/${TENANT}/`,
      appid: APP.id,
      scp: expect.stringContaining('User.Read'),
      upn: 'ada@contoso.com',
      ver: '1.0',
    })
  })

  it.for(['common', 'organizations', 'contoso.com'])('signs a person in at %s', async (tenant, { oidcC }) => {
    const result = await signIn({ oidcC }, webApp({ oidcC }, tenant))
    expect(result).toMatchObject({ tenantId: TENANT, account: { username: 'ada@contoso.com' } })
  })

  it('signs in a person of another tenant and one with a personal account at common', async ({ oidcC }) => {
    const guest = await signIn({ oidcC }, webApp({ oidcC }, 'common'), { email: 'linus@fabrikam.com' })
    expect(guest.tenantId).not.toBe(TENANT)
    const personal = await signIn({ oidcC }, webApp({ oidcC }, 'common'), { email: 'pat@outlook.com' })
    expect(personal.tenantId).toBe('9188040d-6c67-4c5b-b112-36a304b66dad')
    expect(personal.account?.localAccountId).toMatch(/^00000000-0000-0000-/)
  })

  it('acquires a token silently from its cache, and from a refresh token when it must', async ({ oidcC }) => {
    const app = nativeApp({ oidcC })
    const { account, accessToken } = await signIn({ oidcC }, app, { redirectUri: 'http://localhost:53682' })
    const request = { account: account ?? undefined, scopes: ['User.Read'] } as never // a sign-in always has an account
    expect(await app.acquireTokenSilent(request)).toMatchObject({ fromCache: true, accessToken })
    const refreshed = await app.acquireTokenSilent({ ...(request as object), forceRefresh: true } as never)
    expect(refreshed).toMatchObject({ fromCache: false, account: { username: 'ada@contoso.com' } })
    expect(refreshed.accessToken).not.toBe(accessToken)
  })

  it('gets interaction_required when the person has not agreed', async ({ oidcC }) => {
    const app = webApp({ oidcC })
    const { account } = await signIn({ oidcC }, app)
    const more = app.acquireTokenSilent({ account: account as never, scopes: ['Mail.Read'] })
    await expect(more).rejects.toThrow(InteractionRequiredAuthError)
    await expect(more).rejects.toMatchObject({
      errorCode: 'invalid_grant',
      subError: 'consent_required',
      errorMessage: expect.stringMatching(/AADSTS65001: .* scope has Mail\.Read more than was granted/),
    })
  })

  it('gets a token for an API that is another application', async ({ oidcC }) => {
    const { accessToken, scopes } = await signIn({ oidcC }, webApp({ oidcC }), { scopes: [`${API.uri}/Orders.Read`] })
    expect(scopes).toContain(`${API.uri}/Orders.Read`)
    expect(decodeJwt(accessToken)).toMatchObject({
      aud: API.id,
      iss: `${oidcC.url}/${TENANT}/v2.0`,
      azp: APP.id,
      azpacr: '1',
      scp: expect.stringContaining('Orders.Read'),
      roles: ['Admin', 'Reader'],
      ver: '2.0',
    })
  })

  it('acts on behalf of a user of its API', async ({ oidcC }) => {
    const { accessToken } = await signIn({ oidcC }, webApp({ oidcC }), { scopes: [`${API.uri}/Orders.Read`] })
    const api = new ConfidentialClientApplication(
      configuration({ oidcC }, { clientId: API.id, clientSecret: API.secret }),
    )
    const result = await api.acquireTokenOnBehalfOf({ oboAssertion: accessToken, scopes: ['User.Read'] })
    const me = await fetch(`${oidcC.url}/v1.0/me`, { headers: { authorization: `Bearer ${result?.accessToken}` } })
    expect(await me.json()).toMatchObject({ userPrincipalName: 'ada@contoso.com' })
    const graph = await signIn({ oidcC }, webApp({ oidcC }))
    await expect(
      api.acquireTokenOnBehalfOf({ oboAssertion: graph.accessToken, scopes: ['User.Read'], skipCache: true }),
    ).rejects.toMatchObject({ errorMessage: expect.stringContaining('AADSTS500131') })
  })

  it('gets a token for the application itself', async ({ oidcC }) => {
    const api = new ConfidentialClientApplication(
      configuration({ oidcC }, { clientId: API.id, clientSecret: API.secret }),
    )
    const result = await api.acquireTokenByClientCredential({ scopes: ['https://graph.microsoft.com/.default'] })
    const claims = decodeJwt(result?.accessToken ?? '')
    expect(claims).toMatchObject({ appid: API.id, idtyp: 'app', roles: ['User.ReadWrite.All'], tid: TENANT })
    expect(claims.sub).toBe(claims['oid'])
    expect(claims).not.toHaveProperty('scp')
  })

  it.for(['thumbprintSha256', 'thumbprint'] as const)(
    'authenticates with a certificate, by its %s',
    async (kind, { oidcC }) => {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const der = publicKey.export({ format: 'der', type: 'spki' })
      const digest = createHash(kind === 'thumbprint' ? 'sha1' : 'sha256')
        .update(der)
        .digest('hex')
      await using keyed = await createEmulator({
        service: 'oidc-c',
        port: 0,
        seed: {
          'oidc-c': {
            tenant: TENANT,
            oauth_clients: [
              { client_id: APP.id, public_key: publicKey.export({ format: 'pem', type: 'spki' }).toString() },
            ],
          },
        },
      })
      const key = privateKey.export({ format: 'pem', type: 'pkcs8' })
      const clientCertificate = { [kind]: digest, privateKey: key } as { thumbprintSha256: string; privateKey: string } // or the other
      // The audience of the assertion is the token endpoint of the discovery document.
      const app = new ConfidentialClientApplication(configuration({ oidcC }, { clientCertificate }, TENANT, keyed.url))
      const scopes = ['https://graph.microsoft.com/.default']
      const result = await app.acquireTokenByClientCredential({ scopes })
      expect(decodeJwt(result?.accessToken ?? '')).toMatchObject({ appidacr: '2' })
    },
  )

  it('connects a device', async ({ oidcC }) => {
    const result = await nativeApp({ oidcC }).acquireTokenByDeviceCode({
      scopes: ['User.Read'],
      deviceCodeCallback({ userCode, verificationUri, message }) {
        expect(message).toContain(userCode)
        const form = new URLSearchParams({ user_code: userCode, user: 'ada@contoso.com', decision: 'allow' })
        void fetch(verificationUri, { method: 'POST', body: form })
      },
    })
    expect(result).toMatchObject({ account: { username: 'ada@contoso.com' }, tenantId: TENANT })
  }, 15_000)

  it('gets authorization_declined when the person denies the device', async ({ oidcC }) => {
    const refused = nativeApp({ oidcC }).acquireTokenByDeviceCode({
      scopes: ['User.Read'],
      deviceCodeCallback: ({ userCode, verificationUri }) =>
        void fetch(verificationUri, {
          method: 'POST',
          body: new URLSearchParams({ user_code: userCode, decision: 'deny' }),
        }),
    })
    await expect(refused).rejects.toMatchObject({ errorCode: 'post_request_failed' })
    expect(oidcC.requests.find(({ path }) => path.endsWith('/token'))?.status).toBe(400)
  }, 15_000)

  it('has the vendor’s number and correlation id in an error', async ({ oidcC }) => {
    const app = new ConfidentialClientApplication(configuration({ oidcC }, { clientSecret: 'wrong' }))
    await expect(
      app.acquireTokenByClientCredential({ scopes: ['https://graph.microsoft.com/.default'], correlationId: TENANT }),
    ).rejects.toMatchObject({
      errorCode: 'invalid_client',
      correlationId: TENANT,
      errorMessage: expect.stringMatching(
        /7000215.*AADSTS7000215: Invalid client secret provided\. client_secret is not/s,
      ),
    })
  })
})

describe('MSAL, over TLS', () => {
  it('runs unmodified in a process that trusts the instance', async () => {
    await using secure = await startOidcC({ https: true })
    const printed = await runTrusting(
      secure,
      `
      import { ConfidentialClientApplication, CryptoProvider } from '@azure/msal-node'
      const url = process.env.OIDC_C_API_BASE
      const app = new ConfidentialClientApplication({
        auth: {
          clientId: '${APP.id}',
          clientSecret: '${APP.secret}',
          authority: url + '/${TENANT}',
          knownAuthorities: [new URL(url).host],
        },
      })
      const { verifier: codeVerifier, challenge: codeChallenge } = await new CryptoProvider().generatePkceCodes()
      const request = { scopes: ['User.Read'], redirectUri: '${APP.callback}' }
      const address = await app.getAuthCodeUrl({ ...request, codeChallenge, codeChallengeMethod: 'S256' })
      const page = await fetch(address, { method: 'POST', body: new URLSearchParams({ user: 'ada@contoso.com' }), redirect: 'manual' })
      const back = new URL(page.headers.get('location'))
      const result = await app.acquireTokenByCode({ ...request, code: back.searchParams.get('code'), codeVerifier })
      const silent = await app.acquireTokenSilent({ account: result.account, scopes: ['User.Read'], forceRefresh: true })
      const own = await app.acquireTokenByClientCredential({ scopes: ['https://graph.microsoft.com/.default'] })
      const me = await fetch(url + '/v1.0/me', { headers: { authorization: 'Bearer ' + silent.accessToken } })
      console.log(JSON.stringify({ username: result.account.username, me: (await me.json()).displayName, own: own.tokenType }))
    `,
    )
    expect(printed).toEqual({ username: 'ada@contoso.com', me: 'Ada Lovelace', own: 'Bearer' })
  }, 20_000)
})
