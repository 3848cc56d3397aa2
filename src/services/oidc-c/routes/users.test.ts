import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { createEmulator } from '#emulator.ts'
import { API, APP, oidcCTest, TENANT } from '#oidc-c/oidc-c.fixture.ts'

const it = oidcCTest({ now: Date.UTC(2026, 0, 1) })

type Fixtures = FixturesOf<typeof it>

const ADA = 'f3b1c2d4-0000-4000-8000-000000000001'
const tokenWith = ({ oidcC }: Pick<Fixtures, 'oidcC'>, ...scopes: string[]) =>
  oidcC.signIn({ email: 'ada@contoso.com', scopes }).accessToken
interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>> & { readonly value?: readonly Readonly<Record<string, unknown>>[] }
}
async function ask(
  { oidcC }: Pick<Fixtures, 'oidcC'>,
  path: string,
  token: string | null,
  init: RequestInit = {},
): Promise<Answered> {
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(init.headers as object | undefined),
  }
  const response = await fetch(path.startsWith('http') ? path : oidcC.url + path, { ...init, headers })
  const text = await response.text()
  const body = (text.startsWith('{') ? JSON.parse(text) : { text }) as Answered['body'] // an object in both cases
  return { status: response.status, headers: response.headers, body }
}
const send = ({ oidcC }: Pick<Fixtures, 'oidcC'>, method: string, path: string, token: string, body: unknown) =>
  ask({ oidcC }, path, token, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const eventual = { headers: { ConsistencyLevel: 'eventual' } }
const names = ({ body }: Answered) => body.value?.map(({ displayName }) => displayName)

describe('a name with an apostrophe', () => {
  it('is one of a user, in the seed and in Graph', async () => {
    const address = "o'neil@contoso.com"
    await using oidcC = await createEmulator({
      service: 'oidc-c',
      port: 0,
      seed: { 'oidc-c': { users: [{ email: address }] } },
    })
    const token = oidcC.signIn({ email: address, scopes: ['User.ReadWrite.All'] }).accessToken
    const created = await send({ oidcC }, 'POST', '/v1.0/users', token, {
      accountEnabled: true,
      displayName: "Bob O'Brien",
      mailNickname: 'bob',
      userPrincipalName: "o'brien@contoso.com",
      passwordProfile: { password: 'Xx12345678!' },
    })
    expect([created.status, created.body['userPrincipalName']]).toEqual([201, "o'brien@contoso.com"])
    expect((await ask({ oidcC }, "/v1.0/users/o'brien@contoso.com", token)).status).toBe(200)
    const filter = encodeURIComponent("userPrincipalName eq 'o''brien@contoso.com'")
    expect(names(await ask({ oidcC }, `/v1.0/users?$filter=${filter}`, token))).toEqual(["Bob O'Brien"])
  })
})

describe('an answer of Graph', () => {
  it('has an id of its own and that of the client, also in an error', async ({ oidcC }) => {
    const token = tokenWith({ oidcC }, 'User.Read.All')
    const found = await ask({ oidcC }, '/v1.0/users', token)
    const id = found.headers.get('request-id')
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
    expect(found.headers.get('client-request-id')).toBe(id)
    const client = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd'
    const missing = await ask({ oidcC }, '/v1.0/users/nobody', token, { headers: { 'client-request-id': client } })
    const ids = { 'request-id': missing.headers.get('request-id'), 'client-request-id': client }
    expect(ids['request-id']).not.toBe(id)
    expect(missing.headers.get('client-request-id')).toBe(client)
    expect(missing.body).toMatchObject({ error: { innerError: ids } })
  })
})

describe('a user of the directory', () => {
  it('has the vendor’s properties', async ({ oidcC }) => {
    const { body, headers } = await ask({ oidcC }, '/v1.0/me', tokenWith({ oidcC }, 'User.Read'))
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type':
        'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8',
      'odata-version': '4.0',
      'cache-control': 'no-cache',
    })
    expect(Object.entries(body)).toEqual([
      ['@odata.context', `${oidcC.url}/v1.0/$metadata#users/$entity`],
      ['businessPhones', ['+44 20 7946 0000']],
      ['displayName', 'Ada Lovelace'],
      ['givenName', 'Ada'],
      ['jobTitle', 'Analyst'],
      ['mail', 'ada@contoso.com'],
      ['mobilePhone', null],
      ['officeLocation', null],
      ['preferredLanguage', null],
      ['surname', 'Lovelace'],
      ['userPrincipalName', 'ada@contoso.com'],
      ['id', ADA],
    ])
  })

  it.for([ADA, ADA.toUpperCase(), 'ada@contoso.com', 'ADA@contoso.com'])('is found as %s', async (name, { oidcC }) => {
    expect((await ask({ oidcC }, `/v1.0/users/${name}`, tokenWith({ oidcC }, 'User.Read'))).body['id']).toBe(ADA)
  })

  it('is not found by an address that is not the user principal name', async ({ oidcC }) => {
    const token = tokenWith({ oidcC }, 'User.Read.All')
    expect((await ask({ oidcC }, '/v1.0/users/ghopper@contoso.com', token)).status).toBe(200)
    expect((await ask({ oidcC }, '/v1.0/users/grace@contoso.com', token)).status).toBe(404)
  })

  it('has the selected properties in the requested order', async ({ oidcC }) => {
    const { body } = await ask(
      { oidcC },
      '/v1.0/me?$select=department,displayName, accountEnabled',
      tokenWith({ oidcC }, 'User.Read'),
    )
    expect(Object.entries(body)).toEqual([
      ['@odata.context', `${oidcC.url}/v1.0/$metadata#users(department,displayName,accountEnabled)/$entity`],
      ['department', 'Engines'],
      ['displayName', 'Ada Lovelace'],
      ['accountEnabled', true],
    ])
    expect(
      (await ask({ oidcC }, '/v1.0/me?$select=displayNam', tokenWith({ oidcC }, 'User.Read'))).body['error'],
    ).toMatchObject({
      code: 'BadRequest',
      message: expect.stringContaining(
        "Could not find a property named 'displayNam' on type 'microsoft.graph.user'. Did you mean displayName?",
      ),
    })
  })

  it('has no photo', async ({ oidcC }) => {
    for (const path of ['/v1.0/me/photo/$value', '/v1.0/me/photos/48x48/$value', `/v1.0/users/${ADA}/photo/$value`]) {
      const { status, body } = await ask({ oidcC }, path, tokenWith({ oidcC }, 'User.Read'))
      expect(status).toBe(404)
      expect(body['error']).toMatchObject({ code: 'ImageNotFound' })
    }
  })

  it('who is unknown or of another tenant is not found', async ({ oidcC }) => {
    const id = '00000000-0000-4000-8000-000000000000'
    for (const name of [id, 'linus@fabrikam.com']) {
      const { status, body } = await ask({ oidcC }, `/v1.0/users/${name}`, tokenWith({ oidcC }, 'User.Read.All'))
      expect(status).toBe(404)
      expect(body).toEqual({
        error: {
          code: 'Request_ResourceNotFound',
          message: `Resource '${name}' does not exist or one of its queried reference-property objects are not present.`,
          innerError: {
            date: '2026-01-01T00:00:00',
            'request-id': expect.stringMatching(/^[\w-]{36}$/),
            'client-request-id': expect.stringMatching(/^[\w-]{36}$/),
          },
        },
      })
    }
  })
})

