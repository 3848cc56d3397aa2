import { DAY } from '#core/duration.ts'
import type { CodehostCall, CodehostContext, Rows } from '#codehost/call.ts'
import { badRequest, conflict, notFound } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Package, PackageVersion } from '#codehost/schema/packages.ts'
import { canRead } from '../repos/visibility.ts'
import { roleInOrganization } from '../repos/permissions.ts'

/** How long a deleted package can be restored. https://docs.github.com/packages/learn-github-packages */
const RESTORABLE = 30 * DAY

/** Returns the packages of an account that the principal may read, without deleted ones. */
export function readablePackages(call: CodehostCall, owner: Account): Package[] {
  return call.rows.packages
    .referring('ownerId', owner.id)
    .filter((each) => each.deletedAt === null && canReadPackage(call, owner, each))
}

/** Returns whether the principal may read a package: a public one, their own, or one of a repository of theirs. */
export function canReadPackage(call: CodehostCall, owner: Account, { visibility, repoId }: Package): boolean {
  if (visibility === 'public') return true
  const repo = call.rows.repos.get(repoId)
  return isPackageAdmin(call, owner) || isMember(call, owner) || (repo?.private === true && canRead(call, repo))
}

/** Returns whether the principal may delete packages of an account: its user, or an owner of the organization. */
export function isPackageAdmin({ rows, principal }: CodehostCall, owner: Account): boolean {
  if (principal === null) return false
  if (owner.type === 'Organization') return roleInOrganization(rows, owner, principal.user) === 'admin'
  return principal.user.id === owner.id
}

function isMember({ rows, principal }: CodehostCall, owner: Account): boolean {
  return owner.type === 'Organization' && principal !== null && roleInOrganization(rows, owner, principal.user) !== null
}

/** Returns the versions of a package, latest first; with `deleted` those that were deleted. */
export function versionsOf(rows: Rows, { id }: Package, deleted = false): PackageVersion[] {
  return rows.packageVersions
    .referring('packageId', id)
    .filter(({ deletedAt }) => (deletedAt !== null) === deleted)
    .toReversed()
}

/** Returns the images for the old registry whose names are those of images for the new one. */
export function conflictingPackages(packages: readonly Package[]): Package[] {
  const images = new Set(packages.flatMap(({ type, name }) => (type === 'container' ? [name] : [])))
  return packages.filter(({ type, name }) => type === 'docker' && images.has(name))
}

/** Deletes a package, which can be restored for 30 days. */
export function deletePackage({ rows, clock }: CodehostContext, { id }: Package): void {
  rows.packages.update(id, { deletedAt: clock.now() })
}

/**
 * Restores a package.
 *
 * @throws 404 for one that was not deleted, or too long ago; 409 for a name that another package has taken.
 */
export function restorePackage(
  { rows, clock }: CodehostContext,
  { id, ownerId, type, name, deletedAt }: Package,
): void {
  requireRestorable(clock.now(), deletedAt)
  const isTaken = rows.packages.list('byName', ownerId, type, name).some((each) => each.deletedAt === null)
  if (isTaken) throw conflict(`The package name ${name} is already in use.`)
  rows.packages.update(id, { deletedAt: null })
}

/**
 * Deletes a version of a package, which can be restored for 30 days.
 *
 * @throws 400 for the last one.
 */
export function deleteVersion({ rows, clock }: CodehostContext, pack: Package, { id }: PackageVersion): void {
  if (versionsOf(rows, pack).length === 1) {
    throw badRequest('You cannot delete the last version of a package. You must delete the package instead.')
  }
  rows.packageVersions.update(id, { deletedAt: clock.now() })
}

/** Restores a version of a package. @throws 404 for one that was not deleted, or too long ago. */
export function restoreVersion({ rows, clock }: CodehostContext, { id, deletedAt }: PackageVersion): void {
  requireRestorable(clock.now(), deletedAt)
  rows.packageVersions.update(id, { deletedAt: null })
}

function requireRestorable(now: number, deletedAt: number | null): void {
  if (deletedAt === null || now - deletedAt > RESTORABLE) throw notFound('Package not found.')
}
