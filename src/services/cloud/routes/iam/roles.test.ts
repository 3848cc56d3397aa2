import {
  AddRoleToInstanceProfileCommand,
  AttachRolePolicyCommand,
  CreateInstanceProfileCommand,
  CreateRoleCommand,
  DeleteInstanceProfileCommand,
  DeleteRoleCommand,
  DeleteRolePermissionsBoundaryCommand,
  DeleteRolePolicyCommand,
  DetachRolePolicyCommand,
  GetInstanceProfileCommand,
  GetRoleCommand,
  ListInstanceProfilesCommand,
  ListInstanceProfilesForRoleCommand,
  ListInstanceProfileTagsCommand,
  ListRolesCommand,
  ListRoleTagsCommand,
  PutRolePermissionsBoundaryCommand,
  PutRolePolicyCommand,
  RemoveRoleFromInstanceProfileCommand,
  TagInstanceProfileCommand,
  TagRoleCommand,
  UntagInstanceProfileCommand,
  UntagRoleCommand,
  UpdateAssumeRolePolicyCommand,
  UpdateRoleCommand,
  UpdateRoleDescriptionCommand,
} from '@aws-sdk/client-iam'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { iamClient, policyOf, trustOf } from '#cloud/iam.fixture.ts'

const it = cloudTest({
  iam: { users: [{ user_name: 'ada' }], roles: [{ role_name: 'worker', description: 'Works.' }] },
}).extend('iam', ({ cloud }) => iamClient(cloud))

const lambda = trustOf({ Service: 'lambda.amazonaws.com' })

