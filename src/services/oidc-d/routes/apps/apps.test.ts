import { describe, expect } from 'vitest'
import { allItems, NOON, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site
const apps = (token?: string) => site.okta(token).applicationApi
const labels = async (query: Record<string, string | number>) =>
  (await allItems(apps().listApplications(query))).map(({ label }) => label)

const web = {
  name: 'oidc_client',
  label: 'Sample Client',
  signOnMode: 'OPENID_CONNECT',
  credentials: { oauthClient: { autoKeyRotation: true, token_endpoint_auth_method: 'client_secret_post' } },
  settings: {
    oauthClient: {
      client_uri: 'http://localhost:8080',
      redirect_uris: ['https://example.com/oauth2/callback'],
      post_logout_redirect_uris: ['https://example.com/goodbye'],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      application_type: 'web',
    },
  },
} as const

/** The client with other settings. */
const withSettings = (oauthClient: object, credentials: object = {}) => ({
  ...web,
  credentials: { oauthClient: credentials },
  settings: { oauthClient: { ...web.settings.oauthClient, ...oauthClient } },
})

describe('an OAuth client', () => {
  it('is created with a client id and a secret, which only the answer to a change has', async () => {
    const made = await apps().createApplication({ application: web })
    const secret = expect.stringMatching(/^\w{64}$/)
    expect(made).toMatchObject({ credentials: { oauthClient: { client_secret: secret } } })
    const replaced = await site.send('PUT', `/api/v1/apps/${made.id}`, withSettings({}, { client_secret: '' }))
    expect(replaced.body.credentials.oauthClient.client_secret).toEqual(secret)
    await apps().replaceApplication({ appId: made.id ?? '', application: web })
    expect(made).toMatchObject({
      name: 'oidc_client',
      label: 'Sample Client',
      status: 'ACTIVE',
      signOnMode: 'OPENID_CONNECT',
    })
    const { body } = await site.send('GET', `/api/v1/apps/${made.id}`)
    expect(body['_links'].clientCredentials).toEqual([
      { name: 'secrets', href: `${site.emulator.url}/api/v1/apps/${made.id}/credentials/secrets` },
    ])
    expect(body.credentials.oauthClient).toEqual({
      autoKeyRotation: true,
      client_id: made.id,
      token_endpoint_auth_method: 'client_secret_post',
      pkce_required: false,
    })
    expect(body.settings.oauthClient).toMatchObject({
      client_uri: 'http://localhost:8080',
      redirect_uris: ['https://example.com/oauth2/callback'],
      post_logout_redirect_uris: ['https://example.com/goodbye'],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      application_type: 'web',
      refresh_token: { rotation_type: 'STATIC', leeway: 0 },
    })
    expect(Object.keys(body).slice(0, 12)).toEqual([
      'id',
      'orn',
      'name',
      'label',
      'status',
      'lastUpdated',
      'created',
      'accessibility',
      'visibility',
      'features',
      'signOnMode',
      'credentials',
    ])
    expect(body).toMatchObject({
      created: NOON,
      visibility: { hide: { iOS: true, web: true }, appLinks: { oidc_client_link: true } },
    })
  })

  it('is created with the client id and the secret of the body', async () => {
    const oauthClient = { client_id: 'my-client', client_secret: 'my-very-own-secret' }
    const { body } = await site.send('POST', '/api/v1/apps?activate=false', { ...web, credentials: { oauthClient } })
    expect(body).toMatchObject({ status: 'INACTIVE', credentials: { oauthClient } })
    const again = await site.send('POST', '/api/v1/apps', { ...web, credentials: { oauthClient } })
    expect(again.body.errorCauses[0].errorSummary).toContain('client_id: An object with this field already exists')
  })

  it('has no secret and must use PKCE in a browser', async () => {
    const { body } = await site.send('POST', '/api/v1/apps', withSettings({ application_type: 'browser' }))
    expect(body.credentials.oauthClient).toEqual({
      autoKeyRotation: true,
      client_id: body.id,
      token_endpoint_auth_method: 'none',
      pkce_required: true,
    })
    expect(body.settings.oauthClient.refresh_token).toEqual({ rotation_type: 'ROTATE', leeway: 0 })
  })

  it.for([
    ['no redirect URI', withSettings({ redirect_uris: [] }), 'redirect_uris'],
    ['a redirect URI that is none', withSettings({ redirect_uris: ['nowhere'] }), 'redirect_uris'],
    ['a grant type that there is not', withSettings({ grant_types: ['hope'] }), 'grant_types'],
    ['no code with authorization_code', withSettings({ response_types: ['token'] }), 'response_types'],
    ['implicit without a token', withSettings({ grant_types: ['authorization_code', 'implicit'] }), 'response_types'],
    ['a service that cannot act for itself', withSettings({ application_type: 'service' }), 'grant_types'],
    [
      'a browser that acts for itself',
      withSettings({ application_type: 'browser', grant_types: ['client_credentials'] }),
      'grant_types',
    ],
    [
      'a public client without PKCE',
      withSettings({}, { token_endpoint_auth_method: 'none', pkce_required: false }),
      'pkce_required',
    ],
    ['a key that is missing', withSettings({}, { token_endpoint_auth_method: 'private_key_jwt' }), 'jwks'],
    ['a secret that is too short', withSettings({}, { client_secret: 'short' }), 'client_secret'],
    ['no label', { ...web, label: '' }, 'label'],
    ['a sign-on mode that there is not', { label: 'x', signOnMode: 'MAGIC' }, 'signOnMode'],
    ['no sign-on mode', { label: 'x' }, 'signOnMode'],
    ['a bookmark to nowhere', { label: 'x', signOnMode: 'BOOKMARK' }, 'url'],
  ] as const)('is refused with %s', async ([_what, body, field]) => {
    const answer = await site.send('POST', '/api/v1/apps', body)
    expect([answer.status, answer.body.errorSummary]).toEqual([400, `Api validation failed: ${field}`])
  })
})

it('redirects people to a service that acts for itself too', async () => {
  const grants = { grant_types: ['authorization_code', 'client_credentials'] }
  const { status, body } = await site.send(
    'POST',
    '/api/v1/apps',
    withSettings({ application_type: 'service', ...grants }),
  )
  expect([status, body.settings.oauthClient]).toMatchObject([200, { application_type: 'service', ...grants }])
})

it('keeps an empty relay state of SAML as null, drops other empty texts, and adds the vendor’s defaults', async () => {
  const signOn = { defaultRelayState: '', audience: 'https://sp.example.com', audienceOverride: '' }
  const { body } = await site.send('POST', '/api/v1/apps', { label: 'S', signOnMode: 'SAML_2_0', settings: { signOn } })
  expect(body.settings.signOn).toEqual({
    defaultRelayState: null,
    audience: 'https://sp.example.com',
    idpIssuer: 'http://www.okta.com/${org.externalKey}',
    spIssuer: null,
    requestCompressed: false,
    inlineHooks: [],
    assertionEncryption: { enabled: false },
    acsEndpoints: [],
  })
})

it('never answers with the password that the users of an app share', async () => {
  const application = {
    name: 'template_basic_auth',
    label: 'Payroll',
    signOnMode: 'BASIC_AUTH',
    credentials: {
      scheme: 'SHARED_USERNAME_AND_PASSWORD',
      userName: 'staff',
      password: { value: 'shared-by-all' },
      userNameTemplate: { template: 'user.firstName', type: 'CUSTOM' },
    },
    settings: { app: { url: 'https://example.com', authURL: 'https://example.com/auth' }, notes: { admin: 'Mind it' } },
  }
  const { body } = await site.send('POST', '/api/v1/apps', application)
  expect(body.credentials).toEqual({
    scheme: 'SHARED_USERNAME_AND_PASSWORD',
    userNameTemplate: { template: 'user.firstName', type: 'CUSTOM', pushStatus: 'DONT_PUSH' },
    revealPassword: false,
    signing: {},
    userName: 'staff',
  })
  expect(body.settings).toMatchObject({ emOptInStatus: 'NONE', notes: { admin: 'Mind it', enduser: null } })
  expect(body.visibility.appLinks).toEqual({ login: true })
  await site.send('POST', `/api/v1/apps/${body.id}/lifecycle/deactivate`)
  const links = (await site.send('GET', `/api/v1/apps/${body.id}`)).body['_links']
  expect(Object.keys(links)).toEqual([
    'uploadLogo',
    'appLinks',
    'profileEnrollment',
    'policies',
    'groups',
    'logo',
    'accessPolicy',
    'users',
    'activate',
  ])
})

describe('other apps', () => {
  it('are stored as the client sent them', async () => {
    const application = {
      label: 'Wiki',
      signOnMode: 'BOOKMARK',
      settings: { app: { url: 'https://wiki.example.com', requestIntegration: false } },
    }
    const made = await apps().createApplication({ application: application as never })
    expect(made).toMatchObject({ name: 'bookmark', ...application })
    const { body } = await site.send('POST', '/api/v1/apps', { label: 'My SAML!', signOnMode: 'SAML_2_0' })
    expect(body.name).toBe('backlot_mysaml_1')
    expect(body.credentials).not.toHaveProperty('oauthClient')
  })
})

describe('changing an app', () => {
  it('replaces the members of the body, and keeps its client id and secret', async () => {
    const { body: before } = await site.send('POST', '/api/v1/apps', web)
    site.emulator.clock.advance('1m')
    const { body } = await site.send('PUT', `/api/v1/apps/${before.id}`, {
      ...before,
      label: 'Renamed',
      visibility: { hide: { web: false } },
    })
    expect(body).toMatchObject({
      label: 'Renamed',
      credentials: before.credentials,
      lastUpdated: '2026-01-01T12:01:00.000Z',
    })
    expect(body.visibility.hide).toEqual({ iOS: true, web: false })
    const application = withSettings({ redirect_uris: ['https://example.com/other'] })
    const replaced = await apps().replaceApplication({ appId: before.id, application: application })
    expect(replaced).toMatchObject({
      label: 'Sample Client',
      settings: { oauthClient: { redirect_uris: ['https://example.com/other'] } },
    })
    const saml = await site.send('PUT', `/api/v1/apps/${before.id}`, { ...before, signOnMode: 'SAML_2_0' })
    expect(saml.body.errorSummary).toBe('Api validation failed: signOnMode')
  })

  it('deletes only a deactivated app', async () => {
    const { id: appId = '' } = await apps().createApplication({ application: web })
    await expect(apps().deleteApplication({ appId })).rejects.toMatchObject(refusal(403, 'E0000056'))
    await apps().deactivateApplication({ appId })
    expect((await apps().getApplication({ appId })).status).toBe('INACTIVE')
    await apps().activateApplication({ appId })
    expect((await apps().getApplication({ appId })).status).toBe('ACTIVE')
    await apps().deactivateApplication({ appId })
    await apps().deleteApplication({ appId })
    await expect(apps().getApplication({ appId })).rejects.toMatchObject(refusal(404, 'E0000007'))
  })
})

describe('listing apps', () => {
  it('returns pages in the order of creation', async () => {
    expect(await labels({ limit: 1 })).toEqual(['Web App', 'Worker'])
    expect((await site.send('GET', '/api/v1/apps?limit=201')).status).toBe(400)
  })

  it('finds apps by name, status and assigned user', async () => {
    const { id } = await site.okta().userApi.getUser({ userId: 'alan' })
    const [everyone] = await allItems(site.okta().groupApi.listGroups({ q: 'Everyone' }))
    expect(await labels({ q: 'wo' })).toEqual(['Worker'])
    expect(await labels({ q: 'oidc' })).toEqual(['Web App', 'Worker'])
    expect(await labels({ filter: 'status eq "INACTIVE"' })).toEqual([])
    expect(await labels({ filter: `user.id eq "${id}"` })).toEqual(['Web App', 'Worker'])
    expect(await labels({ filter: `group.id eq "${everyone?.id}"` })).toEqual(['Web App'])
    expect(await labels({ filter: 'name eq "bookmark"' })).toEqual([])
    await expect(
      apps()
        .listApplications({ filter: 'label eq "x"' })
        .then((list) => list.next()),
    ).rejects.toMatchObject(refusal(400, 'E0000031'))
  })

  it('embeds the assignment of the user in expand', async () => {
    const { id } = await site.okta().userApi.getUser({ userId: 'alan' })
    const { body } = await site.send('GET', `/api/v1/apps?filter=user.id eq "${id}"&expand=user/${id}`)
    expect(body.map((each: { _embedded: { user: object } }) => each['_embedded'].user)).toMatchObject([
      { id, scope: 'GROUP' },
      { id, scope: 'USER' },
    ])
  })
})

describe('the secrets of a client', () => {
  const api = () => site.okta().applicationSSOPublicKeysApi
  const webApp = async () => (await allItems(apps().listApplications({ q: 'Web' })))[0]?.id ?? ''

  it('are rotated by adding a second, then deactivating and deleting the first', async () => {
    const appId = await webApp()
    const [first] = await allItems(api().listOAuth2ClientSecrets({ appId }))
    expect(first).toMatchObject({ client_secret: 'web-app-secret', status: 'ACTIVE' })
    const second = await api().createOAuth2ClientSecret({ appId, oAuth2ClientSecretRequestBody: {} })
    expect(second.client_secret).toMatch(/^\w{64}$/)
    await expect(api().createOAuth2ClientSecret({ appId, oAuth2ClientSecretRequestBody: {} })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'maximum'),
    )
    const secretId = first?.id ?? ''
    await expect(api().deleteOAuth2ClientSecret({ appId, secretId })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'active'),
    )
    expect((await api().deactivateOAuth2ClientSecret({ appId, secretId })).status).toBe('INACTIVE')
    await expect(api().deactivateOAuth2ClientSecret({ appId, secretId: second.id ?? '' })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'only active'),
    )
    expect((await api().activateOAuth2ClientSecret({ appId, secretId })).status).toBe('ACTIVE')
    await api().deactivateOAuth2ClientSecret({ appId, secretId })
    await api().deleteOAuth2ClientSecret({ appId, secretId })
    await expect(api().getOAuth2ClientSecret({ appId, secretId })).rejects.toMatchObject(refusal(404, 'E0000007'))
    expect((await api().getOAuth2ClientSecret({ appId, secretId: second.id ?? '' })).client_secret).toBe(
      second.client_secret,
    )
    const { body } = await site.send('GET', `/api/v1/apps/${appId}`)
    const { body: replaced } = await site.send('PUT', `/api/v1/apps/${appId}`, body)
    expect(replaced.credentials.oauthClient.client_secret).toBe(second.client_secret)
  })

  it('exist only for OAuth clients', async () => {
    const { body } = await site.send('POST', '/api/v1/apps', { label: 'S', signOnMode: 'SAML_2_0' })
    expect((await site.send('GET', `/api/v1/apps/${body.id}/credentials/secrets`)).status).toBe(400)
  })
})
