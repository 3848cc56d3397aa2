import { Client, GraphError, type Context } from '@microsoft/microsoft-graph-client'
import { decodeIdToken, generateCodeVerifier, MicrosoftEntraId, OAuth2RequestError } from 'arctic'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { APP, SPA, oidcCTest, startOidcC, TENANT } from '#oidc-c/oidc-c.fixture.ts'
import { runTrusting } from './trusting-process.fixture.ts'

const it = oidcCTest()

type Fixtures = FixturesOf<typeof it>

describe('Auth.js, over TLS', () => {
  /** An application with Auth.js and a browser's cookies, in a process that trusts the instance. */
  const application = (issuer: string) => `
    import { Auth } from '@auth/core'
    import MicrosoftEntraID from '@auth/core/providers/microsoft-entra-id'
    const url = process.env.OIDC_C_API_BASE
    const realFetch = globalThis.fetch
    // The provider has the address of the photo built in.
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init)
      const { hostname, pathname } = new URL(request.url)
      return realFetch(hostname === 'graph.microsoft.com' ? new Request(url + pathname, request) : request)
    }
    const config = {
      providers: [MicrosoftEntraID({ clientId: '${APP.id}', clientSecret: '${APP.secret}', issuer: url + '/${issuer}/v2.0' })],
      secret: 'not a secret',
      trustHost: true,
      basePath: '/api/auth',
      logger: { error(error) { console.error(error) }, warn() {}, debug() {} },
    }
    const jar = new Map()
    async function ask(path, form) {
      const headers = { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
      const init = form ? { method: 'POST', headers, body: new URLSearchParams(form) } : { headers }
      const response = await Auth(new Request(new URL(path, 'http://localhost:3000'), init), config)
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
        jar.set(name, value)
      }
      return response
    }
    const { csrfToken } = await (await ask('/api/auth/csrf')).json()
    const begun = await ask('/api/auth/signin/microsoft-entra-id', { csrfToken, callbackUrl: '/' })
    const page = await fetch(begun.headers.get('location'), {
      method: 'POST', body: new URLSearchParams({ user: 'ada@contoso.com' }), redirect: 'manual',
    })
    const done = await ask(page.headers.get('location'))
    const session = await (await ask('/api/auth/session')).json()
    console.log(JSON.stringify({ location: done.headers.get('location'), user: session?.user }))
  `

  it.for([TENANT, 'common'])('signs a person in at %s and has their session', { timeout: 20_000 }, async (issuer) => {
    await using secure = await startOidcC({ https: true })
    expect(await runTrusting(secure, application(issuer))).toEqual({
      location: 'http://localhost:3000/',
      user: { name: 'Ada Lovelace', email: 'ada@contoso.com', image: null },
    })
    const photo = secure.requests.find(({ path }) => path.startsWith('/v1.0/me/photos/'))
    expect(photo).toMatchObject({ status: 404, principal: 'ada@contoso.com' })
  })
})

describe('arctic', () => {
  // arctic has the vendor's host built in; the instance has the same paths.
  const realFetch = globalThis.fetch
  it.beforeEach(({ oidcC }) => {
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      if (url.hostname !== 'login.microsoftonline.com') return realFetch(request)
      return oidcC.fetch(new Request(oidcC.url + url.pathname + url.search, request))
    }
  })
  it.afterEach(() => {
    globalThis.fetch = realFetch
  })
  const entra = () => new MicrosoftEntraId(TENANT, APP.id, APP.secret, APP.callback)

  it('signs a person in and refreshes', async ({ oidcC }) => {
    const verifier = generateCodeVerifier()
    const scopes = ['openid', 'profile', 'offline_access']
    const url = entra().createAuthorizationURL('state', verifier, scopes)
    const { code, state } = oidcC.authorize({ url: url.href, email: 'ada@contoso.com' })
    expect(state).toBe('state')
    const tokens = await entra().validateAuthorizationCode(code, verifier)
    expect(decodeIdToken(tokens.idToken())).toMatchObject({ name: 'Ada Lovelace', tid: TENANT })
    expect(tokens.accessTokenExpiresInSeconds()).toBe(3599)
    const refreshed = await entra().refreshAccessToken(tokens.refreshToken(), scopes)
    expect(refreshed.accessToken()).not.toBe(tokens.accessToken())
  })

  it('signs a person in without a secret, as a single-page application does', async ({ oidcC }) => {
    const verifier = generateCodeVerifier()
    const spa = new MicrosoftEntraId('common', SPA.id, null, SPA.callback)
    const url = spa.createAuthorizationURL('state', verifier, ['openid', 'profile', 'offline_access'])
    const { code } = oidcC.authorize({ url: url.href, email: 'ada@contoso.com' })
    const tokens = await spa.validateAuthorizationCode(code, verifier)
    expect(tokens.hasRefreshToken()).toBe(true)
    // The refresh token ends twenty-four hours after the sign-in, even if it was used.
    oidcC.clock.advance('23h')
    const next = await spa.refreshAccessToken(tokens.refreshToken(), ['openid'])
    oidcC.clock.advance('1h')
    await expect(spa.refreshAccessToken(next.refreshToken(), ['openid'])).rejects.toMatchObject({
      code: 'invalid_grant',
      description: expect.stringContaining('AADSTS700084'),
    })
  })

  it('gets the reason of a refusal', async () => {
    const refused = entra().validateAuthorizationCode('nonsense', generateCodeVerifier())
    await expect(refused).rejects.toThrow(OAuth2RequestError)
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_grant',
      description: expect.stringMatching(/^AADSTS9002313: .* code nonsense was not issued/),
      uri: 'https://login.microsoftonline.com/error?code=9002313',
    })
  })
})

