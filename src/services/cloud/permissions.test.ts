import { Agent } from 'node:http'
import { ListUsersCommand, PutUserPolicyCommand } from '@aws-sdk/client-iam'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketAclCommand,
  GetBucketNotificationConfigurationCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  ListPartsCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { CreateQueueCommand, SetQueueAttributesCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs'
import { AssumeRoleCommand, GetFederationTokenCommand } from '@aws-sdk/client-sts'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { allowPublicAccess, s3Client, cloudTest } from './cloud.fixture.ts'
import { iamClient, keysOf, policyOf, stsClient } from './iam.fixture.ts'
import { sqsClient } from './routes/sqs/sqs.fixture.ts'

const ada = { accessKeyId: 'AKIAADAADAADAADAADAA', secretAccessKey: 'secret of ada' }
const Bucket = 'photos'
const Key = 'a.txt'
const arnOf = (queue: string): string => `arn:aws:sqs:us-east-1:123456789012:${queue}`

const it = cloudTest({
  enforce_iam: true,
  s3: {
    buckets: [{ name: Bucket, versioning: true, objects: [{ key: Key, body: 'a', tags: { kind: 'seeded' } }] }],
  },
  sqs: {
    queues: [
      { name: 'jobs', attributes: { RedrivePolicy: { deadLetterTargetArn: 'dead', maxReceiveCount: 1 } } },
      { name: 'dead' },
    ],
  },
  iam: {
    users: [{ user_name: 'ada', access_key_id: ada.accessKeyId, secret_access_key: ada.secretAccessKey }],
    roles: [{ role_name: 'worker' }],
  },
})

/** Lets ada perform these actions and no others. */
const allow = (cloud: Emulator<'cloud'>, ...actions: string[]) =>
  iamClient(cloud).send(
    new PutUserPolicyCommand({ UserName: 'ada', PolicyName: 'own', PolicyDocument: policyOf('Allow', actions) }),
  )
const s3 = (cloud: Emulator<'cloud'>) => s3Client(cloud, { credentials: ada })

/** Returns the action that ada lacks beside the given ones. The request must succeed once she has it. */
async function neededBeside(
  cloud: Emulator<'cloud'>,
  others: string[],
  doing: () => Promise<unknown>,
): Promise<string | undefined> {
  await allow(cloud, 'none:None', ...others)
  const refused = await doing().then(
    () => null,
    (error: Error) => error,
  )
  const needed = /because no identity-based policy allows the (\S+) action$/.exec(refused?.message ?? '')?.[1]
  await allow(cloud, needed ?? 'none:None', ...others)
  await doing()
  return needed
}

describe('under enforce_iam, S3', () => {
  it('requires the action on versions, and only that, for a request that names a version', async ({ cloud }) => {
    const { VersionId = '' } = await s3Client(cloud).send(new GetObjectCommand({ Bucket, Key }))
    const version = { Bucket, Key, VersionId }
    expect(await neededBeside(cloud, [], () => s3(cloud).send(new GetObjectCommand(version)))).toBe(
      's3:GetObjectVersion',
    )
    expect(await neededBeside(cloud, [], () => s3(cloud).send(new GetObjectTaggingCommand(version)))).toBe(
      's3:GetObjectVersionTagging',
    )
    expect(
      await neededBeside(cloud, ['s3:GetObjectVersion'], () =>
        s3(cloud).send(new GetObjectAttributesCommand({ ...version, ObjectAttributes: ['ETag'] })),
      ),
    ).toBe('s3:GetObjectVersionAttributes')
    expect(await neededBeside(cloud, [], () => s3(cloud).send(new DeleteObjectCommand(version)))).toBe(
      's3:DeleteObjectVersion',
    )
  })

  it('requires separate permissions for tags and ACLs that come with an object', async ({ cloud }) => {
    await allowPublicAccess(s3Client(cloud), Bucket)
    const write = (more: object) => () =>
      s3(cloud).send(new PutObjectCommand({ Bucket, Key: 'new', Body: 'x', ...more }))
    expect(await neededBeside(cloud, ['s3:PutObject'], write({ Tagging: 'a=b' }))).toBe('s3:PutObjectTagging')
    expect(await neededBeside(cloud, ['s3:PutObject'], write({ ACL: 'public-read' }))).toBe('s3:PutObjectAcl')
    expect(
      await neededBeside(
        cloud,
        ['s3:PutObject'],
        write({ GrantRead: 'uri=http://acs.amazonaws.com/groups/global/AllUsers' }),
      ),
    ).toBe('s3:PutObjectAcl')
  })

  it('lets the initiator of an upload list its parts and abort it without a policy that allows it', async ({
    cloud,
  }) => {
    await allow(cloud, 's3:PutObject')
    const begin = async (client: S3Client) => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'film' }))
      return { Bucket, Key: 'film', UploadId }
    }
    const own = await begin(s3(cloud))
    const ofRoot = await begin(s3Client(cloud))
    expect(await s3(cloud).send(new ListPartsCommand(own))).toMatchObject({
      UploadId: own.UploadId,
      Initiator: { ID: 'arn:aws:iam::123456789012:user/ada', DisplayName: 'ada' },
    })
    await expect(s3(cloud).send(new ListPartsCommand(ofRoot))).rejects.toMatchObject({ name: 'AccessDenied' })
    await expect(s3(cloud).send(new AbortMultipartUploadCommand(ofRoot))).rejects.toMatchObject({
      name: 'AccessDenied',
    })
    await s3(cloud).send(new AbortMultipartUploadCommand(own))
    await expect(s3Client(cloud).send(new ListPartsCommand(own))).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })

  it('refuses to abort an own upload where a policy denies it', async ({ cloud }) => {
    await allow(cloud, 's3:PutObject')
    const object = { Bucket, Key: 'film' }
    const { UploadId } = await s3(cloud).send(new CreateMultipartUploadCommand(object))
    const document = policyOf('Deny', 's3:AbortMultipartUpload')
    await iamClient(cloud).send(
      new PutUserPolicyCommand({ UserName: 'ada', PolicyName: 'keep', PolicyDocument: document }),
    )
    await expect(s3(cloud).send(new AbortMultipartUploadCommand({ ...object, UploadId }))).rejects.toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining('with an explicit deny in an identity-based policy') as string,
    })
  })

  it('requires the same permissions for tags and ACLs in a form', async ({ cloud }) => {
    const post = async (Fields: Record<string, string>) => {
      const { url, fields } = await createPresignedPost(s3(cloud), { Bucket, Key: 'form', Fields })
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob(['x']))
      return (await fetch(url, { method: 'POST', body: form })).status
    }
    const tagging = { tagging: '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>' }
    await allow(cloud, 's3:PutObject')
    expect([await post({}), await post(tagging), await post({ acl: 'private' })]).toEqual([204, 403, 403])
    await allow(cloud, 's3:PutObject', 's3:PutObjectTagging', 's3:PutObjectAcl')
    expect([await post(tagging), await post({ acl: 'private' })]).toEqual([204, 204])
  })

  it("requires permission to read and write tags for a copy with its source's tags", async ({ cloud }) => {
    const copy =
      (more: object = {}) =>
      () =>
        s3(cloud).send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/${Key}`, ...more }))
    const both = ['s3:GetObject', 's3:PutObject']
    expect(await neededBeside(cloud, [...both, 's3:PutObjectTagging'], copy())).toBe('s3:GetObjectTagging')
    expect(await neededBeside(cloud, [...both, 's3:GetObjectTagging'], copy())).toBe('s3:PutObjectTagging')
    await allow(cloud, ...both)
    await expect(copy({ TaggingDirective: 'REPLACE' })()).resolves.toBeDefined()
  })

  it('requires permission to set the ACL of a new bucket, which then has it', async ({ cloud }) => {
    expect(
      await neededBeside(cloud, ['s3:CreateBucket', 's3:PutBucketOwnershipControls'], () =>
        s3(cloud).send(
          new CreateBucketCommand({
            Bucket: 'listed',
            ObjectOwnership: 'ObjectWriter',
            ACL: 'log-delivery-write' as 'private', // The SDK's type lacks this canned ACL.
          }),
        ),
      ),
    ).toBe('s3:PutBucketAcl')
    const { Grants } = await s3Client(cloud).send(new GetBucketAclCommand({ Bucket: 'listed' }))
    expect(Grants).toContainEqual({
      Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/s3/LogDelivery' },
      Permission: 'WRITE',
    })
  })
})

describe('under enforce_iam, SQS', () => {
  it('requires permission to tag for a queue with tags', async ({ cloud }) => {
    const create = () =>
      sqsClient(cloud, { credentials: ada }).send(new CreateQueueCommand({ QueueName: 'new', tags: { a: 'b' } }))
    expect(await neededBeside(cloud, ['sqs:CreateQueue'], create)).toBe('sqs:tagqueue')
  })

  it('requires permission to receive and to send for a move task', async ({ cloud }) => {
    const move = () =>
      sqsClient(cloud, { credentials: ada }).send(
        new StartMessageMoveTaskCommand({ SourceArn: arnOf('dead'), DestinationArn: arnOf('jobs') }),
      )
    const all = ['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes', 'SendMessage'].map(
      (action) => `sqs:${action}`,
    )
    for (const action of all) {
      cloud.reset()
      expect(
        await neededBeside(
          cloud,
          all.filter((each) => each !== action),
          move,
        ),
      ).toBe(action.toLowerCase())
    }
  })
})

describe('under enforce_iam, event notifications', () => {
  const QueueArn = arnOf('jobs')
  const configure = (cloud: Emulator<'cloud'>, more: object = {}) =>
    s3Client(cloud).send(
      new PutBucketNotificationConfigurationCommand({
        Bucket,
        NotificationConfiguration: { QueueConfigurations: [{ QueueArn, Events: ['s3:ObjectCreated:*'] }] },
        ...more,
      }),
    )
  const letSend = (cloud: Emulator<'cloud'>, source: string) => {
    const statement = {
      Effect: 'Allow',
      Principal: { Service: 's3.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: QueueArn,
      Condition: { ArnLike: { 'aws:SourceArn': source }, StringEquals: { 'aws:SourceAccount': '123456789012' } },
    }
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
    return sqsClient(cloud).send(
      new SetQueueAttributesCommand({ QueueUrl: `${cloud.url}/123456789012/jobs`, Attributes: { Policy } }),
    )
  }
  const put = (cloud: Emulator<'cloud'>, headers: Record<string, string> = {}) => {
    const client = s3Client(cloud)
    client.middlewareStack.add(
      (next) => async (step) => {
        const { headers: before } = step.request as { headers: Record<string, string> } // the step before makes such a request
        return next({
          ...step,
          request: Object.assign(step.request as object, { headers: { ...before, ...headers } }),
        })
      },
      { step: 'build' },
    )
    return client.send(new PutObjectCommand({ Bucket, Key: 'new', Body: 'x' }))
  }
  const queuedMessages = (cloud: Emulator<'cloud'>) => cloud.sqs.messages({ queue: 'jobs' })

  it('go to queues whose policy lets the bucket send', async ({ cloud }) => {
    await letSend(cloud, 'arn:aws:s3:*:*:photos')
    await configure(cloud)
    await put(cloud)
    expect(queuedMessages(cloud)).toHaveLength(2)
  })

  it("are refused, and not sent, when the queue's policy does not allow it", async ({ cloud }) => {
    await letSend(cloud, 'arn:aws:s3:*:*:others')
    await expect(configure(cloud)).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'Unable to validate the following destination configurations',
      ArgumentName1: QueueArn,
      ArgumentValue1: 'Permissions on the destination queue do not allow S3 to publish notifications from this bucket',
    })
    const stored = await s3Client(cloud).send(new GetBucketNotificationConfigurationCommand({ Bucket }))
    expect(stored.QueueConfigurations).toBeUndefined()
    await configure(cloud, { SkipDestinationValidation: true })
    await put(cloud)
    expect(queuedMessages(cloud)).toEqual([])
  })

  it('contain the source address of the request', async ({ cloud }) => {
    await letSend(cloud, 'arn:aws:s3:*:*:photos')
    await configure(cloud, { SkipDestinationValidation: true })
    await put(cloud, { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' })
    const [message] = queuedMessages(cloud)
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      Records: [{ requestParameters: { sourceIPAddress: '203.0.113.7' } }],
    })
  })
})

// Only Linux has all of 127.0.0.0/8 as local addresses.
describe.runIf(process.platform === 'linux')('under enforce_iam, aws:SourceIp', () => {
  it('is the address of the client', async ({ cloud }) => {
    const document = policyOf('Allow', 's3:GetObject', '*', { IpAddress: { 'aws:SourceIp': '127.0.0.2/32' } })
    await iamClient(cloud).send(
      new PutUserPolicyCommand({ UserName: 'ada', PolicyName: 'own', PolicyDocument: document }),
    )
    const readFrom = (localAddress: string) =>
      s3Client(cloud, { credentials: ada, requestHandler: { httpAgent: new Agent({ localAddress }) } }).send(
        new GetObjectCommand({ Bucket, Key }),
      )
    await expect(readFrom('127.0.0.1')).rejects.toMatchObject({ name: 'AccessDenied' })
    expect(await (await readFrom('127.0.0.2')).Body?.transformToString()).toBe('a')
  })
})

describe('federated user credentials', () => {
  it('can neither call IAM nor assume a role, whatever their policy', async ({ cloud }) => {
    await allow(cloud, 'sts:GetFederationToken', 'iam:*', 'sts:*')
    const input = { Name: 'guest', Policy: policyOf('Allow', '*') }
    const { Credentials } = await stsClient(cloud, ada).send(new GetFederationTokenCommand(input))
    const guest = keysOf(Credentials)
    await expect(iamClient(cloud, guest).send(new ListUsersCommand({}))).rejects.toMatchObject({
      name: 'InvalidClientTokenId',
      $metadata: { httpStatusCode: 403 },
    })
    const role = { RoleArn: 'arn:aws:iam::123456789012:role/worker', RoleSessionName: 'guest' }
    await stsClient(cloud, ada).send(new AssumeRoleCommand(role))
    await expect(stsClient(cloud, guest).send(new AssumeRoleCommand(role))).rejects.toMatchObject({
      name: 'AccessDenied',
    })
  })
})
