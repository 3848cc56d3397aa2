import {
  AddUserToGroupCommand,
  CreateLoginProfileCommand,
  GenerateCredentialReportCommand,
  GenerateServiceLastAccessedDetailsCommand,
  GetAccountAuthorizationDetailsCommand,
  GetCredentialReportCommand,
  GetServiceLastAccessedDetailsCommand,
  GetServiceLastAccessedDetailsWithEntitiesCommand,
  ListPoliciesGrantingServiceAccessCommand,
} from '@aws-sdk/client-iam'
import { ListBucketsCommand } from '@aws-sdk/client-s3'
import { DecodeAuthorizationMessageCommand } from '@aws-sdk/client-sts'
import { expect } from 'vitest'
import { cloudTest, s3Client } from '#cloud/cloud.fixture.ts'
import { iamClient, policyOf, stsClient } from '#cloud/iam.fixture.ts'

const ada = { accessKeyId: 'AKIAADAEXAMPLE000000', secretAccessKey: 'ada-secret' }
const arn = (rest: string) => `arn:aws:iam::123456789012:${rest}`

const it = cloudTest({
  iam: {
    policies: [{ policy_name: 'queues', document: policyOf('Allow', 'sqs:*') }],
    groups: [{ group_name: 'web', policies: ['queues'] }],
    users: [
      {
        user_name: 'ada',
        access_key_id: ada.accessKeyId,
        secret_access_key: ada.secretAccessKey,
        policies: ['AmazonS3ReadOnlyAccess', { policy_name: 'own', document: policyOf('Allow', 's3:PutObject') }],
        groups: ['web'],
        tags: { team: 'web' },
      },
      { user_name: 'bob' },
    ],
    roles: [{ role_name: 'worker', policies: ['queues'] }],
  },
}).extend('iam', ({ cloud }) => iamClient(cloud))

it('reports the credentials of all users, anew after four hours', async ({ cloud, iam }) => {
  const get = () => iam.send(new GetCredentialReportCommand())
  const generate = () => iam.send(new GenerateCredentialReportCommand())
  const rows = async () => {
    const { Content, ReportFormat } = await get()
    expect(ReportFormat).toBe('text/csv')
    const [columns = [], ...lines] = Buffer.from(Content ?? [])
      .toString()
      .split('\n')
      .map((line) => line.split(','))
    return lines.map((line) => Object.fromEntries(columns.map((column, index) => [column, line[index]])))
  }
  await expect(get()).rejects.toMatchObject({
    name: 'CredentialReportNotPresentException',
    $metadata: { httpStatusCode: 410 },
  })
  expect(await generate()).toMatchObject({ State: 'STARTED' })
  expect(await generate()).toMatchObject({ State: 'COMPLETE' })
  const never = { access_key_1_last_used_date: 'N/A', access_key_1_last_used_service: 'N/A', cert_1_active: 'false' }
  expect(await rows()).toMatchObject([
    { user: '<root_account>', arn: arn('root'), password_enabled: 'not_supported' },
    { user: 'ada', arn: arn('user/ada'), password_enabled: 'false', access_key_1_active: 'true', ...never },
    { user: 'bob', arn: arn('user/bob'), mfa_active: 'false', access_key_1_active: 'false', ...never },
  ])

  await s3Client(cloud, { credentials: ada }).send(new ListBucketsCommand())
  await iam.send(new CreateLoginProfileCommand({ UserName: 'bob', Password: 'Correct-horse-1' }))
  expect((await rows())[1]).toMatchObject(never)
  cloud.clock.advance('4h')
  await expect(get()).rejects.toMatchObject({ name: 'CredentialReportExpiredException' })
  await generate()
  const [, first, second] = await rows()
  expect(first).toMatchObject({ access_key_1_last_used_service: 's3', access_key_1_last_used_region: 'us-east-1' })
  expect(second).toMatchObject({ password_enabled: 'true', password_last_used: 'no_information' })
})

