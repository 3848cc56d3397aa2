import {
  AddRoleToInstanceProfileCommand,
  AttachUserPolicyCommand,
  CreateInstanceProfileCommand,
  CreateOpenIDConnectProviderCommand,
  CreatePolicyCommand,
  CreateUserCommand,
  DeleteUserPolicyCommand,
  GetInstanceProfileCommand,
  GetOpenIDConnectProviderCommand,
  GetPolicyCommand,
  GetUserCommand,
  IAMClient,
  ListUsersCommand,
  PutUserPolicyCommand,
  TagUserCommand,
} from '@aws-sdk/client-iam'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  ListMessageMoveTasksCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
  TagQueueCommand,
  UntagQueueCommand,
} from '@aws-sdk/client-sqs'
import {
  AssumeRoleCommand,
  GetCallerIdentityCommand,
  GetFederationTokenCommand,
  GetSessionTokenCommand,
} from '@aws-sdk/client-sts'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { allowPublicAccess, credentials, s3Client, startCloud, cloudTest } from './cloud.fixture.ts'
import { enabledDevice, iamClient, keysOf, policyOf, stsClient, trustOf, type Keys } from './iam.fixture.ts'

const account = '123456789012'
const user = (name: string): string => `arn:aws:iam::${account}:user/${name}`
const role = (name: string): string => `arn:aws:iam::${account}:role/${name}`

function key(letters: string): { access_key_id: string; secret_access_key: string } {
  return { access_key_id: `AKIA${letters.repeat(16).slice(0, 16)}`, secret_access_key: `secret of ${letters}` }
}

function keys(letters: string): Keys {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = key(letters)
  return { accessKeyId, secretAccessKey }
}

const nobody = keys('NOBODY')
const admin = keys('ADMIN')
const reader = keys('READER')
const bounded = keys('BOUNDED')

const it = cloudTest({
  enforce_iam: true,
  s3: {
    buckets: [
      {
        name: 'photos',
        objects: [
          { key: 'home/reader/a.txt', body: 'a' },
          { key: 'home/admin/b.txt', body: 'b' },
        ],
      },
    ],
  },
  sqs: { queues: [{ name: 'jobs' }] },
  iam: {
    policies: [
      {
        policy_name: 'home',
        document: {
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Action: 's3:ListBucket',
              Resource: 'arn:aws:s3:::photos',
              Condition: { StringLike: { 's3:prefix': ['home/${aws:username}/*'] } },
            },
            {
              Effect: 'Allow',
              Action: ['s3:GetObject', 's3:PutObject'],
              Resource: 'arn:aws:s3:::photos/home/${aws:username}/*',
            },
            {
              Effect: 'Deny',
              Action: 's3:PutObject',
              Resource: '*',
              Condition: { StringEquals: { 's3:x-amz-acl': 'public-read' } },
            },
          ],
        },
      },
      {
        policy_name: 'storage',
        document: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }] },
      },
    ],
    groups: [{ group_name: 'readers', policies: ['home'] }],
    users: [
      { user_name: 'nobody', ...key('NOBODY') },
      { user_name: 'admin', ...key('ADMIN'), policies: ['AdministratorAccess'] },
      { user_name: 'reader', ...key('READER'), groups: ['readers'] },
      { user_name: 'bounded', ...key('BOUNDED'), policies: ['AdministratorAccess'], permissions_boundary: 'storage' },
    ],
    roles: [
      { role_name: 'worker', policies: ['AmazonS3FullAccess', 'AmazonSQSFullAccess'] },
      {
        role_name: 'partner',
        assume_role_policy: trustOf({ AWS: user('nobody') }, { StringEquals: { 'sts:ExternalId': 'agreed' } }, [
          'sts:AssumeRole',
          'sts:TagSession',
        ]),
        policies: [
          {
            policy_name: 'own',
            document: policyOf('Allow', 's3:*', 'arn:aws:s3:::photos/${aws:PrincipalTag/folder}/*'),
          },
        ],
      },
    ],
  },
})

