import {
  BlobAccessError,
  BlobNotFoundError,
  BlobPreconditionFailedError,
  BlobStoreNotFoundError,
  BlobStoreSuspendedError,
  copy,
  createFolder,
  del,
  head,
  list,
  put,
  rename,
} from '@vercel/blob'
import { describe, expect } from 'vitest'
import { blobTest, PRIVATE_TOKEN, PUBLIC_TOKEN } from './blobs.fixture.ts'

const it = blobTest()
const token = PUBLIC_TOKEN
const options = { access: 'public', token } as const

describe('a blob', () => {
  it('is put, described, listed and deleted', async ({ deployhost }) => {
    const blob = await put('notes/a.txt', 'hello', options)
    expect(blob).toEqual({
      url: `${deployhost.url}/blob/public/assets1234567890/notes/a.txt`,
      downloadUrl: `${blob.url}?download=1`,
      pathname: 'notes/a.txt',
      contentType: 'text/plain',
      contentDisposition: 'inline; filename="a.txt"',
      etag: '"5d41402abc4b2a76b9719d911017c592"',
    })
    const uploadedAt = expect.any(Date)
    const described = { ...blob, size: 5, uploadedAt, cacheControl: 'public, max-age=2592000' }
    expect(await head(blob.url, { token })).toEqual(described)
    expect(await head('notes/a.txt', { token })).toEqual(described)
    const { contentType, contentDisposition, ...listed } = blob
    expect(await list({ token })).toEqual({ hasMore: false, blobs: [{ ...listed, size: 5, uploadedAt }] })
    await del(blob.url, { token })
    await expect(head(blob.url, { token })).rejects.toThrow(BlobNotFoundError)
    await del([blob.url, 'never-there.txt'], { token })
    expect(contentType + contentDisposition).not.toBe('')
  })

  it('has the type, the age and the suffix that its upload asks for', async () => {
    const blob = await put('pictures/cat.png', 'x', {
      ...options,
      addRandomSuffix: true,
      contentType: 'image/webp',
      cacheControlMaxAge: 120,
    })
    expect(blob.pathname).toMatch(/^pictures\/cat-[A-Za-z0-9]{30}\.png$/)
    expect(blob.contentType).toBe('image/webp')
    expect((await head(blob.url, { token })).cacheControl).toBe('public, max-age=120')
    const brief = await put('brief.html', 'x', { ...options, cacheControlMaxAge: 1 })
    expect((await head(brief.url, { token })).cacheControl).toBe('public, max-age=60')
    expect(brief.contentDisposition).toBe('attachment; filename="brief.html"')
  })

  it('has any characters in its pathname', async ({ deployhost }) => {
    const pathname = `a%20b/'()@@{}[]-#?é.txt`
    const blob = await put(pathname, 'x', options)
    expect((await head(blob.url, { token })).pathname).toBe(pathname)
    expect((await head(pathname, { token })).url).toBe(blob.url)
    const answer = await deployhost.fetch(blob.url)
    expect(await answer.text()).toBe('x')
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''")
  })

  it('is overwritten only when the upload allows it, or has its entity tag', async () => {
    const first = await put('a.txt', '1', options)
    await expect(put('a.txt', '2', options)).rejects.toThrow('This blob already exists, use `allowOverwrite: true`')
    const second = await put('a.txt', '2', { ...options, allowOverwrite: true })
    const outdated = { ...options, ifMatch: first.etag }
    await expect(put('a.txt', '3', outdated)).rejects.toThrow(BlobPreconditionFailedError)
    await put('a.txt', '3', { ...options, ifMatch: second.etag })
    await expect(del('a.txt', { token, ifMatch: first.etag })).rejects.toThrow(BlobPreconditionFailedError)
    expect((await head('a.txt', { token })).size).toBe(1)
  })

  it('is overwritten, and has a suffix, when an older client does not say otherwise', async ({ deployhost }) => {
    const upload = (headers: Record<string, string>) =>
      deployhost.fetch(`${deployhost.url}/api/blob/?pathname=old.txt`, {
        method: 'PUT',
        body: 'x',
        headers: { authorization: `Bearer ${token}`, 'x-api-version': '9', ...headers },
      })
    expect(((await (await upload({})).json()) as { pathname: string }).pathname).toMatch(/^old-.{30}\.txt$/)
    expect((await upload({ 'x-add-random-suffix': '0' })).status).toBe(200)
    expect((await upload({ 'x-add-random-suffix': '0' })).status).toBe(200)
    expect((await head('old.txt', { token })).cacheControl).toBe('public, max-age=31536000')
  })

  it('is copied without its type and age, and is renamed', async ({ deployhost }) => {
    const blob = await put('a.txt', 'x', { ...options, contentType: 'image/png', cacheControlMaxAge: 120 })
    const copied = await copy(blob.url, 'b/c.txt', options)
    expect(copied).toMatchObject({ pathname: 'b/c.txt', contentType: 'text/plain', etag: blob.etag })
    await expect(copy('nothing.txt', 'd.txt', options)).rejects.toThrow(BlobNotFoundError)
    await expect(copy(blob.url, 'b/c.txt', options)).rejects.toThrow('already exists')
    const renamed = await rename(copied.url, 'e.txt', options)
    expect(await (await deployhost.fetch(renamed.url)).text()).toBe('x')
    await expect(head('b/c.txt', { token })).rejects.toThrow(BlobNotFoundError)
  })

  it('is not uploaded under a pathname that no blob can have', async ({ deployhost }) => {
    const upload = (pathname: string) =>
      deployhost.fetch(`${deployhost.url}/api/blob?${new URLSearchParams({ pathname })}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
      })
    for (const pathname of ['', 'a//b', 'x'.repeat(951)]) expect((await upload(pathname)).status).toBe(400)
  })
})

describe('a list of blobs', () => {
  it('has pages, and only pathnames with the prefix', async () => {
    for (const pathname of ['a/1', 'a/2', 'a/3', 'b/1', 'é', 'z']) await put(pathname, 'x', options)
    const pathnames: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ token, limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      pathnames.push(...page.blobs.map((blob) => blob.pathname))
      expect(page.hasMore).toBe(page.cursor !== undefined)
      cursor = page.cursor
    } while (cursor !== undefined)
    expect(pathnames).toEqual(['a/1', 'a/2', 'a/3', 'b/1', 'z', 'é'])
    expect((await list({ token, prefix: 'a/', limit: 1 })).blobs.map((blob) => blob.pathname)).toEqual(['a/1'])
  })

  it('is folded into the folders below its prefix', async () => {
    await createFolder('empty', options)
    for (const pathname of ['a/b/1', 'a/b/2', 'a/3', 'c']) await put(pathname, 'x', options)
    const root = await list({ token, mode: 'folded' })
    expect([root.folders, root.blobs.map((blob) => blob.pathname)]).toEqual([['a/', 'empty/'], ['c']])
    const below = await list({ token, mode: 'folded', prefix: 'a/' })
    expect([below.folders, below.blobs.map((blob) => blob.pathname)]).toEqual([['a/b/'], ['a/3']])
    const first = await list({ token, mode: 'folded', limit: 1 })
    const rest = await list({ token, mode: 'folded', ...(first.cursor === undefined ? {} : { cursor: first.cursor }) })
    expect([first.folders, rest.folders, rest.hasMore]).toEqual([['a/'], ['empty/'], false])
  })
})

describe('a store', () => {
  it('is reached by its own token only', async () => {
    await expect(list({ token: `${token}x` })).rejects.toThrow(BlobAccessError)
    await expect(list({ token: 'vercel_blob_rw_Nothing_secret' })).rejects.toThrow(BlobStoreNotFoundError)
    const { url } = await put('a.txt', 'x', options)
    await expect(del(url, { token: PRIVATE_TOKEN })).rejects.toThrow(BlobAccessError)
    await expect(copy(url, 'b.txt', { access: 'private', token: PRIVATE_TOKEN })).rejects.toThrow(BlobAccessError)
  })

  it('takes blobs of its own access only', async () => {
    const message = 'Cannot use public access on a private store. The store is configured with private access.'
    await expect(put('a.txt', 'x', { access: 'public', token: PRIVATE_TOKEN })).rejects.toThrow(message)
  })

  it('is suspended by a fault', async ({ deployhost }) => {
    deployhost.faults.add({ code: 'store_suspended' })
    await expect(list({ token })).rejects.toThrow(BlobStoreSuspendedError)
  })
})
