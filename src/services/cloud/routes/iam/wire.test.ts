import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { policyOf, trustOf } from '#cloud/iam.fixture.ts'

const it = cloudTest({
  iam: { users: [{ user_name: 'ada', tags: { team: 'web' } }], roles: [{ role_name: 'worker' }] },
})

async function ask(
  cloud: Emulator<'cloud'>,
  Action: string,
  parameters: Readonly<Record<string, string>> = {},
  Version = '2010-05-08',
) {
  const body = new URLSearchParams({ Action, Version, ...parameters })
  const response = await cloud.fetch(new Request('http://cloud/', { method: 'POST', body }))
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** Returns the element names of a document, in order. */
function elements(text: string): string[] {
  return [...text.matchAll(/<([A-Za-z]+)[ >/]/g)].map(([, name = '']) => name)
}

const END = ['ResponseMetadata', 'RequestId']

describe('an answer of the query protocol', () => {
  it("is XML in the namespace of its service, with the request's id", async ({ cloud }) => {
    const { status, type, text } = await ask(cloud, 'GetUser', { UserName: 'ada' })
    expect([status, type]).toEqual([200, 'text/xml'])
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<GetUserResponse xmlns="https:\/\/iam.amazonaws.com\/doc\/2010-05-08\/"><GetUserResult>.*<\/GetUserResult><ResponseMetadata><RequestId>[\da-f-]{36}<\/RequestId><\/ResponseMetadata><\/GetUserResponse>$/,
    )
    expect(text).toMatch(/<CreateDate>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/CreateDate>/)
  })

  it('has its members in the order of the model', async ({ cloud }) => {
    const user = ['Path', 'UserName', 'UserId', 'Arn', 'CreateDate']
    const tags = ['Tags', 'member', 'Key', 'Value']
    expect(elements((await ask(cloud, 'GetUser', { UserName: 'ada' })).text)).toEqual([
      'GetUserResponse',
      'GetUserResult',
      'User',
      ...user,
      ...tags,
      ...END,
    ])
    expect(elements((await ask(cloud, 'ListUsers')).text)).toEqual([
      'ListUsersResponse',
      'ListUsersResult',
      'Users',
      'member',
      ...user,
      'IsTruncated',
      ...END,
    ])
    const key = ['UserName', 'AccessKeyId', 'Status', 'SecretAccessKey', 'CreateDate']
    expect(elements((await ask(cloud, 'CreateAccessKey', { UserName: 'ada' })).text)).toEqual([
      'CreateAccessKeyResponse',
      'CreateAccessKeyResult',
      'AccessKey',
      ...key,
      ...END,
    ])
    const role = ['Path', 'RoleName', 'RoleId', 'Arn', 'CreateDate', 'AssumeRolePolicyDocument', 'Description']
    const made = await ask(cloud, 'CreateRole', {
      RoleName: 'x',
      Description: 'X',
      AssumeRolePolicyDocument: trustOf('*'),
    })
    expect(elements(made.text)).toEqual(['CreateRoleResponse', 'CreateRoleResult', 'Role', ...role, ...END])
    const policy = [
      'PolicyName',
      'PolicyId',
      'Arn',
      'Path',
      'DefaultVersionId',
      'AttachmentCount',
      'PermissionsBoundaryUsageCount',
      'IsAttachable',
      'CreateDate',
      'UpdateDate',
    ]
    const created = await ask(cloud, 'CreatePolicy', { PolicyName: 'x', PolicyDocument: policyOf('Allow', '*') })
    expect(elements(created.text)).toEqual(['CreatePolicyResponse', 'CreatePolicyResult', 'Policy', ...policy, ...END])
    expect(
      elements((await ask(cloud, 'DeletePolicy', { PolicyArn: 'arn:aws:iam::123456789012:policy/x' })).text),
    ).toEqual(['DeletePolicyResponse', ...END])
  })

  it('has its members in the order of the model for STS too', async ({ cloud }) => {
    const sts = (action: string, parameters = {}) => ask(cloud, action, parameters, '2011-06-15')
    expect(elements((await sts('GetCallerIdentity')).text)).toEqual([
      'GetCallerIdentityResponse',
      'GetCallerIdentityResult',
      'Arn',
      'UserId',
      'Account',
      ...END,
    ])
    const credentials = ['Credentials', 'AccessKeyId', 'SecretAccessKey', 'SessionToken', 'Expiration']
    const assumed = await sts('AssumeRole', {
      RoleArn: 'arn:aws:iam::123456789012:role/worker',
      RoleSessionName: 'build',
    })
    expect(elements(assumed.text)).toEqual([
      'AssumeRoleResponse',
      'AssumeRoleResult',
      ...credentials,
      'AssumedRoleUser',
      'AssumedRoleId',
      'Arn',
      ...END,
    ])
  })

  it('contains type, code and message for an error', async ({ cloud }) => {
    const { status, text } = await ask(cloud, 'GetUser', { UserName: 'eve' })
    expect(status).toBe(404)
    expect(text).toContain(
      '<ErrorResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><Error><Type>Sender</Type><Code>NoSuchEntity</Code><Message>The user with name eve cannot be found.</Message></Error><RequestId>',
    )
    const missing = await ask(cloud, 'CreateUser')
    expect(missing.status).toBe(400)
    expect(missing.text).toContain(
      "1 validation error detected: Value null at 'userName' failed to satisfy constraint: Member must not be null",
    )
  })
})

describe('the state of IAM', () => {
  it('is discarded by a reset and restored from a snapshot', async ({ cloud }) => {
    await ask(cloud, 'CreateUser', { UserName: 'bob' })
    const snapshot = cloud.snapshot()
    cloud.reset()
    expect((await ask(cloud, 'GetUser', { UserName: 'bob' })).status).toBe(404)
    cloud.restore(snapshot)
    expect((await ask(cloud, 'GetUser', { UserName: 'bob' })).status).toBe(200)
  })
})