const iam = (cloud: Emulator<'cloud'>, who: Keys) => iamClient(cloud, who)
const sts = (cloud: Emulator<'cloud'>, who: Keys) => stsClient(cloud, who)
const s3 = (cloud: Emulator<'cloud'>, who: Keys) => s3Client(cloud, { credentials: who })
const sqs = (cloud: Emulator<'cloud'>, who: Keys) =>
  new SQSClient({ endpoint: cloud.url, region: 'us-east-1', credentials: who, maxAttempts: 1 })
const root = credentials

const denied = (message: string) => ({
  name: 'AccessDenied',
  message,
  $metadata: expect.objectContaining({ httpStatusCode: 403 }),
})
const read = (cloud: Emulator<'cloud'>, who: Keys, Key: string) =>
  s3(cloud, who).send(new GetObjectCommand({ Bucket: 'photos', Key }))

describe('under enforce_iam, IAM', () => {
  it('lets users do what their policies allow', async ({ cloud }) => {
    await expect(iam(cloud, nobody).send(new ListUsersCommand({}))).rejects.toMatchObject(
      denied(
        `User: ${user('nobody')} is not authorized to perform: iam:ListUsers on resource: * because no identity-based policy allows the iam:ListUsers action`,
      ),
    )
    await expect(
      iam(cloud, nobody).send(new CreateUserCommand({ UserName: 'eve', Path: '/x/' })),
    ).rejects.toMatchObject(
      denied(
        `User: ${user('nobody')} is not authorized to perform: iam:CreateUser on resource: ${user('x/eve')} because no identity-based policy allows the iam:CreateUser action`,
      ),
    )
    await iam(cloud, admin).send(new CreateUserCommand({ UserName: 'eve' }))
    await iam(cloud, root).send(new GetUserCommand({ UserName: 'eve' }))
  })

  it('applies a policy as soon as it is stored, and no longer once it is deleted', async ({ cloud }) => {
    const own = { UserName: 'nobody', PolicyName: 'own' }
    await iam(cloud, root).send(
      new PutUserPolicyCommand({ ...own, PolicyDocument: policyOf('Allow', 'iam:Get*', user('${aws:username}')) }),
    )
    await iam(cloud, nobody).send(new GetUserCommand({}))
    await expect(iam(cloud, nobody).send(new GetUserCommand({ UserName: 'admin' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    })
    await iam(cloud, root).send(new DeleteUserPolicyCommand(own))
    await expect(iam(cloud, nobody).send(new GetUserCommand({}))).rejects.toMatchObject({ name: 'AccessDenied' })
  })

  it('tells that a key is not there to those who may list it', async ({ cloud }) => {
    const allow = (PolicyName: string, PolicyDocument: string) =>
      iam(cloud, root).send(new PutUserPolicyCommand({ UserName: 'nobody', PolicyName, PolicyDocument }))
    await allow('reads', policyOf('Allow', 's3:GetObject', 'arn:aws:s3:::photos/*'))
    const open = { StringLike: { 's3:prefix': 'open/*' } }
    await allow('lists', policyOf('Allow', 's3:ListBucket', 'arn:aws:s3:::photos', open))
    await expect(read(cloud, nobody, 'open/none')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(read(cloud, nobody, 'closed/none')).rejects.toMatchObject({ name: 'AccessDenied' })
  })

  it('has condition keys for the tags of the request and of the resource', async ({ cloud }) => {
    const document = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: 'iam:TagUser',
          Resource: '*',
          Condition: {
            StringEquals: { 'aws:RequestTag/team': 'web' },
            'ForAllValues:StringEquals': { 'aws:TagKeys': ['team'] },
          },
        },
        {
          Effect: 'Allow',
          Action: 'iam:GetUser',
          Resource: '*',
          Condition: { StringEquals: { 'aws:ResourceTag/team': 'web' } },
        },
      ],
    })
    await iam(cloud, root).send(
      new PutUserPolicyCommand({ UserName: 'nobody', PolicyName: 'own', PolicyDocument: document }),
    )
    const tag = (...Tags: { Key: string; Value: string }[]) =>
      iam(cloud, nobody).send(new TagUserCommand({ UserName: 'reader', Tags }))
    await expect(iam(cloud, nobody).send(new GetUserCommand({ UserName: 'reader' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    })
    await expect(tag({ Key: 'team', Value: 'ops' })).rejects.toMatchObject({ name: 'AccessDenied' })
    await expect(tag({ Key: 'team', Value: 'web' }, { Key: 'more', Value: '' })).rejects.toMatchObject({
      name: 'AccessDenied',
    })
    await tag({ Key: 'team', Value: 'web' })
    await iam(cloud, nobody).send(new GetUserCommand({ UserName: 'reader' }))
  })

  it('has condition keys for the tags of policies, instance profiles and identity providers', async ({ cloud }) => {
    const tags = { 'aws:ResourceTag/team': 'web' }
    const PolicyDocument = policyOf('Allow', 'iam:Get*', '*', { StringEquals: tags })
    await iam(cloud, root).send(new PutUserPolicyCommand({ UserName: 'nobody', PolicyName: 'own', PolicyDocument }))
    const Tags = [{ Key: 'team', Value: 'web' }]
    const document = policyOf('Allow', 's3:*')
    const { Policy: tagged } = await iam(cloud, root).send(
      new CreatePolicyCommand({ PolicyName: 'tagged', PolicyDocument: document, Tags }),
    )
    await iam(cloud, nobody).send(new GetPolicyCommand({ PolicyArn: tagged?.Arn }))
    const home = `arn:aws:iam::${account}:policy/home`
    await expect(iam(cloud, nobody).send(new GetPolicyCommand({ PolicyArn: home }))).rejects.toMatchObject({
      name: 'AccessDenied',
    })
    await iam(cloud, root).send(new CreateInstanceProfileCommand({ InstanceProfileName: 'web', Tags }))
    await iam(cloud, nobody).send(new GetInstanceProfileCommand({ InstanceProfileName: 'web' }))
    const { OpenIDConnectProviderArn } = await iam(cloud, root).send(
      new CreateOpenIDConnectProviderCommand({ Url: 'https://id.example.com/web', Tags }),
    )
    await iam(cloud, nobody).send(new GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn }))
  })

  it('requires iam:PassRole to add a role to an instance profile', async ({ cloud }) => {
    await iam(cloud, root).send(new CreateInstanceProfileCommand({ InstanceProfileName: 'web' }))
    const allow = (PolicyName: string, document: string) =>
      iam(cloud, root).send(new PutUserPolicyCommand({ UserName: 'nobody', PolicyName, PolicyDocument: document }))
    const add = () =>
      iam(cloud, nobody).send(new AddRoleToInstanceProfileCommand({ InstanceProfileName: 'web', RoleName: 'worker' }))
    await allow('own', policyOf('Allow', 'iam:AddRoleToInstanceProfile'))
    await expect(add()).rejects.toMatchObject(
      denied(
        `User: ${user('nobody')} is not authorized to perform: iam:PassRole on resource: ${role('worker')} because no identity-based policy allows the iam:PassRole action`,
      ),
    )
    const toInstances = { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } }
    await allow('pass', policyOf('Allow', 'iam:PassRole', role('worker'), toInstances))
    await add()
  })

  it('distinguishes an explicit deny from a permissions boundary', async ({ cloud }) => {
    await iam(cloud, root).send(
      new PutUserPolicyCommand({
        UserName: 'admin',
        PolicyName: 'own',
        PolicyDocument: policyOf('Deny', 'iam:ListUsers'),
      }),
    )
    await expect(iam(cloud, admin).send(new ListUsersCommand({}))).rejects.toMatchObject(
      denied(
        `User: ${user('admin')} is not authorized to perform: iam:ListUsers on resource: * with an explicit deny in an identity-based policy`,
      ),
    )
    await expect(iam(cloud, bounded).send(new ListUsersCommand({}))).rejects.toMatchObject(
      denied(
        `User: ${user('bounded')} is not authorized to perform: iam:ListUsers on resource: * because no permissions boundary allows the iam:ListUsers action`,
      ),
    )
    await s3(cloud, bounded).send(new ListBucketsCommand({}))
  })

  it('lists buckets by a policy about all buckets', async ({ cloud }) => {
    const list = () => s3(cloud, nobody).send(new ListBucketsCommand({}))
    const allow = (resource: string) =>
      iam(cloud, root).send(
        new PutUserPolicyCommand({
          UserName: 'nobody',
          PolicyName: 'own',
          PolicyDocument: policyOf('Allow', 's3:ListAllMyBuckets', resource),
        }),
      )
    await allow('arn:aws:s3:::photos')
    await expect(list()).rejects.toMatchObject({ name: 'AccessDenied' })
    await allow('arn:aws:s3:::*')
    expect((await list()).Buckets).toMatchObject([{ Name: 'photos' }])
  })

  it('refuses unknown access keys', async ({ cloud }) => {
    await expect(
      sts(cloud, { accessKeyId: 'AKIASTRANGERSTRANGER', secretAccessKey: 'x' }).send(new GetCallerIdentityCommand({})),
    ).rejects.toMatchObject({ name: 'InvalidClientTokenId' })
    // Every authenticated user may call GetCallerIdentity.
    await sts(cloud, nobody).send(new GetCallerIdentityCommand({}))
  })
})

