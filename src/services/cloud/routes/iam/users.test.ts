import {
  AddUserToGroupCommand,
  CreateAccessKeyCommand,
  CreateGroupCommand,
  CreatePolicyCommand,
  CreateUserCommand,
  DeleteAccessKeyCommand,
  DeleteUserCommand,
  DeleteUserPermissionsBoundaryCommand,
  GetAccessKeyLastUsedCommand,
  GetUserCommand,
  ListAccessKeysCommand,
  ListUsersCommand,
  ListUserTagsCommand,
  paginateListUsers,
  PutUserPermissionsBoundaryCommand,
  PutUserPolicyCommand,
  RemoveUserFromGroupCommand,
  DeleteUserPolicyCommand,
  AttachUserPolicyCommand,
  DetachUserPolicyCommand,
  TagUserCommand,
  UntagUserCommand,
  UpdateAccessKeyCommand,
  UpdateUserCommand,
} from '@aws-sdk/client-iam'
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { iamClient, policyOf, stsClient } from '#cloud/iam.fixture.ts'

const it = cloudTest({
  iam: {
    users: [
      {
        user_name: 'ada',
        path: '/teams/web/',
        access_key_id: 'AKIAADAADAADAADAADAA',
        secret_access_key: 'shh',
        tags: { team: 'web' },
      },
    ],
  },
}).extend('iam', ({ cloud }) => iamClient(cloud))

const ada = { accessKeyId: 'AKIAADAADAADAADAADAA', secretAccessKey: 'shh' }

