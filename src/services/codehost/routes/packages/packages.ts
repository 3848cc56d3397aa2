import { empty, json } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { badRequest, forbidden, notFound, validationFailed } from '#codehost/errors.ts'
import { packageJson, packageVersionJson } from '#codehost/json/packages/package.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import {
  canReadPackage,
  conflictingPackages,
  deletePackage,
  deleteVersion,
  isPackageAdmin,
  readablePackages,
  restorePackage,
  restoreVersion,
  versionsOf,
} from '#codehost/rules/packages/packages.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { PACKAGE_TYPES, type Package, type PackageVersion } from '#codehost/schema/packages.ts'
import { loadOrganization, requireScopes } from '#codehost/steps/access.ts'

const { get, post, del } = routesFor<CodehostCall>()

/** The operations on the packages of one kind of owner: their ids end differently. */
interface Operations {
  readonly conflicts: string
  readonly list: string
  readonly get: string
  readonly remove: string
  readonly restore: string
  readonly versions: string
  readonly version: string
  readonly removeVersion: string
  readonly restoreVersion: string
}

type OfPackage = CodehostCall & { readonly params: { readonly package_type: string; readonly package_name: string } }
type OfVersion = { readonly params: { readonly package_version_id: string } }

/** Packages of organizations, of users, and of the user of the token. https://docs.github.com/rest/packages/packages */
export const packagesRoutes: readonly Route[] = [
  ...packagesOf('/orgs/:org', loadOrganizationOwner, {
    conflicts: 'packages/list-docker-migration-conflicting-packages-for-organization',
    list: 'packages/list-packages-for-organization',
    get: 'packages/get-package-for-organization',
    remove: 'packages/delete-package-for-org',
    restore: 'packages/restore-package-for-org',
    versions: 'packages/get-all-package-versions-for-package-owned-by-org',
    version: 'packages/get-package-version-for-organization',
    removeVersion: 'packages/delete-package-version-for-org',
    restoreVersion: 'packages/restore-package-version-for-org',
  }),
  ...packagesOf('/users/:username', loadUserOwner, {
    conflicts: 'packages/list-docker-migration-conflicting-packages-for-user',
    list: 'packages/list-packages-for-user',
    get: 'packages/get-package-for-user',
    remove: 'packages/delete-package-for-user',
    restore: 'packages/restore-package-for-user',
    versions: 'packages/get-all-package-versions-for-package-owned-by-user',
    version: 'packages/get-package-version-for-user',
    removeVersion: 'packages/delete-package-version-for-user',
    restoreVersion: 'packages/restore-package-version-for-user',
  }),
  ...packagesOf('/user', loadOwnUser, {
    conflicts: 'packages/list-docker-migration-conflicting-packages-for-authenticated-user',
    list: 'packages/list-packages-for-authenticated-user',
    get: 'packages/get-package-for-authenticated-user',
    remove: 'packages/delete-package-for-authenticated-user',
    restore: 'packages/restore-package-for-authenticated-user',
    versions: 'packages/get-all-package-versions-for-package-owned-by-authenticated-user',
    version: 'packages/get-package-version-for-authenticated-user',
    removeVersion: 'packages/delete-package-version-for-authenticated-user',
    restoreVersion: 'packages/restore-package-version-for-authenticated-user',
  }),
]

type CallOfOwner = CodehostCall & { readonly params: { readonly org: string; readonly username: string } }

