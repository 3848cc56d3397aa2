import {
  DeleteBucketCorsCommand,
  DeleteBucketEncryptionCommand,
  DeleteBucketLifecycleCommand,
  DeleteBucketOwnershipControlsCommand,
  DeleteBucketPolicyCommand,
  DeleteBucketTaggingCommand,
  DeletePublicAccessBlockCommand,
  GetBucketAclCommand,
  GetBucketCorsCommand,
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketOwnershipControlsCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  GetBucketTaggingCommand,
  GetPublicAccessBlockCommand,
  HeadObjectCommand,
  PutBucketAclCommand,
  PutBucketCorsCommand,
  PutBucketEncryptionCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketOwnershipControlsCommand,
  PutBucketPolicyCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import { allowPublicAccess, cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'

const it = cloudTest({ s3: { buckets: [{ name: Bucket }] } })

describe('the tags of a bucket', () => {
  const put = (s3: S3Client, TagSet: { Key: string; Value: string }[]) =>
    s3.send(new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet } }))
  const get = async (s3: S3Client) => (await s3.send(new GetBucketTaggingCommand({ Bucket }))).TagSet

  it('are replaced as a whole and deleted', async ({ s3 }) => {
    await expect(get(s3)).rejects.toMatchObject({ name: 'NoSuchTagSet', $metadata: { httpStatusCode: 404 } })
    await put(s3, [
      { Key: 'team', Value: 'blue' },
      { Key: 'empty', Value: '' },
    ])
    expect(await get(s3)).toEqual([
      { Key: 'team', Value: 'blue' },
      { Key: 'empty', Value: '' },
    ])
    await put(s3, [{ Key: 'team', Value: 'red' }])
    expect(await get(s3)).toEqual([{ Key: 'team', Value: 'red' }])
    await put(s3, [])
    await expect(get(s3)).rejects.toMatchObject({ name: 'NoSuchTagSet' })
    await s3.send(new DeleteBucketTaggingCommand({ Bucket }))
    await expect(get(s3)).rejects.toMatchObject({ name: 'NoSuchTagSet' })
  })

  it('must be valid', async ({ s3 }) => {
    const twice = [
      { Key: 'a', Value: '1' },
      { Key: 'a', Value: '2' },
    ]
    await expect(put(s3, twice)).rejects.toMatchObject({
      message: 'Cannot provide multiple Tags with the same key',
      TagKey: 'a',
    })
    await expect(put(s3, [{ Key: 'aws:a', Value: '' }])).rejects.toMatchObject({ name: 'InvalidTag' })
    await expect(put(s3, [{ Key: 'a'.repeat(129), Value: '' }])).rejects.toMatchObject({ name: 'InvalidTag' })
  })
})

describe('the cross-origin configuration', () => {
  const get = async (s3: S3Client) => (await s3.send(new GetBucketCorsCommand({ Bucket }))).CORSRules
  const put = (s3: S3Client, AllowedMethods: string[], AllowedOrigins = ['https://app.test']) =>
    s3.send(
      new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [{ AllowedMethods, AllowedOrigins }] } }),
    )

  it('is returned as it was stored, until it is deleted', async ({ s3 }) => {
    await expect(get(s3)).rejects.toMatchObject({ name: 'NoSuchCORSConfiguration' })
    const rule = {
      ID: 'one',
      AllowedHeaders: ['*'],
      AllowedMethods: ['GET', 'PUT'],
      AllowedOrigins: ['https://*.app.test'],
      ExposeHeaders: ['etag'],
      MaxAgeSeconds: 60,
    }
    await s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }))
    expect(await get(s3)).toEqual([rule])
    await s3.send(new DeleteBucketCorsCommand({ Bucket }))
    await expect(get(s3)).rejects.toMatchObject({ name: 'NoSuchCORSConfiguration' })
  })

  it('must be valid', async ({ s3 }) => {
    await expect(put(s3, ['PATCH'])).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: 'Found unsupported HTTP method in CORS config. Unsupported method is PATCH',
    })
    await expect(put(s3, ['GET'], ['https://*.*.test'])).rejects.toMatchObject({ name: 'InvalidRequest' })
    await expect(put(s3, [])).rejects.toMatchObject({ name: 'MalformedXML' })
  })
})

