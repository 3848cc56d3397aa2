import { CreateVirtualMFADeviceCommand, EnableMFADeviceCommand, IAMClient } from '@aws-sdk/client-iam'
import { STSClient } from '@aws-sdk/client-sts'
import type { Emulator } from '#emulator.ts'
import { credentials } from './cloud.fixture.ts'
import { codeOf, stepAt } from './rules/iam/one-time-codes.ts'

/** A key pair, with the token of a session where it belongs to one. */
export interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** Creates an IAM client that signs with a key pair; by default the account's own. */
export function iamClient(emulator: Pick<Emulator, 'url'>, keys: Keys = credentials): IAMClient {
  return new IAMClient({ endpoint: emulator.url, region: 'us-east-1', credentials: keys, maxAttempts: 1 })
}

/** Creates an STS client that signs with a key pair; by default the account's own. */
export function stsClient(emulator: Pick<Emulator, 'url'>, keys: Keys = credentials): STSClient {
  return new STSClient({ endpoint: emulator.url, region: 'us-east-1', credentials: keys, maxAttempts: 1 })
}

/** Converts the credentials of an STS answer into the form that clients take. */
export function keysOf(
  issued:
    | {
        readonly AccessKeyId: string | undefined
        readonly SecretAccessKey: string | undefined
        readonly SessionToken: string | undefined
      }
    | undefined,
): Keys {
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = issued ?? {}
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken }
}

/** Enables a virtual device for a user, and returns it with the code that it shows now. */
export async function enabledDevice(
  emulator: Emulator<'cloud'>,
  UserName: string,
): Promise<{ readonly SerialNumber: string; readonly TokenCode: string }> {
  const iam = iamClient(emulator)
  const { VirtualMFADevice: made } = await iam.send(
    new CreateVirtualMFADeviceCommand({ VirtualMFADeviceName: UserName }),
  )
  const SerialNumber = made?.SerialNumber ?? ''
  const secret = Buffer.from(made?.Base32StringSeed ?? []).toString()
  const now = stepAt(emulator.clock.now())
  const codes = { AuthenticationCode1: codeOf(secret, now - 2), AuthenticationCode2: codeOf(secret, now - 1) }
  await iam.send(new EnableMFADeviceCommand({ UserName, SerialNumber, ...codes }))
  return { SerialNumber, TokenCode: codeOf(secret, now) }
}

/** Returns a policy document with one statement. */
export function policyOf(
  effect: 'Allow' | 'Deny',
  action: string | string[],
  resource: string | string[] = '*',
  condition?: object,
): string {
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: effect,
        Action: action,
        Resource: resource,
        ...(condition === undefined ? {} : { Condition: condition }),
      },
    ],
  })
}

/** Returns a trust policy that lets a principal assume the role, under an optional condition. */
export function trustOf(
  principal: object | string,
  condition?: object,
  action: string | string[] = 'sts:AssumeRole',
): string {
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: principal,
        Action: action,
        ...(condition === undefined ? {} : { Condition: condition }),
      },
    ],
  })
}
