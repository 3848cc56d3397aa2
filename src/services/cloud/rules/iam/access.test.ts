import {
  AddRoleToInstanceProfileCommand,
  AddUserToGroupCommand,
  AttachUserPolicyCommand,
  CreateAccessKeyCommand,
  CreateOpenIDConnectProviderCommand,
  CreatePolicyCommand,
  CreateRoleCommand,
  DeletePolicyCommand,
  GetAccessKeyLastUsedCommand,
  GetInstanceProfileCommand,
  GetOpenIDConnectProviderCommand,
  GetUserCommand,
  ListGroupsForUserCommand,
  ListInstanceProfilesForRoleCommand,
  ListRolesCommand,
  PutRolePolicyCommand,
  SetDefaultPolicyVersionCommand,
  UpdateAssumeRolePolicyCommand,
} from '@aws-sdk/client-iam'
import { expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { iamClient, policyOf, trustOf } from '#cloud/iam.fixture.ts'

const iam = 'arn:aws:iam::123456789012'

const it = cloudTest({
  enforce_iam: true,
  iam: {
    users: [
      { user_name: 'ada', path: '/web/', access_key_id: 'AKIAADAADAADAADAADAA', secret_access_key: 'shh' },
      { user_name: 'bob', access_key_id: 'AKIABOBBOBBOBBOBBOBB', secret_access_key: 'shh' },
    ],
    roles: [{ role_name: 'worker', path: '/ci/' }],
  },
}).extend('client', ({ cloud }) => iamClient(cloud, { accessKeyId: 'AKIAADAADAADAADAADAA', secretAccessKey: 'shh' }))

const PolicyDocument = policyOf('Allow', '*')
const AssumeRolePolicyDocument = trustOf('*')

/** The commands of operations with the resource that a refusal names. */
const CASES: readonly (readonly [command: object & { input: object }, resource: string])[] = [
  [new GetUserCommand({}), `${iam}:user/web/ada`],
  [new GetUserCommand({ UserName: 'bob' }), `${iam}:user/bob`],
  [new CreateAccessKeyCommand({}), `${iam}:user/web/ada`],
  [new GetAccessKeyLastUsedCommand({ AccessKeyId: 'AKIABOBBOBBOBBOBBOBB' }), `${iam}:user/bob`],
  [new GetAccessKeyLastUsedCommand({ AccessKeyId: 'AKIANOBODYNOBODYNOBO' }), '*'],
  [new ListRolesCommand({}), '*'],
  [new CreateRoleCommand({ RoleName: 'x', Path: '/p/', AssumeRolePolicyDocument }), `${iam}:role/p/x`],
  [new UpdateAssumeRolePolicyCommand({ RoleName: 'worker', PolicyDocument }), `${iam}:role/ci/worker`],
  [new PutRolePolicyCommand({ RoleName: 'worker', PolicyName: 'own', PolicyDocument }), `${iam}:role/ci/worker`],
  [new ListInstanceProfilesForRoleCommand({ RoleName: 'worker' }), `${iam}:role/ci/worker`],
  [new GetInstanceProfileCommand({ InstanceProfileName: 'web' }), `${iam}:instance-profile/web`],
  [
    new AddRoleToInstanceProfileCommand({ InstanceProfileName: 'web', RoleName: 'worker' }),
    `${iam}:instance-profile/web`,
  ],
  [new AddUserToGroupCommand({ GroupName: 'admins', UserName: 'ada' }), `${iam}:group/admins`],
  [new ListGroupsForUserCommand({ UserName: 'ada' }), `${iam}:user/web/ada`],
  [new AttachUserPolicyCommand({ UserName: 'ada', PolicyArn: `${iam}:policy/x` }), `${iam}:user/web/ada`],
  [new CreatePolicyCommand({ PolicyName: 'x', Path: '/p/', PolicyDocument }), `${iam}:policy/p/x`],
  [new DeletePolicyCommand({ PolicyArn: `${iam}:policy/x` }), `${iam}:policy/x`],
  [new SetDefaultPolicyVersionCommand({ PolicyArn: `${iam}:policy/x`, VersionId: 'v1' }), `${iam}:policy/x`],
  [new CreateOpenIDConnectProviderCommand({ Url: 'https://id.example.com' }), `${iam}:oidc-provider/id.example.com`],
  [
    new GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn: `${iam}:oidc-provider/id.example.com` }),
    `${iam}:oidc-provider/id.example.com`,
  ],
]

it.for(
  CASES.map(([command, resource]) => [command.constructor.name.replace('Command', ''), resource, command] as const),
)('%s has the resource %s', async ([action, resource, command], { client }) => {
  // The command types of a client have no common type that send() would take.
  await expect(client.send(command as never)).rejects.toMatchObject({
    message: `User: ${iam}:user/web/ada is not authorized to perform: iam:${action} on resource: ${resource} because no identity-based policy allows the iam:${action} action`,
  })
})
