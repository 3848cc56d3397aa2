import { request as httpRequest } from 'node:http'
import { PutBucketWebsiteCommand, PutObjectCommand, type WebsiteConfiguration } from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import { cloudTest, startCloud } from '#cloud/cloud.fixture.ts'

const Bucket = 'site'

const it = cloudTest({
  s3: {
    buckets: [
      {
        name: Bucket,
        website: true,
        objects: [
          { key: 'index.html', body: 'home', content_type: 'text/html' },
          { key: 'docs/index.html', body: 'docs', content_type: 'text/html' },
          { key: 'lost.html', body: 'lost', content_type: 'text/html' },
        ],
      },
      { name: 'plain' },
    ],
  },
})

/** Requests a path of a website by the host of its bucket. */
function visit(url: string, path: string, { bucket = Bucket, method = 'GET', host = 's3-website' } = {}) {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
    const headers = { host: `${bucket}.${host}.localhost:${port}` }
    const sent = httpRequest({ hostname, port, path, method, headers }, (response) => {
      let text = ''
      response.on('data', (piece) => (text += String(piece)))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, location: response.headers.location, text })
      })
    })
    sent.on('error', reject).end()
  })
}

it('shows index documents of the bucket and of its folders', async ({ cloud }) => {
  expect(await visit(cloud.url, '/')).toMatchObject({ status: 200, text: 'home' })
  expect(await visit(cloud.url, '/docs/', { host: 's3-website-us-east-1' })).toMatchObject({
    status: 200,
    text: 'docs',
  })
  expect(await visit(cloud.url, '/docs')).toMatchObject({ status: 302, location: '/docs/' })
  expect(await visit(cloud.url, '/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
})

it('answers with a page for what is not there', async ({ cloud }) => {
  const missing = await visit(cloud.url, '/nothing/')
  expect(missing.status).toBe(404)
  expect(missing.text).toContain('<title>404 Not Found</title>')
  expect(missing.text).toContain('<li>Code: NoSuchKey</li>\n<li>Message: The specified key does not exist.</li>')
  expect(missing.text).toContain('<li>Key: nothing/index.html</li>')
  expect((await visit(cloud.url, '/', { bucket: 'plain' })).text).toContain('<li>Code: NoSuchWebsiteConfiguration</li>')
  expect((await visit(cloud.url, '/', { bucket: 'nowhere' })).text).toContain('<li>Code: NoSuchBucket</li>')
  const posted = await visit(cloud.url, '/', { method: 'POST' })
  expect(posted).toMatchObject({ status: 405 })
  expect(posted.text).toContain('<li>Method: POST</li>\n<li>ResourceType: OBJECT</li>')
})

describe('a configuration', () => {
  const test = it.extend(
    'configure',
    ({ s3 }) =>
      (configuration: WebsiteConfiguration) =>
        s3.send(new PutBucketWebsiteCommand({ Bucket, WebsiteConfiguration: configuration })),
  )

  test('names an error document, which has the status of the error', async ({ cloud, configure }) => {
    await configure({ IndexDocument: { Suffix: 'index.html' }, ErrorDocument: { Key: 'lost.html' } })
    expect(await visit(cloud.url, '/nothing')).toMatchObject({ status: 404, text: 'lost' })
    await configure({ IndexDocument: { Suffix: 'index.html' }, ErrorDocument: { Key: 'gone.html' } })
    const page = await visit(cloud.url, '/nothing')
    expect(page.status).toBe(404)
    expect(page.text).toContain('An Error Occurred While Attempting to Retrieve a Custom Error Document')
    expect(page.text).toContain('<li>Key: gone.html</li>')
  })

  test('names an error document, which may be a redirection', async ({ cloud, s3, configure }) => {
    await configure({ IndexDocument: { Suffix: 'index.html' }, ErrorDocument: { Key: 'moved.html' } })
    await s3.send(new PutObjectCommand({ Bucket, Key: 'moved.html', Body: '', WebsiteRedirectLocation: '/lost.html' }))
    expect(await visit(cloud.url, '/nothing')).toMatchObject({ status: 301, location: '/lost.html' })
  })

  test('redirects everything', async ({ cloud, configure }) => {
    await configure({ RedirectAllRequestsTo: { HostName: 'new.test', Protocol: 'https' } })
    expect(await visit(cloud.url, '/a%20b')).toMatchObject({ status: 301, location: 'https://new.test/a%20b' })
  })

  test('redirects by prefix and by error', async ({ cloud, s3, configure }) => {
    await configure({
      IndexDocument: { Suffix: 'index.html' },
      RoutingRules: [
        { Condition: { KeyPrefixEquals: 'old/' }, Redirect: { ReplaceKeyPrefixWith: 'new/' } },
        {
          Condition: { HttpErrorCodeReturnedEquals: '404' },
          Redirect: { HostName: 'search.test', ReplaceKeyWith: 'find', HttpRedirectCode: '307' },
        },
      ],
    })
    const host = `${Bucket}.s3-website.localhost:${new URL(cloud.url).port}`
    expect(await visit(cloud.url, '/old/x')).toMatchObject({ status: 301, location: `http://${host}/new/x` })
    expect(await visit(cloud.url, '/nothing')).toMatchObject({ status: 307, location: 'http://search.test/find' })
    await s3.send(new PutObjectCommand({ Bucket, Key: 'moved', Body: '', WebsiteRedirectLocation: '/index.html' }))
    expect(await visit(cloud.url, '/moved')).toMatchObject({ status: 301, location: '/index.html' })
  })

  const IndexDocument = { Suffix: 'index.html' }
  test.for([
    ['InvalidArgument', 'The IndexDocument Suffix is not well formed', { IndexDocument: { Suffix: '/index.html' } }],
    [
      'InvalidArgument',
      'RedirectAllRequestsTo cannot be provided in conjunction with other Routing Rules.',
      { IndexDocument, RedirectAllRequestsTo: { HostName: 'new.test' } },
    ],
    [
      'InvalidRequest',
      'You can only define ReplaceKeyPrefix or ReplaceKey but not both.',
      { IndexDocument, RoutingRules: [{ Redirect: { ReplaceKeyWith: 'a', ReplaceKeyPrefixWith: 'b' } }] },
    ],
    [
      'InvalidRequest',
      'Invalid protocol, protocol can be http or https. If not defined the protocol will be selected automatically.',
      { IndexDocument, RoutingRules: [{ Redirect: { Protocol: 'ftp' } }] },
    ],
  ] as const)('is refused with %s: %s', async ([name, message, configuration], { configure }) => {
    const wrong = configuration as unknown as WebsiteConfiguration // wrong on purpose
    await expect(configure(wrong)).rejects.toMatchObject({ name, message })
  })
})

describe("the vendor's own hosts", () => {
  it.for(['site.s3-website-us-east-1.amazonaws.com', 'site.s3-website.us-east-1.amazonaws.com'])(
    'serve a website at %s',
    async (host) => {
      const objects = [{ key: 'index.html', body: 'home', content_type: 'text/html' }]
      await using real = await startCloud(
        { s3: { buckets: [{ name: Bucket, website: true, objects }] } },
        { hosts: 'real' },
      )
      const answer = await real.fetch(`https://${host}/`)
      expect([answer.status, await answer.text()]).toEqual([200, 'home'])
    },
  )

  it('redirect to themselves without TLS, which they do not speak', async () => {
    await using real = await startCloud({ s3: { buckets: [{ name: Bucket }] } }, { hosts: 'real' })
    const rule = '<RoutingRule><Redirect><ReplaceKeyWith>new</ReplaceKeyWith></Redirect></RoutingRule>'
    const index = '<IndexDocument><Suffix>index.html</Suffix></IndexDocument>'
    const body = `<WebsiteConfiguration>${index}<RoutingRules>${rule}</RoutingRules></WebsiteConfiguration>`
    await real.fetch(`https://${Bucket}.s3.amazonaws.com/?website`, { method: 'PUT', body })
    const host = `${Bucket}.s3-website-us-east-1.amazonaws.com`
    const answer = await real.fetch(`http://${host}/old`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(`http://${host}/new`)
  })
})
