import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startCloud } from '#cloud/cloud.fixture.ts'
import { trustOf } from '#cloud/iam.fixture.ts'

const execute = promisify(execFile)
const isInstalled = spawnSync('aws', ['--version']).status === 0

it.skipIf(!isInstalled)(
  'the aws command line creates a role, assumes it and acts for it',
  async () => {
    await using cloud = await startCloud({ iam: { users: [{ user_name: 'ada' }] } })
    const aws = async (words: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
      const { stdout } = await execute('aws', [...words, '--output', 'json', '--endpoint-url', cloud.url], {
        env: {
          ...process.env,
          ...cloud.env,
          AWS_DEFAULT_REGION: 'us-east-1',
          AWS_CONFIG_FILE: '/dev/null',
          AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
          ...environment,
        },
      })
      return JSON.parse(stdout) as Record<string, Record<string, string>> // each command answers with such an object
    }
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
