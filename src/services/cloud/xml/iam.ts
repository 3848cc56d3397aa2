import { members, type XmlMembers } from '../protocols/xml.ts'
import type { Rows } from '../call.ts'
import type {
  Credential,
  Group,
  InstanceProfile,
  ManagedPolicy,
  OidcProvider,
  PolicyVersion,
  Role,
  Tag,
  User,
} from '../schema-iam.ts'
import { groupArn, instanceProfileArn, oidcProviderArn, roleArn, userArn } from '../rules/iam/arns.ts'

// The shapes of IAM, in the order of its model. Lists of users, roles and policies leave out what only `Get…` gives.

/** `2026-01-01T00:00:00Z` */
export function timestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** A policy as answers give it: URL-encoded (RFC 3986). */
export function encodedDocument(document: string): string {
  return encodeURIComponent(document).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Tags; nothing where there are none. */
export function tagsXml(tags: readonly Tag[]): XmlMembers | undefined {
  return tags.length === 0 ? undefined : members(tags.map(tagXml))
}

/** A tag. */
export function tagXml({ key, value }: Tag): XmlMembers {
  return { Key: key, Value: value }
}

function boundaryXml(arn: string | null): XmlMembers | undefined {
  return arn === null ? undefined : { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: arn }
}

/** A user of a list. */
export function listedUserXml(accountId: string, user: User): XmlMembers {
  return {
    Path: user.path,
    UserName: user.name,
    UserId: user.uniqueId,
    Arn: userArn(accountId, user),
    CreateDate: timestamp(user.createdAt),
  }
}

/** A user, whole. */
export function userXml(accountId: string, user: User): XmlMembers {
  return {
    ...listedUserXml(accountId, user),
    PermissionsBoundary: boundaryXml(user.permissionsBoundary),
    Tags: tagsXml(user.tags),
  }
}

/** A group. */
export function groupXml(accountId: string, group: Group): XmlMembers {
  return {
    Path: group.path,
    GroupName: group.name,
    GroupId: group.uniqueId,
    Arn: groupArn(accountId, group),
    CreateDate: timestamp(group.createdAt),
  }
}

/** A role as creating it gives it, and lists. */
export function listedRoleXml(accountId: string, role: Role): XmlMembers {
  return {
    Path: role.path,
    RoleName: role.name,
    RoleId: role.uniqueId,
    Arn: roleArn(accountId, role),
    CreateDate: timestamp(role.createdAt),
    AssumeRolePolicyDocument: encodedDocument(role.assumeRolePolicyDocument),
    Description: role.description,
    MaxSessionDuration: role.maxSessionDuration,
  }
}

/** A role, whole. */
export function roleXml(accountId: string, role: Role, region: string): XmlMembers {
  return {
    ...listedRoleXml(accountId, role),
    PermissionsBoundary: boundaryXml(role.permissionsBoundary),
    Tags: tagsXml(role.tags),
    RoleLastUsed: role.lastUsedAt === null ? {} : { LastUsedDate: timestamp(role.lastUsedAt), Region: region },
  }
}

/** An access key without its secret. */
export function accessKeyXml(userName: string | undefined, key: Credential): XmlMembers {
  return { UserName: userName, AccessKeyId: key.id, Status: key.status, CreateDate: timestamp(key.createdAt) }
}

/** A managed policy of a list. */
export function listedPolicyXml(rows: Rows, policy: ManagedPolicy): XmlMembers {
  return {
    PolicyName: policy.name,
    PolicyId: policy.uniqueId,
    Arn: policy.arn,
    Path: policy.path,
    DefaultVersionId: `v${policy.defaultVersion}`,
    AttachmentCount: rows.attachments.countReferring('policyId', policy.id),
    PermissionsBoundaryUsageCount: boundaryCount(rows, policy),
    IsAttachable: true,
    CreateDate: timestamp(policy.createdAt),
    UpdateDate: timestamp(policy.updatedAt),
  }
}

/** A managed policy, whole. */
export function policyXml(rows: Rows, policy: ManagedPolicy): XmlMembers {
  const { IsAttachable, CreateDate, UpdateDate, ...before } = listedPolicyXml(rows, policy)
  const Description = policy.description
  return { ...before, IsAttachable, Description, CreateDate, UpdateDate, Tags: tagsXml(policy.tags) }
}

/** How many users and roles a policy bounds. */
export function boundaryCount(rows: Rows, { arn }: ManagedPolicy): number {
  return rows.users.count('byBoundary', arn) + rows.roles.count('byBoundary', arn)
}

/** A version of a managed policy; without its document in a list. */
export function policyVersionXml(policy: ManagedPolicy, version: PolicyVersion, withDocument: boolean): XmlMembers {
  return {
    Document: withDocument ? encodedDocument(version.document) : undefined,
    VersionId: `v${version.number}`,
    IsDefaultVersion: version.number === policy.defaultVersion,
    CreateDate: timestamp(version.createdAt),
  }
}

/** An instance profile with its role; without its tags in a list. */
export function instanceProfileXml(
  rows: Rows,
  accountId: string,
  profile: InstanceProfile,
  withTags: boolean,
): XmlMembers {
  const role = rows.roles.get(profile.roleId)
  return {
    Path: profile.path,
    InstanceProfileName: profile.name,
    InstanceProfileId: profile.uniqueId,
    Arn: instanceProfileArn(accountId, profile),
    CreateDate: timestamp(profile.createdAt),
    Roles: members(role === undefined ? [] : [listedRoleXml(accountId, role)]),
    Tags: withTags ? tagsXml(profile.tags) : undefined,
  }
}

/** An OpenID Connect provider. */
export function oidcProviderXml(provider: OidcProvider): XmlMembers {
  return {
    Url: provider.host,
    ClientIDList: members(provider.clientIds),
    ThumbprintList: members(provider.thumbprints),
    CreateDate: timestamp(provider.createdAt),
    Tags: tagsXml(provider.tags),
  }
}

/** An OpenID Connect provider of the list: its ARN. */
export function listedOidcProviderXml(accountId: string, provider: OidcProvider): XmlMembers {
  return { Arn: oidcProviderArn(accountId, provider) }
}
