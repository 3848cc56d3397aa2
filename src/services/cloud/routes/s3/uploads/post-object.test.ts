import { createHash, randomBytes } from 'node:crypto'
import { GetObjectCommand, GetObjectTaggingCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { ownTemporaryFolder, s3Client, cloudTest, startCloud, temporaryFiles } from '#cloud/cloud.fixture.ts'

type Conditions = NonNullable<PresignedPostOptions['Conditions']>

const Bucket = 'photos'
const Key = 'a.txt'

let emulator: Emulator<'cloud'>
let s3: S3Client
// The instance starts after it, and keeps large bodies in it.
const temporary = ownTemporaryFolder()
const it = cloudTest({ strict_auth: true, s3: { buckets: [{ name: Bucket }] } })
it.beforeAll(({ cloud }) => {
  emulator = cloud
  s3 = s3Client(emulator)
})
it.afterAll(() => temporary.remove())

interface Form {
  readonly file?: Blob | string
  readonly filename?: string
  /** Fields beside the signed ones; undefined leaves a field out. */
  readonly fields?: Readonly<Record<string, string | undefined>>
}

/** Posts a form as a page does. */
async function post(options: Partial<PresignedPostOptions> = {}, { file = 'hello', filename, fields = {} }: Form = {}) {
  const signed = await createPresignedPost(s3, { Bucket, Key, ...options })
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...signed.fields, ...fields })) {
    if (value !== undefined) form.append(name, value)
  }
  form.append('file', typeof file === 'string' ? new Blob([file]) : file, filename ?? 'photo.txt')
  return fetch(signed.url, { method: 'POST', body: form, redirect: 'manual' })
}

async function refused(answer: Promise<Response>) {
  const response = await answer
  const text = await response.text()
  const member = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1]?.replaceAll('&quot;', '"')
  return { status: response.status, code: member('Code'), message: member('Message'), text }
}

const head = (key = Key) => s3.send(new HeadObjectCommand({ Bucket, Key: key, ChecksumMode: 'ENABLED' }))
const content = async (key = Key) =>
  (await s3.send(new GetObjectCommand({ Bucket, Key: key }))).Body?.transformToString()

