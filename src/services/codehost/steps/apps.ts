import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { App, Installation, NarrowedAccess } from '#codehost/schema/apps.ts'
import { tokenNotDecoded, notFound, requiresAuthentication, forbidden } from '#codehost/errors.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { isInInstallation } from '#codehost/rules/apps/installations.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { loadOrganization } from './access.ts'

type CallWith<N extends string> = CodehostCall & { readonly params: { readonly [K in N]: string } }

/**
 * A step: requires the JWT of an app.
 *
 * @throws 401 for all other credentials.
 */
export function requireApp({ principal }: CodehostCall): { readonly actor: Account; readonly app: App } {
  if (principal?.app?.kind !== 'app') throw tokenNotDecoded()
  return { actor: principal.user, app: principal.app.app }
}

/**
 * A step: requires an app that reviews the tokens of the organization that the path names: through its installation, or
 * with an owner as its user. Adds the organization.
 *
 * @throws 401, 403, 404.
 */
export function requireTokenReviewer(call: CallWith<'org'>) {
  const { org } = loadOrganization(call)
  const { principal, rows } = call
  if (principal === null) throw requiresAuthentication()
  if (principal.app === null) throw forbidden('Only GitHub Apps can use this endpoint.')
  const isOwner = roleInOrganization(rows, org, principal.user) === 'admin'
  if (principal.app.kind === 'user' && !isOwner) throw forbidden('You must be an admin to do that.')
  return { org, user: principal.user, installation: principal.app.installation }
}

/**
 * A step after {@link requireApp}: loads the installation that the path names.
 *
 * @throws 404 for an installation of another app.
 */
export function loadInstallation({ rows, app, params }: CallWith<'installation_id'> & { readonly app: App }): {
  readonly installation: Installation
} {
  const installation = rows.installations.get(wholeNumber(params.installation_id))
  if (installation?.appId !== app.id) throw notFound()
  return { installation }
}

/**
 * A step after {@link requireApp}: loads the app's installation for the account in the path.
 *
 * @throws 404.
 */
export function loadInstallationOfAccount(name: 'org' | 'username') {
  return ({ rows, app, params }: CodehostCall & { readonly app: App }): { readonly installation: Installation } => {
    const account = findAccount(rows, params[name] ?? '')
    if ((account.type === 'Organization') !== (name === 'org')) throw notFound()
    const installation = rows.installations.find('account', app.id, account.id)
    if (installation === undefined) throw notFound()
    return { installation }
  }
}

/**
 * A step after {@link requireApp}: loads the app's installation that includes the repository in the path.
 *
 * @throws 404.
 */
export function loadInstallationOfRepo({ rows, app, params }: CallWith<'owner' | 'repo'> & { readonly app: App }): {
  readonly installation: Installation
} {
  const owner = findAccount(rows, params.owner)
  const repo = rows.repos.find('name', owner.id, params.repo.toLowerCase())
  const installation = rows.installations.find('account', app.id, owner.id)
  if (repo === undefined || installation === undefined || !isInInstallation(rows, installation, repo)) throw notFound()
  return { installation }
}

/**
 * A step: requires an installation token.
 *
 * @throws 401 without credentials, 403 for all other credentials.
 */
export function requireInstallation({ principal }: CodehostCall): {
  readonly actor: Account
  readonly installation: Installation
  readonly issued: NarrowedAccess & { readonly id: string }
} {
  if (principal === null) throw requiresAuthentication()
  const { app } = principal
  if (app?.kind !== 'installation' || app.installation === null || app.issued === null) {
    throw forbidden(
      'You must authenticate with an installation access token in order to list repositories for an installation.',
    )
  }
  return { actor: principal.user, installation: app.installation, issued: app.issued }
}

/**
 * A step: requires the token of a user who signed in with a GitHub App.
 *
 * @throws 401 without credentials, 403 for all other credentials.
 */
export function requireUserOfApp({ principal }: CodehostCall): { readonly user: Account; readonly app: App } {
  if (principal === null) throw requiresAuthentication()
  if (principal.app?.kind !== 'user') {
    throw forbidden(
      'You must authenticate with an access token authorized to a GitHub App in order to list installations',
    )
  }
  return { user: principal.user, app: principal.app.app }
}
