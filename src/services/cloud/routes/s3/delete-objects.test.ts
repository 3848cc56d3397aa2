import { DeleteObjectsCommand } from '@aws-sdk/client-s3'
import { describe, expect, it } from 'vitest'
import { usePhotos } from './objects.fixture.ts'

const photos = usePhotos()
const { head, put } = photos

describe('many deletions at once', () => {
  const removeAll = (Objects: { Key: string; VersionId?: string; ETag?: string }[], Quiet = false) =>
    photos.s3.send(new DeleteObjectsCommand({ Bucket: 'photos', Delete: { Objects, Quiet } }))

  it('tell what became of each', async () => {
    await put('a', 'a')
    await put('b & <c>', 'b')
    const { Deleted, Errors } = await removeAll([
      { Key: 'a' },
      { Key: 'b & <c>' },
      { Key: 'nothing' },
      { Key: 'x'.repeat(1025) },
    ])
    expect(Deleted).toEqual([{ Key: 'a' }, { Key: 'b & <c>' }, { Key: 'nothing' }])
    expect(Errors).toMatchObject([{ Code: 'KeyTooLongError', Message: 'Your key is too long' }])
    await expect(head('b & <c>')).rejects.toThrow()
  })

  it('tell only what went wrong, where that is asked for', async () => {
    await put('a', 'a')
    const { Deleted, Errors } = await removeAll([{ Key: 'a' }, { Key: 'a', ETag: '"other"' }], true)
    expect(Deleted).toBeUndefined()
    expect(Errors).toMatchObject([{ Key: 'a', Code: 'NoSuchKey' }])
  })

  it('are at least one and at most 1000, and vouched for', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => ({ Key: `k${index}` }))
    await expect(removeAll(many)).rejects.toMatchObject({ name: 'MalformedXML' })
    await expect(removeAll([])).rejects.toMatchObject({ name: 'MalformedXML' })
    const response = await fetch(`${photos.emulator.url}/photos?delete`, { method: 'POST', body: '<Delete/>' })
    expect(await response.text()).toContain('<Code>InvalidRequest</Code>')
  })
})
