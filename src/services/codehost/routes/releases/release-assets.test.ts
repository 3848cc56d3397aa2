import { createHash, randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    monalisa: { login: 'monalisa', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'monalisa' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        auto_init: true,
        webhooks: [{ url: receiver.url, events: ['release'] }],
      },
      { owner: 'octocat', name: 'hidden', private: true, auto_init: true },
    ],
  },
}))
const { it, octokit, stranger } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

async function release(tag_name = 'v1', draft = false) {
  return (await octokit().repos.createRelease({ ...repo, tag_name, draft })).data
}

/** Uploads to the address in the release, as clients do. */
async function upload(of: { id: number; upload_url: string }, name: string, bytes: Buffer, label?: string) {
  return octokit().repos.uploadReleaseAsset({
    ...repo,
    url: of.upload_url,
    release_id: of.id,
    name,
    ...(label === undefined ? {} : { label }),
    headers: { 'content-type': 'application/zip', 'content-length': String(bytes.length) },
    // the type says text, but the client sends bytes
    data: bytes as unknown as string,
  })
}

async function bytesAt(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an asset of a release', () => {
  it('is uploaded below /api/uploads, where clients of an enterprise server send it', async ({ codehost }) => {
    const { id } = await release()
    const url = `${codehost.url}/api/uploads/repos/octocat/hello-world/releases/${id}/assets?name=tool.zip`
    const headers = { authorization: 'token octocat', 'content-type': 'application/zip' }
    expect((await fetch(url, { method: 'POST', headers, body: 'zip' })).status).toBe(201)
    const { data } = await octokit().repos.listReleaseAssets({ ...repo, release_id: id })
    expect(data).toMatchObject([{ name: 'tool.zip', size: 3 }])
  })

  it('is downloaded byte by byte, with its size and digest, by the API and by its address', async () => {
    const made = await release()
    const bytes = randomBytes(70_001)
    const { data, status } = await upload(made, 'tool.zip', bytes, 'The tool')
    expect(status).toBe(201)
    expect(data).toMatchObject({
      url: `${site.codehost.url}/repos/octocat/hello-world/releases/assets/${data.id}`,
      browser_download_url: `${site.codehost.url}/octocat/hello-world/releases/download/v1/tool.zip`,
      name: 'tool.zip',
      label: 'The tool',
      state: 'uploaded',
      content_type: 'application/zip',
      size: bytes.length,
      digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
      download_count: 0,
      uploader: { login: 'octocat' },
    })
    const byApi = await bytesAt(data.url, { accept: 'application/octet-stream' })
    expect(byApi.bytes.equals(bytes)).toBe(true)
    expect(byApi.headers.get('content-type')).toBe('application/octet-stream')
    expect(byApi.headers.get('content-disposition')).toBe('attachment; filename=tool.zip')
    const byAddress = await bytesAt(data.browser_download_url)
    expect(byAddress.bytes.equals(bytes)).toBe(true)
    const client = await stranger().request('GET /repos/{owner}/{repo}/releases/assets/{asset_id}', {
      ...repo,
      asset_id: data.id,
    })
    expect(client.data.download_count).toBe(2)
    const shown = await stranger().repos.getRelease({ ...repo, release_id: made.id })
    expect(shown.data.assets).toEqual([client.data])
  })

  it('is uploaded by the operation at the base URL too, and matches the description', async () => {
    const { id } = await release()
    const file = { name: 'a.txt', data: 'text', headers: { 'content-type': 'text/plain' } }
    const upload = octokit().repos.uploadReleaseAsset({ ...repo, baseUrl: site.codehost.url, release_id: id, ...file })
    expect((await upload).data).toMatchObject({ label: '', size: 4, content_type: 'text/plain' })
    const listed = await stranger().repos.listReleaseAssets({ ...repo, release_id: id })
    expect(listed.data).toMatchObject([{ name: 'a.txt' }])
  })

  it('may have any content, invalid JSON included', async () => {
    const { data } = await upload(await release(), 'broken.json', Buffer.from('{'))
    expect((await bytesAt(data.browser_download_url)).bytes.toString()).toBe('{')
  })

  it('has a name that needs no escaping in URLs', async () => {
    const made = await release()
    const names = ['my file (1).zip', '.env', 'a.txt.', 'ü+@~_-.bin']
    for (const name of names) await upload(made, name, Buffer.from(name))
    const { data } = await stranger().repos.listReleaseAssets({ ...repo, release_id: made.id })
    expect(data.map(({ name }) => name)).toEqual(['my.file.1.zip', 'default.env', 'a.txt', 'default.+@~_-.bin'])
  })

  it('is refused without a name or content, and under a taken name', async () => {
    const made = await release()
    await upload(made, 'a b', Buffer.from('1'))
    await expect(upload(made, 'a.b', Buffer.from('2'))).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'ReleaseAsset', code: 'already_exists', field: 'name' }] } },
    })
    await expect(upload(made, '', Buffer.from('2'))).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'ReleaseAsset', code: 'missing_field', field: 'name' }] } },
    })
    await expect(upload(made, 'empty', Buffer.alloc(0))).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ field: 'size', message: 'size must be greater than or equal to 1' }] } },
    })
    // Another release may have a file with this name.
    expect((await upload(await release('v2'), 'a.b', Buffer.from('2'))).status).toBe(201)
  })

  it('is renamed and labelled by an update that keeps other members', async () => {
    const made = await release()
    const { data } = await upload(made, 'a', Buffer.from('1'), 'One')
    await upload(made, 'b', Buffer.from('2'))
    const update = (changes: { name?: string; label?: string }) =>
      octokit().repos.updateReleaseAsset({ ...repo, asset_id: data.id, ...changes })
    expect((await update({ name: 'c' })).data).toMatchObject({ name: 'c', label: 'One', digest: data.digest })
    expect((await update({ label: 'Two' })).data).toMatchObject({ name: 'c', label: 'Two' })
    await expect(update({ name: 'b' })).rejects.toMatchObject({ status: 422 })
    await expect(update({ name: '' })).rejects.toMatchObject({
      response: { data: { errors: [{ resource: 'ReleaseAsset', field: 'name', code: 'invalid' }] } },
    })
  })

  it('is listed in pages, and is 404 once it or its release is deleted', async () => {
    const made = await release()
    const first = (await upload(made, 'a', Buffer.from('1'))).data
    const second = (await upload(made, 'b', Buffer.from('2'))).data
    const page = await stranger().repos.listReleaseAssets({ ...repo, release_id: made.id, per_page: 1, page: 2 })
    expect(page.data.map(({ name }) => name)).toEqual(['b'])
    expect(page.headers.link).toContain('rel="prev"')
    expect((await octokit().repos.deleteReleaseAsset({ ...repo, asset_id: first.id })).status).toBe(204)
    expect((await bytesAt(first.browser_download_url)).status).toBe(404)
    await octokit().repos.deleteRelease({ ...repo, release_id: made.id })
    const gone = stranger().repos.getReleaseAsset({ ...repo, asset_id: second.id })
    await expect(gone).rejects.toMatchObject({ status: 404 })
  })

  it('is in the payload of the event about its release', async () => {
    const made = await release()
    await upload(made, 'a', Buffer.from('1'))
    site.receiver.received.length = 0
    await octokit().repos.updateRelease({ ...repo, release_id: made.id, name: 'One' })
    await site.codehost.webhooks.settled()
    expect(site.receiver.violations()).toEqual([])
    expect(site.receiver.received.at(-1)?.payload).toMatchObject({ release: { assets: [{ name: 'a' }] } })
  })

  it('is written by users with push access, and a draft’s is visible to them only', async () => {
    const made = await release()
    const { data } = await upload(made, 'a', Buffer.from('1'))
    const mona = octokit('monalisa').repos
    const asset = { ...repo, asset_id: data.id }
    await expect(mona.updateReleaseAsset({ ...asset, name: 'b' })).rejects.toMatchObject({ status: 403 })
    await expect(mona.deleteReleaseAsset(asset)).rejects.toMatchObject({ status: 403 })
    await expect(stranger().repos.deleteReleaseAsset(asset)).rejects.toMatchObject({ status: 401 })
    const file = { baseUrl: site.codehost.url, release_id: made.id, name: 'x', data: 'x' }
    await expect(mona.uploadReleaseAsset({ ...repo, ...file })).rejects.toMatchObject({ status: 403 })
    const draft = await release('v2', true)
    const uploaded = (await upload(draft, 'secret', Buffer.from('1'))).data
    await expect(mona.getReleaseAsset({ ...repo, asset_id: uploaded.id })).rejects.toMatchObject({ status: 404 })
    await expect(mona.listReleaseAssets({ ...repo, release_id: draft.id })).rejects.toMatchObject({ status: 404 })
    expect((await bytesAt(uploaded.browser_download_url)).status).toBe(404)
    const known = await bytesAt(uploaded.browser_download_url, { authorization: 'Bearer octocat' })
    expect(known.bytes.toString()).toBe('1')
  })

  it('of a private repository is for users who may read the repository', async () => {
    const hidden = { ...repo, repo: 'hidden' }
    const { data } = await octokit().repos.createRelease({ ...hidden, tag_name: 'v1' })
    const asset = (await upload(data, 'a', Buffer.from('1'))).data
    expect((await bytesAt(asset.browser_download_url)).status).toBe(404)
    expect((await bytesAt(asset.browser_download_url, { authorization: 'Bearer octocat' })).status).toBe(200)
    await expect(octokit('monalisa').repos.getReleaseAsset({ ...hidden, asset_id: asset.id })).rejects.toMatchObject({
      status: 404,
    })
  })
})
