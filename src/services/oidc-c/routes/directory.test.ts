import { BatchRequestContent, BatchResponseContent, Client, type Context } from '@microsoft/microsoft-graph-client'
import { decodeJwt } from 'jose'
import { describe, expect } from 'vitest'
import { serviceTest, type FixturesOf } from '#testkit/service-test.ts'

const STAFF = '00000000-0000-4000-8000-0000000000aa'
const ENGINES = '00000000-0000-4000-8000-0000000000bb'
const NOBODY = '00000000-0000-4000-8000-00000000dead'
const ids = (value: readonly { readonly id: string }[]): string[] => value.map(({ id }) => id)

const it = serviceTest('oidc-c', {
  seed: {
    'oidc-c': {
      tenant: 'contoso.onmicrosoft.com',
      users: [
        { email: 'ada@contoso.com', name: 'Ada', oid: '00000000-0000-4000-8000-000000000001', groups: ['Engines'] },
        {
          email: 'grace@contoso.com',
          name: 'Grace',
          oid: '00000000-0000-4000-8000-000000000002',
          manager: 'ada@contoso.com',
        },
        {
          email: 'many@contoso.com',
          oid: '00000000-0000-4000-8000-000000000003',
          name: 'Many',
          groups: Array.from({ length: 201 }, (_each, index) => `group-${index}`),
        },
      ],
      groups: [
        { id: STAFF, name: 'Staff', members: ['Engines', 'grace@contoso.com'] },
        { id: ENGINES, name: 'Engines', unified: true, owners: ['ada@contoso.com'], description: 'The engineers' },
      ],
    },
  },
})
const ADA = '00000000-0000-4000-8000-000000000001'
const GRACE = '00000000-0000-4000-8000-000000000002'
const MANY = '00000000-0000-4000-8000-000000000003'

type Fixtures = Pick<FixturesOf<typeof it>, 'oidcC'>

/** Returns the vendor's client with a token of a person with these permissions. */
function graphOf({ oidcC }: Fixtures, scopes: readonly string[], email = 'ada@contoso.com', version = 'v1.0'): Client {
  const { accessToken } = oidcC.signIn({ email, scopes: [...scopes] })
  return Client.initWithMiddleware({
    baseUrl: oidcC.url,
    defaultVersion: version,
    middleware: {
      async execute(context: Context) {
        const headers = Object.fromEntries(new Headers(context.options?.headers as HeadersInit)) // as they are sent
        const init = { ...context.options, headers: { ...headers, authorization: `Bearer ${accessToken}` } }
        context.response = await fetch(context.request, init)
      },
    },
  })
}
const reader = (fixtures: Fixtures) => graphOf(fixtures, ['User.Read.All', 'GroupMember.Read.All'])
const writer = (fixtures: Fixtures) => graphOf(fixtures, ['Directory.ReadWrite.All'])

