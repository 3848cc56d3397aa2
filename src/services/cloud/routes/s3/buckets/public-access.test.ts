import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  CopyObjectCommand,
  DeleteBucketOwnershipControlsCommand,
  GetBucketAclCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  GetObjectAclCommand,
  GetPublicAccessBlockCommand,
  PutBucketAclCommand,
  PutBucketOwnershipControlsCommand,
  PutBucketPolicyCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
  type CreateBucketCommandInput,
  type ObjectOwnership,
  type PublicAccessBlockConfiguration,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { describe, expect } from 'vitest'
import { s3Client, startCloud, cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const ALL_USERS = 'uri="http://acs.amazonaws.com/groups/global/AllUsers"'
const aclNotSupported = {
  name: 'AccessControlListNotSupported',
  message: 'The bucket does not allow ACLs',
  $metadata: { httpStatusCode: 400 },
}

const objects = [{ key: 'a', body: 'a' }]
const it = cloudTest({
  s3: { buckets: [{ name: Bucket, objects }] },
  iam: { users: [{ user_name: 'ada' }], roles: [{ role_name: 'worker' }] },
})

/** The canonical user id of another account. */
const OTHER = 'b'.repeat(64)

const own = (s3: S3Client, ownership: ObjectOwnership) =>
  s3.send(
    new PutBucketOwnershipControlsCommand({ Bucket, OwnershipControls: { Rules: [{ ObjectOwnership: ownership }] } }),
  )
const block = (s3: S3Client, configuration: PublicAccessBlockConfiguration) =>
  s3.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: configuration }))
const write = (s3: S3Client, more: Partial<PutObjectCommandInput>) =>
  s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'a', ...more }))

describe('a new bucket', () => {
  it('answers AccessControlListNotSupported to ACLs, as its owner owns all objects', async ({ s3 }) => {
    await expect(s3.send(new PutBucketAclCommand({ Bucket, ACL: 'private' }))).rejects.toMatchObject(aclNotSupported)
    await expect(s3.send(new PutObjectAclCommand({ Bucket, Key: 'a', ACL: 'private' }))).rejects.toMatchObject(
      aclNotSupported,
    )
    for (const acl of [{ ACL: 'public-read' }, { GrantRead: `id="${OTHER}"` }, { GrantRead: ALL_USERS }] as const) {
      await expect(write(s3, acl)).rejects.toMatchObject(aclNotSupported)
      const begin = new CreateMultipartUploadCommand({ Bucket, Key: 'b', ...acl })
      await expect(s3.send(begin)).rejects.toMatchObject(aclNotSupported)
      const copy = new CopyObjectCommand({ Bucket, Key: 'b', CopySource: `${Bucket}/a`, ...acl })
      await expect(s3.send(copy)).rejects.toMatchObject(aclNotSupported)
    }
    const { url, fields } = await createPresignedPost(s3, { Bucket, Key: 'b', Fields: { acl: 'public-read' } })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob(['x']))
    const answer = await fetch(url, { method: 'POST', body: form })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('<Code>AccessControlListNotSupported</Code>'),
    ])
  })

  it("accepts full control by the bucket's owner, and returns it as the ACL of every object", async ({ s3 }) => {
    await write(s3, { ACL: 'bucket-owner-full-control' })
    await write(s3, { ACL: 'private' })
    await own(s3, 'ObjectWriter')
    await block(s3, {})
    await write(s3, { ACL: 'public-read' })
    await own(s3, 'BucketOwnerEnforced')
    const { Grants } = await s3.send(new GetObjectAclCommand({ Bucket, Key: 'a' }))
    expect(Grants).toMatchObject([{ Permission: 'FULL_CONTROL' }])
  })

  it('allows ACLs with another object ownership, and without ownership controls', async ({ cloud: emulator, s3 }) => {
    for (const allow of [
      () => own(s3, 'ObjectWriter'),
      () => own(s3, 'BucketOwnerPreferred'),
      () => s3.send(new DeleteBucketOwnershipControlsCommand({ Bucket })),
    ]) {
      await allow()
      await s3.send(new PutBucketAclCommand({ Bucket, GrantRead: `id="${OTHER}"` }))
      await write(s3, { GrantRead: `id="${OTHER}"` })
      const granted = [{ Grantee: { ID: OTHER }, Permission: 'READ' }]
      expect((await s3.send(new GetBucketAclCommand({ Bucket }))).Grants).toMatchObject(granted)
      expect((await s3.send(new GetObjectAclCommand({ Bucket, Key: 'a' }))).Grants).toMatchObject(granted)
      emulator.reset()
    }
  })

  it.for<[Partial<CreateBucketCommandInput>, string]>([
    [{ ACL: 'public-read' }, 'InvalidBucketAclWithObjectOwnership'],
    [{ GrantRead: `id="${OTHER}"`, ObjectOwnership: 'BucketOwnerEnforced' }, 'InvalidBucketAclWithObjectOwnership'],
    [{ ACL: 'public-read', ObjectOwnership: 'ObjectWriter' }, 'InvalidBucketAclWithBlockPublicAccessError'],
    [{ ACL: 'authenticated-read', ObjectOwnership: 'ObjectWriter' }, 'InvalidBucketAclWithBlockPublicAccessError'],
  ] as const)('cannot be created with %j', async ([options, name], { s3 }) => {
    await expect(s3.send(new CreateBucketCommand({ Bucket: 'films', ...options }))).rejects.toMatchObject({
      name,
      $metadata: { httpStatusCode: 400 },
    })
    await s3.send(new CreateBucketCommand({ Bucket: 'films', ACL: 'private' }))
    await s3.send(
      new CreateBucketCommand({ Bucket: 'books', ObjectOwnership: 'ObjectWriter', GrantRead: `id="${OTHER}"` }),
    )
  })

  it('cannot become owner-enforced while it has an ACL', async ({ s3 }) => {
    await own(s3, 'ObjectWriter')
    await s3.send(new PutBucketAclCommand({ Bucket, GrantRead: `id="${OTHER}"` }))
    await expect(own(s3, 'BucketOwnerEnforced')).rejects.toMatchObject({ name: 'InvalidBucketAclWithObjectOwnership' })
    await s3.send(new PutBucketAclCommand({ Bucket, ACL: 'private' }))
    await own(s3, 'BucketOwnerEnforced')
  })
})

