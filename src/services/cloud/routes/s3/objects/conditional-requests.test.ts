import { DeleteObjectCommand, type GetObjectCommandInput } from '@aws-sdk/client-s3'
import { beforeEach, describe, expect, it } from 'vitest'
import { usePhotos } from './objects.fixture.ts'

const photos = usePhotos()
const { get, head, put, remove, text } = photos

describe('a conditional read', () => {
  let etag: string
  let modified: Date
  beforeEach(async () => {
    photos.emulator.clock.freeze('2026-01-01T00:00:00Z')
    etag = (await put('a', 'a')).ETag ?? ''
    modified = new Date('2026-01-01T00:00:00Z')
  })
  const status = (more: Partial<GetObjectCommandInput>) =>
    get('a', more).then(
      ({ $metadata }) => $metadata.httpStatusCode,
      (error: { $metadata: { httpStatusCode: number } }) => error.$metadata.httpStatusCode,
    )

  it('returns the object when its conditions hold, 412 when it changed, 304 when it did not', async () => {
    const before = new Date(modified.getTime() - 1000)
    expect(await status({ IfMatch: etag })).toBe(200)
    expect(await status({ IfMatch: '"other"' })).toBe(412)
    expect(await status({ IfNoneMatch: etag })).toBe(304)
    expect(await status({ IfNoneMatch: '"other"' })).toBe(200)
    expect(await status({ IfModifiedSince: modified })).toBe(304)
    expect(await status({ IfModifiedSince: before })).toBe(200)
    expect(await status({ IfModifiedSince: new Date(modified.getTime() + 1000) })).toBe(200)
    expect(await status({ IfUnmodifiedSince: before })).toBe(412)
    expect(await status({ IfUnmodifiedSince: modified })).toBe(200)
  })

  it('prefers entity tags to dates', async () => {
    const before = new Date(modified.getTime() - 1000)
    expect(await status({ IfMatch: etag, IfUnmodifiedSince: before })).toBe(200)
    expect(await status({ IfNoneMatch: '"other"', IfModifiedSince: modified })).toBe(200)
  })

  it('repeats the validators in a 304 answer', async () => {
    const response = await fetch(`${photos.emulator.url}/photos/a`, { headers: { 'if-none-match': etag } })
    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe(etag)
    expect(response.headers.get('last-modified')).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
  })
})

describe('a conditional write', () => {
  it('can require that no object exists', async () => {
    await put('a', 'one', { IfNoneMatch: '*' })
    await expect(put('a', 'two', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      Condition: 'If-None-Match',
      $metadata: { httpStatusCode: 412 },
    })
    expect(await text('a')).toBe('one')
    await remove('a')
    await put('a', 'three', { IfNoneMatch: '*' })
  })

  it('can require a known version of the object', async () => {
    const { ETag = '' } = await put('a', 'one')
    await expect(put('a', 'two', { IfMatch: '"other"' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await put('a', 'two', { IfMatch: ETag })
    expect(await text('a')).toBe('two')
    await expect(put('nothing', 'x', { IfMatch: ETag })).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('takes either If-Match with one entity tag or If-None-Match with *, not both', async () => {
    const { ETag = '' } = await put('a', 'one')
    const refused = (Header: string, additionalMessage: string) => ({
      name: 'NotImplemented',
      message: 'A header you provided implies functionality that is not implemented',
      Header,
      additionalMessage,
      $metadata: { httpStatusCode: 501 },
    })
    await expect(put('a', 'two', { IfMatch: ETag, IfNoneMatch: '*' })).rejects.toMatchObject(
      refused('If-Match,If-None-Match', 'Multiple conditional request headers present in the request'),
    )
    await expect(put('a', 'two', { IfMatch: '*' })).rejects.toMatchObject(
      refused('If-Match', "We don't accept the provided value of If-Match header for this API"),
    )
    await expect(put('a', 'two', { IfNoneMatch: ETag })).rejects.toMatchObject(
      refused('If-None-Match', "We don't accept the provided value of If-None-Match header for this API"),
    )
    expect(await text('a')).toBe('one')
  })

  it('can require a known version for a deletion', async () => {
    const { ETag = '' } = await put('a', 'one')
    const removeIf = (IfMatch: string) =>
      photos.s3.send(new DeleteObjectCommand({ Bucket: 'photos', Key: 'a', IfMatch }))
    await expect(removeIf('"other"')).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await removeIf(ETag)
    await expect(head('a')).rejects.toThrow()
    await expect(removeIf('*')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await put('a', 'two')
    await removeIf('*')
    await expect(head('a')).rejects.toThrow()
  })
})
