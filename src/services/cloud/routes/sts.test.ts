import { GetRoleCommand, ListUsersCommand } from '@aws-sdk/client-iam'
import {
  AssumeRoleCommand,
  GetAccessKeyInfoCommand,
  GetCallerIdentityCommand,
  GetFederationTokenCommand,
  GetSessionTokenCommand,
  type STSClient,
} from '@aws-sdk/client-sts'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { iamClient, keysOf, policyOf, stsClient } from '#cloud/iam.fixture.ts'

const ada = { accessKeyId: 'AKIAADAADAADAADAADAA', secretAccessKey: 'shh' }
const RoleArn = 'arn:aws:iam::123456789012:role/ci/worker'

const it = cloudTest({
  iam: {
    users: [{ user_name: 'ada', access_key_id: ada.accessKeyId, secret_access_key: ada.secretAccessKey }],
    roles: [{ role_name: 'worker', path: '/ci/', max_session_duration: 7200 }],
  },
}).extend('sts', ({ cloud }) => stsClient(cloud))

const whoIs = (cloud: Emulator<'cloud'>, keys: Parameters<typeof stsClient>[1]) =>
  stsClient(cloud, keys).send(new GetCallerIdentityCommand({}))

describe('GetCallerIdentity', () => {
  it('returns the owner of the access key, and root for an unknown key', async ({ cloud, sts }) => {
    const root = { UserId: '123456789012', Account: '123456789012', Arn: 'arn:aws:iam::123456789012:root' }
    expect(await sts.send(new GetCallerIdentityCommand({}))).toMatchObject(root)
    expect(await whoIs(cloud, { accessKeyId: 'AKIANOBODYNOBODYNOBO', secretAccessKey: 'any' })).toMatchObject(root)
    const user = await whoIs(cloud, ada)
    expect(user).toMatchObject({ Account: '123456789012', Arn: 'arn:aws:iam::123456789012:user/ada' })
    expect(user.UserId).toMatch(/^AIDA[A-Z2-7]{17}$/)
  })

  it('requires the right secret', async ({ cloud }) => {
    await expect(whoIs(cloud, { ...ada, secretAccessKey: 'wrong' })).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    })
  })
})

