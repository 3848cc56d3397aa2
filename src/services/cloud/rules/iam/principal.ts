import type { CloudContext, Principal } from '#cloud/call.ts'
import type { Credential, Role, Session, User } from '#cloud/schema/iam.ts'
import { accountIdOf, accountIn } from '../account.ts'
import { settingsOf } from '../settings.ts'
import { federatedUserArn, sessionArn, userArn } from './arns.ts'

/**
 * Returns the principal of an access key: the owner of its credential, or root for an unknown key. The region of the
 * signature has the partition.
 */
export function principalOf(
  context: Pick<CloudContext, 'rows'>,
  { accessKeyId, region }: { readonly accessKeyId: string; readonly region: string },
  credential: Credential | null,
): Principal {
  if (credential === null) return rootOf(region, settingsOf(context).accountId, accessKeyId)
  const { account, userId, roleId, session } = credential
  const accountId = accountIdOf(account)
  const key = { account, accountId, accessKeyId }
  if (session?.kind === 'federated-user') return { ...key, ...federatedUser(account, session) }
  if (session !== null && roleId !== null) {
    return { ...key, ...assumedRole(context.rows.roles.require(roleId), session) }
  }
  if (userId !== null) return { ...key, ...user(context.rows.users.require(userId)) }
  // Root's keys work in every partition, as nobody is there to make others.
  return rootOf(region, accountId, accessKeyId)
}

/** Returns the root user, who may do everything, of an account in the partition of a region. */
export function rootOf(region: string, accountId: string, accessKeyId: string | null): Principal {
  const account = accountIn(region, accountId)
  return {
    name: 'root',
    type: 'root',
    account,
    accountId,
    arn: `${account}:root`,
    userId: accountId,
    accessKeyId,
  }
}

type Identity = Pick<Principal, 'name' | 'type' | 'arn' | 'userId'>

function user(row: User): Identity {
  return { name: `user/${row.name}`, type: 'user', arn: userArn(row), userId: row.uniqueId }
}

function assumedRole(role: Role, { name }: Session): Identity {
  return {
    name: `assumed-role/${role.name}/${name}`,
    type: 'assumed-role',
    arn: sessionArn(role, name),
    userId: `${role.uniqueId}:${name}`,
  }
}

function federatedUser(account: string, { name }: Session): Identity {
  return {
    name: `federated-user/${name}`,
    type: 'federated-user',
    arn: federatedUserArn(account, name),
    userId: `${accountIdOf(account)}:${name}`,
  }
}
