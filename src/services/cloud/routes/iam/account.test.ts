import {
  AddUserToGroupCommand,
  AttachGroupPolicyCommand,
  AttachRolePolicyCommand,
  CreateGroupCommand,
  CreatePolicyCommand,
  CreateServiceLinkedRoleCommand,
  CreateServiceSpecificCredentialCommand,
  CreateUserCommand,
  DeleteAccountPasswordPolicyCommand,
  DeleteRoleCommand,
  DeleteServiceLinkedRoleCommand,
  DeleteServiceSpecificCredentialCommand,
  DeleteUserCommand,
  DetachRolePolicyCommand,
  GetAccountPasswordPolicyCommand,
  GetContextKeysForPrincipalPolicyCommand,
  GetRoleCommand,
  GetServiceLinkedRoleDeletionStatusCommand,
  ListAttachedRolePoliciesCommand,
  ListServiceSpecificCredentialsCommand,
  PutRolePermissionsBoundaryCommand,
  PutRolePolicyCommand,
  PutUserPolicyCommand,
  ResetServiceSpecificCredentialCommand,
  SimulateCustomPolicyCommand,
  SimulatePrincipalPolicyCommand,
  UpdateAccountPasswordPolicyCommand,
  UpdateAssumeRolePolicyCommand,
  UpdateRoleCommand,
  UpdateServiceSpecificCredentialCommand,
} from '@aws-sdk/client-iam'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { iamClient, policyOf } from '#cloud/iam.fixture.ts'

const it = cloudTest().extend('iam', ({ cloud }) => iamClient(cloud))

describe('a service-linked role', () => {
  it("has the service's name, trust and policy", async ({ iam }) => {
    const AWSServiceName = 'autoscaling.amazonaws.com'
    const { Role } = await iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName, CustomSuffix: 'web' }))
    expect(Role).toMatchObject({
      RoleName: 'AWSServiceRoleForAutoScaling_web',
      Arn: `arn:aws:iam::123456789012:role/aws-service-role/${AWSServiceName}/AWSServiceRoleForAutoScaling_web`,
    })
    expect(JSON.parse(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? ''))).toMatchObject({
      Statement: [{ Action: ['sts:AssumeRole'], Principal: { Service: [AWSServiceName] } }],
    })
    const { RoleName } = Role ?? {}
    // Later it is told with texts in place of the lists.
    const { Role: later } = await iam.send(new GetRoleCommand({ RoleName }))
    expect(JSON.parse(decodeURIComponent(later?.AssumeRolePolicyDocument ?? ''))).toMatchObject({
      Statement: [{ Action: 'sts:AssumeRole', Principal: { Service: AWSServiceName } }],
    })
    expect((await iam.send(new ListAttachedRolePoliciesCommand({ RoleName }))).AttachedPolicies).toEqual([
      {
        PolicyName: 'AutoScalingServiceRolePolicy',
        PolicyArn: 'arn:aws:iam::aws:policy/aws-service-role/AutoScalingServiceRolePolicy',
      },
    ])
  })

  it('exists once, and has a suffix only where its service allows one', async ({ iam }) => {
    const create = (more: object = {}) =>
      iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: 'ecs.amazonaws.com', ...more }))
    await create()
    await expect(create()).rejects.toMatchObject({ name: 'InvalidInputException' })
    await expect(create({ CustomSuffix: 'a' })).rejects.toMatchObject({
      message: 'Custom suffix is not allowed for ecs.amazonaws.com',
    })
  })

  it('is named after the resource that Application Auto Scaling scales', async ({ iam }) => {
    const service = 'custom-resource.application-autoscaling.amazonaws.com'
    const { Role } = await iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: service }))
    expect(Role?.RoleName).toBe('AWSServiceRoleForApplicationAutoScaling_CustomResource')
  })

  it('is changed by its service alone, but for its description', async ({ iam }) => {
    const RoleName = 'AWSServiceRoleForECS'
    await iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: 'ecs.amazonaws.com' }))
    const PolicyArn = 'arn:aws:iam::aws:policy/AdministratorAccess'
    const policy = { RoleName, PolicyName: 'own', PolicyDocument: policyOf('Allow', 's3:*') }
    const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [] })
    const changes = [
      () => iam.send(new DeleteRoleCommand({ RoleName })),
      () => iam.send(new AttachRolePolicyCommand({ RoleName, PolicyArn })),
      () => iam.send(new DetachRolePolicyCommand({ RoleName, PolicyArn })),
      () => iam.send(new PutRolePolicyCommand(policy)),
      () => iam.send(new UpdateAssumeRolePolicyCommand({ RoleName, PolicyDocument })),
      () => iam.send(new PutRolePermissionsBoundaryCommand({ RoleName, PermissionsBoundary: PolicyArn })),
      () => iam.send(new UpdateRoleCommand({ RoleName, MaxSessionDuration: 7200 })),
    ]
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject({
        name: 'UnmodifiableEntityException',
        message: `Cannot perform the operation on the protected role '${RoleName}' - this role is only modifiable by AWS`,
        $metadata: { httpStatusCode: 400 },
      })
    }
    await iam.send(new UpdateRoleCommand({ RoleName, Description: 'for ECS' }))
    expect((await iam.send(new GetRoleCommand({ RoleName }))).Role?.Description).toBe('for ECS')
  })

  it('is deleted by a task, which has succeeded', async ({ iam }) => {
    const RoleName = 'AWSServiceRoleForECS'
    await iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: 'ecs.amazonaws.com' }))
    const { DeletionTaskId } = await iam.send(new DeleteServiceLinkedRoleCommand({ RoleName }))
    const status = new GetServiceLinkedRoleDeletionStatusCommand({ DeletionTaskId })
    expect((await iam.send(status)).Status).toBe('SUCCEEDED')
    await expect(iam.send(new GetRoleCommand({ RoleName }))).rejects.toMatchObject({ name: 'NoSuchEntityException' })
  })
})