describe('access to the directory', () => {
  it.for([
    [null, 'Access token is empty.'],
    ['nonsense', 'JWT is not well formed.'],
    ['a.b.c', 'Signature validation failed.'],
  ] as const)('needs a token, which %s is not', async ([token, words], { oidcC }) => {
    const { status, headers, body } = await ask({ oidcC }, '/v1.0/me', token)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="", authorization_uri=/)
    expect(body['error']).toMatchObject({ code: 'InvalidAuthenticationToken', message: expect.stringContaining(words) })
  })

  it('needs a token for Graph', async ({ oidcC }) => {
    const { status, body } = await ask({ oidcC }, '/v1.0/me', tokenWith({ oidcC }, `${API.uri}/Orders.Read`))
    expect(status).toBe(401)
    expect(body['error']).toMatchObject({
      code: 'InvalidAuthenticationToken',
      message: expect.stringContaining(`Invalid audience. aud is ${API.id}; expected 00000003-`),
    })
  })

  it('needs a token that has not expired', async ({ oidcC }) => {
    const token = tokenWith({ oidcC }, 'User.Read')
    oidcC.clock.advance('1h')
    expect((await ask({ oidcC }, '/v1.0/me', token)).body['error']).toMatchObject({
      message: expect.stringContaining('Lifetime validation failed, the token is expired.'),
    })
  })

  it.for([
    [['openid', 'profile'], '/v1.0/me', 403],
    [['User.Read'], '/v1.0/me', 200],
    [['user.read'], '/v1.0/me', 200],
    [['https://graph.microsoft.com/User.Read'], '/v1.0/me', 200],
    [['https://graph.microsoft.com/.default'], '/v1.0/me', 200],
    [['Mail.Read'], '/v1.0/me', 403],
    [['User.Read'], '/v1.0/users/ghopper@contoso.com', 403],
    [['User.ReadBasic.All'], '/v1.0/users/ghopper@contoso.com', 200],
    [['User.Read'], '/v1.0/users', 403],
    [['User.ReadBasic.All'], '/v1.0/users', 200],
    [['Directory.Read.All'], '/v1.0/users', 200],
    [['User.ReadBasic.All'], '/v1.0/users/$count', 403],
  ] as const)('with %o to %s is %i', async ([scopes, path, expected], { oidcC }) => {
    const { status, body } = await ask({ oidcC }, path, tokenWith({ oidcC }, ...scopes))
    expect(status).toBe(expected)
    if (expected === 403) {
      expect(body['error']).toMatchObject({
        code: 'Authorization_RequestDenied',
        message: expect.stringMatching(
          /^Insufficient privileges to complete the operation\. The access token has .+; expected /,
        ),
      })
    }
  })

  it('with User.ReadBasic.All shows only the basic profiles of others', async ({ oidcC }) => {
    const token = tokenWith({ oidcC }, 'User.ReadBasic.All')
    const { body } = await ask({ oidcC }, '/v1.0/users', token)
    expect(Object.keys(body.value?.[0] ?? {})).toEqual([
      'displayName',
      'givenName',
      'id',
      'mail',
      'surname',
      'userPrincipalName',
    ])
    expect((await ask({ oidcC }, '/v1.0/users/ghopper@contoso.com?$select=department,mail', token)).body).toEqual({
      '@odata.context': expect.any(String),
      mail: 'grace@contoso.com',
    })
  })

  it('is possible for applications with their roles', async ({ oidcC }) => {
    const grant = (id: string, secret: string) =>
      fetch(`${oidcC.url}/${TENANT}/oauth2/v2.0/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: id,
          client_secret: secret,
          scope: 'https://graph.microsoft.com/.default',
        }),
      })
    const reader = ((await (await grant(APP.id, APP.secret)).json()) as { access_token: string }).access_token // a token answer
    expect(names(await ask({ oidcC }, '/v1.0/users', reader))).toEqual(['Ada Lovelace', 'Grace Hopper', 'Gone Away'])
    expect(oidcC.requests.at(-1)?.principal).toBe(APP.id)
    expect((await ask({ oidcC }, '/v1.0/me', reader)).body['error']).toMatchObject({
      code: 'BadRequest',
      message: '/me request is only valid with delegated authentication flow.',
    })
    expect((await ask({ oidcC }, `/v1.0/users/${ADA}`, reader, { method: 'DELETE' })).status).toBe(403)
    const writer = ((await (await grant(API.id, API.secret)).json()) as { access_token: string }).access_token // a token answer
    expect((await ask({ oidcC }, `/v1.0/users/${ADA}`, writer, { method: 'DELETE' })).status).toBe(204)
  })

  it('is possible with a seeded token', async () => {
    await using seeded = await createEmulator({
      service: 'oidc-c',
      port: 0,
      seed: {
        tokens: { literal: { login: 'ann@contoso.com', scopes: ['User.Read'] } },
        'oidc-c': { users: [{ email: 'ann@contoso.com', name: 'Ann' }, { email: 'bob@contoso.com' }] },
      },
    })
    const headers = { authorization: 'Bearer literal' }
    expect(await (await seeded.fetch('http://x/v1.0/me', { headers })).json()).toMatchObject({ displayName: 'Ann' })
    expect((await seeded.fetch('http://x/v1.0/users', { headers })).status).toBe(403)
  })
})

describe('the list of users', () => {
  const list = ({ oidcC }: Pick<Fixtures, 'oidcC'>, query: string, init?: RequestInit) =>
    ask({ oidcC }, `/v1.0/users${query}`, tokenWith({ oidcC }, 'User.Read.All'), init)

  it('has the tenant’s users in the order of the seed', async ({ oidcC }) => {
    const answered = await list({ oidcC }, '')
    expect(names(answered)).toEqual(['Ada Lovelace', 'Grace Hopper', 'Gone Away'])
    expect(Object.keys(answered.body)).toEqual(['@odata.context', 'value'])
    expect(answered.body['@odata.context']).toBe(`${oidcC.url}/v1.0/$metadata#users`)
  })

  it('comes in pages', async ({ oidcC }) => {
    const first = await list({ oidcC }, '?$top=2&$select=displayName,id')
    expect(names(first)).toEqual(['Ada Lovelace', 'Grace Hopper'])
    const next = String(first.body['@odata.nextLink'])
    expect(next.startsWith(`${oidcC.url}/v1.0/users?$top=2&$select=displayName%2Cid&$skiptoken=`)).toBe(true)
    const second = await ask({ oidcC }, next, tokenWith({ oidcC }, 'User.Read.All'))
    expect(names(second)).toEqual(['Gone Away'])
    expect(Object.keys(second.body.value?.[0] ?? {})).toEqual(['displayName', 'id'])
    expect(second.body).not.toHaveProperty('@odata.nextLink')
  })

  it.for([
    ["startswith(displayName,'g')", ['Grace Hopper', 'Gone Away']],
    ["mail eq 'ADA@contoso.com'", ['Ada Lovelace']],
    ["department eq 'Navy' or jobTitle eq 'Analyst'", ['Ada Lovelace', 'Grace Hopper']],
    ["startswith(displayName,'g') and accountEnabled eq true", ['Grace Hopper']],
    ["department in ('Navy','Army')", ['Grace Hopper']],
    ['department eq null', ['Gone Away']],
    ['createdDateTime ge 2026-01-01T00:00:00Z', ['Ada Lovelace', 'Grace Hopper', 'Gone Away']],
    ["userPrincipalName eq 'nobody'", []],
  ] as const)('can be filtered: %s', async ([filter, expected], { oidcC }) => {
    expect(names(await list({ oidcC }, `?$filter=${encodeURIComponent(filter)}`))).toEqual(expected)
  })

  it('keeps its filter from page to page', async ({ oidcC }) => {
    const first = await list({ oidcC }, `?$top=1&$filter=${encodeURIComponent("startswith(displayName,'g')")}`)
    const second = await ask({ oidcC }, String(first.body['@odata.nextLink']), tokenWith({ oidcC }, 'User.Read.All'))
    expect([names(first), names(second)]).toEqual([['Grace Hopper'], ['Gone Away']])
    expect(second.body).not.toHaveProperty('@odata.nextLink')
  })

  it.for([
    ['', ['Ada Lovelace', 'Grace Hopper', 'Gone Away']],
    ["&$filter=endswith(mail,'contoso.com')&$count=true", ['Ada Lovelace', 'Grace Hopper', 'Gone Away']],
    ['&$orderby=displayName', ['Ada Lovelace', 'Gone Away', 'Grace Hopper']],
    ['&$orderby=displayName desc', ['Grace Hopper', 'Gone Away', 'Ada Lovelace']],
    ['&$orderby=userType&$count=true', ['Ada Lovelace', 'Grace Hopper', 'Gone Away']],
  ] as const)(
    'continues at its place when the users of the page before are deleted: %s',
    async ([query, expected], { oidcC }) => {
      const token = tokenWith({ oidcC }, 'User.ReadWrite.All')
      const seen: string[] = []
      let page: string | undefined = `/v1.0/users?$top=1${query}`
      while (page !== undefined) {
        const { body } = await ask({ oidcC }, page, token, eventual)
        for (const { id, displayName } of body.value ?? []) {
          seen.push(String(displayName))
          // The token of the requests is Ada's.
          if (displayName === 'Ada Lovelace') continue
          expect((await ask({ oidcC }, `/v1.0/users/${String(id)}`, token, { method: 'DELETE' })).status).toBe(204)
        }
        page = body['@odata.nextLink'] as string | undefined // an address unless the page is the last
      }
      expect(seen).toEqual(expected)
    },
  )

  it.for([
    ['parentheses', `${'('.repeat(5000)}accountEnabled eq true${')'.repeat(5000)}`],
    ['comparisons', Array.from({ length: 2000 }, () => 'accountEnabled eq true').join(' and ')],
  ] as const)('refuses a filter with thousands of %s', async ([_kind, filter], { oidcC }) => {
    // In process, because the network limits the length of a URL.
    const answer = await oidcC.fetch(`${oidcC.url}/v1.0/users?$filter=${encodeURIComponent(filter)}`, {
      headers: { authorization: `Bearer ${tokenWith({ oidcC }, 'User.Read.All')}` },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: 'BadRequest', message: expect.stringContaining('nested too deeply') },
    })
  })

  it('can be ordered', async ({ oidcC }) => {
    expect(names(await list({ oidcC }, '?$orderby=displayName'))).toEqual(['Ada Lovelace', 'Gone Away', 'Grace Hopper'])
    expect(names(await list({ oidcC }, '?$orderby=displayName%20desc'))).toEqual([
      'Grace Hopper',
      'Gone Away',
      'Ada Lovelace',
    ])
  })

  it.for([
    ["?$filter=department ne 'Navy'&$count=true", ['Ada Lovelace', 'Gone Away']],
    ["?$filter=not(department eq 'Navy')&$count=true", ['Ada Lovelace', 'Gone Away']],
    ["?$filter=endswith(userPrincipalName,'r@contoso.com')&$count=true", ['Grace Hopper']],
    ["?$filter=startswith(displayName,'g')&$orderby=displayName&$count=true", ['Gone Away', 'Grace Hopper']],
    ['?$orderby=department&$count=true', ['Gone Away', 'Ada Lovelace', 'Grace Hopper']],
  ] as const)('supports with ConsistencyLevel, and not without: %s', async ([query, expected], { oidcC }) => {
    const answered = await list({ oidcC }, query, eventual)
    expect(names(answered)).toEqual(expected)
    expect(answered.body['@odata.count']).toBe(expected.length)
    const { status, body } = await list({ oidcC }, query)
    expect(status).toBe(400)
    expect(body['error']).toMatchObject({
      code: 'Request_UnsupportedQuery',
      message: expect.stringContaining('It needs the header ConsistencyLevel: eventual, and $count=true.'),
    })
  })

  it('can be searched with ConsistencyLevel', async ({ oidcC }) => {
    const search = (text: string) => `?$search=${encodeURIComponent(text)}`
    expect(names(await list({ oidcC }, search('"displayName:lace"'), eventual))).toEqual(['Ada Lovelace'])
    const either = '"displayName:lace" OR "department:navy"'
    expect(names(await list({ oidcC }, search(either), eventual))).toEqual(['Ada Lovelace', 'Grace Hopper'])
    expect(names(await list({ oidcC }, search('"displayName:a" AND "department:navy"'), eventual))).toEqual([
      'Grace Hopper',
    ])
    expect((await list({ oidcC }, search('"displayName:lace"'))).status).toBe(400)
    expect((await list({ oidcC }, search('lace'), eventual)).body['error']).toMatchObject({
      message: expect.stringContaining('$search is lace'),
    })
  })

  it('can be counted', async ({ oidcC }) => {
    expect((await list({ oidcC }, '/$count', eventual)).body['text']).toBe('3')
    const filter = encodeURIComponent("startswith(displayName,'g')")
    expect((await list({ oidcC }, `/$count?$filter=${filter}`, eventual)).body['text']).toBe('2')
    expect((await list({ oidcC }, '/$count')).status).toBe(400)
    expect((await list({ oidcC }, '?$count=true')).body).not.toHaveProperty('@odata.count')
  })

  it.for([
    ['?$top=0', 'Request_BadRequest', "Invalid page size specified: '0'. Must be between 1 and 999 inclusive."],
    ['?$top=1000', 'Request_BadRequest', "Invalid page size specified: '1000'."],
    ['?$top=x', 'Request_BadRequest', "Invalid page size specified: 'x'."],
    ['?$skip=1', 'BadRequest', "'$skip' is not supported by the service."],
    ['?$expand=nonsense', 'BadRequest', "Could not find a property named 'nonsense'"],
    ['?$skiptoken=nonsense', 'Directory_ExpiredPageToken', 'page token value has expired'],
    ['?$filter=nonsense eq 1', 'BadRequest', "Invalid filter clause: Could not find a property named 'nonsense'"],
    ["?$filter=displayName eq 'x", 'BadRequest', 'Invalid filter clause: There is an unterminated string literal'],
    ["?$filter=contains(displayName,'a')", 'Request_UnsupportedQuery', 'Unsupported Query.'],
    ["?$filter=businessPhones eq '1'", 'Request_UnsupportedQuery', "clause specified for property 'businessPhones'"],
    [
      "?$filter=accountEnabled eq 'true'",
      'BadRequest',
      "incompatible types was detected. Found operand types 'Edm.Boolean' and 'Edm.String' for operator kind 'Equal'",
    ],
    ['?$filter=displayName ne true', 'BadRequest', "'Edm.String' and 'Edm.Boolean' for operator kind 'NotEqual'"],
    ["?$filter=createdDateTime ge '2026-01-01'", 'BadRequest', "'Edm.DateTimeOffset' and 'Edm.String'"],
    ["?$filter=displayName in ('a', 1)", 'BadRequest', "'Edm.String' and 'Edm.Int32' for operator kind 'Equal'"],
    [
      "?$filter=startswith(accountEnabled,'t')",
      'BadRequest',
      "No function signature for the function with name 'start",
    ],
    ['?$filter=createdDateTime ge 2026-13-01', 'BadRequest', "Unrecognized 'Edm.DateTimeOffset' literal '2026-13-01'"],
    ['?$orderby=department', 'Request_UnsupportedQuery', 'Sorting by department is not supported.'],
    ['?$orderby=nonsense', 'BadRequest', "Could not find a property named 'nonsense'"],
    ['?$orderby=mail,displayName', 'BadRequest', 'expected one property'],
    ['?$select=nonsense', 'BadRequest', 'Parsing OData Select and Expand failed'],
    ['?$top=1&$top=2', 'BadRequest', "Query option '$top' was specified more than once"],
  ] as const)('refuses %s', async ([query, code, words], { oidcC }) => {
    const { status, body } = await list({ oidcC }, query)
    expect(status).toBe(400)
    expect(body['error']).toMatchObject({ code, message: expect.stringContaining(words) })
  })
})