describe('roles', () => {
  it('are created with a trust policy, which is returned URL-encoded', async ({ iam }) => {
    const { Role } = await iam.send(
      new CreateRoleCommand({
        RoleName: 'builder',
        Path: '/ci/',
        AssumeRolePolicyDocument: lambda,
        Description: 'Builds.',
        MaxSessionDuration: 7200,
        Tags: [{ Key: 'team', Value: 'ci' }],
      }),
    )
    expect(Role).toMatchObject({
      RoleName: 'builder',
      Arn: 'arn:aws:iam::123456789012:role/ci/builder',
      Description: 'Builds.',
      MaxSessionDuration: 7200,
      Tags: [{ Key: 'team', Value: 'ci' }],
    })
    expect(Role?.RoleId).toMatch(/^AROA[A-Z2-7]{17}$/)
    expect(Role?.AssumeRolePolicyDocument).toMatch(/^%7B%22Version%22%3A%222012-10-17%22/)
    expect(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? '')).toBe(lambda)
    expect((await iam.send(new GetRoleCommand({ RoleName: 'builder' }))).Role).toEqual({ ...Role, RoleLastUsed: {} })
  })

  it('are refused with an invalid trust policy', async ({ iam }) => {
    const create = (AssumeRolePolicyDocument: string) =>
      iam.send(new CreateRoleCommand({ RoleName: 'x', AssumeRolePolicyDocument }))
    await expect(create('{')).rejects.toMatchObject({
      name: 'MalformedPolicyDocumentException',
      message: 'This policy contains invalid Json',
      $metadata: { httpStatusCode: 400 },
    })
    await expect(create(policyOf('Allow', 'sts:AssumeRole'))).rejects.toMatchObject({
      message: 'Has prohibited field Resource',
    })
    await expect(create(trustOf({ AWS: 'arn:aws:iam::123456789012:user/nobody' }))).rejects.toMatchObject({
      message: 'Invalid principal in policy: "AWS":"arn:aws:iam::123456789012:user/nobody"',
    })
    await create(trustOf({ AWS: ['arn:aws:iam::123456789012:user/ada', 'arn:aws:iam::999999999999:user/other'] }))
    await expect(create(lambda)).rejects.toMatchObject({
      name: 'EntityAlreadyExistsException',
      message: 'Role with name x already exists.',
    })
    await expect(
      iam.send(new CreateRoleCommand({ RoleName: 'y', AssumeRolePolicyDocument: lambda, MaxSessionDuration: 43_201 })),
    ).rejects.toMatchObject({
      message:
        "1 validation error detected: Value at 'maxSessionDuration' failed to satisfy constraint: Member must have value less than or equal to 43200",
    })
  })

  it('are updated, with the default duration when none is sent', async ({ iam }) => {
    await iam.send(new UpdateRoleCommand({ RoleName: 'worker', MaxSessionDuration: 7200 }))
    expect((await iam.send(new GetRoleCommand({ RoleName: 'worker' }))).Role).toMatchObject({
      Description: 'Works.',
      MaxSessionDuration: 7200,
    })
    await iam.send(new UpdateRoleCommand({ RoleName: 'worker', Description: 'Rests.' }))
    expect((await iam.send(new GetRoleCommand({ RoleName: 'worker' }))).Role).toMatchObject({
      Description: 'Rests.',
      MaxSessionDuration: 3600,
    })
    const { Role } = await iam.send(new UpdateRoleDescriptionCommand({ RoleName: 'worker', Description: 'Sleeps.' }))
    expect(Role).toMatchObject({ RoleName: 'worker', Description: 'Sleeps.' })
    await iam.send(new UpdateAssumeRolePolicyCommand({ RoleName: 'worker', PolicyDocument: lambda }))
    const document = (await iam.send(new GetRoleCommand({ RoleName: 'worker' }))).Role?.AssumeRolePolicyDocument
    expect(decodeURIComponent(document ?? '')).toBe(lambda)
    await expect(
      iam.send(new UpdateAssumeRolePolicyCommand({ RoleName: 'worker', PolicyDocument: '[]' })),
    ).rejects.toMatchObject({
      name: 'MalformedPolicyDocumentException',
      message: 'Syntax errors in policy.',
    })
    await expect(iam.send(new UpdateRoleCommand({ RoleName: 'none' }))).rejects.toMatchObject({
      message: 'The role with name none cannot be found.',
    })
  })

  it('are listed by name, with tags and boundary only in GetRole', async ({ iam }) => {
    const PermissionsBoundary = 'arn:aws:iam::aws:policy/ReadOnlyAccess'
    await iam.send(new TagRoleCommand({ RoleName: 'worker', Tags: [{ Key: 'team', Value: 'ci' }] }))
    await iam.send(new PutRolePermissionsBoundaryCommand({ RoleName: 'worker', PermissionsBoundary }))
    await iam.send(new CreateRoleCommand({ RoleName: 'Archivist', AssumeRolePolicyDocument: lambda, Path: '/x/' }))
    const { Roles } = await iam.send(new ListRolesCommand({}))
    expect(Roles?.map((role) => role.RoleName)).toEqual(['Archivist', 'worker'])
    expect(Roles?.[1]?.Tags).toBeUndefined()
    expect((await iam.send(new ListRolesCommand({ PathPrefix: '/x/' }))).Roles).toHaveLength(1)
    expect((await iam.send(new GetRoleCommand({ RoleName: 'worker' }))).Role).toMatchObject({
      Tags: [{ Key: 'team', Value: 'ci' }],
      PermissionsBoundary: { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: PermissionsBoundary },
    })
    expect((await iam.send(new ListRoleTagsCommand({ RoleName: 'worker' }))).Tags).toEqual([
      { Key: 'team', Value: 'ci' },
    ])
    await iam.send(new UntagRoleCommand({ RoleName: 'worker', TagKeys: ['team'] }))
    await iam.send(new DeleteRolePermissionsBoundaryCommand({ RoleName: 'worker' }))
    const { Role } = await iam.send(new GetRoleCommand({ RoleName: 'worker' }))
    expect(Role?.Tags).toBeUndefined()
    expect(Role?.PermissionsBoundary).toBeUndefined()
  })

  it('can be deleted once they have no policies and instance profiles', async ({ iam }) => {
    const refused = async (message: string): Promise<void> => {
      await expect(iam.send(new DeleteRoleCommand({ RoleName: 'worker' }))).rejects.toMatchObject({
        name: 'DeleteConflictException',
        message,
      })
    }
    const PolicyArn = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'
    await iam.send(new CreateInstanceProfileCommand({ InstanceProfileName: 'web' }))
    await iam.send(new AddRoleToInstanceProfileCommand({ InstanceProfileName: 'web', RoleName: 'worker' }))
    await iam.send(new AttachRolePolicyCommand({ RoleName: 'worker', PolicyArn }))
    await iam.send(
      new PutRolePolicyCommand({ RoleName: 'worker', PolicyName: 'own', PolicyDocument: policyOf('Allow', 's3:*') }),
    )
    await refused('Cannot delete entity, must remove roles from instance profile first.')
    await iam.send(new RemoveRoleFromInstanceProfileCommand({ InstanceProfileName: 'web', RoleName: 'worker' }))
    await refused('Cannot delete entity, must detach all policies first.')
    await iam.send(new DetachRolePolicyCommand({ RoleName: 'worker', PolicyArn }))
    await refused('Cannot delete entity, must delete policies first.')
    await iam.send(new DeleteRolePolicyCommand({ RoleName: 'worker', PolicyName: 'own' }))
    await iam.send(new DeleteRoleCommand({ RoleName: 'worker' }))
    await expect(iam.send(new GetRoleCommand({ RoleName: 'worker' }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
    })
  })
})

