import type { CloudContext, Principal } from '#cloud/call.ts'
import type { Credential, Role, Session, User } from '#cloud/schema/iam.ts'
import { settingsOf } from '../settings.ts'
import { federatedUserArn, sessionArn, userArn } from './arns.ts'

/** Returns the principal of an access key: the owner of its credential, or root for an unknown key. */
export function principalOf(
  context: Pick<CloudContext, 'rows'>,
  accessKeyId: string,
  credential: Credential | null,
): Principal {
  const settings = settingsOf(context)
  if (credential === null) return rootOf(settings, accessKeyId)
  const { userId, roleId, session } = credential
  const { accountId } = settings
  const account = { accountId, accessKeyId }
  if (session?.kind === 'federated-user') return { ...account, ...federatedUser(accountId, session) }
  if (session !== null && roleId !== null) {
    return { ...account, ...assumedRole(accountId, context.rows.roles.require(roleId), session) }
  }
  if (userId !== null) return { ...account, ...user(accountId, context.rows.users.require(userId)) }
  return rootOf(settings, accessKeyId)
}

/** Returns the account's root user, who may do everything. */
export function rootOf({ accountId }: { readonly accountId: string }, accessKeyId: string | null): Principal {
  return {
    name: 'root',
    type: 'root',
    accountId,
    arn: `arn:aws:iam::${accountId}:root`,
    userId: accountId,
    accessKeyId,
  }
}

type Identity = Pick<Principal, 'name' | 'type' | 'arn' | 'userId'>

function user(accountId: string, row: User): Identity {
  return { name: `user/${row.name}`, type: 'user', arn: userArn(accountId, row), userId: row.uniqueId }
}

function assumedRole(accountId: string, role: Role, { name }: Session): Identity {
  return {
    name: `assumed-role/${role.name}/${name}`,
    type: 'assumed-role',
    arn: sessionArn(accountId, role, name),
    userId: `${role.uniqueId}:${name}`,
  }
}

function federatedUser(accountId: string, { name }: Session): Identity {
  return {
    name: `federated-user/${name}`,
    type: 'federated-user',
    arn: federatedUserArn(accountId, name),
    userId: `${accountId}:${name}`,
  }
}
