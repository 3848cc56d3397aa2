import {
  GetRoleCommand,
  ListAccessKeysCommand,
  ListAttachedUserPoliciesCommand,
  ListGroupsForUserCommand,
  ListUserPoliciesCommand,
} from '@aws-sdk/client-iam'
import { expect, it } from 'vitest'
import { startCloud } from '#cloud/cloud.fixture.ts'
import { iamClient } from '#cloud/iam.fixture.ts'

const document = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] }

it('seeds users with keys, groups and policies, and roles that trust the account', async () => {
  await using cloud = await startCloud({
    account_id: '000000000000',
    iam: {
      policies: [{ policy_name: 'reads', path: '/apps/', document: JSON.stringify(document) }],
      groups: [{ group_name: 'readers', policies: ['reads'] }],
      users: [
        {
          user_name: 'ada',
          create_access_key: true,
          groups: ['readers'],
          policies: ['ReadOnlyAccess', 'arn:aws:iam::000000000000:policy/apps/reads', { policy_name: 'own', document }],
        },
      ],
      roles: [{ role_name: 'worker' }],
    },
  })
  const iam = iamClient(cloud)
  const { AccessKeyMetadata } = await iam.send(new ListAccessKeysCommand({ UserName: 'ada' }))
  expect(AccessKeyMetadata).toMatchObject([
    { AccessKeyId: expect.stringMatching(/^AKIA[A-Z2-7]{16}$/), Status: 'Active' },
  ])
  expect((await iam.send(new ListAttachedUserPoliciesCommand({ UserName: 'ada' }))).AttachedPolicies).toEqual([
    { PolicyName: 'ReadOnlyAccess', PolicyArn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' },
    { PolicyName: 'reads', PolicyArn: 'arn:aws:iam::000000000000:policy/apps/reads' },
  ])
  expect((await iam.send(new ListUserPoliciesCommand({ UserName: 'ada' }))).PolicyNames).toEqual(['own'])
  expect((await iam.send(new ListGroupsForUserCommand({ UserName: 'ada' }))).Groups).toMatchObject([
    { GroupName: 'readers' },
  ])
  const { Role } = await iam.send(new GetRoleCommand({ RoleName: 'worker' }))
  expect(JSON.parse(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? ''))).toMatchObject({
    Statement: [{ Principal: { AWS: 'arn:aws:iam::000000000000:root' }, Action: 'sts:AssumeRole' }],
  })
})

it.each([
  ['an unknown group', { users: [{ user_name: 'ada', groups: ['none'] }] }, 'no group is named none'],
  ['an unknown policy', { users: [{ user_name: 'ada', policies: ['AdminAccess'] }] }, 'AdministratorAccess'],
  ['a repeated name', { users: [{ user_name: 'ada' }, { user_name: 'Ada' }] }, 'User with name Ada already exists.'],
  [
    'a malformed policy',
    { policies: [{ policy_name: 'x', document: { Version: '2012-10-17' } }] },
    'Syntax errors in policy.',
  ],
  [
    'a role that trusts a missing user',
    {
      roles: [
        {
          role_name: 'x',
          assume_role_policy: {
            Version: '2012-10-17',
            Statement: [
              { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::123456789012:user/x' }, Action: 'sts:AssumeRole' },
            ],
          },
        },
      ],
    },
    'Invalid principal in policy',
  ],
  [
    'an access key id that another user has',
    { users: [{ user_name: 'ada', access_key_id: 'AKIAIOSFODNN7EXAMPLE' }] },
    'another access key has this id',
  ],
  [
    'a secret without its key',
    { users: [{ user_name: 'ada', secret_access_key: 'x' }] },
    'a secret needs an access_key_id',
  ],
])('a seed is refused with %s', async (_, iam, message) => {
  await expect(startCloud({ iam })).rejects.toThrow(message)
})