describe('under enforce_iam, S3', () => {
  it('restricts users to the folders that their groups allow', async ({ cloud }) => {
    await read(cloud, reader, 'home/reader/a.txt')
    const message = `User: ${user('reader')} is not authorized to perform: s3:GetObject on resource: "arn:aws:s3:::photos/home/admin/b.txt" because no identity-based policy allows the s3:GetObject action`
    await expect(read(cloud, reader, 'home/admin/b.txt')).rejects.toMatchObject(denied(message))
    const list = (Prefix?: string) =>
      s3(cloud, reader).send(
        new ListObjectsV2Command({ Bucket: 'photos', ...(Prefix === undefined ? {} : { Prefix }) }),
      )
    expect((await list('home/reader/')).KeyCount).toBe(1)
    await expect(list()).rejects.toMatchObject({ name: 'AccessDenied' })
    const put = (ACL?: 'public-read') =>
      s3(cloud, reader).send(
        new PutObjectCommand({
          Bucket: 'photos',
          Key: 'home/reader/c',
          Body: 'c',
          ...(ACL === undefined ? {} : { ACL }),
        }),
      )
    await put()
    await expect(put('public-read')).rejects.toMatchObject({
      message: expect.stringMatching(/with an explicit deny in an identity-based policy$/),
    })
    await expect(
      s3(cloud, reader).send(new DeleteObjectCommand({ Bucket: 'photos', Key: 'home/reader/c' })),
    ).rejects.toMatchObject({ name: 'AccessDenied' })
    const copy = { Bucket: 'photos', Key: 'home/reader/d', CopySource: 'photos/home/admin/b.txt' }
    await expect(s3(cloud, reader).send(new CopyObjectCommand(copy))).rejects.toMatchObject({ name: 'AccessDenied' })
    await expect(s3(cloud, reader).send(new CreateBucketCommand({ Bucket: 'mine-alone' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    })
  })

  it('opens a bucket to the principals of its policy, and to everyone', async ({ cloud }) => {
    const opened = (Principal: unknown) =>
      JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal, Action: 's3:GetObject', Resource: 'arn:aws:s3:::photos/*' }],
      })
    const stranger = () => fetch(`${cloud.url}/photos/home/admin/b.txt`)
    await s3(cloud, root).send(
      new PutBucketPolicyCommand({ Bucket: 'photos', Policy: opened({ AWS: user('nobody') }) }),
    )
    await read(cloud, nobody, 'home/admin/b.txt')
    const refused = await stranger()
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('<Code>AccessDenied</Code><Message>Access Denied</Message>')
    await allowPublicAccess(s3(cloud, root), 'photos')
    await s3(cloud, root).send(new PutBucketPolicyCommand({ Bucket: 'photos', Policy: opened('*') }))
    expect(await (await stranger()).text()).toBe('b')
    expect((await fetch(`${cloud.url}/photos`)).status).toBe(403)
  })

  it('denies even root what a bucket policy denies, except changing that policy', async ({ cloud }) => {
    const shut = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Deny',
          Principal: '*',
          Action: 's3:*',
          Resource: ['arn:aws:s3:::photos', 'arn:aws:s3:::photos/*'],
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
      ],
    })
    await s3(cloud, root).send(new PutBucketPolicyCommand({ Bucket: 'photos', Policy: shut }))
    await expect(read(cloud, root, 'home/admin/b.txt')).rejects.toMatchObject({
      message: expect.stringMatching(/with an explicit deny in a resource-based policy$/),
    })
    await expect(read(cloud, admin, 'home/admin/b.txt')).rejects.toMatchObject({ name: 'AccessDenied' })
    const open = shut.replace('"s3:*"', '"s3:DeleteBucket"')
    await s3(cloud, root).send(new PutBucketPolicyCommand({ Bucket: 'photos', Policy: open }))
    await read(cloud, admin, 'home/admin/b.txt')
  })
})

