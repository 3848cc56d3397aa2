import {
  AttachGroupPolicyCommand,
  AttachRolePolicyCommand,
  AttachUserPolicyCommand,
  CreatePolicyCommand,
  CreatePolicyVersionCommand,
  DeleteGroupPolicyCommand,
  DeletePolicyCommand,
  DeletePolicyVersionCommand,
  DeleteRolePolicyCommand,
  DeleteUserPolicyCommand,
  DetachGroupPolicyCommand,
  DetachRolePolicyCommand,
  DetachUserPolicyCommand,
  GetGroupPolicyCommand,
  GetPolicyCommand,
  GetPolicyVersionCommand,
  GetRolePolicyCommand,
  GetUserPolicyCommand,
  ListAttachedGroupPoliciesCommand,
  ListAttachedRolePoliciesCommand,
  ListAttachedUserPoliciesCommand,
  ListEntitiesForPolicyCommand,
  ListGroupPoliciesCommand,
  ListPoliciesCommand,
  ListPolicyTagsCommand,
  ListPolicyVersionsCommand,
  ListRolePoliciesCommand,
  ListUserPoliciesCommand,
  PutGroupPolicyCommand,
  PutRolePolicyCommand,
  PutUserPermissionsBoundaryCommand,
  PutUserPolicyCommand,
  SetDefaultPolicyVersionCommand,
  TagPolicyCommand,
  UntagPolicyCommand,
  type ListPoliciesCommandInput,
} from '@aws-sdk/client-iam'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { iamClient, policyOf } from '#cloud/iam.fixture.ts'

const it = cloudTest({
  iam: {
    policies: [
      {
        policy_name: 'uploads',
        path: '/apps/',
        description: 'Puts.',
        document: { Version: '2012-10-17', Statement: { Effect: 'Allow', Action: 's3:PutObject', Resource: '*' } },
      },
    ],
    groups: [{ group_name: 'admins' }],
    users: [{ user_name: 'ada' }],
    roles: [{ role_name: 'worker' }],
  },
}).extend('iam', ({ cloud }) => iamClient(cloud))

const uploads = 'arn:aws:iam::123456789012:policy/apps/uploads'
const reads = policyOf('Allow', 's3:GetObject')

