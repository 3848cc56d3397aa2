import { collection } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'

/** The kinds of packages. */
export const PACKAGE_TYPES = ['npm', 'maven', 'rubygems', 'docker', 'nuget', 'container'] as const

/** A package of a user or an organization. */
export interface Package {
  readonly id: number
  readonly ownerId: number
  /** The repository that it is linked to; null for none. */
  readonly repoId: number | null
  readonly type: (typeof PACKAGE_TYPES)[number]
  readonly name: string
  readonly visibility: 'public' | 'private'
  readonly createdAt: number
  readonly updatedAt: number
  /** Null unless it was deleted; it can be restored then. */
  readonly deletedAt: number | null
}

/** A version of a package. */
export interface PackageVersion {
  readonly id: number
  readonly packageId: number
  /** A number, or the digest of an image. */
  readonly name: string
  /** Only of images. */
  readonly tags: readonly string[]
  readonly description: string
  readonly authorId: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly deletedAt: number | null
}

/** The collections of packages. */
export const packageCollections = {
  packages: collection<Package>()({
    indexes: { byName: ['ownerId', 'type', 'name'] },
    references: { ownerId: cascade('accounts'), repoId: setNull('repos') },
  }),
  packageVersions: collection<PackageVersion>()({
    indexes: { byName: ['packageId', 'name'] },
    references: { packageId: cascade('packages'), authorId: setNull('accounts') },
  }),
}