describe('users', () => {
  it('are created with a path, tags and an id with the prefix of users', async ({ iam }) => {
    const { User } = await iam.send(
      new CreateUserCommand({ UserName: 'Bob', Path: '/teams/', Tags: [{ Key: 'stage', Value: 'test' }] }),
    )
    expect(User).toMatchObject({
      UserName: 'Bob',
      Path: '/teams/',
      Arn: 'arn:aws:iam::123456789012:user/teams/Bob',
      Tags: [{ Key: 'stage', Value: 'test' }],
    })
    expect(User?.UserId).toMatch(/^AIDA[A-Z2-7]{17}$/)
    expect(User?.CreateDate).toBeInstanceOf(Date)
    const { User: same } = await iam.send(new GetUserCommand({ UserName: 'Bob' }))
    expect(same).toEqual(User)
  })

  it('have unique names, ignoring case', async ({ iam }) => {
    await expect(iam.send(new CreateUserCommand({ UserName: 'ADA' }))).rejects.toMatchObject({
      name: 'EntityAlreadyExistsException',
      message: 'User with name ADA already exists.',
      $metadata: { httpStatusCode: 409 },
    })
    expect((await iam.send(new GetUserCommand({ UserName: 'ADA' }))).User?.UserName).toBe('ada')
    await expect(iam.send(new GetUserCommand({ UserName: 'eve' }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
      message: 'The user with name eve cannot be found.',
      $metadata: { httpStatusCode: 404 },
    })
  })

  it("have names and paths by the vendor's rules", async ({ iam }) => {
    await expect(iam.send(new CreateUserCommand({ UserName: 'a b' }))).rejects.toMatchObject({
      name: 'ValidationError',
      message:
        'The specified value for userName is invalid. It must contain only alphanumeric characters and/or the following: +=,.@_-',
    })
    await expect(iam.send(new CreateUserCommand({ UserName: 'x'.repeat(65) }))).rejects.toMatchObject({
      message:
        "1 validation error detected: Value at 'userName' failed to satisfy constraint: Member must have length less than or equal to 64",
    })
    await expect(iam.send(new CreateUserCommand({ UserName: 'bob', Path: 'teams' }))).rejects.toMatchObject({
      message:
        'The specified value for path is invalid. It must begin and end with / and contain only alphanumeric characters and/or / characters.',
    })
  })

  it('can get themselves without naming themselves', async ({ cloud, iam }) => {
    const { User } = await iamClient(cloud, ada).send(new GetUserCommand({}))
    expect(User?.UserName).toBe('ada')
    const { User: root } = await iam.send(new GetUserCommand({}))
    expect(root).toMatchObject({ UserId: '123456789012', Arn: 'arn:aws:iam::123456789012:root' })
    expect(root?.UserName).toBeUndefined()
  })

  it('are listed by name in pages, and by path', async ({ iam }) => {
    for (const UserName of ['carl', 'Bob', 'dora']) await iam.send(new CreateUserCommand({ UserName }))
    const first = await iam.send(new ListUsersCommand({ MaxItems: 2 }))
    expect(first.Users?.map((user) => user.UserName)).toEqual(['ada', 'Bob'])
    expect(first).toMatchObject({ IsTruncated: true, Marker: expect.any(String) })
    expect(first.Users?.[0]?.Tags).toBeUndefined()
    // A deletion between two requests does not shift the next page.
    await iam.send(new DeleteUserCommand({ UserName: 'Bob' }))
    const second = await iam.send(new ListUsersCommand({ MaxItems: 2, Marker: first.Marker }))
    expect(second.Users?.map((user) => user.UserName)).toEqual(['carl', 'dora'])
    expect(second).toMatchObject({ IsTruncated: false })
    expect(second.Marker).toBeUndefined()
    const names: (string | undefined)[] = []
    for await (const page of paginateListUsers({ client: iam, pageSize: 1 }, {}))
      names.push(...(page.Users ?? []).map((user) => user.UserName))
    expect(names).toEqual(['ada', 'carl', 'dora'])
    const web = await iam.send(new ListUsersCommand({ PathPrefix: '/teams/' }))
    expect(web.Users?.map((user) => user.UserName)).toEqual(['ada'])
    await expect(iam.send(new ListUsersCommand({ Marker: 'nonsense' }))).rejects.toMatchObject({
      name: 'ValidationError',
    })
    await expect(iam.send(new ListUsersCommand({ MaxItems: 1001 }))).rejects.toMatchObject({
      message:
        "1 validation error detected: Value at 'maxItems' failed to satisfy constraint: Member must have value less than or equal to 1000",
    })
  })

  it('are renamed and moved', async ({ cloud, iam }) => {
    await iam.send(new UpdateUserCommand({ UserName: 'ada', NewUserName: 'Ada', NewPath: '/' }))
    const { User } = await iam.send(new GetUserCommand({ UserName: 'Ada' }))
    expect(User).toMatchObject({ Arn: 'arn:aws:iam::123456789012:user/Ada', Tags: [{ Key: 'team', Value: 'web' }] })
    expect(await stsClient(cloud, ada).send(new GetCallerIdentityCommand({}))).toMatchObject({
      Arn: 'arn:aws:iam::123456789012:user/Ada',
    })
    await iam.send(new CreateUserCommand({ UserName: 'bob' }))
    await expect(iam.send(new UpdateUserCommand({ UserName: 'bob', NewUserName: 'ada' }))).rejects.toMatchObject({
      name: 'EntityAlreadyExistsException',
    })
  })

  it('can be deleted once they have no groups, policies and access keys', async ({ iam }) => {
    const refused = async (message: string): Promise<void> => {
      await expect(iam.send(new DeleteUserCommand({ UserName: 'ada' }))).rejects.toMatchObject({
        name: 'DeleteConflictException',
        message,
        $metadata: { httpStatusCode: 409 },
      })
    }
    const PolicyArn = 'arn:aws:iam::aws:policy/ReadOnlyAccess'
    await iam.send(new CreateGroupCommand({ GroupName: 'admins' }))
    await iam.send(new AddUserToGroupCommand({ GroupName: 'admins', UserName: 'ada' }))
    await iam.send(new AttachUserPolicyCommand({ UserName: 'ada', PolicyArn }))
    await iam.send(
      new PutUserPolicyCommand({ UserName: 'ada', PolicyName: 'own', PolicyDocument: policyOf('Allow', 's3:*') }),
    )
    await refused('Cannot delete entity, must remove users from group first.')
    await iam.send(new RemoveUserFromGroupCommand({ GroupName: 'admins', UserName: 'ada' }))
    await refused('Cannot delete entity, must detach all policies first.')
    await iam.send(new DetachUserPolicyCommand({ UserName: 'ada', PolicyArn }))
    await refused('Cannot delete entity, must delete policies first.')
    await iam.send(new DeleteUserPolicyCommand({ UserName: 'ada', PolicyName: 'own' }))
    await refused('Cannot delete entity, must delete access keys first.')
    await iam.send(new DeleteAccessKeyCommand({ UserName: 'ada', AccessKeyId: ada.accessKeyId }))
    await iam.send(new DeleteUserCommand({ UserName: 'ada' }))
    await expect(iam.send(new GetUserCommand({ UserName: 'ada' }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
    })
  })

  it('have tags with case-insensitive keys', async ({ iam }) => {
    await iam.send(
      new TagUserCommand({
        UserName: 'ada',
        Tags: [
          { Key: 'stage', Value: '' },
          { Key: 'Team', Value: 'infra' },
        ],
      }),
    )
    const { Tags } = await iam.send(new ListUserTagsCommand({ UserName: 'ada' }))
    expect(Tags).toEqual([
      { Key: 'Team', Value: 'infra' },
      { Key: 'stage', Value: '' },
    ])
    const page = await iam.send(new ListUserTagsCommand({ UserName: 'ada', MaxItems: 1 }))
    expect(page).toMatchObject({ IsTruncated: true, Tags: [{ Key: 'Team' }] })
    await iam.send(new UntagUserCommand({ UserName: 'ada', TagKeys: ['team', 'none'] }))
    expect((await iam.send(new ListUserTagsCommand({ UserName: 'ada' }))).Tags).toEqual([{ Key: 'stage', Value: '' }])
    const twice = [
      { Key: 'a', Value: '1' },
      { Key: 'A', Value: '2' },
    ]
    await expect(iam.send(new TagUserCommand({ UserName: 'ada', Tags: twice }))).rejects.toMatchObject({
      name: 'InvalidInputException',
      message: 'Duplicate tag keys found. Please note that Tag keys are case insensitive.',
    })
  })

  it('have a permissions boundary until it is deleted', async ({ iam }) => {
    const { Policy } = await iam.send(
      new CreatePolicyCommand({ PolicyName: 'limit', PolicyDocument: policyOf('Allow', 's3:*') }),
    )
    await iam.send(new PutUserPermissionsBoundaryCommand({ UserName: 'ada', PermissionsBoundary: Policy?.Arn }))
    expect((await iam.send(new GetUserCommand({ UserName: 'ada' }))).User?.PermissionsBoundary).toEqual({
      PermissionsBoundaryType: 'Policy',
      PermissionsBoundaryArn: 'arn:aws:iam::123456789012:policy/limit',
    })
    await iam.send(new DeleteUserPermissionsBoundaryCommand({ UserName: 'ada' }))
    expect((await iam.send(new GetUserCommand({ UserName: 'ada' }))).User?.PermissionsBoundary).toBeUndefined()
    const missingArn = 'arn:aws:iam::123456789012:policy/none'
    await expect(
      iam.send(new PutUserPermissionsBoundaryCommand({ UserName: 'ada', PermissionsBoundary: missingArn })),
    ).rejects.toMatchObject({
      name: 'NoSuchEntityException',
      message: `Policy ${missingArn} does not exist or is not attachable.`,
    })
  })
})

describe('access keys', () => {
  it('authenticate their user until they are deactivated or deleted', async ({ cloud, iam }) => {
    const { AccessKey } = await iam.send(new CreateAccessKeyCommand({ UserName: 'ada' }))
    expect(AccessKey).toMatchObject({ UserName: 'ada', Status: 'Active' })
    expect(AccessKey?.AccessKeyId).toMatch(/^AKIA[A-Z2-7]{16}$/)
    expect(AccessKey?.SecretAccessKey).toMatch(/^[A-Za-z0-9+/]{40}$/)
    const keys = { accessKeyId: AccessKey?.AccessKeyId ?? '', secretAccessKey: AccessKey?.SecretAccessKey ?? '' }
    const own = stsClient(cloud, keys)
    expect(await own.send(new GetCallerIdentityCommand({}))).toMatchObject({
      Arn: 'arn:aws:iam::123456789012:user/teams/web/ada',
    })
    await iam.send(new UpdateAccessKeyCommand({ UserName: 'ada', AccessKeyId: keys.accessKeyId, Status: 'Inactive' }))
    await expect(own.send(new GetCallerIdentityCommand({}))).rejects.toMatchObject({
      name: 'InvalidClientTokenId',
      $metadata: { httpStatusCode: 403 },
    })
    await iam.send(new DeleteAccessKeyCommand({ UserName: 'ada', AccessKeyId: keys.accessKeyId }))
    const { AccessKeyMetadata } = await iam.send(new ListAccessKeysCommand({ UserName: 'ada' }))
    expect(AccessKeyMetadata?.map((key) => key.AccessKeyId)).toEqual([ada.accessKeyId])
  })

  it('are at most two', async ({ iam }) => {
    await iam.send(new CreateAccessKeyCommand({ UserName: 'ada' }))
    await expect(iam.send(new CreateAccessKeyCommand({ UserName: 'ada' }))).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Cannot exceed quota for AccessKeysPerUser: 2',
      $metadata: { httpStatusCode: 409 },
    })
  })

  it('are those of the caller when no user is named', async ({ cloud, iam }) => {
    const mine = iamClient(cloud, ada)
    await mine.send(new CreateAccessKeyCommand({}))
    expect((await mine.send(new ListAccessKeysCommand({}))).AccessKeyMetadata).toHaveLength(2)
    const { AccessKeyMetadata } = await iam.send(new ListAccessKeysCommand({}))
    expect(AccessKeyMetadata?.map((key) => key.AccessKeyId)).toEqual(['AKIAIOSFODNN7EXAMPLE'])
  })

  it('are found at their own user only', async ({ iam }) => {
    await expect(iam.send(new DeleteAccessKeyCommand({ AccessKeyId: ada.accessKeyId }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
      message: `The Access Key with id ${ada.accessKeyId} cannot be found.`,
    })
  })

  it('record when and for which service they were last used', async ({ cloud, iam }) => {
    const command = new GetAccessKeyLastUsedCommand({ AccessKeyId: ada.accessKeyId })
    expect(await iam.send(command)).toMatchObject({
      UserName: 'ada',
      AccessKeyLastUsed: { ServiceName: 'N/A', Region: 'N/A' },
    })
    await stsClient(cloud, ada).send(new GetCallerIdentityCommand({}))
    const { AccessKeyLastUsed } = await iam.send(command)
    expect(AccessKeyLastUsed).toMatchObject({ ServiceName: 'sts', Region: 'us-east-1' })
    expect(AccessKeyLastUsed?.LastUsedDate).toBeInstanceOf(Date)
    await expect(
      iam.send(new GetAccessKeyLastUsedCommand({ AccessKeyId: 'AKIANOBODYNOBODYNOBO' })),
    ).rejects.toMatchObject({ name: 'AccessDenied' })
  })
})