describe('changing the directory', () => {
  const NEW = {
    accountEnabled: true,
    displayName: 'Adele Vance',
    mailNickname: 'AdeleV',
    userPrincipalName: 'AdeleV@contoso.com',
    passwordProfile: { password: 'xWwvJ]6NMw+bWH-d' },
  }
  const writer = ({ oidcC }: Pick<Fixtures, 'oidcC'>) => tokenWith({ oidcC }, 'User.ReadWrite.All')

  it('adds a user who can sign in', async ({ oidcC }) => {
    const { status, headers, body } = await send({ oidcC }, 'POST', '/v1.0/users', writer({ oidcC }), {
      ...NEW,
      jobTitle: 'Retail Manager',
    })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`${oidcC.url}/v1.0/users/${String(body['id'])}`)
    expect(body).toMatchObject({ displayName: 'Adele Vance', jobTitle: 'Retail Manager', givenName: null })
    expect(Object.keys(body).slice(0, 3)).toEqual(['@odata.context', 'id', 'businessPhones'])
    expect(body).not.toHaveProperty('accountEnabled')
    expect(oidcC.signIn({ email: 'adelev@contoso.com' }).scopes).toContain('User.Read')
    expect(names(await ask({ oidcC }, '/v1.0/users', writer({ oidcC })))).toEqual([
      'Ada Lovelace',
      'Grace Hopper',
      'Gone Away',
      'Adele Vance',
    ])
  })

  it.for([
    ['displayName', undefined, "A value is required for property 'displayName' of resource 'User'."],
    ['passwordProfile', undefined, "A value is required for property 'passwordProfile' of resource 'User'."],
    ['accountEnabled', 'yes', "Invalid value specified for property 'accountEnabled' of resource 'User'."],
    ['nonsense', 1, "The property 'nonsense' does not exist on type 'microsoft.graph.user'."],
    ['userPrincipalName', 'x@elsewhere.example', 'The domain portion of the userPrincipalName property is invalid.'],
    [
      'userPrincipalName',
      'ADA@contoso.com',
      'Another object with the same value for property userPrincipalName already exists.',
    ],
    ['mail', 'grace@contoso.com', 'Another object with the same value for property mail already exists.'],
  ] as const)('refuses a user whose %s is %s', async ([name, value, words], { oidcC }) => {
    const { status, body } = await send({ oidcC }, 'POST', '/v1.0/users', writer({ oidcC }), { ...NEW, [name]: value })
    expect(status).toBe(400)
    expect(body['error']).toMatchObject({ code: 'Request_BadRequest', message: expect.stringContaining(words) })
  })

  it('names the property whose value another user has', async ({ oidcC }) => {
    const { body } = await send({ oidcC }, 'POST', '/v1.0/users', writer({ oidcC }), {
      ...NEW,
      userPrincipalName: 'ada@contoso.com',
    })
    expect(body['error']).toMatchObject({ details: [{ code: 'ObjectConflict', target: 'userPrincipalName' }] })
  })

  it('changes the named properties and removes those that are null', async ({ oidcC }) => {
    const changes = { jobTitle: null, officeLocation: '18/2111', displayName: 'Countess Lovelace' }
    const { status, body } = await send({ oidcC }, 'PATCH', `/v1.0/users/${ADA}`, writer({ oidcC }), changes)
    expect([status, body]).toEqual([204, { text: '' }])
    expect((await ask({ oidcC }, '/v1.0/me', tokenWith({ oidcC }, 'User.Read'))).body).toMatchObject({
      displayName: 'Countess Lovelace',
      jobTitle: null,
      officeLocation: '18/2111',
      givenName: 'Ada',
    })
  })

  it('is possible for users at themselves with User.ReadWrite', async ({ oidcC }) => {
    const own = tokenWith({ oidcC }, 'User.ReadWrite')
    expect((await send({ oidcC }, 'PATCH', '/v1.0/me', own, { mobilePhone: '1' })).status).toBe(204)
    expect((await send({ oidcC }, 'PATCH', '/v1.0/users/ghopper@contoso.com', own, { mobilePhone: '1' })).status).toBe(
      403,
    )
    expect(
      (await send({ oidcC }, 'PATCH', '/v1.0/me', tokenWith({ oidcC }, 'User.Read'), { mobilePhone: '1' })).status,
    ).toBe(403)
    expect((await send({ oidcC }, 'POST', '/v1.0/users', own, NEW)).status).toBe(403)
  })

  it('accepts a user’s own present name', async ({ oidcC }) => {
    expect(
      (await send({ oidcC }, 'PATCH', '/v1.0/me', writer({ oidcC }), { userPrincipalName: 'Ada@contoso.com' })).status,
    ).toBe(204)
    expect((await send({ oidcC }, 'PATCH', '/v1.0/me', writer({ oidcC }), { mail: 'grace@contoso.com' })).status).toBe(
      400,
    )
  })

  it('deletes a user, whose tokens end', async ({ oidcC }) => {
    const theirs = oidcC.signIn({ email: 'grace@contoso.com', scopes: ['User.Read'] }).accessToken
    expect(
      (await ask({ oidcC }, '/v1.0/users/ghopper@contoso.com', writer({ oidcC }), { method: 'DELETE' })).status,
    ).toBe(204)
    expect(
      (await ask({ oidcC }, '/v1.0/users/ghopper@contoso.com', writer({ oidcC }), { method: 'DELETE' })).status,
    ).toBe(404)
    expect((await ask({ oidcC }, '/v1.0/me', theirs)).status).toBe(401)
    expect(() => oidcC.signIn({ email: 'grace@contoso.com' })).toThrow('cannot sign in')
  })
})