it('the password policy of the account is replaced as a whole, and deleted', async ({ iam }) => {
  const get = async () => (await iam.send(new GetAccountPasswordPolicyCommand())).PasswordPolicy
  await expect(get()).rejects.toMatchObject({ name: 'NoSuchEntityException' })
  const update = (rules: object) => iam.send(new UpdateAccountPasswordPolicyCommand(rules))
  await update({ MinimumPasswordLength: 12, RequireNumbers: true, MaxPasswordAge: 90 })
  expect(await get()).toMatchObject({ MinimumPasswordLength: 12, RequireNumbers: true, ExpirePasswords: true })
  await update({ RequireSymbols: true })
  expect(await get()).toMatchObject({ MinimumPasswordLength: 6, RequireNumbers: false, ExpirePasswords: false })
  await expect(update({ MinimumPasswordLength: 5 })).rejects.toMatchObject({ name: 'ValidationError' })
  await iam.send(new DeleteAccountPasswordPolicyCommand())
  await expect(get()).rejects.toMatchObject({ name: 'NoSuchEntityException' })
})

it('a password for one service is shown once, can be reset, and keeps its user', async ({ iam }) => {
  const UserName = 'ada'
  await iam.send(new CreateUserCommand({ UserName }))
  const ServiceName = 'codecommit.amazonaws.com'
  const create = new CreateServiceSpecificCredentialCommand({ UserName, ServiceName })
  const { ServiceSpecificCredential: made } = await iam.send(create)
  expect(made).toMatchObject({ ServiceUserName: 'ada-at-123456789012', Status: 'Active' })
  const own = { UserName, ServiceSpecificCredentialId: made?.ServiceSpecificCredentialId }
  const expire = new UpdateServiceSpecificCredentialCommand({ ...own, Status: 'Over' as 'Inactive' }) // a wrong word
  await expect(iam.send(expire)).rejects.toMatchObject({
    message:
      "1 validation error detected: Value at 'status' failed to satisfy constraint: Member must satisfy enum value set",
  })
  await iam.send(new UpdateServiceSpecificCredentialCommand({ ...own, Status: 'Inactive' }))
  const listed = await iam.send(new ListServiceSpecificCredentialsCommand({ UserName }))
  expect(listed.ServiceSpecificCredentials).toMatchObject([{ ServiceName, Status: 'Inactive' }])
  expect(listed.ServiceSpecificCredentials?.[0]).not.toHaveProperty('ServicePassword')
  const { ServiceSpecificCredential: reset } = await iam.send(new ResetServiceSpecificCredentialCommand(own))
  expect(reset?.ServicePassword).not.toBe(made?.ServicePassword)
  const remove = new DeleteUserCommand({ UserName })
  await expect(iam.send(remove)).rejects.toMatchObject({ name: 'DeleteConflictException' })
  await iam.send(new DeleteServiceSpecificCredentialCommand(own))
  await iam.send(remove)
})

