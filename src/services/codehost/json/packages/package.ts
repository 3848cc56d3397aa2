import type { Site } from '#codehost/call.ts'
import { versionsOf } from '#codehost/rules/packages/packages.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Package, PackageVersion } from '#codehost/schema/packages.ts'
import { simpleUserByIdJson, simpleUserJson } from '../accounts/account.ts'
import { time } from '../format.ts'
import { repositoryJson } from '../repos/repository.ts'

/** A package: `package`. */
export function packageJson(site: Site, pack: Package) {
  const { rows } = site
  const owner = rows.accounts.require(pack.ownerId)
  const repo = rows.repos.get(pack.repoId)
  const { url, page } = packageUrls(site, owner, pack)
  return {
    id: pack.id,
    name: pack.name,
    package_type: pack.type,
    owner: simpleUserJson(site, owner),
    version_count: versionsOf(rows, pack).length,
    visibility: pack.visibility,
    url,
    created_at: time(pack.createdAt),
    updated_at: time(pack.updatedAt),
    ...(repo === undefined ? {} : { repository: repositoryJson(site, repo) }),
    html_url: page,
  }
}

/** A version of a package: `package-version`. */
export function packageVersionJson(site: Site, pack: Package, version: PackageVersion) {
  const { url, page } = packageUrls(site, site.rows.accounts.require(pack.ownerId), pack)
  const { id, name, tags, description, deletedAt } = version
  return {
    id,
    name,
    url: `${url}/versions/${id}`,
    package_html_url: page,
    created_at: time(version.createdAt),
    updated_at: time(version.updatedAt),
    html_url: `${page}/${id}`,
    description,
    metadata: {
      package_type: pack.type,
      ...(pack.type === 'container' ? { container: { tags } } : {}),
      ...(pack.type === 'docker' ? { docker: { tags } } : {}),
    },
    ...(deletedAt === null ? {} : { deleted_at: time(deletedAt) }),
  }
}

/** The registries of GitHub Packages, by the kind of their packages. */
const REGISTRIES: Readonly<Record<Package['type'], string>> = {
  container: 'ghcr.io',
  docker: 'docker.pkg.github.com',
  maven: 'maven.pkg.github.com',
  npm: 'npm.pkg.github.com',
  nuget: 'nuget.pkg.github.com',
  rubygems: 'rubygems.pkg.github.com',
}

/** A package with the version that an event tells of. */
export function eventPackageJson(site: Site, pack: Package, version: PackageVersion) {
  const owner = site.rows.accounts.require(pack.ownerId)
  const { page } = packageUrls(site, owner, pack)
  const registry = REGISTRIES[pack.type]
  return {
    id: pack.id,
    name: pack.name,
    namespace: owner.login,
    description: version.description,
    ecosystem: pack.type.toUpperCase(),
    package_type: pack.type === 'container' ? 'CONTAINER' : pack.type,
    html_url: page,
    created_at: time(pack.createdAt),
    updated_at: time(pack.updatedAt),
    owner: simpleUserJson(site, owner),
    package_version: {
      id: version.id,
      version: version.name,
      summary: version.description,
      name: version.name,
      description: version.description,
      html_url: `${page}/${version.id}`,
      created_at: time(version.createdAt),
      updated_at: time(version.updatedAt),
      metadata: [],
      package_files: [],
      ...(version.authorId === null ? {} : { author: simpleUserByIdJson(site, version.authorId) }),
      installation_command: '',
      package_url: `${registry}/${owner.login.toLowerCase()}/${pack.name}:${version.tags[0] ?? version.name}`,
    },
    registry: {
      about_url: 'https://docs.github.com/packages/learn-github-packages/introduction-to-github-packages',
      name: `GitHub ${pack.type} registry`,
      type: pack.type,
      url: `https://${registry}/${owner.login}`,
      vendor: 'GitHub Inc',
    },
  }
}

function packageUrls({ base, origin }: Site, { type, login }: Account, { type: kind, name }: Package) {
  const [folder, path] = [type === 'Organization' ? 'orgs' : 'users', encodeURIComponent(name)]
  return {
    url: `${base}/${folder}/${login}/packages/${kind}/${path}`,
    page: `${origin}/${folder}/${login}/packages/${kind}/package/${path}`,
  }
}
