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

  const [ME, ONE] = ['a'.repeat(64), 'b'.repeat(64)]
  const EVERYONE = 'http://acs.amazonaws.com/groups/global/AllUsers'
  const user = (ID: string) => ({ Grantee: { ID, Type: 'CanonicalUser' as const }, Permission: 'READ' as const })

  it('can be a list of grants, in a document or in headers', async ({ s3 }) => {
    const Grants = [user(ONE)]
    await put(s3, { AccessControlPolicy: { Owner: { ID: ME }, Grants } })
    expect(await get(s3)).toMatchObject({ Owner: { ID: ME }, Grants })
    await put(s3, { GrantRead: `id="${ONE}", uri=${EVERYONE}`, GrantFullControl: `id=${ME}` })
    expect((await get(s3)).Grants).toMatchObject([
      { Grantee: { ID: ME }, Permission: 'FULL_CONTROL' },
      { Grantee: { ID: ONE }, Permission: 'READ' },
      { Grantee: { URI: EVERYONE }, Permission: 'READ' },
    ])
  })

  const group = { Grantee: { URI: `${EVERYONE}s`, Type: 'Group' as const }, Permission: 'READ' as const }
  it.for([
    [{ GrantRead: 'nonsense' }, { name: 'InvalidArgument', ArgumentName: 'x-amz-grant-read' }],
    [{ GrantRead: `id=${ONE}`, ACL: 'private' }, { name: 'InvalidRequest' }],
    [{ GrantRead: 'id="one"' }, { name: 'InvalidArgument', message: 'Invalid id', ArgumentName: 'id' }],
    [{ GrantRead: `uri="${EVERYONE}s"` }, { message: 'Invalid group uri', ArgumentName: 'uri' }],
    [{ GrantRead: 'emailAddress="ada@example.com"' }, { name: 'UnresolvableGrantByEmailAddress' }],
    [{ AccessControlPolicy: { Grants: [user(ONE)] } }, { name: 'MalformedACLError' }],
    [{ AccessControlPolicy: { Owner: { ID: 'me' }, Grants: [] } }, { ArgumentName: 'CanonicalUser/ID' }],
    [{ AccessControlPolicy: { Owner: { ID: ME }, Grants: [group] } }, { ArgumentName: 'Group/URI' }],
    [{ ACL: 'private', AccessControlPolicy: { Owner: { ID: ME }, Grants: [] } }, { name: 'UnexpectedContent' }],
    [{}, { name: 'MissingSecurityHeader', MissingHeaderName: 'x-amz-acl' }],
  ] as const)('is refused as %j', async ([acl, failure], { s3 }) => {
    const wrong = acl as Parameters<typeof put>[1]
    await expect(put(s3, wrong)).rejects.toMatchObject({ ...failure, $metadata: { httpStatusCode: 400 } })
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
