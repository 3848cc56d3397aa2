import { accountOf } from '#cloud/rules/account.ts'
import { members, type XmlMembers } from '#cloud/protocols/xml.ts'
import type { CloudCall, Rows } from '#cloud/call.ts'
import type {
  Credential,
  Group,
  InstanceProfile,
  ManagedPolicy,
  OidcProvider,
  PolicyVersion,
  Role,
  SamlProvider,
  Tag,
  User,
} from '#cloud/schema/iam.ts'
import { attachmentCount, boundaryCount, type PolicyEntity } from '#cloud/rules/iam/entities.ts'
import {
  groupArn,
  instanceProfileArn,
  oidcProviderArn,
  policyArnIn,
  roleArn,
  samlProviderArn,
  userArn,
} from '#cloud/rules/iam/arns.ts'

// The XML shapes of IAM, in the order of its model. Lists of users, roles and policies leave out members that only
// `Get…` returns.

/** Formats a time as `2026-01-01T00:00:00Z`. */
export function timestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** Returns a policy document as answers carry it: percent-encoded (RFC 3986). */
export function encodedDocument(document: string): string {
  return encodeURIComponent(document).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Returns a list of tags; undefined when there are none. */
export function tagsXml(tags: readonly Tag[]): XmlMembers | undefined {
  return tags.length === 0 ? undefined : members(tags.map(tagXml))
}

/** Returns a tag. */
export function tagXml({ key, value }: Tag): XmlMembers {
  return { Key: key, Value: value }
}

/** Returns a permissions boundary; undefined when there is none. */
export function boundaryXml({ account, permissionsBoundary: arn }: User | Role): XmlMembers | undefined {
  if (arn === null) return undefined
  return { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: policyArnIn(account, arn) }
}

/** Returns a user as lists show it. */
export function listedUserXml(user: User): XmlMembers {
  return {
    Path: user.path,
    UserName: user.name,
    UserId: user.uniqueId,
    Arn: userArn(user),
    CreateDate: timestamp(user.createdAt),
  }
}

/** Returns a user with all members. */
export function userXml(user: User): XmlMembers {
  return {
    ...listedUserXml(user),
    PermissionsBoundary: boundaryXml(user),
    Tags: tagsXml(user.tags),
  }
}

/** Returns a group. */
export function groupXml(group: Group): XmlMembers {
  return {
    Path: group.path,
    GroupName: group.name,
    GroupId: group.uniqueId,
    Arn: groupArn(group),
    CreateDate: timestamp(group.createdAt),
  }
}

/** Returns a role with its trust policy, without its description. */
export function plainRoleXml(role: Role): XmlMembers {
  return {
    Path: role.path,
    RoleName: role.name,
    RoleId: role.uniqueId,
    Arn: roleArn(role),
    CreateDate: timestamp(role.createdAt),
    AssumeRolePolicyDocument: encodedDocument(role.assumeRolePolicyDocument),
  }
}

/** Returns a role as CreateRole and lists show it. */
export function listedRoleXml(role: Role): XmlMembers {
  return {
    ...plainRoleXml(role),
    Description: role.description,
    MaxSessionDuration: role.maxSessionDuration,
  }
}

/** Returns a role with all members. */
export function roleXml(role: Role, region: string): XmlMembers {
  return {
    ...listedRoleXml(role),
    PermissionsBoundary: boundaryXml(role),
    Tags: tagsXml(role.tags),
    RoleLastUsed: lastUsedXml(role, region),
  }
}

/** Returns the last use of a role; without members when it was never used. */
export function lastUsedXml({ lastUsedAt }: Role, region: string): XmlMembers {
  return lastUsedAt === null ? {} : { LastUsedDate: timestamp(lastUsedAt), Region: region }
}

/** Returns an access key without its secret. */
export function accessKeyXml(userName: string | undefined, key: Credential): XmlMembers {
  return { UserName: userName, AccessKeyId: key.id, Status: key.status, CreateDate: timestamp(key.createdAt) }
}

/** Returns a managed policy as lists show it. */
export function listedPolicyXml(call: CloudCall, policy: ManagedPolicy): XmlMembers {
  return {
    PolicyName: policy.name,
    PolicyId: policy.uniqueId,
    Arn: policyArnIn(accountOf(call), policy.arn),
    Path: policy.path,
    DefaultVersionId: `v${policy.defaultVersion}`,
    AttachmentCount: attachmentCount(call, policy),
    PermissionsBoundaryUsageCount: boundaryCount(call, policy),
    IsAttachable: true,
    CreateDate: timestamp(policy.createdAt),
    UpdateDate: timestamp(policy.updatedAt),
  }
}

/** Returns a managed policy with all members. */
export function policyXml(call: CloudCall, policy: ManagedPolicy): XmlMembers {
  const { IsAttachable, CreateDate, UpdateDate, ...before } = listedPolicyXml(call, policy)
  const Description = policy.description
  return { ...before, IsAttachable, Description, CreateDate, UpdateDate, Tags: tagsXml(policy.tags) }
}

/** Returns a version of a managed policy; lists leave out its document. */
export function policyVersionXml(policy: ManagedPolicy, version: PolicyVersion, withDocument: boolean): XmlMembers {
  return {
    Document: withDocument ? encodedDocument(version.document) : undefined,
    VersionId: `v${version.number}`,
    IsDefaultVersion: version.number === policy.defaultVersion,
    CreateDate: timestamp(version.createdAt),
  }
}

/** Returns an instance profile with its role; lists leave out its tags. */
export function instanceProfileXml(rows: Rows, profile: InstanceProfile, withTags: boolean): XmlMembers {
  const role = rows.roles.get(profile.roleId)
  return {
    Path: profile.path,
    InstanceProfileName: profile.name,
    InstanceProfileId: profile.uniqueId,
    Arn: instanceProfileArn(profile),
    CreateDate: timestamp(profile.createdAt),
    Roles: members(role === undefined ? [] : [listedRoleXml(role)]),
    Tags: withTags ? tagsXml(profile.tags) : undefined,
  }
}

/** Returns an OpenID Connect provider. */
export function oidcProviderXml(provider: OidcProvider): XmlMembers {
  return {
    Url: provider.host,
    ClientIDList: members(provider.clientIds),
    ThumbprintList: members(provider.thumbprints),
    CreateDate: timestamp(provider.createdAt),
    Tags: tagsXml(provider.tags),
  }
}

/** Returns an OpenID Connect provider as lists show it: its ARN. */
export function listedOidcProviderXml(provider: OidcProvider): XmlMembers {
  return { Arn: oidcProviderArn(provider) }
}

/** Returns a SAML provider. */
export function samlProviderXml(provider: SamlProvider): XmlMembers {
  const keys = provider.privateKeys.map(({ id, createdAt }) => ({ KeyId: id, Timestamp: timestamp(createdAt) }))
  return {
    SAMLProviderUUID: provider.uuid,
    SAMLMetadataDocument: provider.document,
    CreateDate: timestamp(provider.createdAt),
    ValidUntil: timestamp(provider.validUntil),
    Tags: tagsXml(provider.tags),
    AssertionEncryptionMode: provider.encryptionMode,
    PrivateKeyList: keys.length === 0 ? undefined : members(keys),
  }
}

/** Returns a SAML provider as lists show it. */
export function listedSamlProviderXml(provider: SamlProvider): XmlMembers {
  return {
    Arn: samlProviderArn(provider),
    ValidUntil: timestamp(provider.validUntil),
    CreateDate: timestamp(provider.createdAt),
  }
}

const ENTITY_NAMES = { group: 'Group', user: 'User', role: 'Role' } as const

/** Returns a group, user or role that a policy is attached to, or bounds. */
export function policyEntityXml({ kind, name, uniqueId }: PolicyEntity): XmlMembers {
  return { [`${ENTITY_NAMES[kind]}Name`]: name, [`${ENTITY_NAMES[kind]}Id`]: uniqueId }
}
