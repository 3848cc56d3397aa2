import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { CodehostContext } from '#codehost/call.ts'
import { publishVersion } from '#codehost/rules/packages/publish.ts'
import { fullNamesOf, repositoryByFullName } from '#codehost/rules/repos/find.ts'
import { PACKAGE_TYPES } from '#codehost/schema/packages.ts'

const Options = v.strictObject({
  owner: v.string(),
  package: v.string(),
  type: v.optional(v.picklist(PACKAGE_TYPES), 'container'),
  version: v.string(),
  tags: v.optional(v.array(v.string()), []),
  description: v.optional(v.string(), ''),
  visibility: v.optional(v.picklist(['public', 'private'])),
  repo: v.optional(v.string()),
})

/** A version of a package, which clients of a registry publish and no endpoint of the API can. */
export interface PackageVersionOptions {
  /** The login of a user or an organization. */
  readonly owner: string
  /** The name of the package. */
  readonly package: string
  /** Default: `container` */
  readonly type?: (typeof PACKAGE_TYPES)[number]
  /** The number of the version, or the digest of an image. */
  readonly version: string
  /** The tags of an image. Default: none */
  readonly tags?: readonly string[]
  readonly description?: string
  /** Of a new package. Default: that of its repository, or `private` */
  readonly visibility?: 'public' | 'private'
  /** The repository that a new package is linked to, as `owner/name`. Default: none */
  readonly repo?: string
}

/** The ids of a new version and of its package. */
export interface PublishedPackageVersion {
  readonly packageId: number
  readonly versionId: number
}

/**
 * Publishes a version of a package, which it makes if there is none, and sends `package` and `registry_package` to the
 * hooks of its repository.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown owner or repository, and for a version that the package has.
 */
export function addPackageVersion(context: CodehostContext, options: PackageVersionOptions): PublishedPackageVersion {
  const given = checkedOptions('addPackageVersion', Options, options)
  const { rows } = context
  const owner = rows.accounts.find('login', given.owner.toLowerCase())
  if (owner === undefined) throw new Error(`addPackageVersion: no account has the login ${given.owner}`)
  const repo = given.repo === undefined ? undefined : repositoryByFullName(rows, given.repo)
  if (given.repo !== undefined && repo === undefined) {
    const known = fullNamesOf(rows).join(', ') || 'none'
    throw new Error(`addPackageVersion: no repository is named ${given.repo}; the instance has ${known}`)
  }
  const published = publishVersion(context, { ...given, owner, repo: repo ?? null, name: given.package })
  if (published === null) {
    throw new Error(`addPackageVersion: ${given.package} has a version ${given.version}`)
  }
  return { packageId: published.packageId, versionId: published.id }
}
