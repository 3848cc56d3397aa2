import type { Rows } from '#cloud/call.ts'
import { invalidInput, noSuchEntity, validationFailure } from '#cloud/errors/iam.ts'
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
import { oidcProviderArn, samlProviderArn } from './arns.ts'

// Each function returns the row of a name or ARN, or throws the vendor's `NoSuchEntity`. Names are case-sensitive here.

/** Finds a user by name. */
export function findUser(rows: Rows, name: string): User {
  const user = rows.users.find('name', name.toLowerCase())
  if (user?.name !== name) throw noSuchEntity(`The user with name ${name} cannot be found.`)
  return user
}

/** Finds a group by name. */
export function findGroup(rows: Rows, name: string): Group {
  const group = rows.groups.find('name', name.toLowerCase())
  if (group?.name !== name) throw noSuchEntity(`The group with name ${name} cannot be found.`)
  return group
}

/** Finds a role by name. */
export function findRole(rows: Rows, name: string): Role {
  const role = rows.roles.find('name', name.toLowerCase())
  if (role?.name !== name) throw noSuchEntity(`The role with name ${name} cannot be found.`)
  return role
}

/** Finds a user, group or role by name. */
export function findHolder(rows: Rows, kind: HolderKind, name: string): User | Group | Role {
  if (kind === 'user') return findUser(rows, name)
  return kind === 'group' ? findGroup(rows, name) : findRole(rows, name)
}

/** Finds a managed policy by ARN. `missing` ends the vendor's message for a policy that does not exist. */
export function findPolicy(rows: Rows, arn: string, missing = 'was not found.'): ManagedPolicy {
  if (!/^arn:[\w-]+:iam::(\d{12}|aws):policy\/.+$/.test(arn))
    throw arn.startsWith('arn:')
      ? invalidInput(`ARN ${arn} is not valid.`)
      : validationFailure('Invalid ARN:  Could not be parsed!')
  const policy = rows.managedPolicies.find('arn', arn)
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
export function findInstanceProfile(rows: Rows, name: string): InstanceProfile {
  const profile = rows.instanceProfiles.find('name', name.toLowerCase())
  if (profile?.name !== name) throw noSuchEntity(`Instance Profile ${name} cannot be found.`)
  return profile
}

/** Finds an OpenID Connect provider by ARN. */
export function findOidcProvider(rows: Rows, accountId: string, arn: string): OidcProvider {
  const provider = rows.oidcProviders.find('host', hostOfProvider(arn))
  if (provider === undefined || oidcProviderArn(accountId, provider) !== arn) {
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
  const host = /^arn:aws:iam::\d{12}:oidc-provider\/(.+)$/.exec(arn)?.[1]
  if (host === undefined) throw invalidInput(`Invalid ARN: ${arn}`)
  return host
}

/** Finds a SAML provider by ARN. */
export function findSamlProvider(rows: Rows, accountId: string, arn: string): SamlProvider {
  const name = /^arn:aws:iam::\d{12}:saml-provider\/([\w._-]+)$/.exec(arn)?.[1]
  if (name === undefined) throw invalidInput(`Invalid ARN: ${arn}`)
  const provider = rows.samlProviders.find('name', name)
  if (provider === undefined || samlProviderArn(accountId, provider) !== arn) {
    throw noSuchEntity(`Manifest not found for arn ${arn}`)
  }
  return provider
}
