import { put } from '@vercel/blob'
import { describe, expect } from 'vitest'
import { blobTest, PRIVATE_TOKEN, PUBLIC_TOKEN } from './blobs.fixture.ts'

const it = blobTest()

describe('the URL of a public blob', () => {
  it('answers its bytes, a range of them, and its headers', async ({ deployhost }) => {
    const { url, downloadUrl } = await put('a.txt', 'hello', { access: 'public', token: PUBLIC_TOKEN })
    const whole = await deployhost.fetch(url)
    expect(await whole.text()).toBe('hello')
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': 'inline; filename="a.txt"',
      'content-length': '5',
      'cache-control': 'public, max-age=2592000',
      etag: '"5d41402abc4b2a76b9719d911017c592"',
      'accept-ranges': 'bytes',
    })
    const part = await deployhost.fetch(url, { headers: { range: 'bytes=1-2' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 1-2/5', 'el'])
    const beyond = await deployhost.fetch(url, { headers: { range: 'bytes=9-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */5'])
    const saved = await deployhost.fetch(downloadUrl)
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="a.txt"')
    const head = await deployhost.fetch(url, { method: 'HEAD' })
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['5', ''])
  })

  it('answers 304 to a client that has the blob', async ({ deployhost }) => {
    const { url, etag } = await put('a.txt', 'hello', { access: 'public', token: PUBLIC_TOKEN })
    const { headers } = await deployhost.fetch(url)
    const known = [{ 'if-none-match': `"other", ${etag}` }, { 'if-modified-since': headers.get('last-modified') ?? '' }]
    for (const each of known) expect((await deployhost.fetch(url, { headers: each })).status).toBe(304)
    expect((await deployhost.fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('keeps what users have uploaded from running as a page of the instance', async ({ deployhost }) => {
    const { url } = await put('a.html', '<script>1</script>', { access: 'public', token: PUBLIC_TOKEN })
    const { headers } = await deployhost.fetch(url)
    expect(headers.get('content-disposition')).toBe('attachment; filename="a.html"')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('answers 404 without a blob', async ({ deployhost }) => {
    for (const path of ['/blob/public/assets1234567890/none.txt', '/blob/public/nothing/none.txt']) {
      expect((await deployhost.fetch(deployhost.url + path)).status).toBe(404)
    }
  })
})

describe('the URL of a private blob', () => {
  it('answers to the token of the store only', async ({ deployhost }) => {
    const { url } = await put('a.txt', 'hello', { access: 'private', token: PRIVATE_TOKEN })
    const status = async (headers: Record<string, string>) => (await deployhost.fetch(url, { headers })).status
    expect(await status({})).toBe(403)
    expect(await status({ authorization: `Bearer ${PUBLIC_TOKEN}` })).toBe(403)
    expect(await status({ authorization: `Bearer ${PRIVATE_TOKEN}` })).toBe(200)
    const asPublic = await deployhost.fetch(url.replace('/private/', '/public/'))
    expect(asPublic.status).toBe(404)
  })
})
