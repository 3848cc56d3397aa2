import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'
import { seed, sha1 } from './deployments.fixture.ts'

const it = deployhostTest({ seed })

const client = (deployhost: Emulator<'deployhost'>, token = 'ada') => checkedVercel(deployhost, token)
const page = '<h1>Hi</h1>\n'

const upload = (deployhost: Emulator<'deployhost'>, body: BodyInit, headers: Record<string, string>) =>
  fetch(`${deployhost.url}/v2/files`, {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer ada', 'content-type': 'application/octet-stream', ...headers },
  })

const create = (deployhost: Emulator<'deployhost'>, files: unknown) =>
  fetch(`${deployhost.url}/v13/deployments`, {
    method: 'POST',
    headers: { authorization: 'Bearer ada' },
    body: JSON.stringify({ name: 'blog', files }),
  })

describe('uploading a file', () => {
  it('answers an empty object, also when repeated', async ({ deployhost }) => {
    for (let time = 0; time < 2; time++) {
      const requestBody = new Blob([page])
      expect(
        await client(deployhost).vercel.deployments.uploadFile({ xVercelDigest: sha1(page), requestBody }),
      ).toEqual({})
    }
  })

  it('accepts the digest in each of its headers, and any bytes', async ({ deployhost }) => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const digest = '4916d6bdb7f78e6803698cab32d1586ea457dfc8'
    for (const name of ['x-deployhost-digest', 'x-vercel-digest', 'x-now-digest']) {
      const response = await upload(deployhost, bytes, { [name]: digest })
      expect([response.status, await response.json()]).toEqual([200, {}])
    }
    const response = await create(deployhost, [{ file: 'all.bin', sha: digest, size: 256 }])
    const { id } = (await response.json()) as { id: string }
    const file = await fetch(`${deployhost.url}/v8/deployments/${id}/files/${digest}`)
    const { data } = (await file.json()) as { data: string }
    expect(Uint8Array.from(Buffer.from(data, 'base64'))).toEqual(bytes)
  })

  it('is refused when the digest or the size is wrong', async ({ deployhost }) => {
    const wrong = await upload(deployhost, page, { 'x-deployhost-digest': sha1('something else') })
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { code: 'bad_request' } }])
    const short = await upload(deployhost, page, { 'x-now-digest': sha1(page), 'x-now-size': '7' })
    expect([short.status, await short.json()]).toMatchObject([400, { error: { code: 'bad_request' } }])
    expect(await (await create(deployhost, [{ file: 'index.html', sha: sha1(page) }])).json()).toMatchObject({
      error: { code: 'missing_files' },
    })
  })

  it('needs the scope `repo`', async ({ deployhost }) => {
    const response = await upload(deployhost, page, { authorization: 'Bearer reader', 'x-now-digest': sha1(page) })
    expect(response.status).toBe(403)
  })
})

describe('a deployment of uploaded files', () => {
  it('is refused with the digests that were not uploaded, each once', async ({ deployhost }) => {
    await upload(deployhost, page, { 'x-now-digest': sha1(page) })
    const files = [
      { file: 'index.html', sha: sha1(page) },
      { file: 'a.js', sha: sha1('a'), size: 1 },
      { file: 'copy-of-a.js', sha: sha1('a'), size: 1 },
      { file: 'b.js', sha: sha1('b') },
    ]
    const response = await create(deployhost, files)
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: { code: 'missing_files', message: 'Missing files', missing: [sha1('a'), sha1('b')] } },
    ])
    expect((await client(deployhost).vercel.deployments.getDeployments({})).deployments).toEqual([])
    await upload(deployhost, 'a', { 'x-now-digest': sha1('a') })
    await upload(deployhost, 'b', { 'x-now-digest': sha1('b') })
    expect((await create(deployhost, files)).status).toBe(200)
  })

  it('refuses paths outside its root', async ({ deployhost }) => {
    expect((await create(deployhost, [{ file: '../index.html', data: '' }])).status).toBe(400)
    expect((await create(deployhost, [{ file: '/', data: '' }])).status).toBe(400)
  })
})

describe('the files of a deployment', () => {
  it('are a tree below `src`, and read by their digests', async ({ deployhost }) => {
    const { vercel, last } = client(deployhost)
    const deployment = await vercel.deployments.createDeployment({
      requestBody: {
        name: 'blog',
        files: [
          { file: './index.html', data: page },
          { file: 'assets/logo.svg', data: Buffer.from('<svg/>').toString('base64'), encoding: 'base64' },
          { file: 'assets/css/main.css', data: 'a{}', encoding: 'utf-8' },
          { file: 'index.html', data: '<h1>Later</h1>' },
        ],
      },
    })
    const tree = await vercel.deployments.listDeploymentFiles({ id: deployment.id })
    const file = (name: string, text: string) => ({ name, type: 'file', mode: 0o100644, uid: sha1(text) })
    const directory = (name: string, children: unknown[]) => ({ name, type: 'directory', mode: 0o40755, children })
    expect(tree).toEqual([
      directory('src', [
        directory('assets', [directory('css', [file('main.css', 'a{}')]), file('logo.svg', '<svg/>')]),
        file('index.html', '<h1>Later</h1>'),
      ]),
    ])
    await vercel.deployments.getDeploymentFileContents({ id: deployment.id, fileId: sha1('<svg/>') })
    expect(last().json).toEqual({ data: Buffer.from('<svg/>').toString('base64') })
  })

  it('do not include the content of another deployment', async ({ deployhost }) => {
    const { vercel } = client(deployhost)
    await upload(deployhost, page, { 'x-now-digest': sha1(page) })
    const { id } = await vercel.deployments.createDeployment({ requestBody: { name: 'blog' } })
    await expect(vercel.deployments.getDeploymentFileContents({ id, fileId: sha1(page) })).rejects.toMatchObject({
      statusCode: 404,
      body: JSON.stringify({ error: { code: 'not_found', message: 'File not found.' } }),
    })
    expect(await vercel.deployments.listDeploymentFiles({ id })).toMatchObject([{ name: 'src', children: [] }])
  })
})
