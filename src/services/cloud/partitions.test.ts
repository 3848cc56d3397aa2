import { CreateUserCommand, GetPolicyCommand, IAMClient, ListUsersCommand } from '@aws-sdk/client-iam'
import { CreateBucketCommand, HeadBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { describe, expect, it } from 'vitest'
import { cloudTest, credentials, startCloud } from './cloud.fixture.ts'

const regions = [
  ['cn-north-1', 'aws-cn'],
  ['us-gov-west-1', 'aws-us-gov'],
  ['eu-west-1', 'aws'],
] as const

const test = cloudTest()

describe('the partition of a request', () => {
  const configuration = ({ url: endpoint }: { readonly url: string }, region: string) => ({
    endpoint,
    region,
    credentials,
    maxAttempts: 1,
  })

  test.for(regions)('is that of the region %s', async ([region, partition], { cloud }) => {
    const options = configuration(cloud, region)
    const identity = await new STSClient(options).send(new GetCallerIdentityCommand({}))
    expect(identity.Arn).toBe(`arn:${partition}:iam::123456789012:root`)
    const iam = new IAMClient(options)
    const { User } = await iam.send(new CreateUserCommand({ UserName: 'ada' }))
    expect(User?.Arn).toBe(`arn:${partition}:iam::123456789012:user/ada`)
    const PolicyArn = `arn:${partition}:iam::aws:policy/ReadOnlyAccess`
    expect((await iam.send(new GetPolicyCommand({ PolicyArn }))).Policy?.Arn).toBe(PolicyArn)
    const sqs = new SQSClient(options)
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'jobs' }))
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }))
    expect(Attributes?.QueueArn).toBe(`arn:${partition}:sqs:${region}:123456789012:jobs`)
    const s3 = new S3Client({ ...options, forcePathStyle: true })
    const CreateBucketConfiguration = { LocationConstraint: region }
    await s3.send(new CreateBucketCommand({ Bucket: 'photos', CreateBucketConfiguration }))
    expect((await s3.send(new HeadBucketCommand({ Bucket: 'photos' }))).BucketArn).toBe(`arn:${partition}:s3:::photos`)
  })

  test('has accounts of its own', async ({ cloud }) => {
    await new IAMClient(configuration(cloud, 'us-gov-west-1')).send(new CreateUserCommand({ UserName: 'ada' }))
    const { Users } = await new IAMClient(configuration(cloud, 'us-east-1')).send(new ListUsersCommand({}))
    expect(Users).toEqual([])
  })
})

it('keys of users work in the partition of their account only, and policies name its resources', async () => {
  const keys = { accessKeyId: 'AKIACHINAADAKEY00000', secretAccessKey: 'china-ada' }
  const document = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws-cn:s3:::photos/*' }],
  }
  await using cloud = await startCloud({
    region: 'cn-north-1',
    enforce_iam: true,
    s3: { buckets: [{ name: 'photos' }] },
    iam: {
      users: [
        {
          user_name: 'ada',
          access_key_id: keys.accessKeyId,
          secret_access_key: keys.secretAccessKey,
          policies: [{ policy_name: 'own', document }],
        },
      ],
    },
  })
  const options = { endpoint: cloud.url, credentials: keys, maxAttempts: 1 }
  const s3 = new S3Client({ ...options, region: 'cn-north-1', forcePathStyle: true })
  await s3.send(new PutObjectCommand({ Bucket: 'photos', Key: 'a', Body: 'a' }))
  await expect(
    new STSClient({ ...options, region: 'us-east-1' }).send(new GetCallerIdentityCommand({})),
  ).rejects.toMatchObject({ name: 'InvalidClientTokenId' })
})

it('has its own hosts in China', async () => {
  await using cloud = await startCloud({ region: 'cn-north-1' }, { hosts: 'real' })
  const answer = await cloud.fetch(
    'https://sts.cn-north-1.amazonaws.com.cn/?Action=GetCallerIdentity&Version=2011-06-15',
  )
  expect(await answer.text()).toContain('arn:aws-cn:iam::123456789012:root')
  const put = await cloud.fetch('https://photos.s3.cn-north-1.amazonaws.com.cn/', { method: 'PUT' })
  expect(put.status).toBe(200)
})
