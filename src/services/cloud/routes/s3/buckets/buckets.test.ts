import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketLocationCommand,
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListBucketsCommand,
  PutBucketVersioningCommand,
  type S3Client,
  type Tag,
} from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import { presign, s3Client, cloudTest } from '#cloud/cloud.fixture.ts'

const it = cloudTest({ s3: { buckets: [{ name: 'photos', objects: [{ key: 'a.txt', body: 'a' }] }] } })

const create = (s3: S3Client, Bucket: string, client = s3) => client.send(new CreateBucketCommand({ Bucket }))
const names = async (s3: S3Client, query: ConstructorParameters<typeof ListBucketsCommand>[0] = {}) =>
  ((await s3.send(new ListBucketsCommand(query))).Buckets ?? []).map(({ Name }) => Name)

describe('a new bucket', () => {
  it('is listed by name, with its owner and creation date', async ({ cloud, s3 }) => {
    await create(s3, 'beta')
    await create(s3, 'alpha')
    const { Buckets, Owner } = await s3.send(new ListBucketsCommand({}))
    expect(Buckets?.map(({ Name }) => Name)).toEqual(['alpha', 'beta', 'photos'])
    expect(Buckets?.[0]?.CreationDate?.getTime()).toBeCloseTo(cloud.clock.now(), -5)
    expect(Owner?.ID).toMatch(/^[\da-f]{64}$/)
  })

  it('reports its location', async ({ cloud, s3 }) => {
    expect(await create(s3, 'alpha')).toMatchObject({ Location: '/alpha', BucketArn: 'arn:aws:s3:::alpha' })
    const found = await s3.send(new HeadBucketCommand({ Bucket: 'alpha' }))
    expect(found).toMatchObject({ BucketRegion: 'us-east-1', AccessPointAlias: false })
    const { LocationConstraint } = await s3.send(new GetBucketLocationCommand({ Bucket: 'alpha' }))
    expect(LocationConstraint).toBeFalsy()
    expect(await (await fetch(`${cloud.url}/alpha?location`)).text()).toMatch(/<LocationConstraint xmlns="[^"]+"\/>$/)
  })

  it('is in the region of the endpoint', async ({ cloud, s3 }) => {
    const europe = s3Client(cloud, { region: 'eu-west-1' })
    expect(await create(s3, 'alpha', europe)).toMatchObject({ Location: 'http://alpha.s3.amazonaws.com/' })
    expect(await s3.send(new GetBucketLocationCommand({ Bucket: 'alpha' }))).toMatchObject({
      LocationConstraint: 'eu-west-1',
    })
    await expect(
      europe.send(
        new CreateBucketCommand({ Bucket: 'beta', CreateBucketConfiguration: { LocationConstraint: 'eu-north-1' } }),
      ),
    ).rejects.toMatchObject({ name: 'IllegalLocationConstraintException', $metadata: { httpStatusCode: 400 } })
    await expect(
      s3.send(
        new CreateBucketCommand({
          Bucket: 'beta',
          // not a location that the client knows
          CreateBucketConfiguration: { LocationConstraint: 'nowhere' as 'eu-west-1' },
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidLocationConstraint' })
  })

  it('keeps the older name of a location', async ({ s3 }) => {
    await s3.send(new CreateBucketCommand({ Bucket: 'old', CreateBucketConfiguration: { LocationConstraint: 'EU' } }))
    expect((await s3.send(new GetBucketLocationCommand({ Bucket: 'old' }))).LocationConstraint).toBe('EU')
    const { Buckets } = await s3.send(new ListBucketsCommand({ Prefix: 'old' }))
    expect(Buckets?.[0]?.BucketRegion).toBe('eu-west-1')
  })

  it('is found only by requests that are signed for its region, which others are told', async ({ cloud, s3 }) => {
    await create(s3, 'alpha', s3Client(cloud, { region: 'eu-west-1' }))
    const command = new ListObjectsV2Command({ Bucket: 'alpha' })
    await expect(s3.send(command)).rejects.toMatchObject({
      name: 'AuthorizationHeaderMalformed',
      message: "The authorization header is malformed; the region 'us-east-1' is wrong; expecting 'eu-west-1'",
      Region: 'eu-west-1',
      $metadata: { httpStatusCode: 400 },
    })
    const url = await presign(s3, new HeadObjectCommand({ Bucket: 'alpha', Key: 'a' }))
    expect((await fetch(url, { method: 'HEAD' })).headers.get('x-amz-bucket-region')).toBe('eu-west-1')
  })

  it.for(['1234', 'account-name1'])('refuses %s as the account that should own it', async (owner, { s3 }) => {
    const command = new HeadBucketCommand({ Bucket: 'photos', ExpectedBucketOwner: owner })
    await expect(s3.send(command)).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } })
    const list = new ListObjectsV2Command({ Bucket: 'photos', ExpectedBucketOwner: owner })
    await expect(s3.send(list)).rejects.toMatchObject({ name: 'InvalidBucketOwnerAWSAccountID' })
  })

  it('can be created again in us-east-1 only', async ({ cloud, s3 }) => {
    await create(s3, 'alpha')
    expect(await create(s3, 'alpha')).toMatchObject({ Location: '/alpha' })
    const europe = s3Client(cloud, { region: 'eu-west-1' })
    await create(s3, 'beta', europe)
    await expect(create(s3, 'beta', europe)).rejects.toMatchObject({
      name: 'BucketAlreadyOwnedByYou',
      BucketName: 'beta',
      $metadata: { httpStatusCode: 409 },
    })
  })

  it.for(['ab', 'Upper', 'a..b', '192.168.0.1', 'xn--a', '-dash', 'name-s3alias', 'a'.repeat(64)])(
    'cannot be named %s',
    async (name, { cloud }) => {
      const response = await fetch(`${cloud.url}/${name}`, { method: 'PUT' })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(`<Code>InvalidBucketName</Code>`)
    },
  )

  it('can be created with tags', async ({ s3 }) => {
    const tagged = (Bucket: string, Tags: Tag[]) =>
      s3.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { Tags } }))
    const tagsOf = async (Bucket: string) => (await s3.send(new GetBucketTaggingCommand({ Bucket }))).TagSet
    await tagged('alpha', [{ Key: 'team', Value: 'blue' }])
    expect(await tagsOf('alpha')).toEqual([{ Key: 'team', Value: 'blue' }])
    await tagged('beta', [])
    await expect(tagsOf('beta')).rejects.toMatchObject({ name: 'NoSuchTagSet' })
    await expect(tagged('gamma', [{ Key: '', Value: 'blue' }])).rejects.toMatchObject({ name: 'MalformedXML' })
    await expect(tagged('gamma', [{ Key: 'aws:team', Value: 'blue' }])).rejects.toMatchObject({
      name: 'InvalidTag',
      message: expect.stringMatching(/^User-defined tag keys can't start with "aws:"/) as string,
    })
  })

  it('has no location of the name aws-global', async ({ cloud, s3 }) => {
    // The client signs for us-east-1, and sends the name as the location.
    await expect(create(s3, 'alpha', s3Client(cloud, { region: 'aws-global' }))).rejects.toMatchObject({
      name: 'InvalidLocationConstraint',
    })
  })

  it.for(['aws-global', 'EU'])('cannot be signed for %s, which is no region', async (region, { cloud }) => {
    const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const scope = `somebody/${date.slice(0, 8)}/${region}/s3/aws4_request`
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=${'0'.repeat(64)}`
    const headers = { authorization, 'x-amz-date': date, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
    const response = await fetch(`${cloud.url}/alpha`, { method: 'PUT', headers })
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching('<Code>AuthorizationHeaderMalformed<.*<Region>us-east-1</Region>'),
    ])
  })
})

describe('the list of buckets', () => {
  it('comes in pages, and is filtered by prefix and region', async ({ cloud, s3 }) => {
    for (const name of ['b-1', 'b-2', 'b-3']) await create(s3, name)
    await create(s3, 'b-4', s3Client(cloud, { region: 'eu-west-1' }))
    const first = await s3.send(new ListBucketsCommand({ Prefix: 'b-', MaxBuckets: 2 }))
    expect(first.Buckets).toMatchObject([{ Name: 'b-1', BucketRegion: 'us-east-1' }, { Name: 'b-2' }])
    expect(first.Prefix).toBe('b-')
    const rest = { Prefix: 'b-', ContinuationToken: first.ContinuationToken }
    expect(await names(s3, rest)).toEqual(['b-3', 'b-4'])
    expect((await s3.send(new ListBucketsCommand(rest))).ContinuationToken).toBeUndefined()
    expect(await names(s3, { BucketRegion: 'eu-west-1' })).toEqual(['b-4'])
    await expect(names(s3, { BucketRegion: 'eu-east-1' })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'Argument value eu-east-1 is not a valid AWS Region',
    })
    for (const MaxBuckets of [0, -1, 10_001]) {
      await expect(names(s3, { MaxBuckets })).rejects.toMatchObject({
        name: 'InvalidArgument',
        message: 'Argument max-buckets must be an integer between 1 and 10000',
        ArgumentValue: String(MaxBuckets),
      })
    }
  })
})

describe('deleting a bucket', () => {
  it('requires that it is empty', async ({ s3 }) => {
    await expect(s3.send(new DeleteBucketCommand({ Bucket: 'photos' }))).rejects.toMatchObject({
      name: 'BucketNotEmpty',
      BucketName: 'photos',
      $metadata: { httpStatusCode: 409 },
    })
    await create(s3, 'alpha')
    const { $metadata } = await s3.send(new DeleteBucketCommand({ Bucket: 'alpha' }))
    expect($metadata.httpStatusCode).toBe(204)
    expect(await names(s3)).toEqual(['photos'])
  })

  it('requires that it exists', async ({ s3 }) => {
    await expect(s3.send(new DeleteBucketCommand({ Bucket: 'nope' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
      BucketName: 'nope',
      message: 'The specified bucket does not exist',
    })
    await expect(s3.send(new HeadBucketCommand({ Bucket: 'nope' }))).rejects.toMatchObject({
      name: 'NotFound',
      $metadata: { httpStatusCode: 404 },
    })
  })
})

describe('the object ownership of a new bucket', () => {
  it('must be valid', async ({ s3 }) => {
    const ObjectOwnership = 'Everybody' as 'ObjectWriter' // not a value that the client knows
    await expect(s3.send(new CreateBucketCommand({ Bucket: 'alpha', ObjectOwnership }))).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'Invalid x-amz-object-ownership header: Everybody',
      ArgumentName: 'x-amz-object-ownership',
    })
    expect(await names(s3)).toEqual(['photos'])
  })
})

describe('versioning', () => {
  it('is off until it is enabled, and can then only be suspended', async ({ s3 }) => {
    const status = async () => (await s3.send(new GetBucketVersioningCommand({ Bucket: 'photos' }))).Status
    const set = (Status: 'Enabled' | 'Suspended') =>
      s3.send(new PutBucketVersioningCommand({ Bucket: 'photos', VersioningConfiguration: { Status } }))
    expect(await status()).toBeUndefined()
    await set('Enabled')
    expect(await status()).toBe('Enabled')
    await set('Suspended')
    expect(await status()).toBe('Suspended')
    await expect(set('Off' as 'Enabled')).rejects.toMatchObject({ name: 'MalformedXML' }) // not a status that the client knows
  })
})
