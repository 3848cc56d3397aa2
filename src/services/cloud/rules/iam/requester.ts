import type { CloudContext, Principal } from '#cloud/call.ts'
import type { Credential, HolderKind, Tag } from '#cloud/schema/iam.ts'
import type { ApplicablePolicies } from '../policy/evaluate.ts'
import { storedPolicy, type Policy } from '../policy/document.ts'
import type { Requester } from '../policy/principals.ts'
import { roleArn, userArn } from './arns.ts'
import { defaultVersion, withoutPartition } from './find.ts'

/** The requester of an anonymous request. */
const ANONYMOUS: Requester = {
  type: 'anonymous',
  accountId: null,
  arn: null,
  sourceArn: null,
  uniqueId: null,
  provider: null,
  service: null,
}

/** Returns the credential that a principal signed with; null for root and anonymous requests. */
export function credentialOf({ rows }: CloudContext, principal: Principal | null): Credential | null {
  return rows.credentials.get(principal?.accessKeyId) ?? null
}

/** Returns a principal with all the names by which policies can refer to it. */
export function requesterOf(context: CloudContext, principal: Principal | null): Requester {
  if (principal === null) return ANONYMOUS
  const { type, accountId, arn, userId } = principal
  // The id of root and of federated users is the account number, which policies use for the whole account.
  const hasOwn = type === 'user' || type === 'assumed-role'
  const uniqueId = hasOwn ? (userId.split(':')[0] ?? null) : null
  return { ...ANONYMOUS, type, accountId, arn, sourceArn: sourceArn(context, principal), uniqueId }
}

/** Returns an AWS service that acts by itself, such as `s3.amazonaws.com`. */
export function requesterOfService(service: string): Requester {
  return { ...ANONYMOUS, type: 'service', service }
}

/**
 * Returns the ARN of the identity whose permissions a session has: the role, or the user who created a federated user;
 * null for other principals.
 */
function sourceArn(context: CloudContext, principal: Principal): string | null {
  const { rows } = context
  const credential = credentialOf(context, principal)
  if (principal.type === 'assumed-role') {
    const role = rows.roles.get(credential?.roleId)
    return role === undefined ? null : roleArn(role)
  }
  if (principal.type !== 'federated-user') return null
  const user = rows.users.get(credential?.userId)
  return user === undefined ? `${principal.account}:root` : userArn(user)
}

/** Returns the value of `aws:PrincipalArn`: the role of a session, otherwise the principal's own ARN. */
export function principalArn(requester: Requester): string | null {
  return requester.type === 'assumed-role' ? requester.sourceArn : requester.arn
}

/** Returns the tags behind `aws:PrincipalTag/…`: those of the user or role, then those of the session, which win. */
export function principalTags(context: CloudContext, principal: Principal | null): readonly Tag[] {
  const credential = credentialOf(context, principal)
  if (credential === null) return []
  const { rows } = context
  const federated = credential.session?.kind === 'federated-user'
  const own = federated
    ? []
    : (rows.roles.get(credential.roleId)?.tags ?? rows.users.get(credential.userId)?.tags ?? [])
  return [...own, ...(credential.session?.tags ?? [])]
}

/**
 * Returns the policies of a principal: identity-based ones, its permissions boundary and session policies. The
 * resource's policy is not among them.
 */
export function policiesOf(context: CloudContext, principal: Principal | null): Omit<ApplicablePolicies, 'resource'> {
  const { rows } = context
  const credential = credentialOf(context, principal)
  if (credential === null) return { identity: [], boundary: null, session: null }
  const session = sessionPolicies(credential)
  const role = rows.roles.get(credential.roleId)
  if (role !== undefined) {
    return {
      identity: documentsOf(policiesOfHolder(context, 'role', role.id)),
      boundary: boundaryPolicy(context, role.permissionsBoundary),
      session,
    }
  }
  const user = rows.users.get(credential.userId)
  // Root may do everything; a federated user of root is limited by its session policies only.
  if (user === undefined) return { identity: [EVERYTHING], boundary: null, session }
  const groups = rows.memberships.referring('userId', user.id)
  return {
    identity: documentsOf([
      ...policiesOfHolder(context, 'user', user.id),
      ...groups.flatMap(({ groupId }) => policiesOfHolder(context, 'group', groupId)),
    ]),
    boundary: boundaryPolicy(context, user.permissionsBoundary),
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

/**
 * Returns the session policies; null when nothing limits the session. A federated user without a policy may do nothing.
 */
function sessionPolicies({ session }: Credential): Policy[] | null {
  if (session === null || session.kind === 'session-token') return null
  if (session.policies === null) return session.kind === 'federated-user' ? [] : null
  return session.policies.map(storedPolicy).filter((policy) => policy !== null)
}

/** A policy with the name by which the policy simulator tells it. */
export interface NamedPolicy {
  /** `user_uploads` for an inline policy, the name of a managed one. */
  readonly id: string
  readonly policy: Policy
}

function documentsOf(policies: readonly NamedPolicy[]): Policy[] {
  return policies.map(({ policy }) => policy)
}

/** Returns the inline and attached policies of a user, a group or a role. */
export function policiesOfHolder({ rows }: CloudContext, kind: HolderKind, holderId: number): NamedPolicy[] {
  const inline = rows.inlinePolicies
    .list('byHolder', kind, holderId)
    .map(({ name, document }) => ({ id: `${kind}_${name}`, document }))
  const attached = rows.attachments.list('byHolder', kind, holderId).map(({ policyId, policyName }) => ({
    id: policyName,
    document: defaultVersion(rows, rows.managedPolicies.require(policyId)).document,
  }))
  return [...inline, ...attached].flatMap(({ id, document }) => {
    const policy = storedPolicy(document)
    return policy === null ? [] : [{ id, policy }]
  })
}

/** Returns the permissions boundary; when its policy was deleted, one that allows nothing. */
export function boundaryPolicy({ rows }: CloudContext, arn: string | null): Policy | null {
  if (arn === null) return null
  const policy = rows.managedPolicies.find('arn', withoutPartition(arn))
  if (policy === undefined) return { version: '2012-10-17', statements: [] }
  return storedPolicy(defaultVersion(rows, policy).document)
}
