import type { CloudCall, Rows } from '#cloud/call.ts'
import { invalidInput, noSuchEntity, outsideAccount, protectedRole, validationFailure } from '#cloud/errors/iam.ts'
import type {
  Group,
  HolderKind,
  InstanceProfile,
  ManagedPolicy,
  OidcProvider,
  SamlProvider,
  PolicyVersion,
  Role,
  User,
} from '#cloud/schema/iam.ts'
import { accountOf, AWS_ACCOUNT } from '../account.ts'
import { oidcProviderArn, samlProviderArn } from './arns.ts'
import { isServiceLinked } from './linked-roles.ts'

// Each function returns the row of a name or ARN, or throws the vendor's `NoSuchEntity`. Names are not distinguished by
// case, and are those of the account that the request acts in.

type AccountCall = Pick<CloudCall, 'rows' | 'principal'>

/** Finds a user by name. */
export function findUser(call: AccountCall, name: string): User {
  const user = call.rows.users.find('name', accountOf(call), name.toLowerCase())
  if (user === undefined) throw noSuchEntity(`The user with name ${name} cannot be found.`)
  return user
}

/** Finds a group by name. */
export function findGroup(call: AccountCall, name: string): Group {
  const group = call.rows.groups.find('name', accountOf(call), name.toLowerCase())
  if (group === undefined) throw noSuchEntity(`The group with name ${name} cannot be found.`)
  return group
}

/** Finds a role by name. */
export function findRole(call: AccountCall, name: string): Role {
  const role = call.rows.roles.find('name', accountOf(call), name.toLowerCase())
  if (role === undefined) throw noSuchEntity(`The role with name ${name} cannot be found.`)
  return role
}

/**
 * Finds a role that its account may change.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_terms-and-concepts.html
 *
 * @throws `UnmodifiableEntity` for a service-linked role, which belongs to its service.
 */
export function findOwnRole(call: AccountCall, name: string): Role {
  const role = findRole(call, name)
  if (isServiceLinked(role)) throw protectedRole(role.name)
  return role
}

/** Finds a user, group or role whose policies its account may change. */
export function findOwnHolder(call: AccountCall, kind: HolderKind, name: string): User | Group | Role {
  return kind === 'role' ? findOwnRole(call, name) : findHolder(call, kind, name)
}

/** Finds a user, group or role by name. */
export function findHolder(call: AccountCall, kind: HolderKind, name: string): User | Group | Role {
  if (kind === 'user') return findUser(call, name)
  return kind === 'group' ? findGroup(call, name) : findRole(call, name)
}

/** Returns the ARN of a policy as it is stored: the vendor's own are in the store once, for all partitions. */
export function withoutPartition(policyArn: string): string {
  return policyArn.replace(/^arn:[\w-]+:iam::aws:/, `${AWS_ACCOUNT}:`)
}

/**
 * Finds a managed policy of the account, or one of the vendor's, by ARN. `missing` ends the vendor's message for a
 * policy that does not exist.
 *
 * @throws `AccessDenied` for a policy of another account.
 */
export function findPolicy(call: AccountCall, arn: string, missing = 'was not found.'): ManagedPolicy {
  const policy = policyOfArn(call.rows, arn, missing)
  if (policy.account !== AWS_ACCOUNT && policy.account !== accountOf(call)) throw outsideAccount()
  return policy
}

/** Finds a managed policy of any account by ARN. */
export function policyOfArn(rows: Rows, arn: string, missing = 'was not found.'): ManagedPolicy {
  if (!/^arn:[\w-]+:iam::(\d{12}|aws):policy\/.+$/.test(arn))
    throw arn.startsWith('arn:')
      ? invalidInput(`ARN ${arn} is not valid.`)
      : validationFailure('Invalid ARN:  Could not be parsed!')
  const policy = rows.managedPolicies.find('arn', withoutPartition(arn))
  if (policy === undefined) throw noSuchEntity(`Policy ${arn} ${missing}`)
  return policy
}

/** Finds a version of a managed policy by its id: `v2`. */
export function findVersion(rows: Rows, policy: ManagedPolicy, versionId: string): PolicyVersion {
  const version = rows.policyVersions.find('number', policy.id, Number(/^v(\d+)$/.exec(versionId)?.[1] ?? 0))
  if (version === undefined) {
    throw noSuchEntity(`Policy ${policy.arn} version ${versionId} does not exist or is not attachable.`)
  }
  return version
}

/** Returns the default version of a managed policy. */
export function defaultVersion(rows: Rows, policy: ManagedPolicy): PolicyVersion {
  return findVersion(rows, policy, `v${policy.defaultVersion}`)
}

/** Finds an instance profile by name. */
export function findInstanceProfile(call: AccountCall, name: string): InstanceProfile {
  const profile = call.rows.instanceProfiles.find('name', accountOf(call), name.toLowerCase())
  if (profile === undefined) throw noSuchEntity(`Instance Profile ${name} cannot be found.`)
  return profile
}

/** Finds an OpenID Connect provider by ARN. */
export function findOidcProvider(call: AccountCall, arn: string): OidcProvider {
  const provider = call.rows.oidcProviders.find('host', accountOf(call), hostOfProvider(arn))
  if (provider === undefined || oidcProviderArn(provider) !== arn) {
    throw noSuchEntity(`OpenIDConnect Provider not found for arn ${arn}`)
  }
  return provider
}

/**
 * Returns the host in the ARN of an OpenID Connect provider.
 *
 * @throws `InvalidInput` for another ARN.
 */
export function hostOfProvider(arn: string): string {
  const host = /^arn:[\w-]+:iam::\d{12}:oidc-provider\/(.+)$/.exec(arn)?.[1]
  if (host === undefined) throw invalidInput(`Invalid ARN: ${arn}`)
  return host
}

/** Finds a SAML provider by ARN. */
export function findSamlProvider(call: AccountCall, arn: string): SamlProvider {
  const name = /^arn:[\w-]+:iam::\d{12}:saml-provider\/([\w._-]+)$/.exec(arn)?.[1]
  if (name === undefined) throw invalidInput(`Invalid ARN: ${arn}`)
  const provider = call.rows.samlProviders.find('name', accountOf(call), name)
  if (provider === undefined || samlProviderArn(provider) !== arn) {
    throw noSuchEntity(`Manifest not found for arn ${arn}`)
  }
  return provider
}
