import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import { fullNamesOf, repositoryByFullName } from '#codehost/rules/repos/find.ts'
import { findSetting } from '#codehost/rules/settings/actions-settings.ts'
import type { SettingTarget } from '#codehost/rules/settings/targets.ts'
import { environmentNamed } from '#codehost/rules/deployments/environments.ts'

const Options = v.strictObject({
  repository: v.optional(v.string()),
  organization: v.optional(v.string()),
  environment: v.optional(v.string()),
  name: v.string(),
})

/**
 * The name of a secret and its place: the `repository` as `owner/name`, one of its environments, or the login of the
 * `organization`.
 */
export type SecretOptions = { readonly name: string } & (
  | { readonly repository: string; readonly environment?: string; readonly organization?: never }
  | { readonly organization: string; readonly repository?: never; readonly environment?: never }
)

/**
 * Returns the plain value of an Actions secret, which the API never shows: the one that the application under test
 * sealed, or the seeded one. Null when there is no such secret.
 *
 * @throws TypeError for unknown options, and unless exactly one place is named.
 * @throws Error for an unknown repository, environment or organization.
 */
export function secret({ rows }: CodehostContext, options: SecretOptions): string | null {
  const { repository, organization, environment, name } = checkedOptions('secret', Options, options)
  if ((repository === undefined) === (organization === undefined)) {
    throw new TypeError("secret: name a repository ('owner/name') or an organization")
  }
  const target =
    repository === undefined
      ? organizationNamed(rows, organization ?? '')
      : repositoryNamed(rows, repository, environment)
  return findSetting(rows, 'secrets', target, name)?.value ?? null
}

function repositoryNamed(rows: Rows, fullName: string, environmentName: string | undefined): SettingTarget {
  const repo = repositoryByFullName(rows, fullName)
  if (repo !== undefined && environmentName === undefined) return { repo, org: null }
  if (repo !== undefined) {
    const environment = environmentNamed(rows, repo, environmentName ?? '')
    if (environment !== undefined) return { repo, org: null, environment }
    const names = rows.environments.list('byName', repo.id).map((each) => each.name)
    throw new Error(`secret: ${fullName} has no environment ${environmentName}; ${listed(names)}`)
  }
  throw new Error(`secret: no repository is named ${fullName}; ${listed(fullNamesOf(rows))}`)
}

function organizationNamed(rows: Rows, login: string): SettingTarget {
  const org = rows.accounts.find('login', login.toLowerCase())
  if (org?.type === 'Organization') return { repo: null, org }
  const known = rows.accounts.list('byType', 'Organization').map((each) => each.login)
  throw new Error(`secret: no organization is named ${login}; ${listed(known)}`)
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'there is none' : `there are ${names.join(', ')}`
}