describe('a public access block', () => {
  const statement = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${Bucket}/*` }
  const policy = (more: object = {}) =>
    JSON.stringify({ Version: '2012-10-17', Statement: [{ ...statement, ...more }] })
  const put = (s3: S3Client, more: object = {}) => s3.send(new PutBucketPolicyCommand({ Bucket, Policy: policy(more) }))

  it('forbids public policies by BlockPublicPolicy, which a new bucket has', async ({ s3 }) => {
    await expect(put(s3)).rejects.toMatchObject({
      name: 'AccessDenied',
      message:
        'User: arn:aws:iam::123456789012:root is not authorized to perform: s3:PutBucketPolicy on resource: "arn:aws:s3:::photos" ' +
        'because public policies are blocked by the BlockPublicPolicy block public access setting.',
      $metadata: { httpStatusCode: 403 },
    })
    await put(s3, { Principal: { AWS: 'arn:aws:iam::123456789012:user/ada' } })
    await block(s3, { BlockPublicAcls: true, IgnorePublicAcls: true, RestrictPublicBuckets: true })
    await put(s3)
  })

  it.for([
    ['everyone in a list', { Principal: { AWS: ['123456789012', '*'] } }, true],
    ['everyone but some', { Principal: undefined, NotPrincipal: { AWS: '123456789012' } }, true],
    ['everyone with any user agent', { Condition: { StringEquals: { 'aws:UserAgent': 'x' } } }, true],
    ['every address', { Condition: { IpAddress: { 'aws:SourceIp': '0.0.0.0/0' } } }, true],
    ['a pattern of ARNs', { Condition: { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:user/a' } } }, true],
    ['a key that may be missing', { Condition: { StringEqualsIfExists: { 'aws:SourceVpc': 'vpc-1' } } }, true],
    ['a range of addresses', { Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }, false],
    ['an account', { Condition: { StringEquals: { 'aws:PrincipalAccount': '123456789012' } } }, false],
    ['nobody', { Effect: 'Deny' }, false],
  ] as const)('has a policy for %s as public or not: %j, %s', async ([_who, more, isPublic], { s3 }) => {
    await block(s3, {})
    await put(s3, more)
    const { PolicyStatus } = await s3.send(new GetBucketPolicyStatusCommand({ Bucket }))
    expect(PolicyStatus?.IsPublic).toBe(isPublic)
  })

  it('forbids public ACLs by BlockPublicAcls', async ({ s3 }) => {
    await own(s3, 'ObjectWriter')
    const blocked = (action: string, resource: string) => ({
      name: 'AccessDenied',
      message:
        `User: arn:aws:iam::123456789012:root is not authorized to perform: ${action} on resource: "${resource}" ` +
        'because public access control lists (ACLs) are blocked by the BlockPublicAcls block public access setting',
    })
    const bucketAcl = () => s3.send(new PutBucketAclCommand({ Bucket, ACL: 'public-read' }))
    await expect(bucketAcl()).rejects.toMatchObject(blocked('s3:PutBucketAcl', 'arn:aws:s3:::photos'))
    const objectAcl = () => s3.send(new PutObjectAclCommand({ Bucket, Key: 'a', ACL: 'authenticated-read' }))
    await expect(objectAcl()).rejects.toMatchObject(blocked('s3:PutObjectAcl', 'arn:aws:s3:::photos/a'))
    await expect(write(s3, { GrantRead: ALL_USERS })).rejects.toMatchObject(
      blocked('s3:PutObject', 'arn:aws:s3:::photos/a'),
    )
    await block(s3, { IgnorePublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true })
    await bucketAcl()
    await objectAcl()
    await write(s3, { GrantRead: ALL_USERS })
    expect((await s3.send(new GetBucketAclCommand({ Bucket }))).Grants).toHaveLength(2)
  })

  it('keeps anonymous requests out of a public bucket by RestrictPublicBuckets, under enforce_iam', async () => {
    const Policy = JSON.parse(policy()) as Record<string, unknown>
    await using strict = await startCloud({
      enforce_iam: true,
      s3: { buckets: [{ name: Bucket, policy: Policy, objects: [{ key: 'a', body: 'a' }] }] },
    })
    const statusOf = async () => (await fetch(`${strict.url}/${Bucket}/a`)).status
    expect(await statusOf()).toBe(200)
    await s3Client(strict).send(
      new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: { RestrictPublicBuckets: true } }),
    )
    expect(await statusOf()).toBe(403)
  })
})

describe('a bucket policy', () => {
  const put = (s3: S3Client, statement: object) =>
    s3.send(
      new PutBucketPolicyCommand({
        Bucket,
        Policy: JSON.stringify({
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Principal: { AWS: '123456789012' },
              Action: 's3:GetObject',
              Resource: `arn:aws:s3:::${Bucket}/*`,
              ...statement,
            },
          ],
        }),
      }),
    )
  const arn = `arn:aws:s3:::${Bucket}`

  it.for([
    ['an unknown action', { Action: 's3:GetObjects' }, 'Policy has invalid action'],
    ['an unknown pattern of actions', { Action: ['s3:GetObject', 's3:Fetch*'] }, 'Policy has invalid action'],
    ['an action of another service', { Action: 'sqs:SendMessage' }, 'Policy has invalid action'],
    ['an unknown excluded action', { Action: undefined, NotAction: 's3:Nothing' }, 'Policy has invalid action'],
    ['an action on objects of a bucket', { Resource: arn }, 'Action does not apply to any resource(s) in statement'],
    [
      'an action on buckets of objects',
      { Action: ['s3:GetObject', 's3:ListBucket'] },
      'Action does not apply to any resource(s) in statement',
    ],
    ['a missing user', { Principal: { AWS: 'arn:aws:iam::123456789012:user/eve' } }, 'Invalid principal in policy'],
    ['a missing role', { Principal: { AWS: 'arn:aws:iam::123456789012:role/none' } }, 'Invalid principal in policy'],
    ['a malformed principal', { Principal: { AWS: 'ada' } }, 'Invalid principal in policy'],
    ['a malformed service', { Principal: { Service: 'lambda' } }, 'Invalid principal in policy'],
    ['no principal', { Principal: { AWS: [] } }, 'Invalid principal in policy'],
    ['a missing excluded user', { Principal: undefined, NotPrincipal: { AWS: 'eve' } }, 'Invalid principal in policy'],
  ] as const)('is MalformedPolicy with %s', async ([_problem, statement, message], { s3 }) => {
    await expect(put(s3, statement)).rejects.toMatchObject({
      name: 'MalformedPolicy',
      message,
      $metadata: { httpStatusCode: 400 },
    })
  })

  it.for([
    [{ Action: 'S3:getobject*' }],
    [{ Action: '*', Resource: arn }],
    [{ Action: 's3:*' }],
    [{ Action: ['s3:GetObject', 's3:ListBucket'], Resource: [arn, `${arn}/*`] }],
    [{ Action: ['s3:GetObject', 's3:ListBucket'], Resource: `${arn}*` }],
    [{ Action: 's3:GetObject', Resource: undefined, NotResource: `${arn}/private/*` }],
    [{ Principal: { AWS: ['arn:aws:iam::123456789012:user/ada', 'arn:aws:iam::123456789012:role/worker'] } }],
    [{ Principal: { AWS: 'arn:aws:iam::999999999999:user/anyone' } }],
    [{ Principal: { AWS: 'arn:aws:iam::cloudfront:user/CloudFront Origin Access Identity E1EXAMPLE' } }],
    [{ Principal: { Service: 'cloudfront.amazonaws.com' }, Condition: { StringEquals: { 'aws:SourceArn': 'arn' } } }],
  ] as const)('is accepted with %j', async ([statement], { s3 }) => {
    await put(s3, statement)
    const { Policy = '' } = await s3.send(new GetBucketPolicyCommand({ Bucket }))
    expect(JSON.parse(Policy)).toMatchObject({ Statement: [JSON.parse(JSON.stringify(statement))] })
  })
})

describe('a seeded bucket', () => {
  it('can allow ACLs and public policies', async () => {
    await using cloud = await startCloud({
      s3: {
        buckets: [{ name: 'open', object_ownership: 'ObjectWriter', public_access_block: false }, { name: 'shut' }],
      },
    })
    const client = s3Client(cloud)
    await client.send(new PutObjectCommand({ Bucket: 'open', Key: 'a', Body: 'a', ACL: 'public-read' }))
    await expect(
      client.send(new PutObjectCommand({ Bucket: 'shut', Key: 'a', Body: 'a', ACL: 'public-read' })),
    ).rejects.toMatchObject(aclNotSupported)
  })

  it('with a public policy has no public access block, unless the seed says so', async () => {
    const policy = {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::site/*' }],
    }
    const blocked = async (public_access_block?: boolean) => {
      await using cloud = await startCloud({
        s3: {
          buckets: [{ name: 'site', policy, ...(public_access_block === undefined ? {} : { public_access_block }) }],
        },
      })
      return await s3Client(cloud).send(new GetPublicAccessBlockCommand({ Bucket: 'site' }))
    }
    await expect(blocked()).rejects.toMatchObject({ name: 'NoSuchPublicAccessBlockConfiguration' })
    expect((await blocked(true)).PublicAccessBlockConfiguration).toMatchObject({ RestrictPublicBuckets: true })
  })

  it('is refused with a policy that the API refuses', async () => {
    const policy = {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::123456789012:user/eve' },
          Action: 's3:*',
          Resource: 'arn:aws:s3:::site',
        },
      ],
    }
    const start = startCloud({ s3: { buckets: [{ name: 'site', policy }] } })
    await expect(start).rejects.toThrow(/s3\.buckets\[0\]\.policy.*Invalid principal in policy/s)
  })
})

const test = cloudTest({
  enforce_iam: true,
  s3: {
    buckets: [
      {
        name: 'open',
        object_ownership: 'ObjectWriter',
        public_access_block: false,
        objects: [{ key: 'a', body: 'a' }],
      },
    ],
  },
})

describe('a grant of an ACL to everyone, under enforce_iam', () => {
  const acl = (ACL: 'private' | 'public-read' | 'public-read-write' | 'authenticated-read') => ({ Bucket: 'open', ACL })

  test('lets anonymous requests read the object, and list the bucket', async ({ cloud, s3 }) => {
    const statuses = async () => {
      const answers = ['/open/a', '/open', '/open/none'].map((path) => fetch(cloud.url + path))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    expect(await statuses()).toEqual([403, 403, 403])
    await s3.send(new PutObjectAclCommand({ ...acl('public-read'), Key: 'a' }))
    expect(await statuses()).toEqual([200, 403, 403])
    await s3.send(new PutBucketAclCommand(acl('public-read')))
    expect(await statuses()).toEqual([200, 200, 404])
    await s3.send(new PutObjectAclCommand({ ...acl('authenticated-read'), Key: 'a' }))
    expect(await statuses()).toEqual([403, 200, 404])
    await s3.send(
      new PutPublicAccessBlockCommand({ Bucket: 'open', PublicAccessBlockConfiguration: { IgnorePublicAcls: true } }),
    )
    expect(await statuses()).toEqual([403, 403, 403])
  })

  test('lets anonymous requests write objects with an ACL, and set no ACL of others', async ({ cloud, s3 }) => {
    const write = async (path: string) => {
      const headers = { 'x-amz-acl': 'public-read' }
      return (await fetch(`${cloud.url}/open/${path}`, { method: 'PUT', headers, body: '' })).status
    }
    expect(await write('new')).toBe(403)
    await s3.send(new PutBucketAclCommand(acl('public-read-write')))
    expect([await write('new'), await write('a?acl')]).toEqual([200, 403])
  })
})
