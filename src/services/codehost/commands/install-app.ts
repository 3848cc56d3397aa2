import * as v from 'valibot'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import { checkedOptions } from '#core/options.ts'
import { emitInstallationCreated } from '#codehost/rules/apps/installation-changes.ts'
import type { Account } from '#codehost/schema/accounts.ts'

const Options = v.strictObject({
  app: v.string(),
  account: v.string(),
  repositories: v.optional(v.array(v.string())),
  sender: v.optional(v.string()),
})

/** The app to install, and the account to install it in. */
export interface InstallAppOptions {
  /** The slug of a seeded app. */
  readonly app: string
  /** The login of a user or an organization. */
  readonly account: string
  /** Names of repositories of the account. Default: all current and future ones. */
  readonly repositories?: readonly string[]
  /** The login of the user who installs the app. Default: the user, or the first owner of the organization. */
  readonly sender?: string
}

/** A new installation. */
export interface InstalledApp {
  readonly installationId: number
}

/**
 * Installs an app like a user does on the app's page, with all permissions that the app requests, and emits
 * `installation.created`.
 *
 * @throws TypeError for unknown options.
 * @throws Error for an unknown app, account or repository, and when the app is already installed.
 */
export function installApp(context: CodehostContext, options: InstallAppOptions): InstalledApp {
  const { app: slug, account: login, repositories, sender } = checkedOptions('installApp', Options, options)
  const { rows, clock } = context
  const app = rows.apps.find('slug', slug.toLowerCase())
  if (app === undefined)
    throw unknown(
      'app has the slug',
      slug,
      rows.apps.all().map((each) => each.slug),
    )
  const account = accountNamed(rows, login)
  if (rows.installations.find('account', app.id, account.id) !== undefined) {
    throw new Error(`installApp: ${app.slug} is installed for ${account.login} already`)
  }
  const at = clock.now()
  const installation = rows.installations.insert({
    appId: app.id,
    accountId: account.id,
    repositorySelection: repositories === undefined ? 'all' : 'selected',
    permissions: app.permissions,
    events: app.events,
    suspendedAt: null,
    suspendedById: null,
    createdAt: at,
    updatedAt: at,
  })
  for (const name of new Set(repositories)) {
    const repo = rows.repos.find('name', account.id, name.toLowerCase())
    if (repo === undefined) {
      const names = rows.repos.referring('ownerId', account.id).map((each) => each.name)
      throw unknown(`repository of ${account.login} is named`, name, names)
    }
    rows.installationRepos.insert({ installationId: installation.id, repoId: repo.id })
  }
  emitInstallationCreated(
    context,
    installation,
    sender === undefined ? ownerOf(rows, account) : accountNamed(rows, sender),
  )
  return { installationId: installation.id }
}

function accountNamed(rows: Rows, login: string): Account {
  const account = rows.accounts.find('login', login.toLowerCase())
  if (account !== undefined && account.type !== 'Bot') return account
  const known = rows.accounts.all().filter(({ type }) => type !== 'Bot')
  throw unknown(
    'user or organization has the login',
    login,
    known.map((each) => each.login),
  )
}

function ownerOf(rows: Rows, account: Account): Account {
  const [owner] = rows.memberships.list('byRole', account.id, 'active', 'admin')
  return owner === undefined ? account : rows.accounts.require(owner.userId)
}

function unknown(what: string, value: string, known: readonly string[]): Error {
  const there = known.length === 0 ? 'there is none' : `there are ${known.join(', ')}`
  return new Error(`installApp: no ${what} ${JSON.stringify(value)}; ${there}`)
}