describe('a posted form', () => {
  it('becomes an object', async () => {
    const response = await post()
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect(response.headers.get('etag')).toBe(`"${createHash('md5').update('hello').digest('hex')}"`)
    expect(response.headers.get('location')).toBe(`${emulator.url}/photos/a.txt`)
    expect(await content()).toBe('hello')
    expect(await head()).toMatchObject({ ContentType: 'binary/octet-stream', ChecksumType: 'FULL_OBJECT' })
  })

  it('sets the details of the object', async () => {
    const Fields = {
      'Content-Type': 'text/plain',
      'Cache-Control': 'max-age=60',
      'x-amz-meta-camera': 'a7',
      'x-amz-storage-class': 'STANDARD_IA',
      acl: 'private',
      tagging: '<Tagging><TagSet><Tag><Key>kind</Key><Value>photo</Value></Tag></TagSet></Tagging>',
    }
    expect((await post({ Fields })).status).toBe(204)
    expect(await head()).toMatchObject({
      ContentType: 'text/plain',
      CacheControl: 'max-age=60',
      Metadata: { camera: 'a7' },
      StorageClass: 'STANDARD_IA',
    })
    const { TagSet } = await s3.send(new GetObjectTaggingCommand({ Bucket, Key }))
    expect(TagSet).toEqual([{ Key: 'kind', Value: 'photo' }])
  })

  it('has metadata in UTF-8, in which encoded words are nothing special', async () => {
    const Fields = { 'x-amz-meta-word': '=?UTF-8?B?YWJj?=', 'x-amz-meta-mojibake': 'Ã¤' }
    expect((await post({ Fields })).status).toBe(204)
    expect((await head()).Metadata).toEqual({ word: '=?UTF-8?B?YWJj?=', mojibake: '=?UTF-8?Q?=C3=83=C2=A4?=' })
  })

  it("can take the key from the file's name", async () => {
    expect((await post({ Key: 'user/ada/${filename}' }, { filename: 'my photo.png' })).status).toBe(204)
    expect(await content('user/ada/my photo.png')).toBe('hello')
  })

  it('keeps the variable in the key when its file has no name', async () => {
    const { url, fields } = await createPresignedPost(s3, { Bucket, Key: 'user/ada/${filename}' })
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, file: 'hello' })) form.append(name, value)
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204)
    expect(await content('user/ada/${filename}')).toBe('hello')
  })

  it.for([
    ['200', 200, ''],
    ['204', 204, ''],
    ['418', 204, ''],
  ] as const)('is answered as its success_action_status %s asks', async ([requested, status, body]) => {
    const response = await post({ Fields: { success_action_status: requested } })
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(body)
  })

  it('is answered with a document when it asks for 201', async () => {
    const response = await post({ Key: 'a/b.txt', Fields: { success_action_status: '201' } })
    expect(response.status).toBe(201)
    expect(response.headers.get('content-type')).toBe('application/xml')
    const etag = createHash('md5').update('hello').digest('hex')
    expect(await response.text()).toContain(
      `<PostResponse><Location>${emulator.url}/photos/a%2Fb.txt</Location><Bucket>photos</Bucket><Key>a/b.txt</Key>` +
        `<ETag>&quot;${etag}&quot;</ETag></PostResponse>`,
    )
  })

  it('redirects to the address that it names', async () => {
    const response = await post({ Fields: { success_action_redirect: 'http://localhost:3000/done?a=1' } })
    expect(response.status).toBe(303)
    const url = new URL(response.headers.get('location') ?? '')
    expect(url.origin + url.pathname).toBe('http://localhost:3000/done')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      a: '1',
      bucket: Bucket,
      key: Key,
      etag: `"${createHash('md5').update('hello').digest('hex')}"`,
    })
  })

  it('can contain any bytes of any size', async () => {
    const bytes = randomBytes((20 << 20) + 3)
    const boundaryLike = Buffer.from('\r\n------x\r\n--\r\n')
    const file = new Blob([boundaryLike, bytes, boundaryLike])
    expect((await post({}, { file })).status).toBe(204)
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
    const hash = (given: Uint8Array) => createHash('md5').update(given).digest('hex')
    expect(hash((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(
      hash(new Uint8Array(await file.arrayBuffer())),
    )
    // The form itself is not kept.
    expect(temporaryFiles(temporary)).toHaveLength(1)
    emulator.reset()
    expect(temporaryFiles(temporary)).toHaveLength(0)
  })

  it('is checked against its checksum', async () => {
    const right = createHash('sha256').update('hello').digest('base64')
    expect((await post({ Fields: { 'x-amz-checksum-sha256': right } })).status).toBe(204)
    expect(await head()).toMatchObject({ ChecksumSHA256: right })
    const wrong = createHash('sha256').update('other').digest('base64')
    expect(await refused(post({ Fields: { 'x-amz-checksum-sha256': wrong } }))).toMatchObject({ code: 'BadDigest' })
  })
})

describe('the policy of a form', () => {
  it('expires by the clock of the instance', async () => {
    const signed = createPresignedPost(s3, { Bucket, Key, Expires: 60 })
    const form = new FormData()
    for (const [name, value] of Object.entries((await signed).fields)) form.append(name, value)
    form.append('file', new Blob(['x']), 'x')
    emulator.clock.advance('61s')
    expect(await refused(fetch((await signed).url, { method: 'POST', body: form }))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: 'Invalid according to Policy: Policy expired.',
    })
  })

  it('can require the value of a field', async () => {
    expect(await refused(post({}, { fields: { key: 'other' } }))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: 'Invalid according to Policy: Policy Condition failed: ["eq", "$key", "a.txt"]',
    })
    const Conditions = [['eq', '$x-amz-meta-user', 'ada']] as Conditions
    const answer = refused(post({ Conditions }, { fields: { 'x-amz-meta-user': 'bob' } }))
    expect((await answer).message).toContain('["eq", "$x-amz-meta-user", "ada"]')
    expect((await post({ Conditions }, { fields: { 'X-Amz-Meta-User': 'ada' } })).status).toBe(204)
  })

  it('can require the beginning of a field', async () => {
    const Conditions: Conditions = [['starts-with', '$Content-Type', 'image/']]
    expect(await refused(post({ Conditions }, { fields: { 'Content-Type': 'text/html' } }))).toMatchObject({
      message: 'Invalid according to Policy: Policy Condition failed: ["starts-with", "$content-type", "image/"]',
    })
    expect((await refused(post({ Conditions }, { fields: { 'Content-Type': 'image/png,text/html' } }))).status).toBe(
      403,
    )
    expect((await post({ Conditions }, { fields: { 'Content-Type': 'image/png, image/gif' } })).status).toBe(204)
    expect(await refused(post({ Key: 'user/${filename}' }, { fields: { key: 'admin/a' } }))).toMatchObject({
      message: 'Invalid according to Policy: Policy Condition failed: ["starts-with", "$key", "user/"]',
    })
  })

  it('can limit the size of the file', async () => {
    const Conditions: Conditions = [['content-length-range', 3, 5]]
    expect(await refused(post({ Conditions }, { file: 'ab' }))).toMatchObject({
      status: 400,
      code: 'EntityTooSmall',
      text: expect.stringContaining('<ProposedSize>2</ProposedSize><MinSizeAllowed>3</MinSizeAllowed>') as string,
    })
    expect(await refused(post({ Conditions }, { file: 'abcdef' }))).toMatchObject({
      status: 400,
      code: 'EntityTooLarge',
      text: expect.stringContaining('<MaxSizeAllowed>5</MaxSizeAllowed>') as string,
    })
    await expect(head()).rejects.toMatchObject({ name: 'NotFound' })
    expect((await post({ Conditions }, { file: 'abc' })).status).toBe(204)
    expect((await post({ Conditions }, { file: 'abcde' })).status).toBe(204)
    const negative: Conditions = [['content-length-range', -1, 0]]
    expect(await refused(post({ Conditions: negative }, { file: 'abc' }))).toMatchObject({ code: 'EntityTooLarge' })
  })

  it('must name every field that is not to be ignored', async () => {
    expect(await refused(post({}, { fields: { 'x-amz-meta-more': '1', submit: 'Send' } }))).toMatchObject({
      message: 'Invalid according to Policy: Extra input fields: x-amz-meta-more, submit',
    })
    expect((await post({}, { fields: { 'x-ignore-submit': 'Send' } })).status).toBe(204)
  })

  it('must be signed', async () => {
    expect(await refused(post({}, { fields: { 'X-Amz-Signature': '0'.repeat(64) } }))).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
      text: expect.stringContaining('<StringToSign>ey') as string,
    })
    const policy = Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString('base64')
    expect(await refused(post({}, { fields: { Policy: policy } }))).toMatchObject({ code: 'SignatureDoesNotMatch' })
    expect(await refused(post({}, { fields: { Policy: undefined } }))).toMatchObject({
      code: 'InvalidArgument',
      message:
        "Bucket POST must contain a field named 'policy'.  If it is specified, please check the order of the fields.",
    })
    const unsigned = { Policy: undefined, 'X-Amz-Signature': undefined }
    expect(await refused(post({}, { fields: unsigned }))).toMatchObject({ status: 403, code: 'AccessDenied' })
    const signature = { 'X-Amz-Algorithm': undefined, 'X-Amz-Credential': undefined, 'X-Amz-Date': undefined }
    expect(await refused(post({}, { fields: { ...signature, 'X-Amz-Signature': undefined } }))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      message: 'Access Denied',
    })
    expect(await refused(post({}, { fields: signature }))).toMatchObject({ status: 400, code: 'InvalidArgument' })
    expect(await refused(post({}, { fields: { AWSAccessKeyId: 'AKIA', signature: 'x' } }))).toMatchObject({
      code: 'InvalidAccessKeyId',
    })
    const nobody = 'AKIANOBODY/20260101/us-east-1/s3/aws4_request'
    expect(await refused(post({}, { fields: { 'X-Amz-Credential': nobody } }))).toMatchObject({
      code: 'InvalidAccessKeyId',
    })
  })

  it.for([
    ['not JSON', 'Invalid JSON.'],
    ['[]', 'Invalid JSON.'],
    ['{"conditions":[]}', 'Policy missing expiration.'],
    ['{"expiration":"2099-01-01T00:00:00Z"}', 'Policy missing conditions.'],
    ['{"expiration":"soon","conditions":[]}', "Invalid 'expiration' value: 'soon'"],
    [
      '{"expiration":"2099-01-01T00:00:00Z","conditions":[{"a":"1","b":"2"}]}',
      'Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.',
    ],
    [
      '{"expiration":"2099-01-01T00:00:00Z","conditions":[["matches","$key","x"]]}',
      "Invalid Condition: unknown operation 'matches'.",
    ],
  ] as const)('is refused when malformed: %s', async ([document, message]) => {
    // An unknown access key may sign anything unless the seed is strict.
    await using lenient = await startCloud({ s3: { buckets: [{ name: Bucket }] } })
    const form = new FormData()
    const fields = {
      key: Key,
      policy: Buffer.from(document).toString('base64'),
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      'x-amz-credential': 'AKIANOBODY/20260101/us-east-1/s3/aws4_request',
      'x-amz-date': '20260101T000000Z',
      'x-amz-signature': 'any',
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob(['x']), 'x')
    expect(await refused(fetch(`${lenient.url}/${Bucket}`, { method: 'POST', body: form }))).toMatchObject({
      status: 400,
      code: 'InvalidPolicyDocument',
      message: `Invalid Policy: ${message}`,
    })
  })
})

