import {
  CreateUserCommand,
  CreateVirtualMFADeviceCommand,
  DeactivateMFADeviceCommand,
  DeleteUserCommand,
  DeleteVirtualMFADeviceCommand,
  EnableMFADeviceCommand,
  GetMFADeviceCommand,
  ListMFADevicesCommand,
  ListMFADeviceTagsCommand,
  ListUsersCommand,
  ListVirtualMFADevicesCommand,
  ResyncMFADeviceCommand,
  TagMFADeviceCommand,
  UntagMFADeviceCommand,
} from '@aws-sdk/client-iam'
import { AssumeRoleCommand, GetSessionTokenCommand } from '@aws-sdk/client-sts'
import { expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { iamClient, keysOf, policyOf, stsClient, trustOf } from '#cloud/iam.fixture.ts'
import { codeOf, stepAt } from '#cloud/rules/iam/one-time-codes.ts'

const UserName = 'ada'
const ada = { accessKeyId: 'AKIAADAEXAMPLE000000', secretAccessKey: 'ada-secret' }
const SerialNumber = 'arn:aws:iam::123456789012:mfa/team/phone'
const withDevice = { Bool: { 'aws:MultiFactorAuthPresent': 'true' } }

const it = cloudTest({
  enforce_iam: true,
  iam: {
    users: [
      {
        user_name: UserName,
        access_key_id: ada.accessKeyId,
        secret_access_key: ada.secretAccessKey,
        policies: [
          { policy_name: 'list', document: policyOf('Allow', 'iam:ListUsers', '*', withDevice) },
          { policy_name: 'assume', document: policyOf('Allow', 'sts:AssumeRole') },
        ],
      },
    ],
    roles: [
      {
        role_name: 'admin',
        assume_role_policy: trustOf({ AWS: '123456789012' }, withDevice),
      },
    ],
  },
}).extend('iam', ({ cloud }) => iamClient(cloud))

type Iam = ReturnType<typeof iamClient>

async function createDevice(iam: Iam): Promise<string> {
  const { VirtualMFADevice: made } = await iam.send(
    new CreateVirtualMFADeviceCommand({ Path: '/team/', VirtualMFADeviceName: 'phone' }),
  )
  expect(made?.SerialNumber).toBe(SerialNumber)
  expect(
    Buffer.from(made?.QRCodePNG ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  return Buffer.from(made?.Base32StringSeed ?? []).toString()
}

/** Returns the code that a device shows, by default now. */
function codeAt({ clock }: Emulator<'cloud'>, secret: string, later = 0): string {
  return codeOf(secret, stepAt(clock.now()) + later)
}

function enable(iam: Iam, first: string, second: string) {
  const codes = { AuthenticationCode1: first, AuthenticationCode2: second }
  return iam.send(new EnableMFADeviceCommand({ UserName, SerialNumber, ...codes }))
}

it('is enabled with two consecutive codes, and synchronized with two later ones', async ({ cloud, iam }) => {
  const secret = await createDevice(iam)
  expect(secret).toMatch(/^[A-Z2-7]{64}$/)
  await expect(createDevice(iam)).rejects.toMatchObject({
    name: 'EntityAlreadyExistsException',
    message: 'MFADevice entity at the same path and name already exists.',
  })
  const invalid = { name: 'InvalidAuthenticationCodeException', $metadata: { httpStatusCode: 403 } }
  await expect(enable(iam, codeAt(cloud, secret), codeAt(cloud, secret))).rejects.toMatchObject(invalid)
  await expect(enable(iam, codeAt(cloud, secret, -20), codeAt(cloud, secret, -19))).rejects.toMatchObject(invalid)
  const assigned = async (AssignmentStatus: 'Assigned' | 'Unassigned') => {
    const { VirtualMFADevices: devices } = await iam.send(new ListVirtualMFADevicesCommand({ AssignmentStatus }))
    return devices?.map((each) => [each.SerialNumber, each.User?.UserName])
  }
  expect([await assigned('Assigned'), await assigned('Unassigned')]).toEqual([[], [[SerialNumber, undefined]]])
  await enable(iam, codeAt(cloud, secret), codeAt(cloud, secret, 1))
  expect([await assigned('Assigned'), await assigned('Unassigned')]).toEqual([[[SerialNumber, UserName]], []])
  const { MFADevices: own } = await iam.send(new ListMFADevicesCommand({ UserName }))
  expect(own).toEqual([{ UserName, SerialNumber, EnableDate: expect.any(Date) as Date }])
  expect(await iam.send(new GetMFADeviceCommand({ UserName, SerialNumber }))).toMatchObject({ UserName, SerialNumber })

  const resync = (later: number) =>
    iam.send(
      new ResyncMFADeviceCommand({
        UserName,
        SerialNumber,
        AuthenticationCode1: codeAt(cloud, secret, later),
        AuthenticationCode2: codeAt(cloud, secret, later + 1),
      }),
    )
  await expect(resync(0)).rejects.toMatchObject(invalid)
  cloud.clock.advance('1m')
  await resync(0)
})

it('is deactivated before it, or its user, is deleted', async ({ cloud, iam }) => {
  const secret = await createDevice(iam)
  await enable(iam, codeAt(cloud, secret), codeAt(cloud, secret, 1))
  await iam.send(
    new TagMFADeviceCommand({
      SerialNumber,
      Tags: [
        { Key: 'a', Value: '1' },
        { Key: 'b', Value: '2' },
      ],
    }),
  )
  await iam.send(new UntagMFADeviceCommand({ SerialNumber, TagKeys: ['a'] }))
  expect((await iam.send(new ListMFADeviceTagsCommand({ SerialNumber }))).Tags).toEqual([{ Key: 'b', Value: '2' }])
  const remove = () => iam.send(new DeleteVirtualMFADeviceCommand({ SerialNumber }))
  await expect(remove()).rejects.toMatchObject({
    name: 'DeleteConflictException',
    message: 'MFA VirtualDevice in use. Must deactivate first.',
  })
  await iam.send(new CreateUserCommand({ UserName: 'bob' }))
  await expect(iam.send(new DeactivateMFADeviceCommand({ UserName: 'bob', SerialNumber }))).rejects.toMatchObject({
    name: 'NoSuchEntityException',
    message: 'MFA Device invalid for user.',
  })
  await iam.send(new DeactivateMFADeviceCommand({ UserName, SerialNumber }))
  await remove()
  await expect(remove()).rejects.toMatchObject({
    message: `VirtualMFADevice with serial number ${SerialNumber} doesn't exist.`,
  })
  await iam.send(new DeleteUserCommand({ UserName: 'bob' }))
})

it('gives sessions a second factor with a code, once for each code', async ({ cloud, iam }) => {
  const secret = await createDevice(iam)
  await enable(iam, codeAt(cloud, secret, -2), codeAt(cloud, secret, -1))
  const own = stsClient(cloud, ada)
  const session = (TokenCode: string | undefined, serial = SerialNumber) =>
    own.send(new GetSessionTokenCommand({ SerialNumber: serial, TokenCode }))
  await expect(iamClient(cloud, ada).send(new ListUsersCommand())).rejects.toMatchObject({ name: 'AccessDenied' })
  const code = codeAt(cloud, secret)
  const refused = (message: string) => ({ name: 'AccessDenied', message: expect.stringContaining(message) as string })
  await expect(session(undefined)).rejects.toMatchObject(refused('must provide both MFA serial number'))
  await expect(session(code, `${SerialNumber}2`)).rejects.toMatchObject(refused('unable to validate MFA code'))
  await expect(session(codeAt(cloud, secret, 20))).rejects.toMatchObject(refused('invalid MFA one time pass code'))
  const { Credentials } = await session(code)
  await iamClient(cloud, keysOf(Credentials)).send(new ListUsersCommand())
  await expect(session(code)).rejects.toMatchObject(refused('invalid MFA one time pass code'))

  const assume = (codes: object) =>
    own.send(
      new AssumeRoleCommand({ RoleArn: 'arn:aws:iam::123456789012:role/admin', RoleSessionName: 'ada', ...codes }),
    )
  await expect(assume({})).rejects.toMatchObject({ name: 'AccessDenied' })
  cloud.clock.advance('30s')
  const assumed = await assume({ SerialNumber, TokenCode: codeAt(cloud, secret) })
  expect(assumed.AssumedRoleUser?.Arn).toBe('arn:aws:sts::123456789012:assumed-role/admin/ada')
})