describe('under enforce_iam, SQS', () => {
  it('names actions in lower case, and for a batch those of its messages', async ({ cloud }) => {
    const QueueUrl = `${cloud.url}/${account}/jobs`
    const refused = (action: string) => ({
      message: `User: ${user('nobody')} is not authorized to perform: sqs:${action} on resource: arn:aws:sqs:us-east-1:${account}:jobs because no identity-based policy allows the sqs:${action} action`,
    })
    await expect(sqs(cloud, nobody).send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }))).rejects.toMatchObject(
      refused('sendmessage'),
    )
    const Entries = [{ Id: 'a', MessageBody: 'x' }]
    await expect(sqs(cloud, nobody).send(new SendMessageBatchCommand({ QueueUrl, Entries }))).rejects.toMatchObject(
      refused('sendmessage'),
    )
    await expect(sqs(cloud, nobody).send(new ListQueuesCommand({}))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    })
    await sqs(cloud, admin).send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }))
  })

  it('opens a queue to the principals of its policy', async ({ cloud }) => {
    const QueueUrl = `${cloud.url}/${account}/jobs`
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: user('nobody') },
          Action: 'sqs:SendMessage',
          Resource: `arn:aws:sqs:us-east-1:${account}:jobs`,
        },
      ],
    })
    await sqs(cloud, root).send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { Policy } }))
    await sqs(cloud, nobody).send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }))
    await expect(sqs(cloud, nobody).send(new ReceiveMessageCommand({ QueueUrl }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    })
    await expect(sqs(cloud, nobody).send(new GetQueueUrlCommand({ QueueName: 'jobs' }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    })
  })
})