describe('the groups of a user', () => {
  it('are those that the user is a member of, and with transitiveMemberOf those of the groups too', async ({
    oidcC,
  }) => {
    const graph = reader({ oidcC })
    const direct = await graph.api('/me/memberOf').get()
    expect(direct.value).toMatchObject([
      { '@odata.type': '#microsoft.graph.group', id: ENGINES, displayName: 'Engines', groupTypes: ['Unified'] },
    ])
    expect(ids((await graph.api('/me/transitiveMemberOf/microsoft.graph.group').select('id').get()).value)).toEqual([
      ENGINES,
      STAFF,
    ])
    expect(ids((await graph.api(`/users/${GRACE}/memberOf`).get()).value)).toEqual([STAFF])
    expect((await graph.api('/me/memberOf/microsoft.graph.directoryRole').get()).value).toEqual([])
    await expect(graph.api('/me/memberOf/nonsense').get()).rejects.toMatchObject({ statusCode: 400 })
    const count = await graph.api('/me/transitiveMemberOf/$count').header('ConsistencyLevel', 'eventual').get()
    expect(Number(count)).toBe(2)
  })

  it('show their ids alone to a token that may not read groups', async ({ oidcC }) => {
    const graph = graphOf({ oidcC }, ['User.Read'])
    const { value } = await graph.api('/me/memberOf').get()
    expect(value).toMatchObject([{ '@odata.type': '#microsoft.graph.group', id: ENGINES, displayName: null }])
    await expect(graph.api(`/users/${GRACE}/memberOf`).get()).rejects.toMatchObject({
      code: 'Authorization_RequestDenied',
      statusCode: 403,
    })
  })

  it('are checked by getMemberGroups, getMemberObjects and checkMemberGroups', async ({ oidcC }) => {
    const graph = reader({ oidcC })
    const all = await graph.api('/me/getMemberGroups').post({ securityEnabledOnly: false })
    expect(all.value).toEqual([ENGINES, STAFF])
    const secured = await graph.api('/me/getMemberObjects').post({ securityEnabledOnly: true })
    expect(secured.value).toEqual([STAFF])
    const groupIds = [STAFF, NOBODY]
    expect((await graph.api(`/users/${ADA}/checkMemberGroups`).post({ groupIds })).value).toEqual([STAFF])
    const tooMany = { groupIds: Array.from({ length: 21 }, () => STAFF) }
    await expect(graph.api('/me/checkMemberGroups').post(tooMany)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('are claims of a token, and a reference to Graph when they are more than 200', async ({ oidcC }) => {
    const token = (email: string) => decodeJwt(oidcC.signIn({ email, scopes: ['openid', 'User.Read'] }).idToken ?? '')
    expect(token('ada@contoso.com')['groups']).toEqual([ENGINES, STAFF])
    const claims = token('many@contoso.com')
    expect(claims['groups']).toBeUndefined()
    expect(claims['_claim_names']).toEqual({ groups: 'src1' })
    const endpoint = `${oidcC.url}/v1.0/users/${MANY}/getMemberObjects`
    expect(claims['_claim_sources']).toEqual({ src1: { endpoint } })
  })
})

describe('a group', () => {
  it('is created, read, changed, found and deleted', async ({ oidcC }) => {
    const graph = writer({ oidcC })
    const created = await graph.api('/groups').post({
      displayName: 'Library',
      mailEnabled: false,
      mailNickname: 'library',
      securityEnabled: true,
      'members@odata.bind': [`https://graph.microsoft.com/v1.0/users/${GRACE}`],
    })
    expect(created).toMatchObject({ displayName: 'Library', groupTypes: [], mail: null, securityEnabled: true })
    await graph.api(`/groups/${created.id}`).patch({ description: 'Books' })
    expect((await graph.api(`/groups/${created.id}`).select('description').get()).description).toBe('Books')
    expect(ids((await graph.api(`/groups/${created.id}/members`).get()).value)).toEqual([GRACE])
    expect(ids((await graph.api(`/groups/${created.id}/owners`).get()).value)).toEqual([ADA])
    expect(ids((await graph.api('/groups').filter("startswith(displayName,'Lib')").get()).value)).toEqual([created.id])
    await graph.api(`/groups/${created.id}`).delete()
    await expect(graph.api(`/groups/${created.id}`).get()).rejects.toMatchObject({ code: 'Request_ResourceNotFound' })
  })

  it('is found by its type, and counted', async ({ oidcC }) => {
    const graph = reader({ oidcC })
    const { value } = await graph.api('/groups').filter("groupTypes/any(c:c eq 'Unified')").get()
    expect(ids(value)).toEqual([ENGINES])
    const counted = graph.api('/groups').header('ConsistencyLevel', 'eventual').count().search('"displayName:staff"')
    expect(await counted.get()).toMatchObject({ '@odata.count': 1, value: [{ id: STAFF }] })
    const expanded = await graph.api(`/groups/${ENGINES}`).expand('members($select=id,displayName)').get()
    expect(expanded.members).toEqual([{ '@odata.type': '#microsoft.graph.user', id: ADA, displayName: 'Ada' }])
  })

  it('gets and loses members and owners by reference', async ({ oidcC }) => {
    const graph = writer({ oidcC })
    const reference = { '@odata.id': `https://graph.microsoft.com/v1.0/directoryObjects/${GRACE}` }
    await graph.api(`/groups/${ENGINES}/members/$ref`).post(reference)
    expect(ids((await graph.api(`/groups/${ENGINES}/members/microsoft.graph.user`).get()).value)).toEqual([ADA, GRACE])
    await expect(graph.api(`/groups/${ENGINES}/members/$ref`).post(reference)).rejects.toThrow(
      "One or more added object references already exist for the following modified properties: 'members'.",
    )
    await graph.api(`/groups/${ENGINES}/members/${GRACE}/$ref`).delete()
    await expect(graph.api(`/groups/${ENGINES}/members/${GRACE}/$ref`).delete()).rejects.toThrow(
      "One or more removed object references do not exist for the following modified properties: 'members'.",
    )
    await expect(graph.api(`/groups/${ENGINES}/owners/${ADA}/$ref`).delete()).rejects.toThrow(
      'The group must have at least one owner, hence this owner cannot be removed.',
    )
    const nobody = { '@odata.id': `https://graph.microsoft.com/v1.0/directoryObjects/${NOBODY}` }
    await expect(graph.api(`/groups/${ENGINES}/members/$ref`).post(nobody)).rejects.toMatchObject({ statusCode: 404 })
  })

  it('has the members of the groups in it too, a page at a time', async ({ oidcC }) => {
    const graph = reader({ oidcC })
    expect(ids((await graph.api(`/groups/${STAFF}/transitiveMembers`).get()).value)).toEqual([ENGINES, GRACE, ADA])
    const first = await graph.api(`/groups/${STAFF}/members`).top(1).get()
    expect(ids(first.value)).toEqual([ENGINES])
    const { pathname, search } = new URL(first['@odata.nextLink'])
    expect(ids((await graph.api(pathname.replace('/v1.0', '') + search).get()).value)).toEqual([GRACE])
  })

  it('needs the permission of the operation', async ({ oidcC }) => {
    const graph = reader({ oidcC })
    const denied = { code: 'Authorization_RequestDenied' }
    await expect(graph.api(`/groups/${STAFF}`).delete()).rejects.toMatchObject(denied)
    await expect(graph.api('/groups').post({})).rejects.toMatchObject(denied)
    await expect(graphOf({ oidcC }, ['User.Read']).api('/groups').get()).rejects.toMatchObject(denied)
  })

  it('is refused with a name that is there, and of a kind that Graph does not create', async ({ oidcC }) => {
    const graph = writer({ oidcC })
    const group = { displayName: 'E', mailEnabled: true, mailNickname: 'engines', securityEnabled: false }
    await expect(graph.api('/groups').post({ ...group, groupTypes: ['Unified'] })).rejects.toThrow(
      'Another object with the same value for property mailNickname already exists.',
    )
    await expect(graph.api('/groups').post(group)).rejects.toThrow('does not currently support writes of mail-enabled')
  })
})

describe('the manager of a user', () => {
  it('is read, expanded, set and removed', async ({ oidcC }) => {
    const graph = writer({ oidcC })
    expect(await graph.api(`/users/${GRACE}/manager`).get()).toMatchObject({ id: ADA, displayName: 'Ada' })
    const grace = await graph.api(`/users/${GRACE}`).select('id').expand('manager($select=id)').get()
    expect(grace).toMatchObject({ id: GRACE, manager: { id: ADA } })
    expect(ids((await graph.api('/me/directReports').get()).value)).toEqual([GRACE])
    await expect(graph.api('/me/manager').get()).rejects.toMatchObject({ code: 'Request_ResourceNotFound' })
    const reference = { '@odata.id': `https://graph.microsoft.com/v1.0/users/${GRACE}` }
    await graph.api(`/users/${ADA}/manager/$ref`).put(reference)
    expect((await graph.api('/me/manager').get()).id).toBe(GRACE)
    await graph.api(`/users/${ADA}/manager/$ref`).delete()
    await expect(graph.api('/me/manager').get()).rejects.toMatchObject({ statusCode: 404 })
  })
})

describe('the photo of a user', () => {
  it('is not found before it is uploaded, and then has its size', async ({ oidcC }) => {
    const graph = graphOf({ oidcC }, ['User.ReadWrite'])
    await expect(graph.api('/me/photo').get()).rejects.toMatchObject({ code: 'ImageNotFound', statusCode: 404 })
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
      'base64',
    )
    await graph.api('/me/photo/$value').header('content-type', 'image/png').put(png)
    const metadata = await graph.api('/me/photo').get()
    expect(metadata).toMatchObject({ id: '2X3', width: 2, height: 3, '@odata.mediaContentType': 'image/png' })
    const { accessToken } = oidcC.signIn({ email: 'ada@contoso.com', scopes: ['User.Read'] })
    const image = await fetch(`${oidcC.url}/v1.0/me/photo/$value`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(Buffer.from(await image.arrayBuffer()).equals(png)).toBe(true)
    await expect(graph.api('/me/photo/$value').put('text')).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('a deleted user', () => {
  it('can be restored with its groups', async ({ oidcC }) => {
    const graph = writer({ oidcC })
    await graph.api(`/users/${GRACE}`).delete()
    expect(ids((await graph.api(`/groups/${STAFF}/members`).get()).value)).toEqual([ENGINES])
    const deleted = await graph.api('/directory/deletedItems/microsoft.graph.user').get()
    expect(deleted.value).toMatchObject([{ id: GRACE, displayName: 'Grace' }])
    await graph.api(`/directory/deletedItems/${GRACE}/restore`).post({})
    expect(ids((await graph.api(`/groups/${STAFF}/members`).get()).value)).toEqual([ENGINES, GRACE])
    expect((await graph.api(`/users/${GRACE}/manager`).get()).id).toBe(ADA)
    await graph.api(`/users/${GRACE}`).delete()
    await graph.api(`/directory/deletedItems/${GRACE}`).delete()
    await expect(graph.api(`/directory/deletedItems/${GRACE}`).get()).rejects.toMatchObject({ statusCode: 404 })
  })

  it('is gone after thirty days', async ({ oidcC }) => {
    const graph = writer({ oidcC })
    await graph.api(`/users/${GRACE}`).delete()
    oidcC.clock.advance('31d')
    const later = writer({ oidcC })
    expect((await later.api('/directory/deletedItems/microsoft.graph.user').get()).value).toEqual([])
  })
})

describe('a batch', () => {
  it('answers each request, and none that depends on one that failed', async ({ oidcC }) => {
    const graph = writer({ oidcC })
    const request = (path: string, init?: RequestInit) => new Request(`https://graph.microsoft.com/v1.0${path}`, init)
    const content = new BatchRequestContent([
      { id: '1', request: request('/me?$select=displayName') },
      { id: '2', request: request(`/users/${NOBODY}`), dependsOn: ['1'] },
      { id: '3', request: request('/me'), dependsOn: ['2'] },
    ])
    const responses = new BatchResponseContent(await graph.api('/$batch').post(await content.getContent()))
    expect(await responses.getResponseById('1').json()).toMatchObject({ displayName: 'Ada' })
    expect(await responses.getResponseById('2').json()).toMatchObject({ error: { code: 'Request_ResourceNotFound' } })
    expect(responses.getResponseById('3').status).toBe(424)
  })

  it('keeps what succeeded, and undoes what failed', async ({ oidcC }) => {
    const graph = writer({ oidcC })
    const group = { displayName: 'New', mailEnabled: false, mailNickname: 'new', securityEnabled: true }
    const bind = [`https://graph.microsoft.com/v1.0/users/${NOBODY}`]
    const post = (id: string, body: object) => ({
      id,
      method: 'POST',
      url: '/groups',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    const { responses } = await graph
      .api('/$batch')
      .post({ requests: [post('a', group), post('b', { ...group, displayName: 'Bad', 'members@odata.bind': bind })] })
    expect(responses.map(({ status }: { status: number }) => status)).toEqual([201, 404])
    const { value } = await graph.api('/groups').filter("mailNickname eq 'new'").select('displayName').get()
    const names = value.map(({ displayName }: { displayName: string }) => displayName)
    expect(names).toEqual(['New'])
  })

  it('takes ids in any case, each once', async ({ oidcC }) => {
    const graph = reader({ oidcC })
    const [first, second] = [
      { id: 'First', method: 'GET', url: '/me' },
      { id: 'second', method: 'GET', url: '/me', dependsOn: ['FIRST'] },
    ]
    const { responses } = await graph.api('/$batch').post({ requests: [second, first] })
    expect(responses).toMatchObject([
      { id: 'First', status: 200 },
      { id: 'second', status: 200 },
    ])
    const twice = { requests: [first, { ...first, id: 'FIRST' }] }
    await expect(graph.api('/$batch').post(twice)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('has at most twenty requests', async ({ oidcC }) => {
    const requests = Array.from({ length: 21 }, (_each, index) => ({ id: String(index), method: 'GET', url: '/me' }))
    await expect(reader({ oidcC }).api('/$batch').post({ requests })).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('the beta version', () => {
  it('has the same directory, with URLs of its own', async ({ oidcC }) => {
    const graph = graphOf({ oidcC }, ['User.Read.All', 'GroupMember.Read.All'], 'ada@contoso.com', 'beta')
    const page = await graph.api('/users').top(1).get()
    expect(page['@odata.context']).toBe(`${oidcC.url}/beta/$metadata#users`)
    expect(page['@odata.nextLink']).toContain(`${oidcC.url}/beta/users?`)
    expect(ids((await graph.api('/me/memberOf').get()).value)).toEqual([ENGINES])
  })
})

describe('the organization', () => {
  it('is the tenant of the token', async ({ oidcC }) => {
    const { value } = await graphOf({ oidcC }, ['User.Read']).api('/organization').get()
    const [organization] = value
    const domains = organization.verifiedDomains.map(({ name }: { name: string }) => name)
    expect(domains).toEqual(['contoso.onmicrosoft.com', 'contoso.com'])
    const { accessToken } = oidcC.signIn({ email: 'ada@contoso.com', scopes: ['User.Read'] })
    expect(organization.id).toBe(decodeJwt(accessToken)['tid'])
  })
})
