import {
  AddUserToGroupCommand,
  AttachGroupPolicyCommand,
  CreateGroupCommand,
  DeleteGroupCommand,
  DeleteGroupPolicyCommand,
  DetachGroupPolicyCommand,
  GetGroupCommand,
  ListGroupsCommand,
  ListGroupsForUserCommand,
  PutGroupPolicyCommand,
  RemoveUserFromGroupCommand,
  UpdateGroupCommand,
} from '@aws-sdk/client-iam'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { iamClient, policyOf } from '#cloud/iam.fixture.ts'

const it = cloudTest({
  iam: {
    groups: [{ group_name: 'admins', path: '/staff/' }],
    users: [{ user_name: 'ada', groups: ['admins'] }, { user_name: 'bob' }],
  },
}).extend('iam', ({ cloud }) => iamClient(cloud))

describe('groups', () => {
  it('are created, listed by name and by path, and renamed', async ({ iam }) => {
    const { Group } = await iam.send(new CreateGroupCommand({ GroupName: 'Writers', Path: '/staff/' }))
    expect(Group).toMatchObject({
      GroupName: 'Writers',
      Path: '/staff/',
      Arn: 'arn:aws:iam::123456789012:group/staff/Writers',
    })
    expect(Group?.GroupId).toMatch(/^AGPA[A-Z2-7]{17}$/)
    await expect(iam.send(new CreateGroupCommand({ GroupName: 'writers' }))).rejects.toMatchObject({
      name: 'EntityAlreadyExistsException',
      message: 'Group with name writers already exists.',
    })
    const first = await iam.send(new ListGroupsCommand({ PathPrefix: '/staff/', MaxItems: 1 }))
    expect(first).toMatchObject({ Groups: [{ GroupName: 'admins' }], IsTruncated: true })
    const rest = await iam.send(new ListGroupsCommand({ PathPrefix: '/staff/', Marker: first.Marker }))
    expect(rest).toMatchObject({ Groups: [{ GroupName: 'Writers' }], IsTruncated: false })
    expect((await iam.send(new ListGroupsCommand({ PathPrefix: '/none/' }))).Groups).toEqual([])
    await iam.send(new UpdateGroupCommand({ GroupName: 'Writers', NewGroupName: 'readers', NewPath: '/' }))
    expect((await iam.send(new GetGroupCommand({ GroupName: 'readers' }))).Group?.GroupId).toBe(Group?.GroupId)
    await expect(
      iam.send(new UpdateGroupCommand({ GroupName: 'readers', NewGroupName: 'Admins' })),
    ).rejects.toMatchObject({ name: 'EntityAlreadyExistsException' })
    await expect(iam.send(new GetGroupCommand({ GroupName: 'Writers' }))).rejects.toMatchObject({
      message: 'The group with name Writers cannot be found.',
    })
  })

  it('have each user at most once', async ({ iam }) => {
    await iam.send(new AddUserToGroupCommand({ GroupName: 'admins', UserName: 'bob' }))
    await iam.send(new AddUserToGroupCommand({ GroupName: 'admins', UserName: 'bob' }))
    const { Users, IsTruncated } = await iam.send(new GetGroupCommand({ GroupName: 'admins' }))
    expect(Users?.map((user) => user.UserName)).toEqual(['ada', 'bob'])
    expect(IsTruncated).toBe(false)
    expect(await iam.send(new GetGroupCommand({ GroupName: 'admins', MaxItems: 1 }))).toMatchObject({
      Users: [{ UserName: 'ada' }],
      IsTruncated: true,
    })
    expect((await iam.send(new ListGroupsForUserCommand({ UserName: 'bob' }))).Groups).toMatchObject([
      { GroupName: 'admins' },
    ])
    await iam.send(new RemoveUserFromGroupCommand({ GroupName: 'admins', UserName: 'bob' }))
    expect((await iam.send(new ListGroupsForUserCommand({ UserName: 'bob' }))).Groups).toEqual([])
    await expect(
      iam.send(new RemoveUserFromGroupCommand({ GroupName: 'admins', UserName: 'bob' })),
    ).rejects.toMatchObject({ name: 'NoSuchEntityException' })
    await expect(iam.send(new AddUserToGroupCommand({ GroupName: 'admins', UserName: 'eve' }))).rejects.toMatchObject({
      message: 'The user with name eve cannot be found.',
    })
  })

  it('are at most ten for each user', async ({ iam }) => {
    for (let number = 0; number < 10; number++) {
      await iam.send(new CreateGroupCommand({ GroupName: `group-${number}` }))
      await iam.send(new AddUserToGroupCommand({ GroupName: `group-${number}`, UserName: 'bob' }))
    }
    await expect(iam.send(new AddUserToGroupCommand({ GroupName: 'admins', UserName: 'bob' }))).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Cannot exceed quota for GroupsPerUser: 10',
    })
  })

  it('can be deleted once they have no users and no policies', async ({ iam }) => {
    const refused = async (message: string): Promise<void> => {
      await expect(iam.send(new DeleteGroupCommand({ GroupName: 'admins' }))).rejects.toMatchObject({
        name: 'DeleteConflictException',
        message,
      })
    }
    const PolicyArn = 'arn:aws:iam::aws:policy/AdministratorAccess'
    await iam.send(new AttachGroupPolicyCommand({ GroupName: 'admins', PolicyArn }))
    await iam.send(
      new PutGroupPolicyCommand({ GroupName: 'admins', PolicyName: 'own', PolicyDocument: policyOf('Allow', '*') }),
    )
    await refused('Cannot delete entity, must remove users from group first.')
    await iam.send(new RemoveUserFromGroupCommand({ GroupName: 'admins', UserName: 'ada' }))
    await refused('Cannot delete entity, must detach all policies first.')
    await iam.send(new DetachGroupPolicyCommand({ GroupName: 'admins', PolicyArn }))
    await refused('Cannot delete entity, must delete policies first.')
    await iam.send(new DeleteGroupPolicyCommand({ GroupName: 'admins', PolicyName: 'own' }))
    await iam.send(new DeleteGroupCommand({ GroupName: 'admins' }))
    expect((await iam.send(new ListGroupsCommand({}))).Groups).toEqual([])
  })
})
