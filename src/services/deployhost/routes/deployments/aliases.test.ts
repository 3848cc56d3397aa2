import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'
import { seed } from './deployments.fixture.ts'

const it = deployhostTest({ seed, now: '2026-01-01T00:00:00Z' })

const client = (deployhost: Emulator<'deployhost'>, token = 'ada') => checkedVercel(deployhost, token)

async function ready(deployhost: Emulator<'deployhost'>, name = 'blog', token = 'ada') {
  const made = await client(deployhost, token).vercel.deployments.createDeployment({
    requestBody: { name, target: 'production' },
  })
  deployhost.clock.advance('1s')
  return made.id
}

const refused = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing was refused',
    (error: { statusCode: number; body: string }) => [error.statusCode, JSON.parse(error.body)],
  )

describe('assigning an alias', () => {
  it('points a host at a deployment, and names the previous one', async ({ deployhost }) => {
    const { vercel } = client(deployhost)
    const [first, second] = [await ready(deployhost), await ready(deployhost)]
    const assign = (id: string, alias: string) => vercel.aliases.assignAlias({ id, requestBody: { alias } })
    const assigned = await assign(first, 'https://Docs.Example.org/')
    expect(assigned).toMatchObject({ alias: 'docs.example.org', oldDeploymentId: null })
    expect(await assign(second, 'docs.example.org')).toMatchObject({ uid: assigned.uid, oldDeploymentId: first })
    expect((await vercel.deployments.getDeployment({ idOrUrl: 'docs.example.org' })).id).toBe(second)
    const deployment = await vercel.deployments.getDeployment({ idOrUrl: second })
    expect(deployment).toMatchObject({ userAliases: ['docs.example.org'] })
  })

  it('completes a name without a dot with the vendor’s domain', async ({ deployhost }) => {
    const id = await ready(deployhost)
    expect(
      await client(deployhost).vercel.aliases.assignAlias({ id, requestBody: { alias: 'my-docs' } }),
    ).toMatchObject({
      alias: 'my-docs.vercel.app',
    })
  })

  it('stores a redirect', async ({ deployhost }) => {
    const id = await ready(deployhost)
    const { vercel } = client(deployhost)
    await vercel.aliases.assignAlias({ id, requestBody: { alias: 'old.example.org', redirect: 'new.example.org' } })
    expect(await vercel.aliases.getAlias({ idOrAlias: 'old.example.org' })).toMatchObject({
      redirect: 'new.example.org',
      redirectStatusCode: 307,
    })
  })

  it('is refused as the vendor does', async ({ deployhost }) => {
    const { vercel } = client(deployhost)
    const id = await ready(deployhost)
    const assign = (alias: string, deployment = id) =>
      vercel.aliases.assignAlias({ id: deployment, requestBody: { alias } })
    const { uid } = await assign('docs.example.org')
    expect(await refused(assign('docs.example.org'))).toMatchObject([
      409,
      { error: { code: 'not_modified', uid, alias: 'docs.example.org' } },
    ])
    expect(await refused(assign('not a host'))).toMatchObject([400, { error: { code: 'invalid_alias' } }])
    const building = await vercel.deployments.createDeployment({ requestBody: { name: 'blog' } })
    expect(await refused(assign('x.example.org', building.id))).toMatchObject([
      400,
      { error: { code: 'deployment_not_ready' } },
    ])
    expect(await refused(assign('x.example.org', await ready(deployhost, 'broken')))).toMatchObject([
      400,
      { error: { code: 'deployment_failed' } },
    ])
    expect(await refused(vercel.aliases.assignAlias({ id, requestBody: {} }))).toEqual([
      400,
      { error: { code: 'bad_request', message: 'Invalid request: missing required property `alias`.' } },
    ])
    const theirs = await ready(deployhost, 'theirs', 'mallory')
    const stolen = client(deployhost, 'mallory').vercel.aliases.assignAlias({
      id: theirs,
      requestBody: { alias: 'docs.example.org' },
    })
    expect(await refused(stolen)).toMatchObject([403, { error: { code: 'alias_in_use' } }])
    const domain = client(deployhost, 'mallory').vercel.aliases.assignAlias({
      id: theirs,
      requestBody: { alias: 'www.example.com' },
    })
    expect(await refused(domain)).toMatchObject([403, { error: { code: 'forbidden' } }])
  })

  it('is refused below another account’s domain', async ({ deployhost }) => {
    await client(deployhost, 'mallory').vercel.domains.createOrTransferDomain({
      requestBody: { name: 'mallory.example', method: 'add' },
    })
    const id = await ready(deployhost)
    for (const alias of ['mallory.example', 'docs.mallory.example']) {
      const assigned = client(deployhost).vercel.aliases.assignAlias({ id, requestBody: { alias } })
      expect(await refused(assigned)).toEqual([
        403,
        { error: { code: 'forbidden', message: `You do not have access to the domain "${alias}".` } },
      ])
    }
    const theirs = await ready(deployhost, 'theirs', 'mallory')
    expect(
      await client(deployhost, 'mallory').vercel.aliases.assignAlias({
        id: theirs,
        requestBody: { alias: 'docs.mallory.example' },
      }),
    ).toMatchObject({ alias: 'docs.mallory.example' })
  })
})