describe('managed policies', () => {
  it('are created with their document as the first version', async ({ iam }) => {
    const { Policy } = await iam.send(
      new CreatePolicyCommand({
        PolicyName: 'reads',
        Path: '/apps/',
        PolicyDocument: reads,
        Description: 'Gets.',
        Tags: [{ Key: 'a', Value: '1' }],
      }),
    )
    expect(Policy).toMatchObject({
      PolicyName: 'reads',
      Arn: 'arn:aws:iam::123456789012:policy/apps/reads',
      DefaultVersionId: 'v1',
      AttachmentCount: 0,
      PermissionsBoundaryUsageCount: 0,
      IsAttachable: true,
      Tags: [{ Key: 'a', Value: '1' }],
    })
    expect(Policy?.PolicyId).toMatch(/^ANPA[A-Z2-7]{17}$/)
    expect(Policy?.Description).toBeUndefined()
    expect((await iam.send(new GetPolicyCommand({ PolicyArn: Policy?.Arn }))).Policy).toEqual({
      ...Policy,
      Description: 'Gets.',
    })
    const plain = await iam.send(new CreatePolicyCommand({ PolicyName: 'plain', PolicyDocument: reads }))
    expect(plain.Policy).not.toHaveProperty('Tags')
    const found = await iam.send(new GetPolicyCommand({ PolicyArn: plain.Policy?.Arn }))
    expect(found.Policy).toMatchObject({ Tags: [] })
    await expect(
      iam.send(new CreatePolicyCommand({ PolicyName: 'reads', PolicyDocument: reads })),
    ).rejects.toMatchObject({
      name: 'EntityAlreadyExistsException',
      message: 'A policy called reads already exists. Duplicate names are not allowed.',
    })
  })

  it('are refused when they are malformed or too large', async ({ iam }) => {
    const create = (PolicyDocument: string) => iam.send(new CreatePolicyCommand({ PolicyName: 'x', PolicyDocument }))
    await expect(create('no')).rejects.toMatchObject({
      name: 'MalformedPolicyDocumentException',
      message: 'Syntax errors in policy.',
    })
    await expect(create(policyOf('Allow', 'GetObject'))).rejects.toMatchObject({
      message: 'Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.',
    })
    const many = Array.from({ length: 300 }, (_, index) => `arn:aws:s3:::bucket-number-${index}/*`)
    await expect(create(policyOf('Allow', 's3:*', many))).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Cannot exceed quota for PolicySize: 6144',
    })
  })

  it('are found by ARN', async ({ iam }) => {
    await expect(iam.send(new GetPolicyCommand({ PolicyArn: `${uploads}-none` }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
      message: `Policy ${uploads}-none was not found.`,
    })
    await expect(iam.send(new GetPolicyCommand({ PolicyArn: 'uploads-and-other-things' }))).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'Invalid ARN:  Could not be parsed!',
    })
    const other = 'arn:aws:s3:::uploads-and-other-things'
    await expect(iam.send(new GetPolicyCommand({ PolicyArn: other }))).rejects.toMatchObject({
      name: 'InvalidInputException',
      message: `ARN ${other} is not valid.`,
    })
  })

  it('have up to five versions, one of which is the default', async ({ iam }) => {
    const add = (SetAsDefault?: boolean) =>
      iam.send(
        new CreatePolicyVersionCommand({
          PolicyArn: uploads,
          PolicyDocument: reads,
          ...(SetAsDefault === undefined ? {} : { SetAsDefault }),
        }),
      )
    expect((await add(true)).PolicyVersion).toMatchObject({ VersionId: 'v2', IsDefaultVersion: true })
    expect((await add()).PolicyVersion).toMatchObject({ VersionId: 'v3', IsDefaultVersion: false })
    await add()
    await add()
    await expect(add()).rejects.toMatchObject({
      name: 'LimitExceededException',
      message:
        'A managed policy can have up to 5 versions. Before you create a new version, you must delete an existing version.',
    })
    const { Versions } = await iam.send(new ListPolicyVersionsCommand({ PolicyArn: uploads }))
    expect(Versions?.map((version) => version.VersionId)).toEqual(['v5', 'v4', 'v3', 'v2', 'v1'])
    expect(await iam.send(new ListPolicyVersionsCommand({ PolicyArn: uploads, MaxItems: 2 }))).toMatchObject({
      IsTruncated: true,
    })
    const { PolicyVersion } = await iam.send(new GetPolicyVersionCommand({ PolicyArn: uploads, VersionId: 'v2' }))
    expect(PolicyVersion).toMatchObject({ IsDefaultVersion: true })
    expect(JSON.parse(decodeURIComponent(PolicyVersion?.Document ?? ''))).toEqual(JSON.parse(reads))
    await expect(
      iam.send(new DeletePolicyVersionCommand({ PolicyArn: uploads, VersionId: 'v2' })),
    ).rejects.toMatchObject({
      name: 'DeleteConflictException',
      message: 'Cannot delete the default version of a policy.',
    })
    await iam.send(new SetDefaultPolicyVersionCommand({ PolicyArn: uploads, VersionId: 'v1' }))
    await iam.send(new DeletePolicyVersionCommand({ PolicyArn: uploads, VersionId: 'v2' }))
    await expect(iam.send(new GetPolicyVersionCommand({ PolicyArn: uploads, VersionId: 'v2' }))).rejects.toMatchObject({
      message: `Policy ${uploads} version v2 does not exist or is not attachable.`,
    })
    // Version numbers are not reused.
    expect((await add()).PolicyVersion?.VersionId).toBe('v6')
  })

  it('are listed by scope, use and path', async ({ iam }) => {
    const names = async (input: ListPoliciesCommandInput) =>
      ((await iam.send(new ListPoliciesCommand(input))).Policies ?? []).map((policy) => policy.PolicyName)
    expect(await names({ Scope: 'Local' })).toEqual(['uploads'])
    const aws = await names({ Scope: 'AWS' })
    expect(aws).toEqual(
      expect.arrayContaining([
        'AdministratorAccess',
        'ReadOnlyAccess',
        'AmazonS3FullAccess',
        'AmazonS3ReadOnlyAccess',
        'AmazonSQSFullAccess',
      ]),
    )
    expect(aws).not.toContain('uploads')
    expect(await names({})).toHaveLength(aws.length + 1)
    expect(await names({ PathPrefix: '/apps/' })).toEqual(['uploads'])
    await iam.send(new AttachUserPolicyCommand({ UserName: 'ada', PolicyArn: 'arn:aws:iam::aws:policy/IAMFullAccess' }))
    await iam.send(new PutUserPermissionsBoundaryCommand({ UserName: 'ada', PermissionsBoundary: uploads }))
    expect(await names({ OnlyAttached: true })).toEqual(['IAMFullAccess', 'uploads'])
    expect(await names({ PolicyUsageFilter: 'PermissionsPolicy' })).toEqual(['IAMFullAccess'])
    expect(await names({ PolicyUsageFilter: 'PermissionsBoundary' })).toEqual(['uploads'])
    const first = await iam.send(new ListPoliciesCommand({ MaxItems: 3 }))
    const second = await iam.send(new ListPoliciesCommand({ MaxItems: 1000, Marker: first.Marker }))
    expect([...(first.Policies ?? []), ...(second.Policies ?? [])]).toHaveLength(aws.length + 1)
  })

  it('of the vendor allow every action, some actions, or all except some', async ({ iam }) => {
    const statementOf = async (name: string) => {
      const PolicyArn = `arn:aws:iam::aws:policy/${name}`
      const { PolicyVersion } = await iam.send(new GetPolicyVersionCommand({ PolicyArn, VersionId: 'v1' }))
      const document: unknown = JSON.parse(decodeURIComponent(PolicyVersion?.Document ?? ''))
      return document
    }
    const allow = (actions: object) => ({ Statement: [{ Effect: 'Allow', Resource: '*', ...actions }] })
    expect(await statementOf('AdministratorAccess')).toMatchObject(allow({ Action: '*' }))
    expect(await statementOf('AmazonS3ReadOnlyAccess')).toMatchObject(
      allow({ Action: expect.arrayContaining(['s3:Get*', 's3:List*']) as string[] }),
    )
    expect(await statementOf('PowerUserAccess')).toMatchObject(
      allow({ NotAction: ['iam:*', 'organizations:*', 'account:*'] }),
    )
  })

  it('list the entities that they are attached to and those that they are the boundary of', async ({ iam }) => {
    await iam.send(new AttachUserPolicyCommand({ UserName: 'ada', PolicyArn: uploads }))
    await iam.send(new AttachRolePolicyCommand({ RoleName: 'worker', PolicyArn: uploads }))
    await iam.send(new AttachGroupPolicyCommand({ GroupName: 'admins', PolicyArn: uploads }))
    expect((await iam.send(new GetPolicyCommand({ PolicyArn: uploads }))).Policy?.AttachmentCount).toBe(3)
    const all = await iam.send(new ListEntitiesForPolicyCommand({ PolicyArn: uploads }))
    expect(all).toMatchObject({
      PolicyGroups: [{ GroupName: 'admins', GroupId: expect.stringMatching(/^AGPA/) }],
      PolicyUsers: [{ UserName: 'ada', UserId: expect.stringMatching(/^AIDA/) }],
      PolicyRoles: [{ RoleName: 'worker', RoleId: expect.stringMatching(/^AROA/) }],
      IsTruncated: false,
    })
    const users = await iam.send(new ListEntitiesForPolicyCommand({ PolicyArn: uploads, EntityFilter: 'User' }))
    expect(users).toMatchObject({ PolicyGroups: [], PolicyUsers: [{ UserName: 'ada' }], PolicyRoles: [] })
    const first = await iam.send(new ListEntitiesForPolicyCommand({ PolicyArn: uploads, MaxItems: 2 }))
    expect(first).toMatchObject({ IsTruncated: true, PolicyUsers: [] })
    const rest = await iam.send(new ListEntitiesForPolicyCommand({ PolicyArn: uploads, Marker: first.Marker }))
    expect(rest).toMatchObject({ IsTruncated: false, PolicyUsers: [{ UserName: 'ada' }], PolicyRoles: [] })
    const bounds = await iam.send(
      new ListEntitiesForPolicyCommand({ PolicyArn: uploads, PolicyUsageFilter: 'PermissionsBoundary' }),
    )
    expect(bounds).toMatchObject({ PolicyGroups: [], PolicyUsers: [], PolicyRoles: [] })
  })

  it('can be deleted once they are not attached and have one version', async ({ iam }) => {
    const remove = () => iam.send(new DeletePolicyCommand({ PolicyArn: uploads }))
    await iam.send(new AttachUserPolicyCommand({ UserName: 'ada', PolicyArn: uploads }))
    await expect(remove()).rejects.toMatchObject({
      name: 'DeleteConflictException',
      message: 'Cannot delete a policy attached to entities.',
    })
    await iam.send(new DetachUserPolicyCommand({ UserName: 'ada', PolicyArn: uploads }))
    await iam.send(new CreatePolicyVersionCommand({ PolicyArn: uploads, PolicyDocument: reads }))
    await expect(remove()).rejects.toMatchObject({
      message: expect.stringContaining('This policy has more than one version.'),
    })
    await iam.send(new DeletePolicyVersionCommand({ PolicyArn: uploads, VersionId: 'v2' }))
    await remove()
    await expect(iam.send(new GetPolicyCommand({ PolicyArn: uploads }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
    })
  })

  it('of the vendor cannot be changed', async ({ iam }) => {
    const PolicyArn = 'arn:aws:iam::aws:policy/AdministratorAccess'
    const { PolicyVersion } = await iam.send(new GetPolicyVersionCommand({ PolicyArn, VersionId: 'v1' }))
    expect(JSON.parse(decodeURIComponent(PolicyVersion?.Document ?? ''))).toEqual({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
    })
    await expect(iam.send(new CreatePolicyVersionCommand({ PolicyArn, PolicyDocument: reads }))).rejects.toMatchObject({
      name: 'AccessDenied',
    })
    await expect(iam.send(new DeletePolicyCommand({ PolicyArn }))).rejects.toMatchObject({ name: 'AccessDenied' })
  })

  it('have tags', async ({ iam }) => {
    await iam.send(
      new TagPolicyCommand({
        PolicyArn: uploads,
        Tags: [
          { Key: 'b', Value: '2' },
          { Key: 'a', Value: '1' },
        ],
      }),
    )
    expect((await iam.send(new ListPolicyTagsCommand({ PolicyArn: uploads }))).Tags).toEqual([
      { Key: 'a', Value: '1' },
      { Key: 'b', Value: '2' },
    ])
    await iam.send(new UntagPolicyCommand({ PolicyArn: uploads, TagKeys: ['a'] }))
    expect((await iam.send(new ListPolicyTagsCommand({ PolicyArn: uploads }))).Tags).toEqual([{ Key: 'b', Value: '2' }])
  })
})

