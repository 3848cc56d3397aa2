import {
  DeleteBucketWebsiteCommand,
  GetBucketWebsiteCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutBucketWebsiteCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { describe, expect } from 'vitest'
import { presign, cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const SANDBOXED = ['sandbox', 'nosniff']

const objects = [{ key: 'page', body: '<script>1</script>', content_type: 'text/html' }]
const it = cloudTest({
  s3: {
    buckets: [
      { name: Bucket, objects },
      { name: 'site', website: true, objects },
    ],
  },
})

/** Returns the headers of an answer that restrict scripts, or null for each one that is missing. */
async function restrictions(s3: S3Client, bucket: string, more: object = {}, method: 'GET' | 'HEAD' = 'GET') {
  const input = { Bucket: bucket, Key: 'page', ...more }
  const url = await presign(s3, method === 'GET' ? new GetObjectCommand(input) : new HeadObjectCommand(input))
  const { status, headers } = await fetch(url, { method })
  expect(status).toBeLessThan(300)
  return [headers.get('content-security-policy'), headers.get('x-content-type-options')]
}

describe('an object that a browser could run', () => {
  it.for([
    'text/html',
    'Text/HTML; charset=utf-8',
    'application/xhtml+xml',
    'image/svg+xml',
    'text/xml',
    'application/xml',
    'application/rss+xml',
    'text/xsl',
    'multipart/x-mixed-replace; boundary=a',
    'application/unknown',
    'html',
    'text/plain;x=,text/html',
  ])('is served in a sandbox, and not sniffed: %s', async (ContentType, { s3 }) => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'page', Body: '<script>1</script>', ContentType }))
    expect(await restrictions(s3, Bucket)).toEqual(SANDBOXED)
    expect(await restrictions(s3, Bucket, {}, 'HEAD')).toEqual(SANDBOXED)
  })

  it.for([
    'binary/octet-stream',
    'text/plain',
    'text/css',
    'text/javascript',
    'application/json',
    'image/png',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ])('is not one of another type: %s', async (ContentType, { s3 }) => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'page', Body: 'x', ContentType }))
    expect(await restrictions(s3, Bucket)).toEqual([null, null])
  })

  it('may have its type from the request', async ({ s3 }) => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'page', Body: '<script>1</script>' }))
    expect(await restrictions(s3, Bucket)).toEqual([null, null])
    expect(await restrictions(s3, Bucket, { ResponseContentType: 'text/html' })).toEqual(SANDBOXED)
  })

  it('may come from a form', async ({ s3 }) => {
    const { url, fields } = await createPresignedPost(s3, {
      Bucket,
      Key: 'page',
      Fields: { 'Content-Type': 'text/html' },
    })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob(['<script>fetch("/_backlot/reset")</script>']))
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204)
    expect(await restrictions(s3, Bucket)).toEqual(SANDBOXED)
  })
})

describe('a website', () => {
  it('is served without a sandbox when the seed asks for it', async ({ s3 }) => {
    expect(await restrictions(s3, 'site')).toEqual([null, null])
    const { IndexDocument } = await s3.send(new GetBucketWebsiteCommand({ Bucket: 'site' }))
    expect(IndexDocument).toEqual({ Suffix: 'index.html' })
  })

  it('is a bucket with a website configuration, until that is deleted', async ({ s3 }) => {
    const WebsiteConfiguration = {
      IndexDocument: { Suffix: 'index.html' },
      ErrorDocument: { Key: 'error.html' },
      RoutingRules: [
        { Condition: { KeyPrefixEquals: 'docs/' }, Redirect: { ReplaceKeyPrefixWith: 'documents/' } },
        { Condition: { HttpErrorCodeReturnedEquals: '404' }, Redirect: { HostName: 'app.test', Protocol: 'https' } },
      ],
    } as const
    await s3.send(
      new PutBucketWebsiteCommand({
        Bucket,
        WebsiteConfiguration: { ...WebsiteConfiguration, RoutingRules: [...WebsiteConfiguration.RoutingRules] },
      }),
    )
    expect(await s3.send(new GetBucketWebsiteCommand({ Bucket }))).toMatchObject(WebsiteConfiguration)
    expect(await restrictions(s3, Bucket)).toEqual([null, null])
    await s3.send(new DeleteBucketWebsiteCommand({ Bucket }))
    expect(await restrictions(s3, Bucket)).toEqual(SANDBOXED)
    await expect(s3.send(new GetBucketWebsiteCommand({ Bucket }))).rejects.toMatchObject({
      name: 'NoSuchWebsiteConfiguration',
      $metadata: { httpStatusCode: 404 },
    })
  })

  it('has an index document or redirects all requests', async ({ s3 }) => {
    const put = (WebsiteConfiguration: object) => s3.send(new PutBucketWebsiteCommand({ Bucket, WebsiteConfiguration }))
    await expect(put({ ErrorDocument: { Key: 'error.html' } })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'A value for IndexDocument Suffix must be provided if RedirectAllRequestsTo is empty',
    })
    await put({ RedirectAllRequestsTo: { HostName: 'app.test', Protocol: 'https' } })
    await expect(put({ RedirectAllRequestsTo: { Protocol: 'https' } })).rejects.toMatchObject({ name: 'MalformedXML' })
  })
})