describe('aliases', () => {
  it('are listed newest first, by account, project and domain, a page at a time', async ({ deployhost }) => {
    const { vercel } = client(deployhost)
    const id = await ready(deployhost)
    const { projectId } = (await vercel.deployments.getDeployment({ idOrUrl: id })) as { projectId: string } // the owner's variant
    await ready(deployhost, 'shop')
    for (const alias of ['a.example.org', 'b.example.org']) {
      await vercel.aliases.assignAlias({ id, requestBody: { alias } })
    }
    const hosts = async (query: object = {}) =>
      (await vercel.aliases.listAliases(query)).aliases.map(({ alias }) => alias)
    const all = await hosts()
    expect(all).toEqual([
      'b.example.org',
      'a.example.org',
      'shop-ada.vercel.app',
      'shop.vercel.app',
      'blog-ada.vercel.app',
      'blog.vercel.app',
    ])
    expect(await hosts({ projectId })).toEqual(all.filter((host) => !host.startsWith('shop')))
    expect(await hosts({ domain: 'example.org' })).toEqual(['b.example.org', 'a.example.org'])
    const page = await vercel.aliases.listAliases({ limit: 4 })
    expect(page.pagination).toMatchObject({ count: 4 })
    const made = (await vercel.aliases.getAlias({ idOrAlias: 'shop.vercel.app' })).createdAt ?? 0
    expect(await hosts({ from: made })).toEqual(['b.example.org', 'a.example.org'])
    expect(await refused(vercel.aliases.getAlias({ idOrAlias: 'shop.vercel.app', from: made }))).toMatchObject([
      404,
      {},
    ])
    expect(await vercel.aliases.getAlias({ idOrAlias: 'shop.vercel.app', from: made - 1 })).toMatchObject({
      alias: 'shop.vercel.app',
    })
    expect(await hosts({ limit: 4, until: page.pagination.next })).toEqual(all.slice(4))
    expect((await client(deployhost, 'mallory').vercel.aliases.listAliases({})).aliases).toEqual([])
  })

  it('are retrieved by host or id, and deleted', async ({ deployhost }) => {
    const { vercel } = client(deployhost)
    const id = await ready(deployhost)
    const alias = await vercel.aliases.getAlias({ idOrAlias: 'blog.vercel.app' })
    expect(alias).toMatchObject({ alias: 'blog.vercel.app', deploymentId: id, creator: { username: 'ada' } })
    expect(await vercel.aliases.getAlias({ idOrAlias: alias.uid })).toEqual(alias)
    expect(await refused(vercel.aliases.getAlias({ idOrAlias: alias.uid, projectId: 'prj_another' }))).toMatchObject([
      404,
      {},
    ])
    expect(
      await refused(client(deployhost, 'mallory').vercel.aliases.getAlias({ idOrAlias: alias.uid })),
    ).toMatchObject([404, {}])
    expect(
      await refused(client(deployhost, 'reader').vercel.aliases.deleteAlias({ aliasId: alias.uid })),
    ).toMatchObject([403, {}])
    expect(await vercel.aliases.deleteAlias({ aliasId: 'blog.vercel.app' })).toEqual({ status: 'SUCCESS' })
    expect(await refused(vercel.aliases.getAlias({ idOrAlias: alias.uid }))).toMatchObject([404, {}])
    expect(await refused(vercel.aliases.deleteAlias({ aliasId: alias.uid }))).toMatchObject([404, {}])
  })

  it('are listed for one deployment', async ({ deployhost }) => {
    const { vercel } = client(deployhost)
    const id = await ready(deployhost)
    expect((await vercel.aliases.listDeploymentAliases({ id })).aliases).toMatchObject([
      { alias: 'blog-ada.vercel.app', redirect: null },
      { alias: 'blog.vercel.app', created: new Date('2026-01-01T00:00:00.500Z') },
    ])
  })
})
