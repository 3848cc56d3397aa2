import type { Work } from '../../call.ts'
import type { Principal } from '../../principal.ts'
import type { Credential, HolderKind, Tag } from '../../schema-iam.ts'
import { settingsOf } from '../../settings.ts'
import type { ApplicablePolicies } from '../policy/evaluate.ts'
import { storedPolicy, type Policy } from '../policy/document.ts'
import type { Requester } from '../policy/principals.ts'
import { roleArn, userArn } from './arns.ts'
import { defaultVersion } from './find.ts'

type State = Pick<Work, 'store' | 'rows'>

/** A stranger, as policies of resources see them. */
const STRANGER: Requester = {
  type: 'anonymous',
  accountId: null,
  arn: null,
  sourceArn: null,
  uniqueId: null,
  provider: null,
  service: null,
}

/** The credential that a principal signed with; null for the account itself and for strangers. */
export function credentialOf({ rows }: State, principal: Principal | null): Credential | null {
  return rows.credentials.get(principal?.accessKeyId) ?? null
}

/** Who a principal is, in all the ways policies can name it. */
export function requesterOf(state: State, principal: Principal | null): Requester {
  if (principal === null) return STRANGER
  const { type, accountId, arn, userId } = principal
  // Of the account and of federated users it is the number of the account, which means more than they are.
  const hasOwn = type === 'user' || type === 'assumed-role'
  const uniqueId = hasOwn ? (userId.split(':')[0] ?? null) : null
  return { ...STRANGER, type, accountId, arn, sourceArn: sourceArn(state, principal), uniqueId }
}

/** A service of the vendor, such as `s3.amazonaws.com`, that acts by itself. */
export function requesterOfService(service: string): Requester {
  return { ...STRANGER, type: 'service', service }
}

/** Whose permissions a session has: the role's, or the user's who asked for a federated user; null for all others. */
function sourceArn(state: State, principal: Principal): string | null {
  const { rows } = state
  const { accountId } = settingsOf(state)
  const credential = credentialOf(state, principal)
  if (principal.type === 'assumed-role') {
    const role = rows.roles.get(credential?.roleId)
    return role === undefined ? null : roleArn(accountId, role)
  }
  if (principal.type !== 'federated-user') return null
  const user = rows.users.get(credential?.userId)
  return user === undefined ? `arn:aws:iam::${accountId}:root` : userArn(accountId, user)
}

/** What `aws:PrincipalArn` is: the role of a session, else who acts. */
export function principalArn(requester: Requester): string | null {
  return requester.type === 'assumed-role' ? requester.sourceArn : requester.arn
}

/** The tags that `aws:PrincipalTag/…` asks about: of the user or the role, and over them those of the session. */
export function principalTags(state: State, principal: Principal | null): readonly Tag[] {
  const credential = credentialOf(state, principal)
  if (credential === null) return []
  const { rows } = state
  const federated = credential.session?.kind === 'federated-user'
  const own = federated
    ? []
    : (rows.roles.get(credential.roleId)?.tags ?? rows.users.get(credential.userId)?.tags ?? [])
  return [...own, ...(credential.session?.tags ?? [])]
}

/** The policies of a principal: of its identity, its boundary, its session. Those of the resource are asked for apart. */
export function policiesOf(state: State, principal: Principal | null): Omit<ApplicablePolicies, 'resource'> {
  const { rows } = state
  const credential = credentialOf(state, principal)
  if (credential === null) return { identity: [], boundary: null, session: null }
  const session = sessionPolicies(credential)
  const role = rows.roles.get(credential.roleId)
  if (role !== undefined) {
    return {
      identity: heldBy(state, 'role', role.id),
      boundary: boundaryPolicy(state, role.permissionsBoundary),
      session,
    }
  }
  const user = rows.users.get(credential.userId)
  // The account itself may do everything; what a federated user of it may do is for the session to say.
  if (user === undefined) return { identity: [EVERYTHING], boundary: null, session }
  const groups = rows.memberships.referring('userId', user.id)
  return {
    identity: [...heldBy(state, 'user', user.id), ...groups.flatMap(({ groupId }) => heldBy(state, 'group', groupId))],
    boundary: boundaryPolicy(state, user.permissionsBoundary),
    session,
  }
}

const EVERYTHING: Policy = {
  version: '2012-10-17',
  statements: [
    {
      sid: null,
      effect: 'Allow',
      principal: null,
      actions: { negated: false, patterns: ['*'] },
      resources: { negated: false, patterns: ['*'] },
      conditions: [],
    },
  ],
}

/** The policies of a session; null where it is held by none. A federated user without a policy may do nothing. */
function sessionPolicies({ session }: Credential): Policy[] | null {
  if (session === null || session.kind === 'session-token') return null
  if (session.policies === null) return session.kind === 'federated-user' ? [] : null
  return session.policies.map(storedPolicy).filter((policy) => policy !== null)
}

/** The policies of a user alone, of a group, or of a role. */
function heldBy({ rows }: State, kind: HolderKind, holderId: number): Policy[] {
  const inline = rows.inlinePolicies.list('byHolder', kind, holderId).map(({ document }) => document)
  const attached = rows.attachments
    .list('byHolder', kind, holderId)
    .map(({ policyId }) => defaultVersion(rows, rows.managedPolicies.require(policyId)).document)
  return [...inline, ...attached].map(storedPolicy).filter((policy) => policy !== null)
}

/** The policy that bounds permissions; one that allows nothing where it is gone. */
function boundaryPolicy({ rows }: State, arn: string | null): Policy | null {
  if (arn === null) return null
  const policy = rows.managedPolicies.find('arn', arn)
  if (policy === undefined) return { version: '2012-10-17', statements: [] }
  return storedPolicy(defaultVersion(rows, policy).document)
}
