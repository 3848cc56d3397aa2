import { IAMClient } from '@aws-sdk/client-iam'
import { STSClient } from '@aws-sdk/client-sts'
import type { Emulator } from '../../emulator.ts'
import { credentials } from './cloud.fixture.ts'

/** A key pair, and the token of a session. */
export interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** A client of IAM that signs with a key pair; the account's own unless told otherwise. */
export function iamClient(emulator: Pick<Emulator, 'url'>, keys: Keys = credentials): IAMClient {
  return new IAMClient({ endpoint: emulator.url, region: 'us-east-1', credentials: keys, maxAttempts: 1 })
}

/** A client of STS that signs with a key pair; the account's own unless told otherwise. */
export function stsClient(emulator: Pick<Emulator, 'url'>, keys: Keys = credentials): STSClient {
  return new STSClient({ endpoint: emulator.url, region: 'us-east-1', credentials: keys, maxAttempts: 1 })
}

/** The credentials of an answer of STS, as clients take them. */
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

/** A policy of one statement. */
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

/** A trust policy: who may assume the role, on which condition. */
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
