import type { CodehostContext } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Package, PackageVersion } from '#codehost/schema/packages.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** A version to publish. `repo` and `visibility` count for a new package only. */
export interface PublishedVersion {
  readonly owner: Account
  readonly repo: Repo | null
  readonly type: Package['type']
  readonly name: string
  readonly version: string
  readonly tags: readonly string[]
  readonly description: string
  readonly visibility?: Package['visibility'] | undefined
}

/** Publishes a version, of a new package if there is none of its name; null for a version that there is. */
export function publishVersion(context: CodehostContext, input: PublishedVersion): PackageVersion | null {
  const { rows, clock, emit } = context
  const { owner, type, name, tags, description } = input
  const at = clock.now()
  const known = rows.packages.list('byName', owner.id, type, name).find(({ deletedAt }) => deletedAt === null)
  const pack = known ?? newPackage(context, input)
  if (rows.packageVersions.list('byName', pack.id, input.version).length > 0) return null
  for (const other of rows.packageVersions.referring('packageId', pack.id)) {
    // A tag names one version.
    const left = other.tags.filter((tag) => !tags.includes(tag))
    if (left.length < other.tags.length) rows.packageVersions.update(other.id, { tags: left, updatedAt: at })
  }
  const version = rows.packageVersions.insert({
    packageId: pack.id,
    name: input.version,
    tags,
    description,
    authorId: owner.type === 'Organization' ? null : owner.id,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  })
  const changed = rows.packages.update(pack.id, { updatedAt: at })
  const repo = rows.repos.get(pack.repoId)
  if (repo !== undefined) {
    const about = { repo, package: changed, version, sender: rows.accounts.require(repo.ownerId) }
    const action = known === undefined ? 'published' : 'updated'
    emit({ event: 'package', action, ...about })
    emit({ event: 'registry_package', action, ...about })
  }
  return version
}

function newPackage({ rows, clock }: CodehostContext, { owner, repo, type, name, visibility }: PublishedVersion) {
  const at = clock.now()
  return rows.packages.insert({
    ownerId: owner.id,
    repoId: repo?.id ?? null,
    type,
    name,
    visibility: visibility ?? (repo?.private === false ? 'public' : 'private'),
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  })
}