describe('another request to the bucket', () => {
  const send = (body: string, type = 'multipart/form-data; boundary=b') =>
    refused(fetch(`${emulator.url}/${Bucket}`, { method: 'POST', body, headers: { 'content-type': type } }))
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

  it('is refused as a form', async () => {
    expect(await send('x', 'text/plain')).toMatchObject({
      status: 412,
      code: 'PreconditionFailed',
      text: expect.stringContaining('Bucket POST must be of the enclosure-type multipart/form-data') as string,
    })
    for (const body of ['nothing', field('key', 'a'), '--b\r\n\r\nx\r\n--b--', `${field('key', 'a')}--bx`]) {
      expect(await send(body)).toMatchObject({ status: 400, code: 'MalformedPOSTRequest' })
    }
    expect(await send(`${field('key', 'a')}--b--`)).toMatchObject({
      code: 'InvalidArgument',
      message: 'POST requires exactly one file upload per request.',
    })
    expect(await send(`${field('file', 'x')}--b--`)).toMatchObject({
      code: 'InvalidArgument',
      message:
        "Bucket POST must contain a field named 'key'.  If it is specified, please check the order of the fields.",
    })
    expect(
      await send(`${field('key', 'a')}${field('x-ignore-much', 'x'.repeat(21_000))}${field('file', 'x')}--b--`),
    ).toMatchObject({
      code: 'MaxPostPreDataLengthExceeded',
    })
    expect(await refused(fetch(`${emulator.url}/nowhere`, { method: 'POST', body: new FormData() }))).toMatchObject({
      code: 'NoSuchBucket',
    })
  })

  it('without a signature is accepted unless the seed is strict', async () => {
    await using lenient = await startCloud({ s3: { buckets: [{ name: Bucket }] } })
    const form = new FormData()
    form.append('key', 'by-anybody.txt')
    form.append('file', new Blob(['hello']), 'x')
    form.append('after', 'what comes after the file counts for nothing')
    expect((await fetch(`${lenient.url}/${Bucket}`, { method: 'POST', body: form })).status).toBe(204)
    expect(await (await fetch(`${lenient.url}/${Bucket}/by-anybody.txt`)).text()).toBe('hello')
  })
  it('acts for the signer of its policy under enforce_iam', async () => {
    const user = { user_name: 'ada', access_key_id: 'AKIAADAADAEXAMPLE', secret_access_key: 'secret' }
    await using strict = await startCloud({
      enforce_iam: true,
      iam: { users: [user] },
      s3: { buckets: [{ name: Bucket }] },
    })
    const send = async (client: S3Client) => {
      const { url, fields } = await createPresignedPost(client, { Bucket, Key })
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob(['hello']), 'x')
      return fetch(url, { method: 'POST', body: form })
    }
    const ada = s3Client(strict, { credentials: { accessKeyId: 'AKIAADAADAEXAMPLE', secretAccessKey: 'secret' } })
    expect(await refused(send(ada))).toMatchObject({ status: 403, code: 'AccessDenied' })
    expect((await send(s3Client(strict))).status).toBe(204)
    expect(strict.requests.map(({ principal }) => principal)).toEqual(['user/ada', 'root'])
  })
})
