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

  it('is JSON where the client prefers that, with lists as arrays and times in seconds', async ({ cloud }) => {
    cloud.clock.freeze('2026-01-01T00:00:00Z')
    const accept = 'application/json, text/plain, */*'
    const json = async (query: string) => {
      const response = await cloud.fetch(`http://cloud/?${query}`, { headers: { accept } })
      return [response.status, response.headers.get('content-type'), await response.json()]
    }
    const ResponseMetadata = { RequestId: expect.any(String) as string }
    expect(await json('Action=GetCallerIdentity&Version=2011-06-15')).toEqual([
      200,
      'application/json',
      {
        GetCallerIdentityResponse: {
          GetCallerIdentityResult: {
            Arn: 'arn:aws:iam::123456789012:root',
            UserId: '123456789012',
            Account: '123456789012',
          },
          ResponseMetadata,
        },
      },
    ])
    const [, , session] = await json('Action=GetSessionToken&Version=2011-06-15&DurationSeconds=3600')
    expect(session).toMatchObject({
      GetSessionTokenResponse: {
        GetSessionTokenResult: { Credentials: { Expiration: Date.parse('2026-01-01T01:00:00Z') / 1000 } },
      },
    })
    const [, , tagged] = await json('Action=ListUserTags&Version=2010-05-08&UserName=ada')
    expect(tagged).toMatchObject({
      ListUserTagsResponse: { ListUserTagsResult: { Tags: [{ Key: 'team', Value: 'web' }], IsTruncated: false } },
    })
    expect(await json('Action=GetUser&Version=2010-05-08&UserName=eve')).toEqual([
      404,
      'application/json',
      {
        Error: { Type: 'Sender', Code: 'NoSuchEntity', Message: 'The user with name eve cannot be found.' },
        RequestId: expect.any(String) as string,
      },
    ])
  })

  it('names the members of lists in validation errors by their numbers', async ({ cloud }) => {
    const tag = { 'Tags.member.1.Key': 'a', 'Tags.member.1.Value': 'b', 'Tags.member.2.Key': 'c'.repeat(129) }
    const { text } = await ask(cloud, 'TagUser', { UserName: 'ada', ...tag, 'Tags.member.2.Value': 'd' })
    expect(text).toContain("Value at 'tags.2.member.key' failed to satisfy constraint: Member must have length less")
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