describe('under enforce_iam, moving messages', () => {
  it('requires permission to send messages back to their source queues', async ({ cloud }) => {
    const arn = (name: string) => `arn:aws:sqs:us-east-1:${account}:${name}`
    await sqs(cloud, root).send(new CreateQueueCommand({ QueueName: 'dead' }))
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arn('dead'), maxReceiveCount: 1 })
    const QueueUrl = `${cloud.url}/${account}/jobs`
    await sqs(cloud, root).send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedrivePolicy } }))
    const allow = (PolicyName: string, document: string) =>
      iam(cloud, root).send(new PutUserPolicyCommand({ UserName: 'nobody', PolicyName, PolicyDocument: document }))
    await allow('take', policyOf('Allow', 'sqs:*', arn('dead')))
    const start = () => sqs(cloud, nobody).send(new StartMessageMoveTaskCommand({ SourceArn: arn('dead') }))
    await expect(start()).rejects.toMatchObject({
      message: expect.stringContaining(`sqs:sendmessage on resource: ${arn('jobs')}`),
    })
    await allow('give', policyOf('Allow', 'sqs:SendMessage', arn('jobs')))
    await start()
  })

  it('requires permission to read the queue for listing its tasks', async ({ cloud }) => {
    const SourceArn = `arn:aws:sqs:us-east-1:${account}:jobs`
    const PolicyDocument = policyOf('Allow', 'sqs:ListMessageMoveTasks')
    await iam(cloud, root).send(new PutUserPolicyCommand({ UserName: 'nobody', PolicyName: 'own', PolicyDocument }))
    await expect(sqs(cloud, nobody).send(new ListMessageMoveTasksCommand({ SourceArn }))).rejects.toMatchObject({
      message: expect.stringContaining('sqs:getqueueattributes'),
    })
  })
})

