import { policyArnIn } from '#cloud/rules/iam/arns.ts'
import { members, type XmlMembers } from '#cloud/protocols/xml.ts'
import type { CloudCall, Rows } from '#cloud/call.ts'
import type { Group, HolderKind, ManagedPolicy, Role, User } from '#cloud/schema/iam.ts'
import {
  boundaryXml,
  encodedDocument,
  groupXml,
  instanceProfileXml,
  listedPolicyXml,
  listedUserXml,
  lastUsedXml,
  plainRoleXml,
  policyVersionXml,
  tagsXml,
} from './iam.ts'

// The entities as GetAccountAuthorizationDetails tells them, with their policies.

/** Returns a user with policies and groups. */
export function userDetailXml(rows: Rows, user: User): XmlMembers {
  const groups = rows.memberships.referring('userId', user.id).map(({ groupId }) => rows.groups.require(groupId).name)
  return {
    ...listedUserXml(user),
    UserPolicyList: inlinePoliciesXml(rows, 'user', user.id),
    GroupList: members(groups),
    AttachedManagedPolicies: attachedXml(rows, 'user', user.id),
    PermissionsBoundary: boundaryXml(user),
    Tags: tagsXml(user.tags),
  }
}

/** Returns a group with policies. */
export function groupDetailXml(rows: Rows, group: Group): XmlMembers {
  return {
    ...groupXml(group),
    GroupPolicyList: inlinePoliciesXml(rows, 'group', group.id),
    AttachedManagedPolicies: attachedXml(rows, 'group', group.id),
  }
}

/** Returns a role with policies and instance profiles. */
export function roleDetailXml(rows: Rows, role: Role, region: string): XmlMembers {
  const profiles = rows.instanceProfiles
    .referring('roleId', role.id)
    .map((each) => instanceProfileXml(rows, each, false))
  return {
    ...plainRoleXml(role),
    InstanceProfileList: members(profiles),
    RolePolicyList: inlinePoliciesXml(rows, 'role', role.id),
    AttachedManagedPolicies: attachedXml(rows, 'role', role.id),
    PermissionsBoundary: boundaryXml(role),
    Tags: tagsXml(role.tags),
    RoleLastUsed: lastUsedXml(role, region),
  }
}

/** Returns a managed policy with all its versions. */
export function policyDetailXml(call: CloudCall, policy: ManagedPolicy): XmlMembers {
  const { rows } = call
  const versions = rows.policyVersions
    .referring('policyId', policy.id)
    .toSorted((left, right) => right.number - left.number)
    .map((version) => policyVersionXml(policy, version, true))
  return {
    ...listedPolicyXml(call, policy),
    Description: policy.description,
    PolicyVersionList: members(versions),
  }
}

function inlinePoliciesXml(rows: Rows, kind: HolderKind, holderId: number): XmlMembers {
  const policies = rows.inlinePolicies.list('byHolder', kind, holderId)
  return members(
    policies.map(({ name, document }) => ({ PolicyName: name, PolicyDocument: encodedDocument(document) })),
  )
}

function attachedXml(rows: Rows, kind: HolderKind, holderId: number): XmlMembers {
  const attached = rows.attachments.list('byHolder', kind, holderId)
  return members(
    attached.map(({ account, policyId, policyName }) => ({
      PolicyName: policyName,
      PolicyArn: policyArnIn(account, rows.managedPolicies.require(policyId).arn),
    })),
  )
}