describe('policies of users, groups and roles', () => {
  const admin = 'arn:aws:iam::aws:policy/AdministratorAccess'

  it('are attached at most once, and detached', async ({ iam }) => {
    await iam.send(new AttachUserPolicyCommand({ UserName: 'ada', PolicyArn: admin }))
    await iam.send(new AttachUserPolicyCommand({ UserName: 'ada', PolicyArn: admin }))
    await iam.send(new AttachUserPolicyCommand({ UserName: 'ada', PolicyArn: uploads }))
    expect(await iam.send(new ListAttachedUserPoliciesCommand({ UserName: 'ada' }))).toMatchObject({
      AttachedPolicies: [
        { PolicyName: 'AdministratorAccess', PolicyArn: admin },
        { PolicyName: 'uploads', PolicyArn: uploads },
      ],
      IsTruncated: false,
    })
    const apps = await iam.send(new ListAttachedUserPoliciesCommand({ UserName: 'ada', PathPrefix: '/apps/' }))
    expect(apps.AttachedPolicies).toEqual([{ PolicyName: 'uploads', PolicyArn: uploads }])
    await iam.send(new AttachGroupPolicyCommand({ GroupName: 'admins', PolicyArn: admin }))
    expect(
      (await iam.send(new ListAttachedGroupPoliciesCommand({ GroupName: 'admins' }))).AttachedPolicies,
    ).toHaveLength(1)
    await iam.send(new DetachGroupPolicyCommand({ GroupName: 'admins', PolicyArn: admin }))
    expect((await iam.send(new ListAttachedGroupPoliciesCommand({ GroupName: 'admins' }))).AttachedPolicies).toEqual([])
    await iam.send(new AttachRolePolicyCommand({ RoleName: 'worker', PolicyArn: admin }))
    expect((await iam.send(new ListAttachedRolePoliciesCommand({ RoleName: 'worker' }))).AttachedPolicies).toHaveLength(
      1,
    )
    await iam.send(new DetachRolePolicyCommand({ RoleName: 'worker', PolicyArn: admin }))
    await expect(iam.send(new DetachRolePolicyCommand({ RoleName: 'worker', PolicyArn: admin }))).rejects.toMatchObject(
      {
        name: 'NoSuchEntityException',
        message: `Policy ${admin} was not found.`,
      },
    )
    await expect(
      iam.send(new AttachRolePolicyCommand({ RoleName: 'worker', PolicyArn: `${uploads}-none` })),
    ).rejects.toMatchObject({
      message: `Policy ${uploads}-none does not exist or is not attachable.`,
    })
  })

  it('are at most ten', async ({ iam }) => {
    for (let number = 0; number < 11; number++) {
      const { Policy } = await iam.send(
        new CreatePolicyCommand({ PolicyName: `policy-${number}`, PolicyDocument: reads }),
      )
      const attached = iam.send(new AttachRolePolicyCommand({ RoleName: 'worker', PolicyArn: Policy?.Arn }))
      if (number < 10) await attached
      else
        await expect(attached).rejects.toMatchObject({
          name: 'LimitExceededException',
          message: 'Cannot exceed quota for PoliciesPerRole: 10',
        })
    }
  })

  it('are embedded, read URL-encoded, replaced and deleted', async ({ iam }) => {
    const own = { UserName: 'ada', PolicyName: 'own' }
    await iam.send(new PutUserPolicyCommand({ ...own, PolicyDocument: policyOf('Allow', 's3:*') }))
    await iam.send(new PutUserPolicyCommand({ ...own, PolicyDocument: reads }))
    const found = await iam.send(new GetUserPolicyCommand(own))
    expect(found).toMatchObject(own)
    expect(found.PolicyDocument).toContain('%2A')
    expect(decodeURIComponent(found.PolicyDocument ?? '')).toBe(reads)
    expect(await iam.send(new ListUserPoliciesCommand({ UserName: 'ada' }))).toMatchObject({
      PolicyNames: ['own'],
      IsTruncated: false,
    })
    await iam.send(new DeleteUserPolicyCommand(own))
    await expect(iam.send(new GetUserPolicyCommand(own))).rejects.toMatchObject({
      message: 'The user policy with name own cannot be found.',
    })
    await expect(iam.send(new DeleteUserPolicyCommand(own))).rejects.toMatchObject({ name: 'NoSuchEntityException' })
  })

  it('of groups and roles are separate from those of users', async ({ iam }) => {
    await iam.send(new PutGroupPolicyCommand({ GroupName: 'admins', PolicyName: 'own', PolicyDocument: reads }))
    await iam.send(new PutRolePolicyCommand({ RoleName: 'worker', PolicyName: 'own', PolicyDocument: reads }))
    expect(await iam.send(new GetGroupPolicyCommand({ GroupName: 'admins', PolicyName: 'own' }))).toMatchObject({
      GroupName: 'admins',
      PolicyName: 'own',
    })
    expect(await iam.send(new GetRolePolicyCommand({ RoleName: 'worker', PolicyName: 'own' }))).toMatchObject({
      RoleName: 'worker',
      PolicyName: 'own',
    })
    await iam.send(new DeleteGroupPolicyCommand({ GroupName: 'admins', PolicyName: 'own' }))
    expect((await iam.send(new ListGroupPoliciesCommand({ GroupName: 'admins' }))).PolicyNames).toEqual([])
    expect((await iam.send(new ListRolePoliciesCommand({ RoleName: 'worker' }))).PolicyNames).toEqual(['own'])
    await iam.send(new DeleteRolePolicyCommand({ RoleName: 'worker', PolicyName: 'own' }))
    await expect(iam.send(new GetRolePolicyCommand({ RoleName: 'worker', PolicyName: 'own' }))).rejects.toMatchObject({
      message: 'The role policy with name own cannot be found.',
    })
  })

  it('embedded in one holder have a common size quota', async ({ iam }) => {
    const long = policyOf(
      'Allow',
      's3:*',
      Array.from({ length: 60 }, (_, index) => `arn:aws:s3:::bucket-${index}/*`),
    )
    await iam.send(new PutUserPolicyCommand({ UserName: 'ada', PolicyName: 'one', PolicyDocument: long }))
    await expect(
      iam.send(new PutUserPolicyCommand({ UserName: 'ada', PolicyName: 'two', PolicyDocument: long })),
    ).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Maximum policy size of 2048 bytes exceeded for user ada',
    })
  })
})
