import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { isAwsInstalled, startAwsCommand, type AwsCommand } from '#cloud/aws-command.fixture.ts'
import { startCloud } from '#cloud/cloud.fixture.ts'

describe.skipIf(!isAwsInstalled)('the aws command line', { timeout: 60_000 }, () => {
  let emulator: Emulator<'cloud'>
  let command: AwsCommand
  let folder: string
  beforeAll(async () => {
    emulator = await startCloud({
      strict_auth: true,
      s3: { buckets: [{ name: 'photos', objects: [{ key: 'a b/ü.txt', body: 'hello' }] }] },
      sqs: { queues: [{ name: 'events' }] },
    })
    command = startAwsCommand(emulator)
  })
  afterAll(async () => {
    command[Symbol.dispose]()
    await emulator.close()
  })
  beforeEach(() => {
    emulator.reset()
    folder = mkdtempSync(join(tmpdir(), 'backlot-aws-'))
    return () => rmSync(folder, { recursive: true })
  })

  const aws = (...words: string[]) => command.run(words, { folder })
  const api = async (...words: string[]) =>
    JSON.parse((await aws('s3api', ...words)) || 'null') as Record<string, unknown> // each command answers with such an object
  const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

  it('creates a bucket, lists it and deletes it', async () => {
    expect(await aws('s3', 'mb', 's3://films')).toBe('make_bucket: films\n')
    expect(await aws('s3', 'ls')).toMatch(/ films\n[\s\S]* photos\n/)
    await aws('s3', 'rb', 's3://films')
    await expect(aws('s3', 'ls', 's3://films')).rejects.toThrow(
      'An error occurred (NoSuchBucket) when calling the ListObjectsV2 operation: The specified bucket does not exist',
    )
    await expect(aws('s3', 'rb', 's3://photos')).rejects.toThrow('BucketNotEmpty')
    expect(await aws('s3', 'rb', 's3://photos', '--force')).toMatch(/\nremove_bucket: photos\n$/)
  })

  it('uploads, downloads, copies, lists and removes objects', async () => {
    writeFileSync(join(folder, 'photo.jpg'), 'a photo')
    await aws('s3', 'cp', 'photo.jpg', 's3://photos/in/photo.jpg', '--content-type', 'image/jpeg')
    await aws('s3', 'cp', 's3://photos/in/photo.jpg', 's3://photos/out/copy.jpg')
    await aws('s3', 'cp', 's3://photos/out/copy.jpg', 'down.jpg')
    expect(readFileSync(join(folder, 'down.jpg'), 'utf8')).toBe('a photo')
    expect(await aws('s3', 'cp', 's3://photos/a b/ü.txt', '-')).toBe('hello')
    const listed = await aws('s3', 'ls', 's3://photos/', '--recursive', '--summarize')
    expect(listed).toMatch(
      / 5 a b\/ü\.txt\n.* 7 in\/photo\.jpg\n.* 7 out\/copy\.jpg\n\nTotal Objects: 3\n\s+Total Size: 19/,
    )
    expect(await aws('s3', 'ls', 's3://photos/')).toBe(
      '                           PRE a b/\n                           PRE in/\n                           PRE out/\n',
    )
    expect(await api('head-object', '--bucket', 'photos', '--key', 'out/copy.jpg')).toMatchObject({
      ContentType: 'image/jpeg',
      ContentLength: 7,
    })
    await aws('s3', 'rm', 's3://photos/in', '--recursive')
    expect(await aws('s3', 'ls', 's3://photos/', '--recursive')).toMatch(/^[^\n]*ü\.txt\n[^\n]*copy\.jpg\n$/)
  })

  it('sends a large file in parts', async () => {
    const bytes = randomBytes((20 << 20) + 5)
    writeFileSync(join(folder, 'film.mp4'), bytes)
    await aws('s3', 'cp', 'film.mp4', 's3://photos/film.mp4')
    const head = await api('head-object', '--bucket', 'photos', '--key', 'film.mp4')
    expect(head).toMatchObject({
      ContentLength: bytes.length,
      ETag: expect.stringMatching(/^"[\da-f]{32}-3"$/) as string,
    })
    await aws('s3', 'mv', 's3://photos/film.mp4', 's3://photos/copy.mp4')
    await aws('s3', 'cp', 's3://photos/copy.mp4', 'down.mp4')
    expect(md5(readFileSync(join(folder, 'down.mp4')))).toBe(md5(bytes))
  })

  it('syncs a folder, sending each file once', async () => {
    mkdirSync(join(folder, 'site', 'css'), { recursive: true })
    writeFileSync(join(folder, 'site', 'index.html'), '<h1>Hello</h1>')
    writeFileSync(join(folder, 'site', 'css', 'all.css'), 'h1 { color: red }')
    // An object's time has no fraction of a second: a file of the same second would look newer.
    const before = new Date(Date.now() - 60_000)
    for (const file of ['index.html', 'css/all.css']) utimesSync(join(folder, 'site', file), before, before)
    const sync = (from: string, to: string, ...more: string[]) => aws('s3', 'sync', from, to, '--no-progress', ...more)
    expect((await sync('site', 's3://photos/site')).match(/^upload: /gm)).toHaveLength(2)
    expect(await sync('site', 's3://photos/site')).toBe('')
    rmSync(join(folder, 'site', 'css'), { recursive: true })
    expect(await sync('site', 's3://photos/site', '--delete')).toBe('delete: s3://photos/site/css/all.css\n')
    await sync('s3://photos/site', 'down')
    expect(readdirSync(join(folder, 'down'))).toEqual(['index.html'])
  })

  it('versions objects and uploads parts by s3api', async () => {
    const bucket = ['--bucket', 'photos']
    await api('put-bucket-versioning', ...bucket, '--versioning-configuration', 'Status=Enabled')
    expect(await api('get-bucket-versioning', ...bucket)).toEqual({ Status: 'Enabled' })
    writeFileSync(join(folder, 'v'), 'second')
    const { VersionId } = await api(
      'put-object',
      ...bucket,
      '--key',
      'v',
      '--body',
      'v',
      '--checksum-algorithm',
      'SHA256',
    )
    await api('delete-object', ...bucket, '--key', 'v')
    const { Versions, DeleteMarkers } = await api('list-object-versions', ...bucket, '--prefix', 'v')
    expect([Versions, DeleteMarkers]).toMatchObject([[{ VersionId, IsLatest: false }], [{ Key: 'v', IsLatest: true }]])
    const { UploadId } = await api('create-multipart-upload', ...bucket, '--key', 'parts')
    const upload = [...bucket, '--key', 'parts', '--upload-id', String(UploadId)]
    const { ETag } = await api('upload-part', ...upload, '--part-number', '1', '--body', 'v')
    expect(await api('list-parts', ...upload)).toMatchObject({ Parts: [{ PartNumber: 1, Size: 6, ETag }] })
    expect(await api('list-multipart-uploads', ...bucket)).toMatchObject({ Uploads: [{ Key: 'parts', UploadId }] })
    const parts = JSON.stringify({ Parts: [{ PartNumber: 1, ETag }] })
    expect(await api('complete-multipart-upload', ...upload, '--multipart-upload', parts)).toMatchObject({
      Key: 'parts',
      ETag: expect.stringMatching(/-1"$/) as string,
    })
    await expect(api('abort-multipart-upload', ...upload)).rejects.toThrow('An error occurred (NoSuchUpload)')
  })

  it('configures a bucket to notify a queue', async () => {
    const bucket = ['--bucket', 'photos']
    const QueueArn = 'arn:aws:sqs:us-east-1:123456789012:events'
    const configuration = { QueueConfigurations: [{ Id: 'uploads', QueueArn, Events: ['s3:ObjectCreated:*'] }] }
    await api(
      'put-bucket-notification-configuration',
      ...bucket,
      '--notification-configuration',
      JSON.stringify(configuration),
    )
    expect(await api('get-bucket-notification-configuration', ...bucket)).toEqual(configuration)
    const bodies = emulator.sqs
      .messages({ queue: 'events' })
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    expect(bodies).toMatchObject([{ Event: 's3:TestEvent', Bucket: 'photos' }])
  })

  it('signs URLs that work', async () => {
    const url = (await aws('s3', 'presign', 's3://photos/a b/ü.txt', '--expires-in', '60')).trim()
    expect(await (await fetch(url)).text()).toBe('hello')
    emulator.clock.advance('61s')
    expect((await fetch(url)).status).toBe(403)
  })
})