describe('under enforce_iam, regions', () => {
  it("are those of the requests' signatures", async ({ cloud }) => {
    const condition = { StringNotEquals: { 'aws:RequestedRegion': ['us-east-1', 'eu-west-1'] } }
    const PolicyDocument = policyOf('Deny', '*', '*', condition)
    await iam(cloud, root).send(new PutUserPolicyCommand({ UserName: 'admin', PolicyName: 'own', PolicyDocument }))
    const list = (region: string) =>
      new SQSClient({ endpoint: cloud.url, region, credentials: admin, maxAttempts: 1 }).send(new ListQueuesCommand({}))
    await list('us-east-1')
    await list('eu-west-1')
    await expect(list('ap-south-1')).rejects.toMatchObject({
      message: expect.stringContaining('with an explicit deny in an identity-based policy'),
    })
    // IAM has one region for all requests.
    const far = new IAMClient({ endpoint: cloud.url, region: 'ap-south-1', credentials: admin, maxAttempts: 1 })
    await far.send(new ListUsersCommand({}))
  })
})

describe('under enforce_iam, tags of queues', () => {
  const create = (cloud: Emulator<'cloud'>, who: Keys, QueueName: string, tags: Record<string, string>) =>
    sqs(cloud, who).send(new CreateQueueCommand({ QueueName, tags }))
  const refused = { $metadata: { httpStatusCode: 403 } }
  const own = (cloud: Emulator<'cloud'>, action: string[], condition: object) =>
    iam(cloud, admin).send(
      new PutUserPolicyCommand({
        UserName: 'nobody',
        PolicyName: 'own',
        PolicyDocument: policyOf('Allow', action, '*', { StringEquals: condition }),
      }),
    )

  it('can be a condition for access', async ({ cloud }) => {
    await own(cloud, ['sqs:SendMessage', 'sqs:GetQueueUrl'], { 'aws:ResourceTag/team': 'web' })
    await create(cloud, admin, 'web', { team: 'web' })
    await create(cloud, admin, 'data', { team: 'data' })
    const { QueueUrl } = await sqs(cloud, nobody).send(new GetQueueUrlCommand({ QueueName: 'web' }))
    const Entries = [{ Id: 'a', MessageBody: 'x' }]
    expect(await sqs(cloud, nobody).send(new SendMessageBatchCommand({ QueueUrl, Entries }))).toHaveProperty(
      'Successful',
    )
    await expect(sqs(cloud, nobody).send(new GetQueueUrlCommand({ QueueName: 'data' }))).rejects.toMatchObject(refused)
  })

  it('can restrict which tags a user sets on or removes from a queue', async ({ cloud }) => {
    await own(cloud, ['sqs:CreateQueue', 'sqs:TagQueue'], { 'aws:RequestTag/team': 'web' })
    const { QueueUrl } = await create(cloud, nobody, 'web', { team: 'web' })
    await expect(create(cloud, nobody, 'data', { team: 'data' })).rejects.toMatchObject(refused)
    const tag = (Tags: Record<string, string>) => sqs(cloud, nobody).send(new TagQueueCommand({ QueueUrl, Tags }))
    await tag({ team: 'web' })
    await expect(tag({ team: 'data' })).rejects.toMatchObject(refused)
    await own(cloud, ['sqs:UntagQueue'], { 'aws:TagKeys': 'stage' })
    const untag = (key: string) => sqs(cloud, nobody).send(new UntagQueueCommand({ QueueUrl, TagKeys: [key] }))
    await untag('stage')
    await expect(untag('team')).rejects.toMatchObject(refused)
  })
})