describe('the Graph client', () => {
  it('lists users page by page over TLS, unmodified', async () => {
    await using secure = await startOidcC({ https: true })
    const { accessToken } = secure.signIn({ email: 'ada@contoso.com', scopes: ['User.Read.All'] })
    const script = `
      import { Client, PageIterator } from '@microsoft/microsoft-graph-client'
      const url = process.env.OIDC_C_API_BASE
      const graph = Client.init({
        baseUrl: url,
        customHosts: new Set([new URL(url).hostname]),
        authProvider: (done) => done(null, '${accessToken}'),
      })
      const me = await graph.api('/me').get()
      const { value } = await graph.api('/users').filter("startswith(displayName, 'gr')").select('displayName').get()
      const names = []
      const first = await graph.api('/users').top(1).select(['displayName', 'id']).get()
      await new PageIterator(graph, first, ({ displayName }) => names.push(displayName) > 0).iterate()
      console.log(JSON.stringify({ me: me.userPrincipalName, value, names }))
    `
    expect(await runTrusting(secure, script)).toEqual({
      me: 'ada@contoso.com',
      value: [{ displayName: 'Grace Hopper' }],
      names: ['Ada Lovelace', 'Grace Hopper', 'Gone Away'],
    })
  }, 20_000)

  /** The client omits the token over http, so these tests add it with a middleware. */
  const graph = ({ oidcC }: Pick<Fixtures, 'oidcC'>, accessToken: string) =>
    Client.initWithMiddleware({
      baseUrl: oidcC.url,
      middleware: {
        async execute(context: Context) {
          const headers = {
            ...(context.options?.headers as Record<string, string>),
            authorization: `Bearer ${accessToken}`,
          } // the client's options
          context.response = await fetch(context.request, { ...context.options, headers })
        },
      },
    })
  const reader = ({ oidcC }: Pick<Fixtures, 'oidcC'>) =>
    graph({ oidcC }, oidcC.signIn({ email: 'ada@contoso.com', scopes: ['User.Read.All'] }).accessToken)

  it('counts, orders and searches with ConsistencyLevel', async ({ oidcC }) => {
    const answer: unknown = await reader({ oidcC })
      .api('/users')
      .header('ConsistencyLevel', 'eventual')
      .count(true)
      .filter("endswith(mail, '@contoso.com') and department ne 'Navy'")
      .orderby('displayName desc')
      .select('displayName')
      .get()
    expect(answer).toMatchObject({
      '@odata.count': 2,
      value: [{ displayName: 'Gone Away' }, { displayName: 'Ada Lovelace' }],
    })
    const found = (await reader({ oidcC })
      .api('/users')
      .header('ConsistencyLevel', 'eventual')
      .search('"displayName:hop"')
      .get()) as {
      value: { displayName: string }[]
    } // a page
    expect(found.value.map(({ displayName }) => displayName)).toEqual(['Grace Hopper'])
  })

  it('creates, changes and deletes a user', async ({ oidcC }) => {
    const writer = graph(
      { oidcC },
      oidcC.signIn({ email: 'ada@contoso.com', scopes: ['User.ReadWrite.All'] }).accessToken,
    )
    const made = (await writer.api('/users').post({
      accountEnabled: true,
      displayName: 'Adele Vance',
      mailNickname: 'AdeleV',
      userPrincipalName: 'AdeleV@contoso.com',
      passwordProfile: { forceChangePasswordNextSignIn: true, password: 'xWwvJ]6NMw+bWH-d' },
    })) as { id: string } // a user
    expect(made).toMatchObject({ displayName: 'Adele Vance', mail: null, businessPhones: [] })
    await writer.api(`/users/${made.id}`).patch({ jobTitle: 'Manager', businessPhones: ['1'] })
    expect(await writer.api('/users/adelev@contoso.com').get()).toMatchObject({
      jobTitle: 'Manager',
      businessPhones: ['1'],
    })
    const { idToken } = oidcC.signIn({ email: 'AdeleV@contoso.com' })
    expect(decodeIdToken(idToken ?? '')).toMatchObject({ oid: made.id, name: 'Adele Vance' })
    await writer.api(`/users/${made.id}`).delete()
    await expect(writer.api(`/users/${made.id}`).get()).rejects.toMatchObject({
      statusCode: 404,
      code: 'Request_ResourceNotFound',
    })
  })

  it('gets the reason of a refusal', async ({ oidcC }) => {
    const refused = graph({ oidcC }, 'nonsense').api('/me').get()
    await expect(refused).rejects.toThrow(GraphError)
    await expect(refused).rejects.toMatchObject({ statusCode: 401, code: 'InvalidAuthenticationToken' })
  })
})
