import { empty, json } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { badRequest, validationFailed } from '#codehost/errors.ts'
import { packageJson, packageVersionJson } from '#codehost/json/packages/package.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import {
  conflictingPackages,
  deletePackage,
  deleteVersion,
  isPackageAdmin,
  readablePackages,
  restorePackage,
  restoreVersion,
  versionsOf,
} from '#codehost/rules/packages/packages.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { PACKAGE_TYPES, type Package } from '#codehost/schema/packages.ts'
import {
  loadDeletedVersion,
  loadOrganizationOwner,
  loadOwnUser,
  loadPackage,
  loadUserOwner,
  loadVersion,
  mustBePackageAdmin,
  requireDeletedPackageAdmin,
  requirePackageAdmin,
  requirePackageDelete,
  requirePackageRead,
  requirePackageRestore,
  type CallOfOwner,
} from '#codehost/steps/packages.ts'

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

type LoadOwner = (call: CallOfOwner) => { readonly owner: Account }
type Prefix = '/orgs/:org' | '/users/:username' | '/user'

function packagesOf(prefix: Prefix, loadOwner: LoadOwner, operations: Operations): readonly Route[] {
  return [...wholePackages(prefix, loadOwner, operations), ...packageVersions(prefix, loadOwner, operations)]
}

function wholePackages(prefix: Prefix, loadOwner: LoadOwner, operations: Operations): readonly Route[] {
  const one = `${prefix}/packages/:package_type/:package_name` as const
  return [
    get(operations.conflicts, `${prefix}/docker/conflicts`, requirePackageRead, loadOwner, (call) =>
      json(conflictingPackages(readablePackages(call, call.owner)).map((each) => packageJson(call, each))),
    ),
    get(operations.list, `${prefix}/packages`, requirePackageRead, loadOwner, (call) =>
      answerPage(call, filtered(call, call.owner), (each) => packageJson(call, each)),
    ),
    get(operations.get, one, requirePackageRead, loadOwner, loadPackage, (call) => json(packageJson(call, call.pack))),
    del(operations.remove, one, requirePackageDelete, loadOwner, requirePackageAdmin, (call) => {
      deletePackage(call, call.pack)
      return empty()
    }),
    post(operations.restore, `${one}/restore`, requirePackageRestore, loadOwner, requireDeletedPackageAdmin, (call) => {
      restorePackage(call, call.pack)
      return empty()
    }),
  ]
}

function packageVersions(prefix: Prefix, loadOwner: LoadOwner, operations: Operations): readonly Route[] {
  const one = `${prefix}/packages/:package_type/:package_name` as const
  const version = `${one}/versions/:package_version_id` as const
  return [
    get(operations.versions, `${one}/versions`, requirePackageRead, loadOwner, loadPackage, (call) => {
      const isDeleted = call.query.get('state') === 'deleted'
      if (isDeleted && !isPackageAdmin(call, call.owner)) throw mustBePackageAdmin()
      const versions = versionsOf(call.rows, call.pack, isDeleted)
      return answerPage(call, versions, (each) => packageVersionJson(call, call.pack, each))
    }),
    get(operations.version, version, requirePackageRead, loadOwner, loadPackage, loadVersion, (call) =>
      json(packageVersionJson(call, call.pack, call.version)),
    ),
    del(
      operations.removeVersion,
      version,
      requirePackageDelete,
      loadOwner,
      requirePackageAdmin,
      loadVersion,
      (call) => {
        deleteVersion(call, call.pack, call.version)
        return empty()
      },
    ),
    post(
      operations.restoreVersion,
      `${version}/restore`,
      requirePackageRestore,
      loadOwner,
      requirePackageAdmin,
      loadDeletedVersion,
      (call) => {
        restoreVersion(call, call.version)
        return empty()
      },
    ),
  ]
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
