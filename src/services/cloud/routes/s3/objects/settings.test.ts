import {
  DeleteObjectCommand,
  DeleteObjectTaggingCommand,
  GetObjectAclCommand,
  GetObjectTaggingCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type PutObjectAclCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { allowPublicAccess, s3Client, startCloud } from '#cloud/cloud.fixture.ts'

const object = { Bucket: 'photos', Key: 'a b.txt' }

let emulator: Emulator<'cloud'>
let s3: S3Client
beforeAll(async () => {
  const objects = [{ key: object.Key, body: 'a', tags: { seeded: 'yes' } }]
  emulator = await startCloud({
    s3: {
      buckets: [
        { name: object.Bucket, objects },
        { name: 'archive', versioning: true },
      ],
    },
  })
  s3 = s3Client(emulator)
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

describe('the tags of an object', () => {
  const get = async () => (await s3.send(new GetObjectTaggingCommand(object))).TagSet
  const put = (TagSet: { Key: string; Value: string }[]) =>
    s3.send(new PutObjectTaggingCommand({ ...object, Tagging: { TagSet } }))

  it('are replaced as a whole, possibly by none', async () => {
    expect(await get()).toEqual([{ Key: 'seeded', Value: 'yes' }])
    await put([{ Key: 'team', Value: 'a+b=c @ d/e' }])
    expect(await get()).toEqual([{ Key: 'team', Value: 'a+b=c @ d/e' }])
    const { $metadata } = await s3.send(new DeleteObjectTaggingCommand(object))
    expect($metadata.httpStatusCode).toBe(204)
    expect(await get()).toEqual([])
    await put([])
    expect(await get()).toEqual([])
  })

  it('are at most ten', async () => {
    const eleven = Array.from({ length: 11 }, (_, index) => ({ Key: `k${index}`, Value: '' }))
    await expect(put(eleven)).rejects.toMatchObject({ name: 'BadRequest', $metadata: { httpStatusCode: 400 } })
    await expect(put([{ Key: '', Value: 'x' }])).rejects.toMatchObject({ name: 'InvalidTag' })
    await expect(put([{ Key: 'a', Value: '*' }])).rejects.toMatchObject({ name: 'InvalidTag' })
  })

  it('require an existing object', async () => {
    await expect(s3.send(new GetObjectTaggingCommand({ ...object, Key: 'b' }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    })
  })

  it('belong to one version', async () => {
    const archived = { Bucket: 'archive', Key: 'a' }
    const one = await s3.send(new PutObjectCommand({ ...archived, Body: '1', Tagging: 'n=1' }))
    await s3.send(new PutObjectCommand({ ...archived, Body: '2', Tagging: 'n=2' }))
    const tags = async (VersionId?: string) =>
      s3.send(new GetObjectTaggingCommand({ ...archived, ...(VersionId === undefined ? {} : { VersionId }) }))
    expect(await tags(one.VersionId)).toMatchObject({ VersionId: one.VersionId, TagSet: [{ Key: 'n', Value: '1' }] })
    expect(await tags()).toMatchObject({ TagSet: [{ Key: 'n', Value: '2' }] })
  })
})

describe('the ACL of an object', () => {
  const get = async () => s3.send(new GetObjectAclCommand(object))
  beforeEach(async () => {
    await allowPublicAccess(s3, object.Bucket)
    await allowPublicAccess(s3, 'archive')
  })
  const put = (acl: Partial<PutObjectAclCommandInput>) => s3.send(new PutObjectAclCommand({ ...object, ...acl }))

  it('is full control by the owner by default', async () => {
    const { Owner, Grants } = await get()
    expect(Grants).toEqual([{ Grantee: { ID: Owner?.ID, Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }])
  })

  it('can be a canned ACL, also at creation', async () => {
    await put({ ACL: 'authenticated-read' })
    expect((await get()).Grants?.[1]).toMatchObject({
      Grantee: { URI: 'http://acs.amazonaws.com/groups/global/AuthenticatedUsers' },
      Permission: 'READ',
    })
    await s3.send(new PutObjectCommand({ ...object, Body: 'b', ACL: 'public-read-write' }))
    expect((await get()).Grants?.map(({ Permission }) => Permission)).toEqual(['FULL_CONTROL', 'READ', 'WRITE'])
    await expect(put({ ACL: 'everyone' as 'private' })).rejects.toMatchObject({ name: 'InvalidArgument' }) // not known to the client
  })

  it('can be a list of grants, in a document or in headers', async () => {
    const Grants = [{ Grantee: { ID: 'abc', Type: 'CanonicalUser' as const }, Permission: 'READ' as const }]
    await put({ AccessControlPolicy: { Owner: { ID: 'me' }, Grants } })
    expect(await get()).toMatchObject({ Owner: { ID: 'me' }, Grants })
    await put({ GrantRead: 'id="one", uri=http://acs.amazonaws.com/groups/global/AllUsers', GrantFullControl: 'id=me' })
    expect((await get()).Grants).toMatchObject([
      { Grantee: { ID: 'me' }, Permission: 'FULL_CONTROL' },
      { Grantee: { ID: 'one' }, Permission: 'READ' },
      { Grantee: { URI: 'http://acs.amazonaws.com/groups/global/AllUsers' }, Permission: 'READ' },
    ])
    await expect(put({ GrantRead: 'nonsense' })).rejects.toMatchObject({ name: 'InvalidArgument' })
    await expect(put({ GrantRead: 'id=1', ACL: 'private' })).rejects.toMatchObject({ name: 'InvalidRequest' })
  })

  it('of a deleted object cannot be set', async () => {
    const deleted = { Bucket: 'archive', Key: 'a' }
    await s3.send(new PutObjectCommand({ ...deleted, Body: 'a' }))
    await s3.send(new DeleteObjectCommand(deleted))
    await expect(s3.send(new PutObjectAclCommand({ ...deleted, ACL: 'private' }))).rejects.toMatchObject({
      name: 'MethodNotAllowed',
      Method: 'PUT',
      ResourceType: 'DeleteMarker',
      $metadata: { httpStatusCode: 405 },
    })
    await expect(s3.send(new GetObjectAclCommand(deleted))).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})
