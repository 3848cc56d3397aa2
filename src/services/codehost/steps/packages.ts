import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, notFound } from '#codehost/errors.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { canReadPackage, isPackageAdmin } from '#codehost/rules/packages/packages.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Package, PackageVersion } from '#codehost/schema/packages.ts'
import { loadOrganization, requireScopes } from './access.ts'

/** A call on the packages of an account: of the organization or user that the path names, or of the principal. */
export type CallOfOwner = CodehostCall & { readonly params: { readonly org: string; readonly username: string } }

type CallOfPackage = CodehostCall & {
  readonly owner: Account
  readonly params: { readonly package_type: string; readonly package_name: string }
}

type CallOfVersion = CodehostCall & {
  readonly pack: Package
  readonly params: { readonly package_version_id: string }
}

/**
 * A step: requires the scope that reads packages.
 *
 * @throws 401, 403.
 */
export function requirePackageRead(call: CodehostCall): void {
  requireScopes(call, ['read:packages'])
}

/**
 * A step: requires the scope that deletes packages.
 *
 * @throws 401, 403.
 */
export function requirePackageDelete(call: CodehostCall): void {
  requireScopes(call, ['delete:packages'])
}

/**
 * A step: requires the scope that restores packages.
 *
 * @throws 401, 403.
 */
export function requirePackageRestore(call: CodehostCall): void {
  requireScopes(call, ['write:packages'])
}

/**
 * A step: loads the organization that the path names, as the owner of packages.
 *
 * @throws 404.
 */
export function loadOrganizationOwner(call: CallOfOwner): { readonly owner: Account } {
  return { owner: loadOrganization(call).org }
}

/**
 * A step: loads the user that the path names, as the owner of packages.
 *
 * @throws 404, for organizations too.
 */
export function loadUserOwner({ rows, params }: CallOfOwner): { readonly owner: Account } {
  const owner = findAccount(rows, params.username)
  if (owner.type === 'Organization') throw notFound()
  return { owner }
}

/**
 * A step: loads the user of the token, as the owner of packages.
 *
 * @throws 401.
 */
export function loadOwnUser(call: CodehostCall): { readonly owner: Account } {
  return { owner: requireScopes(call, []).user }
}

/**
 * A step: loads the package that the path names, if the principal may read it. Runs after the step that loads its
 * owner.
 *
 * @throws 404.
 */
export function loadPackage(call: CallOfPackage): { readonly pack: Package } {
  return { pack: findPackage(call, false) }
}

/**
 * A step: loads the package that the path names for its administrators. Runs after the step that loads its owner.
 *
 * @throws 404, 403.
 */
export function requirePackageAdmin(call: CallOfPackage): { readonly pack: Package } {
  const pack = findPackage(call, false)
  if (!isPackageAdmin(call, call.owner)) throw mustBePackageAdmin()
  return { pack }
}

/**
 * A step: loads the deleted package that the path names for its administrators. Runs after the step that loads its
 * owner.
 *
 * @throws 404, 403.
 */
export function requireDeletedPackageAdmin(call: CallOfPackage): { readonly pack: Package } {
  const pack = findPackage(call, true)
  if (!isPackageAdmin(call, call.owner)) throw mustBePackageAdmin()
  return { pack }
}

/**
 * A step: loads the version that the path names. Runs after the step that loads its package.
 *
 * @throws 404.
 */
export function loadVersion(call: CallOfVersion): { readonly version: PackageVersion } {
  return { version: findVersion(call, false) }
}

/**
 * A step: loads the deleted version that the path names. Runs after the step that loads its package.
 *
 * @throws 404.
 */
export function loadDeletedVersion(call: CallOfVersion): { readonly version: PackageVersion } {
  return { version: findVersion(call, true) }
}

/** Returns the failure of a principal that is no administrator of a package. */
export function mustBePackageAdmin(): Error {
  return forbidden('You must have admin permissions to the package to do that.')
}

function findPackage(call: CallOfPackage, isDeleted: boolean): Package {
  const { package_type: type, package_name: name } = call.params
  const found = call.rows.packages
    .list('byName', call.owner.id, type as Package['type'], name) // an unknown kind has no packages
    .findLast(({ deletedAt }) => (deletedAt !== null) === isDeleted)
  if (found === undefined || !canReadPackage(call, call.owner, found)) throw notFound('Package not found.')
  return found
}

function findVersion({ rows, params, pack }: CallOfVersion, isDeleted: boolean): PackageVersion {
  const found = rows.packageVersions.get(wholeNumber(params.package_version_id))
  if (found?.packageId !== pack.id || (found.deletedAt !== null) !== isDeleted) throw notFound('Package not found.')
  return found
}