describe('the policy simulator', () => {
  const bucket = 'arn:aws:s3:::photos'

  it('decides by the policies of a user and its groups, and names those that decide', async ({ iam }) => {
    const { User } = await iam.send(new CreateUserCommand({ UserName: 'ada' }))
    await iam.send(new CreateGroupCommand({ GroupName: 'readers' }))
    await iam.send(new AddUserToGroupCommand({ GroupName: 'readers', UserName: 'ada' }))
    const PolicyDocument = policyOf('Allow', ['s3:GetObject', 's3:DeleteObject'], '*', {
      Bool: { 'aws:SecureTransport': 'true' },
    })
    const { Policy } = await iam.send(new CreatePolicyCommand({ PolicyName: 'read', PolicyDocument }))
    await iam.send(new AttachGroupPolicyCommand({ GroupName: 'readers', PolicyArn: Policy?.Arn }))
    const keep = policyOf('Deny', 's3:DeleteObject')
    await iam.send(new PutUserPolicyCommand({ UserName: 'ada', PolicyName: 'keep', PolicyDocument: keep }))
    const simulate = new SimulatePrincipalPolicyCommand({
      PolicySourceArn: User?.Arn,
      ActionNames: ['s3:GetObject', 's3:DeleteObject', 's3:PutObject'],
      ResourceArns: [`${bucket}/a`],
      ContextEntries: [
        { ContextKeyName: 'aws:SecureTransport', ContextKeyValues: ['true'], ContextKeyType: 'boolean' },
      ],
    })
    const { EvaluationResults = [] } = await iam.send(simulate)
    expect(
      EvaluationResults.map(({ EvalDecision, MatchedStatements }) => [
        EvalDecision,
        MatchedStatements?.map(({ SourcePolicyId }) => SourcePolicyId),
      ]),
    ).toEqual([
      ['allowed', ['read']],
      ['explicitDeny', ['user_keep']],
      ['implicitDeny', []],
    ])
    const keys = await iam.send(new GetContextKeysForPrincipalPolicyCommand({ PolicySourceArn: User?.Arn }))
    expect(keys.ContextKeyNames).toEqual(['aws:SecureTransport'])
  })

  it('decides by policies that are not stored, within a permissions boundary', async ({ iam }) => {
    const command = new SimulateCustomPolicyCommand({
      PolicyInputList: [policyOf('Allow', 's3:*')],
      PermissionsBoundaryPolicyInputList: [policyOf('Allow', 's3:Get*')],
      ActionNames: ['s3:GetObject', 's3:PutObject'],
    })
    const { EvaluationResults = [] } = await iam.send(command)
    expect(EvaluationResults).toMatchObject([
      { EvalDecision: 'allowed', PermissionsBoundaryDecisionDetail: { AllowedByPermissionsBoundary: true } },
      { EvalDecision: 'implicitDeny', PermissionsBoundaryDecisionDetail: { AllowedByPermissionsBoundary: false } },
    ])
  })
})
