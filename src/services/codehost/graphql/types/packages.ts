import type { CodehostCall } from '#codehost/call.ts'
import { nodeId } from '#codehost/json/format.ts'
import { canReadPackage, readablePackages, versionsOf } from '#codehost/rules/packages/packages.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Package as PackageRow, PackageVersion as VersionRow } from '#codehost/schema/packages.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireFieldScopes } from '../access.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, type Fields, type Typed } from '../source.ts'

interface PackagesArguments extends PageArguments {
  readonly names?: readonly (string | null)[] | null
  readonly packageType?: string | null
  readonly repositoryId?: string | null
}

/** Returns the packages of an account that the principal may read. */
export function packagesOfOwner(owner: Account, args: PackagesArguments, call: CodehostCall) {
  return packages(call, readablePackages(call, owner), args)
}

/** Returns the packages of a repository that the principal may read. */
export function packagesOfRepo(repo: Repo, args: PackagesArguments, call: CodehostCall) {
  const all = readablePackages(call, call.rows.accounts.require(repo.ownerId))
  return packages(
    call,
    all.filter(({ repoId }) => repoId === repo.id),
    args,
  )
}

function packages(call: CodehostCall, all: readonly PackageRow[], args: PackagesArguments) {
  requireFieldScopes(call, 'packages', ['read:packages'])
  const { names, packageType, repositoryId } = args
  const found = all.filter(
    ({ name, type, repoId }) =>
      (names == null || names.includes(name)) &&
      (packageType == null || type === packageType.toLowerCase()) &&
      (repositoryId == null || (repoId !== null && nodeId('R', repoId) === repositoryId)),
  )
  return connection(cursoredRows(found), args)
}

/** A package. https://docs.github.com/graphql/reference/objects#package */
export const Package: Fields<PackageRow> = {
  id: ({ id }) => nodeId('P', id),
  name: ({ name }) => name,
  packageType: ({ type }) => (type === 'container' ? 'DOCKER' : type.toUpperCase()),
  repository: ({ repoId }, _args, { rows }) => rows.repos.get(repoId) ?? null,
  latestVersion: (pack, _args, { rows }) => versionsOf(rows, pack)[0] ?? null,
  version: (pack, { version }: { version: string }, { rows }) =>
    versionsOf(rows, pack).find(({ name }) => name === version) ?? null,
  versions: (pack, args: PageArguments & { orderBy?: { direction: string } | null }, { rows }) => {
    const newest = versionsOf(rows, pack)
    const ordered = args.orderBy?.direction === 'ASC' ? newest.toReversed() : newest
    return connection(cursoredRows(ordered), args)
  },
  statistics: () => ({ downloadsTotalCount: 0 }),
}

/** A version of a package. https://docs.github.com/graphql/reference/objects#packageversion */
export const PackageVersion: Fields<VersionRow> = {
  id: ({ id }) => nodeId('PV', id),
  version: ({ name }) => name,
  package: ({ packageId }, _args, { rows }) => rows.packages.require(packageId),
  preRelease: ({ name }) => /^\d+\.\d+\.\d+-/.test(name),
  platform: () => null,
  readme: () => null,
  summary: ({ description }) => description || null,
  release: () => null,
  files: (_version, args: PageArguments) => connection(cursoredRows([]), args),
  statistics: () => ({ downloadsTotalCount: 0 }),
}

/** The packages and versions that a node id names. */
export const packageNodes = {
  P: (call: CodehostCall, id: string): Typed | null => {
    const pack = call.rows.packages.get(Number(id))
    return pack !== undefined && isReadable(call, pack) ? typed('Package', pack) : null
  },
  PV: (call: CodehostCall, id: string): Typed | null => {
    const version = call.rows.packageVersions.get(Number(id))
    if (version === undefined || version.deletedAt !== null) return null
    return isReadable(call, call.rows.packages.require(version.packageId)) ? typed('PackageVersion', version) : null
  },
}

function isReadable(call: CodehostCall, pack: PackageRow): boolean {
  return pack.deletedAt === null && canReadPackage(call, call.rows.accounts.require(pack.ownerId), pack)
}