describe('the policy of a bucket', () => {
  const statement = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${Bucket}/*` }
  const policy = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement })
  const put = (s3: S3Client, Policy: string) => s3.send(new PutBucketPolicyCommand({ Bucket, Policy }))
  const isPublic = async (s3: S3Client) =>
    (await s3.send(new GetBucketPolicyStatusCommand({ Bucket }))).PolicyStatus?.IsPublic

  it.beforeEach(({ s3 }) => allowPublicAccess(s3, Bucket))

  it('is returned as it was stored, until it is deleted', async ({ s3 }) => {
    const get = async () => (await s3.send(new GetBucketPolicyCommand({ Bucket }))).Policy
    await expect(get()).rejects.toMatchObject({ name: 'NoSuchBucketPolicy' })
    await put(s3, policy(statement))
    expect(await get()).toBe(policy(statement))
    await s3.send(new DeleteBucketPolicyCommand({ Bucket }))
    await expect(get()).rejects.toMatchObject({ name: 'NoSuchBucketPolicy' })
  })

  it('determines whether the bucket is public', async ({ s3 }) => {
    await put(s3, policy(statement))
    expect(await isPublic(s3)).toBe(true)
    await put(s3, policy({ ...statement, Principal: { AWS: 'arn:aws:iam::123456789012:root' } }))
    expect(await isPublic(s3)).toBe(false)
  })

  it.for([
    ['nonsense', "Policies must be valid JSON and the first byte must be '{'"],
    ['{', "Policies must be valid JSON and the first byte must be '{'"],
    ['{}', 'Missing required field Statement'],
    [policy({ ...statement, Effect: 'Maybe' }), 'Invalid effect: Maybe'],
    [policy({ ...statement, Principal: undefined }), 'Missing required field Principal'],
    [policy({ ...statement, Resource: 'arn:aws:s3:::other/*' }), 'Policy has invalid resource'],
  ] as const)('is refused as %s', async ([document, message], { s3 }) => {
    await expect(put(s3, document)).rejects.toMatchObject({ name: 'MalformedPolicy', message })
  })
})

describe('the lifecycle configuration', () => {
  it('is returned as it was stored, until it is deleted', async ({ s3 }) => {
    const get = async () => (await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules
    await expect(get()).rejects.toMatchObject({ name: 'NoSuchLifecycleConfiguration' })
    const Rules = [
      {
        ID: 'old',
        Filter: { And: { Prefix: 'logs/', Tags: [{ Key: 'kind', Value: 'log' }] } },
        Status: 'Enabled' as const,
        Expiration: { Days: 30 },
        Transitions: [{ Days: 10, StorageClass: 'GLACIER' as const }],
      },
      {
        ID: 'parts',
        Filter: { Prefix: 'logs/' },
        Status: 'Enabled' as const,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
      },
    ]
    await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }))
    expect(await get()).toEqual(Rules)
    await s3.send(new DeleteBucketLifecycleCommand({ Bucket }))
    await expect(get()).rejects.toMatchObject({ name: 'NoSuchLifecycleConfiguration' })
  })

  it('gives an id to rules without one', async ({ s3 }) => {
    const rule = (Prefix: string) => ({ Filter: { Prefix }, Status: 'Enabled' as const, Expiration: { Days: 1 } })
    const Rules = [rule('a/'), rule('b/')]
    await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }))
    const stored = (await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules ?? []
    expect(stored).toMatchObject(Rules)
    const [first = '', second = ''] = stored.map(({ ID }) => ID)
    expect([first, second]).toEqual([expect.stringMatching(/^\w+$/), expect.stringMatching(/^\w+$/)])
    expect(first).not.toBe(second)
  })
})

describe('a new bucket', () => {
  it('blocks all public access', async ({ s3 }) => {
    const get = async () => (await s3.send(new GetPublicAccessBlockCommand({ Bucket }))).PublicAccessBlockConfiguration
    expect(await get()).toEqual({
      BlockPublicAcls: true,
      IgnorePublicAcls: true,
      BlockPublicPolicy: true,
      RestrictPublicBuckets: true,
    })
    const some = {
      BlockPublicAcls: true,
      IgnorePublicAcls: false,
      BlockPublicPolicy: false,
      RestrictPublicBuckets: false,
    }
    await s3.send(
      new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: { BlockPublicAcls: true } }),
    )
    expect(await get()).toEqual(some)
    await s3.send(new DeletePublicAccessBlockCommand({ Bucket }))
    await expect(get()).rejects.toMatchObject({ name: 'NoSuchPublicAccessBlockConfiguration' })
  })

  it('is owned by its account, with all its objects', async ({ s3 }) => {
    const get = async () => (await s3.send(new GetBucketOwnershipControlsCommand({ Bucket }))).OwnershipControls?.Rules
    expect(await get()).toEqual([{ ObjectOwnership: 'BucketOwnerEnforced' }])
    const OwnershipControls = { Rules: [{ ObjectOwnership: 'ObjectWriter' as const }] }
    await s3.send(new PutBucketOwnershipControlsCommand({ Bucket, OwnershipControls }))
    expect(await get()).toEqual(OwnershipControls.Rules)
    await s3.send(new DeleteBucketOwnershipControlsCommand({ Bucket }))
    await expect(get()).rejects.toMatchObject({ name: 'OwnershipControlsNotFoundError' })
  })

  it("is encrypted by the vendor's key until another configuration is stored", async ({ s3 }) => {
    const get = async () =>
      (await s3.send(new GetBucketEncryptionCommand({ Bucket }))).ServerSideEncryptionConfiguration?.Rules
    const vendors = [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false }]
    expect(await get()).toEqual(vendors)
    const own = { SSEAlgorithm: 'aws:kms' as const, KMSMasterKeyID: 'arn:aws:kms:us-east-1:123456789012:key/1' }
    await s3.send(
      new PutBucketEncryptionCommand({
        Bucket,
        ServerSideEncryptionConfiguration: { Rules: [{ ApplyServerSideEncryptionByDefault: own }] },
      }),
    )
    expect(await get()).toMatchObject([{ ApplyServerSideEncryptionByDefault: own }])
    await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'a' }))
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).toMatchObject({
      ServerSideEncryption: 'aws:kms',
      SSEKMSKeyId: own.KMSMasterKeyID,
    })
    await s3.send(new DeleteBucketEncryptionCommand({ Bucket }))
    expect(await get()).toEqual(vendors)
  })

  it('has an ACL with full control by its owner', async ({ s3 }) => {
    const get = async () => (await s3.send(new GetBucketAclCommand({ Bucket }))).Grants
    expect(await get()).toMatchObject([{ Grantee: { Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }])
    await allowPublicAccess(s3, Bucket)
    await s3.send(new PutBucketAclCommand({ Bucket, ACL: 'public-read' }))
    expect(await get()).toMatchObject([
      { Permission: 'FULL_CONTROL' },
      { Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/global/AllUsers' }, Permission: 'READ' },
    ])
  })
})

it('configurations of a missing bucket answer NoSuchBucket', async ({ s3 }) => {
  await expect(s3.send(new GetBucketTaggingCommand({ Bucket: 'nope' }))).rejects.toMatchObject({ name: 'NoSuchBucket' })
})
