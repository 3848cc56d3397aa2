import { BlobAccessError, list, put } from '@vercel/blob'
import { describe, expect } from 'vitest'
import { blobTest, PUBLIC_TOKEN } from './blobs.fixture.ts'

const it = blobTest().extend('at', ({ deployhost }) => {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await deployhost.fetch(`${deployhost.url}${path}?slug=acme`, {
      method,
      headers: { authorization: 'Bearer ada', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const variables = async () => {
    const { envs } = (await call('GET', '/v9/projects/website/env')).body as { envs: { key: string }[] }
    return envs.map(({ key }) => key).toSorted()
  }
  return { call, variables }
})

const stores = '/v1/storage/stores'
const id = 'store_Assets1234567890'

describe('a blob store', () => {
  it('is created, read, listed and deleted', async ({ at }) => {
    const { body } = await at.call('POST', `${stores}/blob`, { name: 'photos', region: 'fra1', access: 'private' })
    expect(body.store).toMatchObject({
      name: 'photos',
      type: 'blob',
      access: 'private',
      region: 'fra1',
      count: 0,
      size: 0,
    })
    expect(body.store.id).toMatch(/^store_\w{16}$/)
    expect((await at.call('GET', `${stores}/${body.store.id}`)).body).toEqual(body)
    const names = async () => ((await at.call('GET', stores)).body.stores as { name: string }[]).map(({ name }) => name)
    expect(await names()).toEqual(['assets', 'secrets', 'photos'])
    expect((await at.call('POST', `${stores}/blob`, { name: 'photos' })).status).toBe(409)
    expect((await at.call('DELETE', `${stores}/blob/${body.store.id}`)).status).toBe(200)
    expect((await at.call('GET', `${stores}/${body.store.id}`)).status).toBe(404)
  })

  it('counts its blobs', async ({ at }) => {
    await put('a.txt', 'hello', { access: 'public', token: PUBLIC_TOKEN })
    expect((await at.call('GET', `${stores}/${id}`)).body.store).toMatchObject({ count: 1, size: 5 })
  })

  it('gives the projects of the seed its token, until they are disconnected', async ({ at }) => {
    expect(await at.variables()).toEqual(['BLOB_READ_WRITE_TOKEN'])
    const { connections } = (await at.call('GET', `${stores}/${id}/connections`)).body
    expect(connections).toMatchObject([
      { project: { name: 'website' }, environmentVariables: ['BLOB_READ_WRITE_TOKEN'] },
    ])
    await at.call('DELETE', `${stores}/${id}/connections`)
    expect(await at.variables()).toEqual([])
  })
})

describe('the connection of a store', () => {
  it('has variables with its prefix, which follow its changes', async ({ at }) => {
    const path = `${stores}/${id}/connections`
    const input = { projectId: 'website', envVarPrefix: 'MEDIA_', envVarEnvironments: ['preview'] }
    const { connection } = (await at.call('POST', path, input)).body
    expect(await at.variables()).toEqual(['BLOB_READ_WRITE_TOKEN', 'MEDIA_READ_WRITE_TOKEN'])
    await at.call('PATCH', `${path}/${connection.id}`, { envVarPrefix: 'FILES' })
    expect(await at.variables()).toEqual(['BLOB_READ_WRITE_TOKEN', 'FILES_READ_WRITE_TOKEN'])
    await at.call('POST', `${path}/${connection.id}/upgrade-to-oidc`)
    expect(await at.variables()).toContain('FILES_STORE_ID')
    await at.call('DELETE', `${path}/${connection.id}`)
    expect(await at.variables()).toEqual(['BLOB_READ_WRITE_TOKEN'])
  })

  it('is refused when the project has one of its variables, or the store already', async ({ at }) => {
    const taken = await at.call('POST', `${stores}/store_Secrets123456789/connections`, { projectId: 'website' })
    expect([taken.status, taken.body.error.code]).toEqual([400, 'ENV_CONFLICT'])
    expect((await at.call('POST', `${stores}/${id}/connections`, { projectId: 'website' })).status).toBe(409)
  })

  it('lets the identity of the project reach the store, from its environments', async ({ at }) => {
    const { token: oidcToken } = (await at.call('POST', '/v1/projects/website/token')).body
    const options = { oidcToken, storeId: id }
    await expect(list(options)).rejects.toThrow(BlobAccessError)
    const connect = (envVarEnvironments: string[], envVarPrefix: string) =>
      at.call(
        'POST',
        `${stores}/${id}/connections`,
        { projectId: 'website', envVarEnvironments, envVarPrefix, skipReadWriteToken: true },
        { 'x-vercel-use-oidc': '1' },
      )
    await connect(['production'], 'ONE')
    await expect(list(options)).rejects.toThrow('not for the "development" environment')
    await connect(['development'], 'TWO')
    expect((await list(options)).blobs).toEqual([])
  })
})
