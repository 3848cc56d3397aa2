import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startCloud } from '#cloud/cloud.fixture.ts'
import { policyOf, trustOf } from '#cloud/iam.fixture.ts'

let cloud: Emulator<'cloud'>

beforeAll(async () => {
  cloud = await startCloud({
    iam: { users: [{ user_name: 'ada', tags: { team: 'web' } }], roles: [{ role_name: 'worker' }] },
  })
})
beforeEach(() => cloud.reset())
afterAll(() => cloud.close())

async function ask(Action: string, parameters: Readonly<Record<string, string>> = {}, Version = '2010-05-08') {
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
  it("is XML in the namespace of its service, with the request's id", async () => {
    const { status, type, text } = await ask('GetUser', { UserName: 'ada' })
    expect([status, type]).toEqual([200, 'text/xml'])
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<GetUserResponse xmlns="https:\/\/iam.amazonaws.com\/doc\/2010-05-08\/"><GetUserResult>.*<\/GetUserResult><ResponseMetadata><RequestId>[\da-f-]{36}<\/RequestId><\/ResponseMetadata><\/GetUserResponse>$/,
    )
    expect(text).toMatch(/<CreateDate>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/CreateDate>/)
  })

  it('has its members in the order of the model', async () => {
    const user = ['Path', 'UserName', 'UserId', 'Arn', 'CreateDate']
    const tags = ['Tags', 'member', 'Key', 'Value']
    expect(elements((await ask('GetUser', { UserName: 'ada' })).text)).toEqual([
      'GetUserResponse',
      'GetUserResult',
      'User',
      ...user,
      ...tags,
      ...END,
    ])
    expect(elements((await ask('ListUsers')).text)).toEqual([
      'ListUsersResponse',
      'ListUsersResult',
      'Users',
      'member',
      ...user,
      'IsTruncated',
      ...END,
    ])
    const key = ['UserName', 'AccessKeyId', 'Status', 'SecretAccessKey', 'CreateDate']
    expect(elements((await ask('CreateAccessKey', { UserName: 'ada' })).text)).toEqual([
      'CreateAccessKeyResponse',
      'CreateAccessKeyResult',
      'AccessKey',
      ...key,
      ...END,
    ])
    const role = [
      'Path',
      'RoleName',
      'RoleId',
      'Arn',
      'CreateDate',
      'AssumeRolePolicyDocument',
      'Description',
      'MaxSessionDuration',
    ]
    const made = await ask('CreateRole', { RoleName: 'x', Description: 'X', AssumeRolePolicyDocument: trustOf('*') })
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
    const created = await ask('CreatePolicy', { PolicyName: 'x', PolicyDocument: policyOf('Allow', '*') })
    expect(elements(created.text)).toEqual(['CreatePolicyResponse', 'CreatePolicyResult', 'Policy', ...policy, ...END])
    expect(elements((await ask('DeletePolicy', { PolicyArn: 'arn:aws:iam::123456789012:policy/x' })).text)).toEqual([
      'DeletePolicyResponse',
      ...END,
    ])
  })

  it('has its members in the order of the model for STS too', async () => {
    const sts = (action: string, parameters = {}) => ask(action, parameters, '2011-06-15')
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

  it('contains type, code and message for an error', async () => {
    const { status, text } = await ask('GetUser', { UserName: 'eve' })
    expect(status).toBe(404)
    expect(text).toContain(
      '<ErrorResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><Error><Type>Sender</Type><Code>NoSuchEntity</Code><Message>The user with name eve cannot be found.</Message></Error><RequestId>',
    )
    const missing = await ask('CreateUser')
    expect(missing.status).toBe(400)
    expect(missing.text).toContain(
      "1 validation error detected: Value null at 'userName' failed to satisfy constraint: Member must not be null",
    )
  })
})

describe('the state of IAM', () => {
  it('is discarded by a reset and restored from a snapshot', async () => {
    await ask('CreateUser', { UserName: 'bob' })
    const snapshot = cloud.snapshot()
    cloud.reset()
    expect((await ask('GetUser', { UserName: 'bob' })).status).toBe(404)
    cloud.restore(snapshot)
    expect((await ask('GetUser', { UserName: 'bob' })).status).toBe(200)
  })
})
