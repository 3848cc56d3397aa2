import type { SeedPath } from '#core/seed/seed-path.ts'
import { createPrivateKey } from 'node:crypto'
import { suggest } from '#core/text/did-you-mean.ts'
import { SeedProblem } from '#core/service.ts'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import { checkEvents } from './names.ts'
import { createAccount } from '#codehost/rules/accounts/accounts.ts'
import { PERMISSION_NAMES } from '#codehost/rules/apps/permission-names.ts'
import { grantedBy } from '#codehost/rules/apps/permissions.ts'
import { APP_EVENTS } from '#codehost/schema/event-names.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { App, AppPermissions } from '#codehost/schema/apps.ts'
import type { Section } from '#codehost/seed.ts'
import { TEST_PRIVATE_KEY } from '#codehost/rules/apps/test-key.ts'

type SeededApp = Section['apps'][number]
type SeededInstallation = SeededApp['installations'][number]

/**
 * Seeds GitHub Apps with their bots and installations. The accounts and repositories must exist already.
 *
 * @throws {@link SeedProblem}.
 */
export function seedGitHubApps(context: CodehostContext, section: Section, at: number): void {
  for (const [index, seeded] of section.apps.entries()) {
    const path: SeedPath = ['apps', index]
    const app = seedApp(context, section, seeded, path, at)
    for (const [place, installation] of seeded.installations.entries()) {
      seedInstallation(context.rows, section, app, installation, [...path, 'installations', place], at)
    }
  }
}

function seedApp({ rows, ids }: CodehostContext, section: Section, seeded: SeededApp, path: SeedPath, at: number): App {
  const { app_id: id, slug } = seeded
  const first = rows.accounts.list('byType', 'User')[0]
  const owner = seeded.owner === undefined ? first : accountAt(rows, section, seeded.owner, [...path, 'owner'])
  if (owner === undefined) throw new SeedProblem(path, 'an app needs a user to belong to: seed one under users')
  const clientId = seeded.client_id ?? `Iv1.${ids.hex(16)}`
  if (rows.apps.get(id) !== undefined) throw new SeedProblem([...path, 'app_id'], 'another app has this id')
  if (rows.apps.find('slug', slug.toLowerCase()) !== undefined) {
    throw new SeedProblem([...path, 'slug'], `another app has the slug ${JSON.stringify(slug)}`)
  }
  if (rows.apps.find('clientId', clientId) ?? rows.oauthApps.find('clientId', clientId)) {
    throw new SeedProblem([...path, 'client_id'], `another application has the client_id ${JSON.stringify(clientId)}`)
  }
  checkEvents(seeded.events, APP_EVENTS, [...path, 'events'])
  checkPermissions(seeded.permissions, [...path, 'permissions'])
  const bot = createAccount(rows, { type: 'Bot', login: `${slug}[bot]` }, at)
  return rows.apps.insert({
    id,
    slug,
    name: seeded.name ?? slug,
    description: seeded.description ?? null,
    externalUrl: seeded.external_url ?? null,
    ownerId: owner.id,
    botId: bot.id,
    clientId,
    clientSecret: seeded.client_secret ?? null,
    callbackUrls: seeded.callback_urls,
    privateKey: seeded.private_key === undefined ? TEST_PRIVATE_KEY : privateKey(seeded.private_key, path),
    permissions: grantedBy(seeded.permissions),
    events: seeded.events,
    webhookUrl: seeded.webhook_url ?? null,
    webhookSecret: seeded.webhook_secret ?? null,
    webhookContentType: 'json',
    webhookInsecureSsl: '0',
    createdAt: at,
    updatedAt: at,
  })
}

function seedInstallation(
  rows: Rows,
  section: Section,
  app: App,
  seeded: SeededInstallation,
  path: SeedPath,
  at: number,
): void {
  const { installation_id: id, repositories, repository_selection: selection, permissions, suspended } = seeded
  const account = accountAt(rows, section, seeded.account, [...path, 'account'])
  if (rows.installations.get(id) !== undefined) {
    throw new SeedProblem([...path, 'installation_id'], 'another installation has this id')
  }
  if (rows.installations.find('account', app.id, account.id) !== undefined) {
    throw new SeedProblem([...path, 'account'], `${app.slug} is installed for ${account.login} already`)
  }
  if (selection === 'all' && repositories !== undefined) {
    throw new SeedProblem(
      [...path, 'repositories'],
      'an installation on all repositories names none: leave one of the two out',
    )
  }
  if (permissions !== undefined) checkPermissions(permissions, [...path, 'permissions'])
  rows.installations.insert({
    id,
    appId: app.id,
    accountId: account.id,
    repositorySelection: selection ?? (repositories === undefined ? 'all' : 'selected'),
    permissions: permissions === undefined ? app.permissions : grantedBy(permissions),
    events: app.events,
    suspendedAt: suspended ? at : null,
    suspendedById: suspended ? app.ownerId : null,
    createdAt: at,
    updatedAt: at,
  })
  for (const [position, name] of (repositories ?? []).entries()) {
    const repo = rows.repos.find('name', account.id, name.toLowerCase())
    if (repo === undefined) {
      const names = rows.repos.referring('ownerId', account.id).map((each) => each.name)
      const message = `${account.login} has no repository ${JSON.stringify(name)}`
      throw new SeedProblem([...path, 'repositories', position], message, names)
    }
    if (rows.installationRepos.find('repo', id, repo.id) !== undefined) {
      throw new SeedProblem([...path, 'repositories', position], `${name} is listed twice`)
    }
    rows.installationRepos.insert({ installationId: id, repoId: repo.id })
  }
}

/** Returns the account with this login. @throws {@link SeedProblem} where there is none. */
export function accountAt(rows: Rows, { users, orgs }: Section, login: string, path: SeedPath): Account {
  const account = rows.accounts.find('login', login.toLowerCase())
  if (account !== undefined) return account
  const known = [...users, ...orgs].map((each) => each.login)
  throw new SeedProblem(path, `no user or organization has the login ${JSON.stringify(login)}`, known)
}

/** @throws {@link SeedProblem} for a permission that does not exist. */
export function checkPermissions(permissions: AppPermissions, path: SeedPath): void {
  const unknown = Object.keys(permissions).find((name) => !PERMISSION_NAMES.includes(name))
  if (unknown === undefined) return
  const guess = suggest(unknown, PERMISSION_NAMES)
  const hint = guess === undefined ? `: there are ${PERMISSION_NAMES.join(', ')}` : `, did you mean "${guess}"?`
  throw new SeedProblem([...path, unknown], `no permission is named "${unknown}"${hint}`)
}

/**
 * Returns the key as PEM, with the ` ` of environment variables replaced by line breaks.
 *
 * @throws {@link SeedProblem}.
 */
function privateKey(pemOrEnv: string, path: SeedPath): string {
  const pem = pemOrEnv.replaceAll('\\n', '\n')
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem
  } catch {
    // All problems with the key have the same remedy.
  }
  const message =
    'expected the PEM text of an RSA private key, with its BEGIN and END lines; leave it out to use the test key'
  throw new SeedProblem([...path, 'private_key'], message)
}
