import { PutUserPolicyCommand } from '@aws-sdk/client-iam'
import {
  CreateBucketCommand,
  DeletePublicAccessBlockCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketAclCommand,
  PutBucketOwnershipControlsCommand,
  PutBucketPolicyCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
} from '@aws-sdk/client-s3'
import {
  AddPermissionCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs'
import { AssumeRoleCommand } from '@aws-sdk/client-sts'
import { describe, expect } from 'vitest'
import { cloudTest, s3Client } from './cloud.fixture.ts'
import { iamClient, policyOf, stsClient, type Keys } from './iam.fixture.ts'
import { canonicalUserId } from './rules/s3/access/owner.ts'
import { HOME, PARTNER, partnerRoot, bea, ada, seed, sqsClient, bodyOf } from './accounts.fixture.ts'

const test = cloudTest({ ...seed, enforce_iam: true })

describe('access across accounts, under enforce_iam', () => {
  const denied = { name: 'AccessDenied' }

  test('a role is assumed when its trust policy and the caller’s policies allow it', async ({ cloud }) => {
    const assume = (name: string, keys: Keys, ExternalId?: string) =>
      stsClient(cloud, keys).send(
        new AssumeRoleCommand({
          RoleArn: `arn:aws:iam::${PARTNER}:role/${name}`,
          RoleSessionName: 'build',
          ...(ExternalId === undefined ? {} : { ExternalId }),
        }),
      )
    await assume('audit', ada)
    await expect(assume('closed', ada)).rejects.toMatchObject(denied)
    await expect(assume('none', ada)).rejects.toMatchObject(denied)
    await expect(assume('guarded', ada)).rejects.toMatchObject(denied)
    await assume('guarded', ada, 'contract-7')
    const home = iamClient(cloud)
    await home.send(
      new PutUserPolicyCommand({
        UserName: 'ada',
        PolicyName: 'everything',
        PolicyDocument: policyOf('Allow', 's3:*'),
      }),
    )
    // Naming the user in the trust policy is enough within an account only.
    await expect(assume('guarded', ada, 'contract-7')).rejects.toMatchObject(denied)
  })

  test('a bucket is read when both the bucket’s policy and the caller’s policies allow it', async ({ cloud, s3 }) => {
    const partner = s3Client(cloud, { credentials: bea })
    const read = () => partner.send(new GetObjectCommand({ Bucket: 'home', Key: 'a.txt' }))
    await expect(read()).rejects.toMatchObject(denied)
    await expect(
      s3Client(cloud, { credentials: partnerRoot }).send(new GetObjectCommand({ Bucket: 'home', Key: 'a.txt' })),
    ).rejects.toMatchObject(denied)
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: { AWS: PARTNER }, Action: 's3:GetObject', Resource: 'arn:aws:s3:::home/*' },
      ],
    })
    await s3.send(new PutBucketPolicyCommand({ Bucket: 'home', Policy }))
    expect(await bodyOf(await read())).toBe('home')
    await expect(partner.send(new ListObjectsV2Command({ Bucket: 'home' }))).rejects.toMatchObject(denied)
    const own = new PutUserPolicyCommand({
      UserName: 'bea',
      PolicyName: 'everything',
      PolicyDocument: policyOf('Allow', 'sqs:*'),
    })
    await iamClient(cloud, partnerRoot).send(own)
    await expect(read()).rejects.toMatchObject(denied)
  })

  test('an ACL for the writer alone is refused by a bucket whose owner owns all objects', async ({ cloud, s3 }) => {
    const Statement = { Effect: 'Allow', Principal: { AWS: PARTNER }, Action: 's3:*', Resource: 'arn:aws:s3:::home/*' }
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [Statement] })
    await s3.send(new PutBucketPolicyCommand({ Bucket: 'home', Policy }))
    await s3.send(
      new PutBucketOwnershipControlsCommand({
        Bucket: 'home',
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      }),
    )
    const write = (client: typeof s3, ACL: 'private' | 'bucket-owner-full-control') =>
      client.send(new PutObjectCommand({ Bucket: 'home', Key: 'b.txt', Body: 'b', ACL }))
    const partner = s3Client(cloud, { credentials: bea })
    await write(partner, 'bucket-owner-full-control')
    await write(s3, 'private')
    await expect(write(partner, 'private')).rejects.toMatchObject({ name: 'AccessControlListNotSupported' })
  })

  test('an ACL grants to the account of a canonical user id', async ({ cloud, s3 }) => {
    const partner = s3Client(cloud, { credentials: bea })
    await expect(partner.send(new CreateBucketCommand({ Bucket: 'home' }))).rejects.toMatchObject({
      name: 'BucketAlreadyExists',
    })
    const ID = canonicalUserId({ accountId: PARTNER })
    const read = () => partner.send(new GetObjectCommand({ Bucket: 'home', Key: 'a.txt' }))
    await s3.send(new PutObjectAclCommand({ Bucket: 'home', Key: 'a.txt', GrantRead: `id="${ID}"` }))
    expect(await bodyOf(await read())).toBe('home')
    const write = new PutObjectCommand({ Bucket: 'home', Key: 'b.txt', Body: 'from bea' })
    await expect(partner.send(write)).rejects.toMatchObject(denied)
    await s3.send(new PutBucketAclCommand({ Bucket: 'home', GrantWrite: `id="${ID}"`, GrantRead: `id="${ID}"` }))
    await partner.send(write)
    await s3.send(
      new PutBucketOwnershipControlsCommand({
        Bucket: 'home',
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerPreferred' }] },
      }),
    )
    await partner.send(new ListObjectsV2Command({ Bucket: 'home' }))
  })

  test('the writer owns an object, and lets the bucket’s owner read it by its ACL', async ({ cloud, s3 }) => {
    const partner = s3Client(cloud, { credentials: bea })
    const [home, other] = [HOME, PARTNER].map((accountId) => canonicalUserId({ accountId }))
    await s3.send(new PutBucketAclCommand({ Bucket: 'home', GrantWrite: `id="${other}"` }))
    await partner.send(new PutObjectCommand({ Bucket: 'home', Key: 'own', Body: 'private' }))
    const listed = await s3.send(new ListObjectsV2Command({ Bucket: 'home', FetchOwner: true, Prefix: 'own' }))
    expect(listed.Contents?.[0]?.Owner?.ID).toBe(other)
    await expect(s3.send(new GetObjectCommand({ Bucket: 'home', Key: 'own' }))).rejects.toMatchObject(denied)
    expect(await bodyOf(await partner.send(new GetObjectCommand({ Bucket: 'home', Key: 'own' })))).toBe('private')
    const acl = await partner.send(new GetObjectAclCommand({ Bucket: 'home', Key: 'own' }))
    expect(acl.Owner?.ID).toBe(other)
    await partner.send(
      new PutObjectCommand({ Bucket: 'home', Key: 'shared', Body: 'shared', ACL: 'bucket-owner-full-control' }),
    )
    expect(await bodyOf(await s3.send(new GetObjectCommand({ Bucket: 'home', Key: 'shared' })))).toBe('shared')
    const shared = await partner.send(new GetObjectAclCommand({ Bucket: 'home', Key: 'shared' }))
    expect(shared.Grants?.map(({ Grantee }) => Grantee?.ID)).toEqual([other, home])
  })

  test('the bucket’s owner owns what others write where ACLs are disabled', async ({ cloud }) => {
    const home = s3Client(cloud, { credentials: ada })
    const owner = s3Client(cloud, { credentials: bea })
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: `arn:aws:iam::${HOME}:root` },
          Action: 's3:PutObject',
          Resource: 'arn:aws:s3:::partner/*',
        },
      ],
    })
    await owner.send(new PutBucketPolicyCommand({ Bucket: 'partner', Policy }))
    await home.send(new PutObjectCommand({ Bucket: 'partner', Key: 'c', Body: 'from ada' }))
    expect(await bodyOf(await owner.send(new GetObjectCommand({ Bucket: 'partner', Key: 'c' })))).toBe('from ada')
  })

  test('RestrictPublicBuckets keeps other accounts out of a bucket with a public policy', async ({ cloud, s3 }) => {
    const partner = s3Client(cloud, { credentials: bea })
    await s3.send(new DeletePublicAccessBlockCommand({ Bucket: 'home' }))
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::home/*' }],
    })
    await s3.send(new PutBucketPolicyCommand({ Bucket: 'home', Policy }))
    await partner.send(new GetObjectCommand({ Bucket: 'home', Key: 'a.txt' }))
    await s3.send(
      new PutPublicAccessBlockCommand({
        Bucket: 'home',
        PublicAccessBlockConfiguration: { RestrictPublicBuckets: true },
      }),
    )
    await expect(partner.send(new GetObjectCommand({ Bucket: 'home', Key: 'a.txt' }))).rejects.toMatchObject(denied)
    await s3.send(new GetObjectCommand({ Bucket: 'home', Key: 'a.txt' }))
  })

  test('a queue is used by the account that its policy names, and changed by its own account only', async ({
    cloud,
  }) => {
    const [home, partner] = [sqsClient(cloud, ada), sqsClient(cloud, bea)]
    const QueueUrl = `${cloud.url}/${PARTNER}/results`
    const send = () => home.send(new SendMessageCommand({ QueueUrl, MessageBody: 'done' }))
    await expect(send()).rejects.toMatchObject(denied)
    await partner.send(
      new AddPermissionCommand({ QueueUrl, Label: 'home', AWSAccountIds: [HOME], Actions: ['SendMessage'] }),
    )
    await send()
    await expect(home.send(new ReceiveMessageCommand({ QueueUrl }))).rejects.toMatchObject(denied)
    const { Attributes } = await partner.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }))
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { AWS: HOME }, Action: 'sqs:*', Resource: Attributes?.QueueArn }],
    })
    await partner.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { Policy } }))
    await home.send(new ReceiveMessageCommand({ QueueUrl }))
    await expect(home.send(new DeleteQueueCommand({ QueueUrl }))).rejects.toMatchObject(denied)
  })
})
