import {
  AttachUserPolicyCommand,
  CreateAccountAliasCommand,
  CreateAccessKeyCommand,
  CreatePolicyCommand,
  CreateRoleCommand,
  CreateUserCommand,
  GetAccountSummaryCommand,
  GetUserCommand,
  ListEntitiesForPolicyCommand,
  ListPoliciesCommand,
  ListUsersCommand,
} from '@aws-sdk/client-iam'
import { CreateBucketCommand, GetObjectCommand, HeadBucketCommand, ListBucketsCommand } from '@aws-sdk/client-s3'
import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { AssumeRoleCommand, GetAccessKeyInfoCommand, GetCallerIdentityCommand } from '@aws-sdk/client-sts'
import { describe, expect, it } from 'vitest'
import { cloudTest, s3Client, startCloud } from './cloud.fixture.ts'
import { iamClient, keysOf, policyOf, stsClient, trustOf } from './iam.fixture.ts'
import { canonicalUserId } from './rules/s3/access/owner.ts'
import { HOME, PARTNER, keyOf, partnerRoot, bea, ada, seed, sqsClient } from './accounts.fixture.ts'

const test = cloudTest(seed)

describe('a further account', () => {
  test('has users, policies and a summary of its own', async ({ cloud }) => {
    const [home, partner] = [iamClient(cloud, ada), iamClient(cloud, bea)]
    expect((await home.send(new ListUsersCommand({}))).Users?.map(({ UserName }) => UserName)).toEqual(['ada'])
    expect((await partner.send(new ListUsersCommand({}))).Users?.map(({ Arn }) => Arn)).toEqual([
      `arn:aws:iam::${PARTNER}:user/ada`,
      `arn:aws:iam::${PARTNER}:user/bea`,
    ])
    const { User } = await partner.send(new GetUserCommand({}))
    expect(User?.Arn).toBe(`arn:aws:iam::${PARTNER}:user/bea`)
    await partner.send(new CreateUserCommand({ UserName: 'cy' }))
    await expect(home.send(new GetUserCommand({ UserName: 'cy' }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
    })
    expect((await partner.send(new GetAccountSummaryCommand({}))).SummaryMap).toMatchObject({ Users: 3, Roles: 3 })
    expect((await home.send(new GetAccountSummaryCommand({}))).SummaryMap).toMatchObject({ Users: 1, Roles: 1 })
  })

  test('sees the use of the vendor’s policies by its own entities only', async ({ cloud }) => {
    const [home, partner] = [iamClient(cloud), iamClient(cloud, partnerRoot)]
    const PolicyArn = 'arn:aws:iam::aws:policy/ReadOnlyAccess'
    await partner.send(new AttachUserPolicyCommand({ UserName: 'bea', PolicyArn }))
    expect((await partner.send(new ListEntitiesForPolicyCommand({ PolicyArn }))).PolicyUsers).toHaveLength(1)
    expect((await home.send(new ListEntitiesForPolicyCommand({ PolicyArn }))).PolicyUsers).toEqual([])
    const attached = await home.send(new ListPoliciesCommand({ OnlyAttached: true }))
    expect(attached.Policies).toEqual([])
  })

  test('cannot use a policy of another', async ({ cloud }) => {
    const made = new CreatePolicyCommand({ PolicyName: 'reads', PolicyDocument: policyOf('Allow', 's3:Get*') })
    const { Policy } = await iamClient(cloud).send(made)
    await expect(
      iamClient(cloud, partnerRoot).send(new AttachUserPolicyCommand({ UserName: 'bea', PolicyArn: Policy?.Arn })),
    ).rejects.toMatchObject({ name: 'AccessDenied', message: 'Policy is outside your own account.' })
  })

  test('cannot take the alias of another', async ({ cloud }) => {
    await iamClient(cloud).send(new CreateAccountAliasCommand({ AccountAlias: 'acme' }))
    await expect(
      iamClient(cloud, partnerRoot).send(new CreateAccountAliasCommand({ AccountAlias: 'acme' })),
    ).rejects.toMatchObject({ name: 'EntityAlreadyExistsException' })
  })

  test('is the identity of its keys', async ({ cloud }) => {
    expect(await stsClient(cloud, bea).send(new GetCallerIdentityCommand({}))).toMatchObject({
      Account: PARTNER,
      Arn: `arn:aws:iam::${PARTNER}:user/bea`,
    })
    expect(await stsClient(cloud, partnerRoot).send(new GetCallerIdentityCommand({}))).toMatchObject({
      Account: PARTNER,
      Arn: `arn:aws:iam::${PARTNER}:root`,
    })
    const info = new GetAccessKeyInfoCommand({ AccessKeyId: bea.accessKeyId })
    expect((await stsClient(cloud, ada).send(info)).Account).toBe(PARTNER)
    const { AccessKey } = await iamClient(cloud, partnerRoot).send(new CreateAccessKeyCommand({ UserName: 'ada' }))
    const made = { accessKeyId: AccessKey?.AccessKeyId ?? '', secretAccessKey: AccessKey?.SecretAccessKey ?? '' }
    expect((await stsClient(cloud, made).send(new GetCallerIdentityCommand({}))).Arn).toBe(
      `arn:aws:iam::${PARTNER}:user/ada`,
    )
  })

  test('owns its buckets, whose names nobody else can take', async ({ cloud, s3 }) => {
    const partner = s3Client(cloud, { credentials: bea })
    expect((await s3.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toEqual(['home'])
    const listed = await partner.send(new ListBucketsCommand({}))
    expect(listed.Buckets?.map(({ Name }) => Name)).toEqual(['partner'])
    expect(listed.Owner?.ID).toBe(canonicalUserId({ accountId: PARTNER }))
    await expect(partner.send(new CreateBucketCommand({ Bucket: 'home' }))).rejects.toMatchObject({
      name: 'BucketAlreadyExists',
      $metadata: { httpStatusCode: 409 },
    })
  })

  test('is the owner that a client can expect of a bucket', async ({ s3 }) => {
    await s3.send(new HeadBucketCommand({ Bucket: 'partner', ExpectedBucketOwner: PARTNER }))
    await expect(
      s3.send(new GetObjectCommand({ Bucket: 'partner', Key: 'b.txt', ExpectedBucketOwner: HOME })),
    ).rejects.toMatchObject({ name: 'AccessDenied' })
  })

  test('has queues of its own, which others reach by their URL', async ({ cloud }) => {
    const [home, partner] = [sqsClient(cloud, ada), sqsClient(cloud, bea)]
    const { QueueUrls } = await partner.send(new ListQueuesCommand({}))
    expect(QueueUrls).toEqual([`${cloud.url}/${PARTNER}/jobs`, `${cloud.url}/${PARTNER}/results`])
    const { QueueUrl } = await home.send(
      new GetQueueUrlCommand({ QueueName: 'results', QueueOwnerAWSAccountId: PARTNER }),
    )
    await home.send(new SendMessageCommand({ QueueUrl, MessageBody: 'done' }))
    const { Messages } = await partner.send(new ReceiveMessageCommand({ QueueUrl: QueueUrls?.[1] }))
    expect(Messages?.[0]?.Body).toBe('done')
    await expect(home.send(new GetQueueUrlCommand({ QueueName: 'results' }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    })
    const made = await partner.send(new CreateQueueCommand({ QueueName: 'fresh' }))
    expect(made.QueueUrl).toBe(`${cloud.url}/${PARTNER}/fresh`)
  })

  test('lets any principal assume its roles while policies are not enforced', async ({ cloud }) => {
    const assumed = await stsClient(cloud, ada).send(
      new AssumeRoleCommand({ RoleArn: `arn:aws:iam::${PARTNER}:role/closed`, RoleSessionName: 'build' }),
    )
    expect(assumed.AssumedRoleUser?.Arn).toBe(`arn:aws:sts::${PARTNER}:assumed-role/closed/build`)
    const session = keysOf(assumed.Credentials)
    const identity = await stsClient(cloud, session).send(new GetCallerIdentityCommand({}))
    expect(identity.Account).toBe(PARTNER)
    const users = await iamClient(cloud, session).send(new ListUsersCommand({}))
    expect(users.Users?.map(({ UserName }) => UserName)).toEqual(['ada', 'bea'])
  })
})

describe('a seed', () => {
  it('is refused when two accounts have the same id or key', async () => {
    await expect(startCloud({ accounts: [{ account_id: HOME }] })).rejects.toThrow('another account has this id')
    await expect(
      startCloud({
        accounts: [{ account_id: PARTNER, ...keyOf(bea), iam: { users: [{ user_name: 'b', ...keyOf(bea) }] } }],
      }),
    ).rejects.toThrow('another access key has this id')
    await expect(startCloud({ accounts: [{ account_id: PARTNER, secret_access_key: 'x' }] })).rejects.toThrow(
      'a secret needs an access_key_id',
    )
  })

  it('is refused when a role trusts a missing user of another account of it', async () => {
    const role = { role_name: 'x', assume_role_policy: trustOf({ AWS: `arn:aws:iam::${PARTNER}:user/none` }) }
    const accounts = [{ account_id: PARTNER }]
    await expect(startCloud({ iam: { roles: [role] }, accounts })).rejects.toThrow('Invalid principal in policy')
    const outside = { role_name: 'x', assume_role_policy: trustOf({ AWS: 'arn:aws:iam::999999999999:user/none' }) }
    await using cloud = await startCloud({ iam: { roles: [outside] } })
    await iamClient(cloud).send(
      new CreateRoleCommand({ RoleName: 'y', AssumeRolePolicyDocument: trustOf({ AWS: '999999999999' }) }),
    )
  })
})