describe('AssumeRole', () => {
  it('returns credentials that act for the role', async ({ cloud, sts }) => {
    const { Credentials, AssumedRoleUser, PackedPolicySize } = await sts.send(
      new AssumeRoleCommand({ RoleArn, RoleSessionName: 'build' }),
    )
    expect(Credentials?.AccessKeyId).toMatch(/^ASIA[A-Z2-7]{16}$/)
    expect(Credentials?.Expiration?.getTime()).toBeCloseTo(cloud.clock.now() + 3_600_000, -4)
    expect(AssumedRoleUser?.Arn).toBe('arn:aws:sts::123456789012:assumed-role/worker/build')
    expect(AssumedRoleUser?.AssumedRoleId).toMatch(/^AROA[A-Z2-7]{17}:build$/)
    expect(PackedPolicySize).toBeUndefined()
    expect(await whoIs(cloud, keysOf(Credentials))).toMatchObject({
      Arn: AssumedRoleUser?.Arn,
      UserId: AssumedRoleUser?.AssumedRoleId,
    })
    const { Role } = await iamClient(cloud).send(new GetRoleCommand({ RoleName: 'worker' }))
    expect(Role?.RoleLastUsed).toMatchObject({ Region: 'us-east-1', LastUsedDate: expect.any(Date) })
  })

  it('returns credentials that need their token and expire by the clock', async ({ cloud, sts }) => {
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({ RoleArn, RoleSessionName: 'build', DurationSeconds: 900 }),
    )
    const keys = keysOf(Credentials)
    const { accessKeyId, secretAccessKey } = keys
    await expect(whoIs(cloud, { accessKeyId, secretAccessKey })).rejects.toMatchObject({ name: 'InvalidClientTokenId' })
    await expect(whoIs(cloud, { ...keys, sessionToken: 'another' })).rejects.toMatchObject({
      name: 'InvalidClientTokenId',
    })
    cloud.clock.advance('14m')
    await whoIs(cloud, keys)
    cloud.clock.advance('2m')
    await expect(whoIs(cloud, keys)).rejects.toMatchObject({
      name: 'ExpiredToken',
      message: 'The security token included in the request is expired',
      $metadata: { httpStatusCode: 403 },
    })
    await expect(iamClient(cloud, keys).send(new ListUsersCommand({}))).rejects.toMatchObject({ name: 'ExpiredToken' })
  })

  it('does not reveal whether a role exists', async ({ cloud }) => {
    for (const arn of [
      `${RoleArn}-none`,
      'arn:aws:iam::123456789012:role/worker',
      'arn:aws:iam::999999999999:role/ci/worker',
    ]) {
      await expect(
        stsClient(cloud, ada).send(new AssumeRoleCommand({ RoleArn: arn, RoleSessionName: 'build' })),
      ).rejects.toMatchObject({
        name: 'AccessDenied',
        message: `User: arn:aws:iam::123456789012:user/ada is not authorized to perform: sts:AssumeRole on resource: ${arn}`,
        $metadata: { httpStatusCode: 403 },
      })
    }
    const nothing = new AssumeRoleCommand({ RoleArn: 'nothing-valid-in-here', RoleSessionName: 'build' })
    await expect(stsClient(cloud, ada).send(nothing)).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'nothing-valid-in-here is invalid',
    })
  })

  it("limits the duration and the session's name", async ({ sts }) => {
    const assume = (more: object) => sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'build', ...more }))
    await assume({ DurationSeconds: 7200 })
    await expect(assume({ DurationSeconds: 7201 })).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
    })
    await expect(assume({ DurationSeconds: 899 })).rejects.toMatchObject({
      message:
        "1 validation error detected: Value '899' at 'durationSeconds' failed to satisfy constraint: Member must have value greater than or equal to 900",
    })
    await expect(assume({ RoleSessionName: 'a b' })).rejects.toMatchObject({
      message:
        "1 validation error detected: Value 'a b' at 'roleSessionName' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]*",
    })
    await expect(assume({ RoleSessionName: 'x' })).rejects.toMatchObject({
      message: expect.stringContaining('Member must have length greater than or equal to 2'),
    })
    await expect(assume({ Policy: '{}' })).rejects.toMatchObject({ name: 'MalformedPolicyDocumentException' })
  })

  it('by a role lasts at most an hour and keeps transitive tags', async ({ cloud, sts }) => {
    const Tags = [{ Key: 'team', Value: 'ci' }]
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({ RoleArn, RoleSessionName: 'first', Tags, TransitiveTagKeys: ['team'] }),
    )
    const chained = stsClient(cloud, keysOf(Credentials))
    await expect(
      chained.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'second', DurationSeconds: 3601 })),
    ).rejects.toMatchObject({
      message: 'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining',
    })
    await expect(
      chained.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'second', Tags })),
    ).rejects.toMatchObject({ name: 'InvalidParameterValue' })
    const { AssumedRoleUser } = await chained.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'second' }))
    expect(AssumedRoleUser?.Arn).toMatch(/\/second$/)
  })

  it('takes at most fifty tags', async ({ sts }) => {
    const assume = (length: number) => {
      const Tags = Array.from({ length }, (_, index) => ({ Key: `k${index}`, Value: '' }))
      return sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'build', Tags }))
    }
    await assume(50)
    await expect(assume(51)).rejects.toMatchObject({
      name: 'ValidationError',
      message: expect.stringMatching(
        /^1 validation error detected: Value '\[\{"key":"k0".*' at 'tags' failed to satisfy constraint: Member must have length less than or equal to 50$/,
      ),
      $metadata: { httpStatusCode: 400 },
    })
  })

  it('by a role keeps the source identity, which cannot change', async ({ cloud, sts }) => {
    const assume = (client: STSClient, SourceIdentity?: string) =>
      client.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'build', SourceIdentity }))
    const first = stsClient(cloud, keysOf((await assume(sts, 'ada')).Credentials))
    const second = stsClient(cloud, keysOf((await assume(first)).Credentials))
    await assume(second, 'ada')
    for (const chained of [first, second]) {
      await expect(assume(chained, 'bob')).rejects.toMatchObject({
        name: 'AccessDenied',
        message: `User: arn:aws:sts::123456789012:assumed-role/worker/build is not authorized to perform: sts:SetSourceIdentity on resource: ${RoleArn}`,
      })
    }
  })

  it('makes only tags of the request transitive', async ({ sts }) => {
    const Tags = [{ Key: 'team', Value: 'ci' }]
    const assume = (key: string) =>
      sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'build', Tags, TransitiveTagKeys: [key] }))
    await assume('Team')
    await expect(assume('stage')).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: 'The specified transitive tag key must be included in the requested tags.',
    })
  })

  it('returns the share of the session quota that policies and tags use', async ({ sts }) => {
    const { PackedPolicySize, SourceIdentity } = await sts.send(
      new AssumeRoleCommand({
        RoleArn,
        RoleSessionName: 'build',
        Policy: policyOf('Allow', 's3:GetObject'),
        PolicyArns: [{ arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' }],
        SourceIdentity: 'ada',
      }),
    )
    expect(PackedPolicySize).toBe(7)
    expect(SourceIdentity).toBe('ada')
    const missing = { RoleArn, RoleSessionName: 'build', PolicyArns: [{ arn: 'arn:aws:iam::aws:policy/NoneSuch' }] }
    await expect(sts.send(new AssumeRoleCommand(missing))).rejects.toMatchObject({ name: 'NoSuchEntity' })
  })
})

