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
import { describe, expect } from 'vitest'
import { allowPublicAccess, cloudTest } from '#cloud/cloud.fixture.ts'

const object = { Bucket: 'photos', Key: 'a b.txt' }

const objects = [{ key: object.Key, body: 'a', tags: { seeded: 'yes' } }]
const it = cloudTest({
  s3: {
    buckets: [
      { name: object.Bucket, objects },
      { name: 'archive', versioning: true },
    ],
  },
})

describe('the tags of an object', () => {
  const get = async (s3: S3Client) => (await s3.send(new GetObjectTaggingCommand(object))).TagSet
  const put = (s3: S3Client, TagSet: { Key: string; Value: string }[]) =>
    s3.send(new PutObjectTaggingCommand({ ...object, Tagging: { TagSet } }))

  it('are replaced as a whole, possibly by none', async ({ s3 }) => {
    expect(await get(s3)).toEqual([{ Key: 'seeded', Value: 'yes' }])
    await put(s3, [{ Key: 'team', Value: 'a+b=c @ d/e' }])
    expect(await get(s3)).toEqual([{ Key: 'team', Value: 'a+b=c @ d/e' }])
    const { $metadata } = await s3.send(new DeleteObjectTaggingCommand(object))
    expect($metadata.httpStatusCode).toBe(204)
    expect(await get(s3)).toEqual([])
    await put(s3, [])
    expect(await get(s3)).toEqual([])
  })

  it('are at most ten', async ({ s3 }) => {
    const eleven = Array.from({ length: 11 }, (_, index) => ({ Key: `k${index}`, Value: '' }))
    await expect(put(s3, eleven)).rejects.toMatchObject({ name: 'BadRequest', $metadata: { httpStatusCode: 400 } })
    await expect(put(s3, [{ Key: '', Value: 'x' }])).rejects.toMatchObject({ name: 'InvalidTag' })
    await expect(put(s3, [{ Key: 'a', Value: '*' }])).rejects.toMatchObject({ name: 'InvalidTag' })
  })

  it('require an existing object', async ({ s3 }) => {
    await expect(s3.send(new GetObjectTaggingCommand({ ...object, Key: 'b' }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    })
  })

  it('belong to one version', async ({ s3 }) => {
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
  const get = async (s3: S3Client) => s3.send(new GetObjectAclCommand(object))
  it.beforeEach(async ({ s3 }) => {
    await allowPublicAccess(s3, object.Bucket)
    await allowPublicAccess(s3, 'archive')
  })
  const put = (s3: S3Client, acl: Partial<PutObjectAclCommandInput>) =>
    s3.send(new PutObjectAclCommand({ ...object, ...acl }))

  it('is full control by the owner by default', async ({ s3 }) => {
    const { Owner, Grants } = await get(s3)
    expect(Grants).toEqual([{ Grantee: { ID: Owner?.ID, Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }])
  })

  it('can be a canned ACL, also at creation', async ({ s3 }) => {
    await put(s3, { ACL: 'authenticated-read' })
    expect((await get(s3)).Grants?.[1]).toMatchObject({
      Grantee: { URI: 'http://acs.amazonaws.com/groups/global/AuthenticatedUsers' },
      Permission: 'READ',
    })
    await s3.send(new PutObjectCommand({ ...object, Body: 'b', ACL: 'public-read-write' }))
    expect((await get(s3)).Grants?.map(({ Permission }) => Permission)).toEqual(['FULL_CONTROL', 'READ', 'WRITE'])
    await expect(put(s3, { ACL: 'everyone' as 'private' })).rejects.toMatchObject({ name: 'InvalidArgument' }) // not known to the client
  })

  it('can be a list of grants, in a document or in headers', async ({ s3 }) => {
    const Grants = [{ Grantee: { ID: 'abc', Type: 'CanonicalUser' as const }, Permission: 'READ' as const }]
    await put(s3, { AccessControlPolicy: { Owner: { ID: 'me' }, Grants } })
    expect(await get(s3)).toMatchObject({ Owner: { ID: 'me' }, Grants })
    await put(s3, {
      GrantRead: 'id="one", uri=http://acs.amazonaws.com/groups/global/AllUsers',
      GrantFullControl: 'id=me',
    })
    expect((await get(s3)).Grants).toMatchObject([
      { Grantee: { ID: 'me' }, Permission: 'FULL_CONTROL' },
      { Grantee: { ID: 'one' }, Permission: 'READ' },
      { Grantee: { URI: 'http://acs.amazonaws.com/groups/global/AllUsers' }, Permission: 'READ' },
    ])
    await expect(put(s3, { GrantRead: 'nonsense' })).rejects.toMatchObject({ name: 'InvalidArgument' })
    await expect(put(s3, { GrantRead: 'id=1', ACL: 'private' })).rejects.toMatchObject({ name: 'InvalidRequest' })
  })

  it('of a deleted object cannot be set', async ({ s3 }) => {
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