describe('under enforce_iam, STS', () => {
  const assume = (cloud: Emulator<'cloud'>, who: Keys, name: string, more: object = {}) =>
    sts(cloud, who).send(new AssumeRoleCommand({ RoleArn: role(name), RoleSessionName: 'build', ...more }))

  it("leaves a role that trusts the account to the caller's own policies", async ({ cloud }) => {
    await expect(assume(cloud, nobody, 'worker')).rejects.toMatchObject(
      denied(
        `User: ${user('nobody')} is not authorized to perform: sts:AssumeRole on resource: ${role('worker')} because no identity-based policy allows the sts:AssumeRole action`,
      ),
    )
    const { Credentials } = await assume(cloud, admin, 'worker')
    await read(cloud, keysOf(Credentials), 'home/admin/b.txt')
    await expect(iam(cloud, keysOf(Credentials)).send(new ListUsersCommand({}))).rejects.toMatchObject(
      denied(
        `User: arn:aws:sts::${account}:assumed-role/worker/build is not authorized to perform: iam:ListUsers on resource: * because no identity-based policy allows the iam:ListUsers action`,
      ),
    )
    await expect(assume(cloud, root, 'worker')).rejects.toMatchObject(
      denied('Roles may not be assumed by root accounts.'),
    )
  })

  it('evaluates the trust policy with its conditions', async ({ cloud }) => {
    const untrusted = denied(
      `User: ${user('nobody')} is not authorized to perform: sts:AssumeRole because no role trust policy allows the sts:AssumeRole action`,
    )
    await expect(assume(cloud, nobody, 'partner')).rejects.toMatchObject(untrusted)
    await expect(assume(cloud, nobody, 'partner', { ExternalId: 'guessed' })).rejects.toMatchObject(untrusted)
    await assume(cloud, nobody, 'partner', { ExternalId: 'agreed' })
    // A principal that the trust policy does not name is not trusted, whatever its own permissions are.
    await expect(assume(cloud, admin, 'partner', { ExternalId: 'agreed' })).rejects.toMatchObject({
      name: 'AccessDenied',
    })
  })

  it('adds session tags, which policies can use', async ({ cloud }) => {
    const { Credentials } = await assume(cloud, nobody, 'partner', {
      ExternalId: 'agreed',
      Tags: [{ Key: 'folder', Value: 'home/admin' }],
    })
    await read(cloud, keysOf(Credentials), 'home/admin/b.txt')
    await expect(read(cloud, keysOf(Credentials), 'home/reader/a.txt')).rejects.toMatchObject({ name: 'AccessDenied' })
    const { Credentials: untagged } = await assume(cloud, nobody, 'partner', { ExternalId: 'agreed' })
    await expect(read(cloud, keysOf(untagged), 'home/admin/b.txt')).rejects.toMatchObject({ name: 'AccessDenied' })
    // This role's trust policy lets nobody set session tags.
    await expect(assume(cloud, admin, 'worker', { Tags: [{ Key: 'a', Value: 'b' }] })).rejects.toMatchObject({
      message: expect.stringContaining('sts:TagSession'),
    })
  })

  it('limits a session to its session policy', async ({ cloud }) => {
    const { Credentials } = await assume(cloud, admin, 'worker', {
      Policy: policyOf('Allow', 's3:GetObject', 'arn:aws:s3:::photos/home/admin/*'),
    })
    const session = keysOf(Credentials)
    await read(cloud, session, 'home/admin/b.txt')
    await expect(read(cloud, session, 'home/reader/a.txt')).rejects.toMatchObject({
      message: expect.stringMatching(/because no session policy allows the s3:GetObject action$/),
    })
    const { Credentials: managed } = await assume(cloud, admin, 'worker', {
      PolicyArns: [{ arn: 'arn:aws:iam::aws:policy/AmazonSQSFullAccess' }],
    })
    await sqs(cloud, keysOf(managed)).send(new ListQueuesCommand({}))
    await expect(read(cloud, keysOf(managed), 'home/admin/b.txt')).rejects.toMatchObject({ name: 'AccessDenied' })
  })

  it('gives a federated user the permissions that both the user and the session policy allow', async ({ cloud }) => {
    const federate = (who: Keys, Policy?: string) =>
      sts(cloud, who).send(
        new GetFederationTokenCommand({ Name: 'guest', ...(Policy === undefined ? {} : { Policy }) }),
      )
    await expect(federate(nobody)).rejects.toMatchObject(
      denied(
        `User: ${user('nobody')} is not authorized to perform: sts:GetFederationToken on resource: arn:aws:sts::${account}:federated-user/guest because no identity-based policy allows the sts:GetFederationToken action`,
      ),
    )
    const { Credentials: without } = await federate(admin)
    await expect(read(cloud, keysOf(without), 'home/admin/b.txt')).rejects.toMatchObject({ name: 'AccessDenied' })
    const { Credentials } = await federate(admin, policyOf('Allow', 's3:GetObject', '*'))
    await read(cloud, keysOf(Credentials), 'home/admin/b.txt')
    await expect(s3(cloud, keysOf(Credentials)).send(new ListBucketsCommand({}))).rejects.toMatchObject({
      name: 'AccessDenied',
    })
  })

  it("lets a federated user have only the tags that the user's policies allow", async ({ cloud }) => {
    const PolicyDocument = policyOf('Allow', ['sts:GetFederationToken', 'sts:TagSession'], '*', {
      StringEquals: { 'aws:RequestTag/team': 'web' },
    })
    await iam(cloud, root).send(new PutUserPolicyCommand({ UserName: 'nobody', PolicyName: 'own', PolicyDocument }))
    const federate = (Value: string) =>
      sts(cloud, nobody).send(new GetFederationTokenCommand({ Name: 'visitor', Tags: [{ Key: 'team', Value }] }))
    expect(await federate('web')).toHaveProperty('Credentials')
    await expect(federate('data')).rejects.toMatchObject({ name: 'AccessDenied' })
  })

  it('gives a federated user no permissions by a policy that names the account', async ({ cloud }) => {
    const own = { UserName: 'nobody', PolicyName: 'own', PolicyDocument: policyOf('Allow', 'sts:GetFederationToken') }
    await iam(cloud, root).send(new PutUserPolicyCommand(own))
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { AWS: account }, Action: 's3:*', Resource: 'arn:aws:s3:::photos/*' }],
    })
    await s3(cloud, root).send(new PutBucketPolicyCommand({ Bucket: 'photos', Policy }))
    const guest = { Name: 'guest', Policy: policyOf('Allow', 's3:*') }
    const { Credentials } = await sts(cloud, nobody).send(new GetFederationTokenCommand(guest))
    await expect(read(cloud, keysOf(Credentials), 'home/admin/b.txt')).rejects.toMatchObject({
      message: expect.stringMatching(/because no identity-based policy allows the s3:GetObject action$/),
    })
    const named = Policy.replace(`"${account}"`, `"arn:aws:sts::${account}:federated-user/guest"`)
    await s3(cloud, root).send(new PutBucketPolicyCommand({ Bucket: 'photos', Policy: named }))
    await read(cloud, keysOf(Credentials), 'home/admin/b.txt')
  })

  it('distinguishes sessions with and without multi-factor authentication', async ({ cloud }) => {
    const document = policyOf('Allow', 'iam:ListUsers', '*', { Bool: { 'aws:MultiFactorAuthPresent': 'true' } })
    await iam(cloud, root).send(
      new PutUserPolicyCommand({ UserName: 'nobody', PolicyName: 'own', PolicyDocument: document }),
    )
    await expect(iam(cloud, nobody).send(new ListUsersCommand({}))).rejects.toMatchObject({ name: 'AccessDenied' })
    const { Credentials: plain } = await sts(cloud, nobody).send(new GetSessionTokenCommand({}))
    await expect(iam(cloud, keysOf(plain)).send(new ListUsersCommand({}))).rejects.toMatchObject({
      name: 'InvalidClientTokenId',
    })
    const code = await enabledDevice(cloud, 'nobody')
    const { Credentials } = await sts(cloud, nobody).send(new GetSessionTokenCommand(code))
    await iam(cloud, keysOf(Credentials)).send(new ListUsersCommand({}))
  })

  it("evaluates dates by the instance's clock", async ({ cloud }) => {
    const until = new Date(cloud.clock.now() + 3_600_000).toISOString()
    const document = policyOf('Allow', 'iam:ListUsers', '*', { DateLessThan: { 'aws:CurrentTime': until } })
    await iam(cloud, root).send(
      new PutUserPolicyCommand({ UserName: 'nobody', PolicyName: 'own', PolicyDocument: document }),
    )
    await iam(cloud, nobody).send(new ListUsersCommand({}))
    cloud.clock.advance('61m')
    await expect(iam(cloud, nobody).send(new ListUsersCommand({}))).rejects.toMatchObject({ name: 'AccessDenied' })
  })
})

describe('without enforce_iam', () => {
  it('stores policies without applying them', async () => {
    await using open = await startCloud({ iam: { users: [{ user_name: 'nobody', ...key('NOBODY') }] } })
    const client = iamClient(open, nobody)
    await client.send(
      new AttachUserPolicyCommand({ UserName: 'nobody', PolicyArn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' }),
    )
    const { User } = await client.send(new CreateUserCommand({ UserName: 'eve' }))
    expect(User?.UserName).toBe('eve')
  })
})
