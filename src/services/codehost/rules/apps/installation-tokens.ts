import * as v from 'valibot'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { AppPermissions, Installation, InstallationToken, NarrowedAccess } from '#codehost/schema/apps.ts'
import { levelIncludes } from './permissions.ts'
import { isInInstallation } from './installations.ts'
import { HOUR } from '#core/duration.ts'

/** The lifetime of an installation token in milliseconds: one hour. */
const LIFETIME = HOUR

/** The request body that narrows a new token to some repositories and permissions. */
export const InstallationTokenInput = v.object({
  repositories: v.optional(v.array(v.string()), []),
  repository_ids: v.optional(v.array(v.pipe(v.number(), v.integer())), []),
  permissions: v.optional(v.record(v.string(), v.picklist(['read', 'write', 'admin'])), {}),
})

/**
 * Creates an installation token that is valid for an hour, narrowed as the body asks.
 * https://docs.github.com/rest/apps/apps#create-an-installation-access-token-for-an-app
 *
 * @throws 422 when the body asks for more than the installation has.
 */
export function createInstallationToken(
  { rows, clock, ids }: Pick<CodehostCall, 'rows' | 'clock' | 'ids'>,
  installation: Installation,
  narrowing: v.InferOutput<typeof InstallationTokenInput>,
): InstallationToken {
  return rows.installationTokens.insert({
    id: `ghs_${ids.secret.base62(36)}`,
    ...narrowedAccess(rows, installation, narrowing),
    createdAt: clock.now(),
    expiresAt: clock.now() + LIFETIME,
  })
}

/**
 * Returns the part of an installation that a body asks for.
 *
 * @throws 422 when the body asks for more than the installation has.
 */
export function narrowedAccess(
  rows: Rows,
  installation: Installation,
  narrowing: v.InferOutput<typeof InstallationTokenInput>,
): NarrowedAccess {
  return {
    installationId: installation.id,
    permissions: narrowedPermissions(installation, narrowing.permissions),
    repositoryIds: narrowedRepositories(rows, installation, narrowing),
  }
}

function narrowedPermissions({ permissions: granted }: Installation, requested: AppPermissions): AppPermissions {
  const names = Object.keys(requested)
  if (names.length === 0) return granted
  for (const name of names) {
    if (granted[name] === undefined) {
      throw unprocessable('The permissions requested are not granted to this installation.')
    }
    if (!levelIncludes(granted[name], requested[name] ?? '')) {
      throw unprocessable('The level of access for permissions requested are not granted to this installation.')
    }
  }
  return { ...requested, ...(granted['metadata'] === undefined ? {} : { metadata: granted['metadata'] }) }
}

function narrowedRepositories(
  rows: Rows,
  installation: Installation,
  { repositories, repository_ids: ids }: v.InferOutput<typeof InstallationTokenInput>,
): readonly number[] | null {
  if (repositories.length === 0 && ids.length === 0) return null
  const named = repositories.map((name) => rows.repos.find('name', installation.accountId, name.toLowerCase()))
  const found = [...named, ...ids.map((id) => rows.repos.get(id))].map((repo) => {
    if (repo === undefined || !isInInstallation(rows, installation, repo)) throw notInInstallation()
    return repo
  })
  return [...new Set(found.map(({ id }: Repo) => id))].sort((a, b) => a - b)
}

function notInInstallation(): Error {
  return unprocessable(
    'There is at least one repository that does not exist or is not accessible to the parent installation.',
  )
}