it('tells all entities with their policies, page by page', async ({ iam }) => {
  const get = (input: object = {}) => iam.send(new GetAccountAuthorizationDetailsCommand(input))
  const all = await get()
  expect(all).toMatchObject({ IsTruncated: false, RoleDetailList: [{ RoleName: 'worker', InstanceProfileList: [] }] })
  expect(all.UserDetailList).toMatchObject([
    {
      UserName: 'ada',
      GroupList: ['web'],
      UserPolicyList: [
        {
          PolicyName: 'own',
          PolicyDocument: encodeURIComponent(policyOf('Allow', 's3:PutObject')).replaceAll('*', '%2A'),
        },
      ],
      AttachedManagedPolicies: [{ PolicyName: 'AmazonS3ReadOnlyAccess' }],
      Tags: [{ Key: 'team', Value: 'web' }],
    },
    { UserName: 'bob', GroupList: [], UserPolicyList: [], AttachedManagedPolicies: [] },
  ])
  expect(all.GroupDetailList).toMatchObject([
    { GroupName: 'web', AttachedManagedPolicies: [{ PolicyName: 'queues', PolicyArn: arn('policy/queues') }] },
  ])
  expect(all.Policies).toMatchObject([
    { PolicyName: 'queues', AttachmentCount: 2, PolicyVersionList: [{ VersionId: 'v1', IsDefaultVersion: true }] },
    { Arn: 'arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess', AttachmentCount: 1 },
  ])
  const roles = await get({ Filter: ['Role', 'LocalManagedPolicy'], MaxItems: 1 })
  expect(roles).toMatchObject({ UserDetailList: [], RoleDetailList: [{ RoleName: 'worker' }], Policies: [] })
  const next = await get({ Filter: ['Role', 'LocalManagedPolicy'], Marker: roles.Marker })
  expect(next).toMatchObject({ RoleDetailList: [], Policies: [{ PolicyName: 'queues' }], IsTruncated: false })
})

it('tells the services that an entity may use, and their last use', async ({ cloud, iam }) => {
  const used = async (Arn: string) => {
    const { JobId } = await iam.send(new GenerateServiceLastAccessedDetailsCommand({ Arn }))
    const details = await iam.send(new GetServiceLastAccessedDetailsCommand({ JobId }))
    expect(details).toMatchObject({ JobStatus: 'COMPLETED', JobType: 'SERVICE_LEVEL', IsTruncated: false })
    return { JobId, services: details.ServicesLastAccessed ?? [] }
  }
  const never = { TotalAuthenticatedEntities: 0 }
  expect((await used(arn('user/ada'))).services).toEqual([
    { ServiceName: 'Amazon S3', ServiceNamespace: 's3', ...never },
    { ServiceName: 'Amazon SQS', ServiceNamespace: 'sqs', ...never },
  ])
  await s3Client(cloud, { credentials: ada }).send(new ListBucketsCommand())
  const last = { LastAuthenticatedEntity: arn('user/ada'), LastAuthenticatedRegion: 'us-east-1' }
  const policy = await used('arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess')
  expect(policy.services).toMatchObject([{ ServiceNamespace: 's3', ...last, TotalAuthenticatedEntities: 1 }])
  const { EntityDetailsList: entities } = await iam.send(
    new GetServiceLastAccessedDetailsWithEntitiesCommand({ JobId: policy.JobId, ServiceNamespace: 's3' }),
  )
  expect(entities).toMatchObject([
    { EntityInfo: { Arn: arn('user/ada'), Type: 'USER', Name: 'ada' }, LastAuthenticated: expect.any(Date) as Date },
  ])
  await expect(used(arn('user/eve'))).rejects.toMatchObject({ name: 'NoSuchEntityException' })

  await iam.send(new AddUserToGroupCommand({ GroupName: 'web', UserName: 'bob' }))
  const granting = async (user: string) => {
    const { PoliciesGrantingServiceAccess: list } = await iam.send(
      new ListPoliciesGrantingServiceAccessCommand({ Arn: arn(`user/${user}`), ServiceNamespaces: ['s3', 'sqs'] }),
    )
    return list?.map(({ Policies }) => Policies?.map(({ PolicyName, PolicyType }) => [PolicyName, PolicyType]))
  }
  const queues = [['queues', 'MANAGED']]
  expect(await granting('ada')).toEqual([
    [
      ['AmazonS3ReadOnlyAccess', 'MANAGED'],
      ['own', 'INLINE'],
    ],
    queues,
  ])
  expect(await granting('bob')).toEqual([[], queues])
})

it('decodes no message, because no refusal of these services holds one', async ({ cloud }) => {
  const decode = new DecodeAuthorizationMessageCommand({ EncodedMessage: 'Y29kZQ' })
  await expect(stsClient(cloud).send(decode)).rejects.toMatchObject({
    name: 'InvalidAuthorizationMessageException',
    $metadata: { httpStatusCode: 400 },
  })
})
