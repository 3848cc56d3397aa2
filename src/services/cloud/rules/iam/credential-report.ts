import { DAY } from '#core/duration.ts'
import type { CloudCall } from '#cloud/call.ts'
import type { Credential, User } from '#cloud/schema/iam.ts'
import { accountOf } from '../account.ts'
import { accountSettings } from './account-settings.ts'
import { userArn } from './arns.ts'
import { accessKeysOf } from './new-entities.ts'

const KEY_COLUMNS = ['active', 'last_rotated', 'last_used_date', 'last_used_region', 'last_used_service']

const COLUMNS = [
  'user',
  'arn',
  'user_creation_time',
  'password_enabled',
  'password_last_used',
  'password_last_changed',
  'password_next_rotation',
  'mfa_active',
  ...[1, 2].flatMap((number) => KEY_COLUMNS.map((column) => `access_key_${number}_${column}`)),
  ...[1, 2].flatMap((number) => [`cert_${number}_active`, `cert_${number}_last_rotated`]),
]

/**
 * Returns the credentials of root and of every user as comma-separated values.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_getting-report.html
 */
export function credentialReport(call: CloudCall): string {
  const { rows } = call
  const users = rows.users.list('byName', accountOf(call)).map((user) => userLine(call, user))
  return [COLUMNS, rootLine(call), ...users].map((line) => line.join(',')).join('\n')
}

function rootLine(call: CloudCall): string[] {
  const account = accountOf(call)
  return [
    '<root_account>',
    `${account}:root`,
    '2020-01-01T00:00:00+00:00',
    'not_supported',
    'no_information',
    'not_supported',
    'not_supported',
    'false',
    ...keyColumns(accessKeysOf(call, { account, userId: null })),
    'false',
    'N/A',
    'false',
    'N/A',
  ]
}

function userLine(call: CloudCall, user: User): string[] {
  const { rows } = call
  const profile = rows.loginProfiles.find('user', user.id)
  const certificates = rows.signingCertificates
    .referring('userId', user.id)
    .toSorted((left, right) => left.createdAt - right.createdAt)
  return [
    user.name,
    userArn(user),
    timeOf(user.createdAt),
    ...(profile === undefined ? ['false', 'N/A', 'N/A', 'N/A'] : passwordColumns(call, profile.createdAt)),
    String(rows.mfaDevices.countReferring('userId', user.id) > 0),
    ...keyColumns(accessKeysOf(call, { account: user.account, userId: user.id })),
    ...[0, 1].flatMap((index) => {
      const certificate = certificates[index]
      return certificate === undefined
        ? ['false', 'N/A']
        : [String(certificate.status === 'Active'), timeOf(certificate.createdAt)]
    }),
  ]
}

/** Returns the columns about a password. Its last use is unknown, because the console has no sign-in here. */
function passwordColumns(call: CloudCall, changedAt: number): string[] {
  const days = accountSettings(call).passwordPolicy?.maxAge ?? null
  return ['true', 'no_information', timeOf(changedAt), days === null ? 'N/A' : timeOf(changedAt + days * DAY)]
}

function keyColumns(keys: readonly Credential[]): string[] {
  return [0, 1].flatMap((index) => {
    const key = keys[index]
    if (key === undefined) return ['false', 'N/A', 'N/A', 'N/A', 'N/A']
    const { lastUsed } = key
    const used = lastUsed === null ? ['N/A', 'N/A', 'N/A'] : [timeOf(lastUsed.at), lastUsed.region, lastUsed.service]
    return [String(key.status === 'Active'), timeOf(key.createdAt), ...used]
  })
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+00:00`
}
