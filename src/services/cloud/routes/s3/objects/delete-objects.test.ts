import { DeleteObjectsCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3'
import { describe, expect, it } from 'vitest'
import { usePhotos } from './objects.fixture.ts'

const photos = usePhotos()
const { head, put } = photos

describe('DeleteObjects', () => {
  const removeAll = (Objects: { Key: string; VersionId?: string; ETag?: string }[], Quiet = false) =>
    photos.s3.send(new DeleteObjectsCommand({ Bucket: 'photos', Delete: { Objects, Quiet } }))

  it('reports the result of each deletion', async () => {
    await put('a', 'a')
    await put('b & <c>', 'b')
    const { Deleted, Errors } = await removeAll([
      { Key: 'a' },
      { Key: 'b & <c>' },
      { Key: 'nothing' },
      { Key: 'x'.repeat(1025) },
      { Key: 'a', VersionId: 'v'.repeat(32) },
    ])
    expect(Deleted).toEqual([{ Key: 'a' }, { Key: 'b & <c>' }, { Key: 'nothing' }])
    expect(Errors).toMatchObject([
      { Code: 'KeyTooLongError', Message: 'Your key is too long' },
      { Code: 'NoSuchVersion', Message: 'The specified version does not exist.' },
    ])
    await expect(head('b & <c>')).rejects.toThrow()
  })

  it('finds no version of another bucket, and takes no id of another form', async () => {
    const Status = 'Enabled' as const
    await photos.s3.send(new PutBucketVersioningCommand({ Bucket: 'photos', VersioningConfiguration: { Status } }))
    const { VersionId = '' } = await put('a', 'a')
    const { Deleted, Errors } = await removeAll([
      { Key: 'a', VersionId: 'HPniJFCxqTsMuIH9KX8K8wEjNUgmABCD' },
      { Key: 'a', VersionId: 'short' },
      { Key: 'a', VersionId },
      { Key: 'b', VersionId },
    ])
    expect(Errors).toMatchObject([{ Code: 'NoSuchVersion' }, { Code: 'InvalidArgument' }])
    expect(Deleted).toEqual([
      { Key: 'a', VersionId },
      { Key: 'b', VersionId },
    ])
  })

  it('reports only failures when Quiet is set', async () => {
    await put('a', 'a')
    const { Deleted, Errors } = await removeAll([{ Key: 'a' }, { Key: 'a', ETag: '"other"' }], true)
    expect(Deleted).toBeUndefined()
    expect(Errors).toMatchObject([{ Key: 'a', Code: 'NoSuchKey' }])
  })

  it('takes 1 to 1000 objects and requires a digest of its body', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => ({ Key: `k${index}` }))
    await expect(removeAll(many)).rejects.toMatchObject({ name: 'MalformedXML' })
    await expect(removeAll([])).rejects.toMatchObject({ name: 'MalformedXML' })
    const response = await fetch(`${photos.emulator.url}/photos?delete`, { method: 'POST', body: '<Delete/>' })
    expect(await response.text()).toContain('<Code>InvalidRequest</Code>')
  })
})
