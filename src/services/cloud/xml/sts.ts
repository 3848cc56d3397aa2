import type { XmlMembers } from '#cloud/protocols/xml.ts'
import type { AssumedRole } from '#cloud/rules/iam/assume-role.ts'
import type { Credential } from '#cloud/schema/iam.ts'
import { timestamp } from './iam.ts'

/** Returns temporary credentials as STS answers them. */
export function credentialsXml({ id, secret, token, expiresAt }: Credential): XmlMembers {
  return { AccessKeyId: id, SecretAccessKey: secret, SessionToken: token, Expiration: timestamp(expiresAt ?? 0) }
}

/** Returns the session of a role as STS answers it. */
export function assumedRoleXml({ id, arn }: AssumedRole): XmlMembers {
  return { AssumedRoleId: id, Arn: arn }
}