function packagesOf(
  prefix: '/orgs/:org' | '/users/:username' | '/user',
  loadOwner: (call: CallOfOwner) => { readonly owner: Account },
  operations: Operations,
): readonly Route[] {
  const one = `${prefix}/packages/:package_type/:package_name` as const
  const version = `${one}/versions/:package_version_id` as const
  return [
    get(operations.conflicts, `${prefix}/docker/conflicts`, requireRead, loadOwner, (call) =>
      json(conflictingPackages(readablePackages(call, call.owner)).map((each) => packageJson(call, each))),
    ),
    get(operations.list, `${prefix}/packages`, requireRead, loadOwner, (call) =>
      answerPage(call, filtered(call, call.owner), (each) => packageJson(call, each)),
    ),
    get(operations.get, one, requireRead, loadOwner, (call) => json(packageJson(call, findPackage(call, call.owner)))),
    del(operations.remove, one, requireDelete, loadOwner, (call) => {
      deletePackage(call, changeable(call, call.owner))
      return empty()
    }),
    post(operations.restore, `${one}/restore`, requireRestore, loadOwner, (call) => {
      restorePackage(call, changeable(call, call.owner, { isDeleted: true }))
      return empty()
    }),
    get(operations.versions, `${one}/versions`, requireRead, loadOwner, (call) => {
      const pack = findPackage(call, call.owner)
      const isDeleted = call.query.get('state') === 'deleted'
      if (isDeleted && !isPackageAdmin(call, call.owner)) throw notAdmin()
      return answerPage(call, versionsOf(call.rows, pack, isDeleted), (each) => packageVersionJson(call, pack, each))
    }),
    get(operations.version, version, requireRead, loadOwner, (call) => {
      const pack = findPackage(call, call.owner)
      return json(packageVersionJson(call, pack, findVersion(call, pack, false)))
    }),
    del(operations.removeVersion, version, requireDelete, loadOwner, (call) => {
      const pack = changeable(call, call.owner)
      deleteVersion(call, pack, findVersion(call, pack, false))
      return empty()
    }),
    post(operations.restoreVersion, `${version}/restore`, requireRestore, loadOwner, (call) => {
      restoreVersion(call, findVersion(call, changeable(call, call.owner), true))
      return empty()
    }),
  ]
}

function requireRead(call: CodehostCall): void {
  requireScopes(call, ['read:packages'])
}

function requireDelete(call: CodehostCall): void {
  requireScopes(call, ['delete:packages'])
}

function requireRestore(call: CodehostCall): void {
  requireScopes(call, ['write:packages'])
}

/** @throws 404. */
function loadOrganizationOwner(call: CallOfOwner): { readonly owner: Account } {
  return { owner: loadOrganization(call).org }
}

/** @throws 404. */
function loadUserOwner({ rows, params }: CallOfOwner): { readonly owner: Account } {
  const owner = findAccount(rows, params.username)
  if (owner.type === 'Organization') throw notFound()
  return { owner }
}

/** @throws 401. */
function loadOwnUser(call: CodehostCall): { readonly owner: Account } {
  return { owner: requireScopes(call, []).user }
}

/** @throws 422 without a kind, 400 beyond the vendor's last page. */
function filtered(call: CodehostCall, owner: Account): Package[] {
  const { query } = call
  const [type, visibility] = [query.get('package_type'), query.get('visibility')]
  if (!PACKAGE_TYPES.some((each) => each === type)) {
    throw validationFailed({ resource: 'Package', field: 'package_type', code: 'invalid' })
  }
  if (Number(query.get('page') ?? 1) * Number(query.get('per_page') ?? 30) > 10_000) {
    throw badRequest('The value of `per_page` multiplied by `page` cannot be greater than 10000.')
  }
  return readablePackages(call, owner).filter(
    (each) => each.type === type && (visibility === null || each.visibility === visibility),
  )
}

/** @throws 404. */
function findPackage(call: OfPackage, owner: Account, { isDeleted = false } = {}): Package {
  const { package_type: type, package_name: name } = call.params
  const found = call.rows.packages
    .list('byName', owner.id, type as Package['type'], name) // an unknown kind has no packages
    .findLast(({ deletedAt }) => (deletedAt !== null) === isDeleted)
  if (found === undefined || !canReadPackage(call, owner, found)) throw notFound('Package not found.')
  return found
}

/** Returns a package that the principal may delete. @throws 403, 404. */
function changeable(call: OfPackage, owner: Account, options = {}): Package {
  const found = findPackage(call, owner, options)
  if (!isPackageAdmin(call, owner)) throw notAdmin()
  return found
}

/** @throws 404. */
function findVersion({ rows, params }: CodehostCall & OfVersion, { id }: Package, isDeleted: boolean): PackageVersion {
  const found = rows.packageVersions.get(wholeNumber(params.package_version_id))
  if (found?.packageId !== id || (found.deletedAt !== null) !== isDeleted) throw notFound('Package not found.')
  return found
}

function notAdmin() {
  return forbidden('You must have admin permissions to the package to do that.')
}