describe('instance profiles', () => {
  it('have at most one role', async ({ iam }) => {
    const { InstanceProfile } = await iam.send(
      new CreateInstanceProfileCommand({
        InstanceProfileName: 'web',
        Path: '/apps/',
        Tags: [{ Key: 'team', Value: 'web' }],
      }),
    )
    expect(InstanceProfile).toMatchObject({
      Arn: 'arn:aws:iam::123456789012:instance-profile/apps/web',
      Roles: [],
      Tags: [{ Key: 'team', Value: 'web' }],
    })
    expect(InstanceProfile?.InstanceProfileId).toMatch(/^AIPA[A-Z2-7]{17}$/)
    await expect(iam.send(new CreateInstanceProfileCommand({ InstanceProfileName: 'web' }))).rejects.toMatchObject({
      name: 'EntityAlreadyExistsException',
      message: 'Instance Profile web already exists.',
    })
    const worker = { InstanceProfileName: 'web', RoleName: 'worker' }
    await iam.send(new AddRoleToInstanceProfileCommand(worker))
    await expect(iam.send(new AddRoleToInstanceProfileCommand(worker))).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Cannot exceed quota for InstanceSessionsPerInstanceProfile: 1',
    })
    const { InstanceProfile: filled } = await iam.send(new GetInstanceProfileCommand({ InstanceProfileName: 'web' }))
    expect(filled?.Roles).toMatchObject([{ RoleName: 'worker', Arn: 'arn:aws:iam::123456789012:role/worker' }])
    expect(
      (await iam.send(new ListInstanceProfilesForRoleCommand({ RoleName: 'worker' }))).InstanceProfiles,
    ).toHaveLength(1)
    expect((await iam.send(new ListInstanceProfilesCommand({ PathPrefix: '/apps/' }))).InstanceProfiles).toMatchObject([
      { InstanceProfileName: 'web' },
    ])
    await expect(iam.send(new DeleteInstanceProfileCommand({ InstanceProfileName: 'web' }))).rejects.toMatchObject({
      name: 'DeleteConflictException',
    })
    await iam.send(new RemoveRoleFromInstanceProfileCommand(worker))
    await expect(iam.send(new RemoveRoleFromInstanceProfileCommand(worker))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
    })
    await iam.send(new DeleteInstanceProfileCommand({ InstanceProfileName: 'web' }))
    await expect(iam.send(new GetInstanceProfileCommand({ InstanceProfileName: 'web' }))).rejects.toMatchObject({
      message: 'Instance Profile web cannot be found.',
    })
  })

  it('have tags', async ({ iam }) => {
    await iam.send(new CreateInstanceProfileCommand({ InstanceProfileName: 'web' }))
    await iam.send(
      new TagInstanceProfileCommand({
        InstanceProfileName: 'web',
        Tags: [
          { Key: 'b', Value: '2' },
          { Key: 'a', Value: '1' },
        ],
      }),
    )
    await iam.send(new UntagInstanceProfileCommand({ InstanceProfileName: 'web', TagKeys: ['b'] }))
    expect((await iam.send(new ListInstanceProfileTagsCommand({ InstanceProfileName: 'web' }))).Tags).toEqual([
      { Key: 'a', Value: '1' },
    ])
  })
})
