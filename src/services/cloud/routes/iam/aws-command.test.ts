import { expect, it } from 'vitest'
import { isAwsInstalled, startAwsCommand } from '#cloud/aws-command.fixture.ts'
import { startCloud } from '#cloud/cloud.fixture.ts'
import { trustOf } from '#cloud/iam.fixture.ts'

it.skipIf(!isAwsInstalled)(
  'the aws command line creates a role, assumes it and acts for it',
  async () => {
    await using cloud = await startCloud({ iam: { users: [{ user_name: 'ada' }] } })
    using command = startAwsCommand(cloud)
    const aws = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      JSON.parse(await command.run(words, { env })) as Record<string, Record<string, string>> // each command answers with such an object
    const trust = trustOf({ AWS: 'arn:aws:iam::123456789012:user/ada' })
    const { Role } = await aws(['iam', 'create-role', '--role-name', 'worker', '--assume-role-policy-document', trust])
    expect(Role).toMatchObject({
      Arn: 'arn:aws:iam::123456789012:role/worker',
      AssumeRolePolicyDocument: JSON.parse(trust),
    })
    expect(await aws(['iam', 'list-users', '--max-items', '1'])).toMatchObject({ Users: [{ UserName: 'ada' }] })
    const assume = [
      'sts',
      'assume-role',
      '--role-arn',
      'arn:aws:iam::123456789012:role/worker',
      '--role-session-name',
      'cli',
    ]
    const { Credentials } = await aws(assume)
    const caller = await aws(['sts', 'get-caller-identity'], {
      AWS_ACCESS_KEY_ID: Credentials?.['AccessKeyId'] ?? '',
      AWS_SECRET_ACCESS_KEY: Credentials?.['SecretAccessKey'] ?? '',
      AWS_SESSION_TOKEN: Credentials?.['SessionToken'] ?? '',
    })
    expect(caller).toMatchObject({ Arn: 'arn:aws:sts::123456789012:assumed-role/worker/cli' })
    await expect(aws(['iam', 'get-user', '--user-name', 'eve'])).rejects.toThrow(
      'An error occurred (NoSuchEntity) when calling the GetUser operation: The user with name eve cannot be found.',
    )
  },
  60_000,
)