describe('GetSessionToken and GetFederationToken', () => {
  it('return credentials of the user that expire', async ({ cloud }) => {
    // Expirations are whole seconds.
    cloud.clock.freeze(Math.ceil(cloud.clock.now() / 1000) * 1000)
    const { Credentials } = await stsClient(cloud, ada).send(new GetSessionTokenCommand({ DurationSeconds: 900 }))
    const keys = keysOf(Credentials)
    expect(await whoIs(cloud, keys)).toMatchObject({ Arn: 'arn:aws:iam::123456789012:user/ada' })
    await expect(stsClient(cloud, keys).send(new GetSessionTokenCommand({}))).rejects.toMatchObject({
      name: 'AccessDenied',
      message: 'Cannot call GetSessionToken with session credentials',
    })
    cloud.clock.advance('15m')
    await expect(whoIs(cloud, keys)).rejects.toMatchObject({ name: 'ExpiredToken' })
  })

  it('last twelve hours for a user and one for root', async ({ cloud, sts }) => {
    const lasts = async (client: STSClient): Promise<number> => {
      const { Credentials } = await client.send(new GetSessionTokenCommand({}))
      return Math.round(((Credentials?.Expiration?.getTime() ?? 0) - cloud.clock.now()) / 3_600_000)
    }
    expect(await lasts(stsClient(cloud, ada))).toBe(12)
    expect(await lasts(sts)).toBe(1)
  })

  it('return credentials of a named federated user', async ({ cloud, sts }) => {
    const { Credentials, FederatedUser, PackedPolicySize } = await stsClient(cloud, ada).send(
      new GetFederationTokenCommand({ Name: 'guest' }),
    )
    expect(PackedPolicySize).toBe(0)
    expect(FederatedUser).toEqual({
      FederatedUserId: '123456789012:guest',
      Arn: 'arn:aws:sts::123456789012:federated-user/guest',
    })
    expect(await whoIs(cloud, keysOf(Credentials))).toMatchObject({
      UserId: '123456789012:guest',
      Arn: FederatedUser?.Arn,
    })
    await expect(sts.send(new GetFederationTokenCommand({ Name: 'x'.repeat(33) }))).rejects.toMatchObject({
      name: 'ValidationError',
    })
    await expect(
      stsClient(cloud, keysOf(Credentials)).send(new GetFederationTokenCommand({ Name: 'other' })),
    ).rejects.toMatchObject({
      message: 'Cannot call GetFederationToken with session credentials',
    })
  })
})

describe('GetAccessKeyInfo', () => {
  it('returns the account of an access key', async ({ sts }) => {
    expect(await sts.send(new GetAccessKeyInfoCommand({ AccessKeyId: ada.accessKeyId }))).toMatchObject({
      Account: '123456789012',
    })
    await expect(sts.send(new GetAccessKeyInfoCommand({ AccessKeyId: 'short' }))).rejects.toMatchObject({
      name: 'ValidationError',
    })
  })
})
