import type { SeedPath } from '#core/seed/seed-path.ts'
import { SeedProblem, type SharedSeed } from '#core/service.ts'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import { seedActions } from './actions.ts'
import { seedGitHubApps } from './apps.ts'
import { seedPins } from './pins.ts'
import { seedFineGrainedTokens } from './fine-grained-tokens.ts'
import { seedProjects } from './projects.ts'
import { hookFields, seedRepository, userAt } from './repository.ts'
import { checkDistinct, checkEvents } from './names.ts'
import { seedSettings } from './settings.ts'
import { createAccount } from '#codehost/rules/accounts/accounts.ts'
import { ORGANIZATION_EVENTS } from '#codehost/schema/event-names.ts'
import { toSlug } from '#codehost/rules/accounts/slugs.ts'
import { ALL_SCOPES } from '#codehost/oauth/scopes.ts'
import type { Section } from '#codehost/seed.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Team } from '#codehost/schema/teams.ts'

/**
 * Fills the store from the `codehost` section of a seed.
 *
 * @throws {@link SeedProblem} for contradictions.
 */
export function applySeed(context: CodehostContext, section: Section, shared: SharedSeed): void {
  const { rows, clock } = context
  const at = clock.now()
  if (section.rate_limit !== undefined) rows.rateLimit.set(section.rate_limit)
  if (section.strict_auth) rows.strictAuth.set(true)
  seedUsers(rows, section, at)
  if (shared.defaultLogin !== null && rows.accounts.find('login', shared.defaultLogin) === undefined) {
    createAccount(rows, { type: 'User', login: shared.defaultLogin, siteAdmin: true }, at)
  }
  seedOrganizations(rows, section, at)
  for (const [index, repo] of section.repos.entries()) seedRepository(context, section, repo, ['repos', index], at)
  seedTeams(rows, section, at)
  seedPins(rows, section)
  seedProjects(context, section)
  seedSettings(context, section)
  seedActions(context, section)
  seedApps(context, section, at)
  for (const { token, login, scopes } of shared.tokens) {
    const user = rows.accounts.find('login', login.toLowerCase())
    if (user === undefined) continue
    rows.tokens.insert({
      id: token,
      userId: user.id,
      scopes: scopes === 'all' ? ALL_SCOPES : scopes,
      clientId: null,
      expiresAt: null,
      createdAt: at,
    })
  }
  seedFineGrainedTokens(context, section, at)
}

/** Returns the logins that the tokens of a seed may name. */
export function logins(section: Section): string[] {
  return section.users.map((user) => user.login)
}

function seedUsers(rows: Rows, section: Section, at: number): void {
  for (const [index, user] of section.users.entries()) {
    freeLogin(rows, user.login, ['users', index, 'login'])
    const { id } = createAccount(
      rows,
      {
        type: 'User',
        login: user.login,
        name: user.name ?? null,
        email: user.email ?? null,
        bio: user.bio ?? null,
        company: user.company ?? null,
        location: user.location ?? null,
        siteAdmin: user.site_admin,
      },
      at,
    )
    const listed = user.emails.map((each) =>
      typeof each === 'string' ? { email: each, verified: true, primary: false } : each,
    )
    const all =
      user.email === undefined || listed.some(({ email }) => email.toLowerCase() === user.email?.toLowerCase())
        ? listed
        : [{ email: user.email, verified: true, primary: true }, ...listed]
    const primary = all.find((each) => each.primary) ?? all[0]
    for (const each of all) {
      const same = rows.emails.find('email', each.email.toLowerCase())
      if (same !== undefined) {
        const problem = same.userId === id ? 'is listed twice' : 'another user has this address'
        throw new SeedProblem(['users', index, 'emails'], `${each.email}: ${problem}`)
      }
      const isPrimary = each === primary
      const visibility =
        'visibility' in each && each.visibility !== undefined ? each.visibility : isPrimary ? 'public' : null
      rows.emails.insert({ userId: id, email: each.email, primary: isPrimary, verified: each.verified, visibility })
    }
  }
}

function seedOrganizations(rows: Rows, section: Section, at: number): void {
  for (const [index, org] of section.orgs.entries()) {
    const path: SeedPath = ['orgs', index]
    freeLogin(rows, org.login, [...path, 'login'])
    const { name, description, email, login } = org
    const { id } = createAccount(
      rows,
      { type: 'Organization', login, name: name ?? null, description: description ?? null, email: email ?? null },
      at,
    )
    const first = rows.accounts.list('byType', 'User')[0]
    // An organization without listed members is owned by the first user, because every organization needs an owner.
    const members = org.members ?? (first === undefined ? [] : [{ login: first.login, role: 'admin' as const }])
    for (const [at, member] of members.entries()) {
      const user = userAt(rows, section, member.login, [...path, 'members', at, 'login'])
      if (rows.memberships.find('member', id, user.id) !== undefined) {
        throw new SeedProblem([...path, 'members', at, 'login'], `${member.login} is listed twice`)
      }
      rows.memberships.insert({ orgId: id, userId: user.id, role: member.role, state: 'active', public: false })
    }
    for (const [index, hook] of org.webhooks.entries()) {
      checkEvents(hook.events, ORGANIZATION_EVENTS, [...path, 'webhooks', index, 'events'])
      rows.hooks.insert({ ...hookFields(hook, at), repoId: null, orgId: id })
    }
  }
}

function seedTeams(rows: Rows, section: Section, at: number): void {
  for (const [index, seeded] of section.orgs.entries()) {
    const org = rows.accounts.find('login', seeded.login.toLowerCase())
    if (org === undefined) continue
    for (const [position, team] of seeded.teams.entries()) {
      const path: SeedPath = ['orgs', index, 'teams', position]
      const parent = team.parent === undefined ? undefined : rows.teams.find('slug', org.id, toSlug(team.parent))
      if (team.parent !== undefined && parent === undefined) {
        const names = seeded.teams.slice(0, position).map((each) => each.name)
        throw new SeedProblem(
          [...path, 'parent'],
          `no team before this one is named ${JSON.stringify(team.parent)}`,
          names,
        )
      }
      if (rows.teams.find('slug', org.id, toSlug(team.name)) !== undefined) {
        throw new SeedProblem([...path, 'name'], `another team of ${org.login} has this name`)
      }
      const row = rows.teams.insert({
        orgId: org.id,
        parentId: parent?.id ?? null,
        name: team.name,
        slug: toSlug(team.name),
        description: team.description ?? null,
        privacy: team.privacy,
        notificationSetting: 'notifications_enabled',
        permission: 'pull',
        createdAt: at,
        updatedAt: at,
      })
      seedTeamMembers(rows, section, row, team.members, [...path, 'members'])
      seedTeamRepos(rows, org, row, team.repos, [...path, 'repos'])
    }
  }
}

type SeededTeam = Section['orgs'][number]['teams'][number]

function seedTeamMembers(
  rows: Rows,
  section: Section,
  team: Team,
  members: SeededTeam['members'],
  path: SeedPath,
): void {
  const people = members.map((each) => (typeof each === 'string' ? each : each.login))
  checkDistinct(people, path)
  for (const [place, each] of members.entries()) {
    const { login, role } = typeof each === 'string' ? { login: each, role: 'member' as const } : each
    const user = userAt(rows, section, login, [...path, place])
    if (rows.memberships.find('member', team.orgId, user.id) === undefined) {
      rows.memberships.insert({ orgId: team.orgId, userId: user.id, role: 'member', state: 'active', public: false })
    }
    rows.teamMembers.insert({ teamId: team.id, userId: user.id, role, state: 'active' })
  }
}

function seedTeamRepos(rows: Rows, org: Account, team: Team, repos: SeededTeam['repos'], path: SeedPath): void {
  const names = repos.map(({ name }) => name)
  checkDistinct(names, path, 'name')
  for (const [place, { name, permission }] of repos.entries()) {
    const repo = rows.repos.find('name', org.id, name.toLowerCase())
    if (repo === undefined) {
      const known = rows.repos.referring('ownerId', org.id).map((each) => each.name)
      const message = `${org.login} has no repository ${JSON.stringify(name)}`
      throw new SeedProblem([...path, place, 'name'], message, known)
    }
    rows.teamRepos.insert({ teamId: team.id, repoId: repo.id, permission })
  }
}

function seedApps(context: CodehostContext, section: Section, at: number): void {
  const { rows } = context
  for (const [index, app] of section.oauth_apps.entries()) {
    if (rows.oauthApps.find('clientId', app.client_id) !== undefined) {
      const message = `another application has the client_id ${JSON.stringify(app.client_id)}`
      throw new SeedProblem(['oauth_apps', index, 'client_id'], message)
    }
    rows.oauthApps.insert({
      clientId: app.client_id,
      clientSecret: app.client_secret,
      name: app.name ?? app.client_id,
      redirectUris: app.redirect_uris,
    })
  }
  seedGitHubApps(context, section, at)
}

function freeLogin(rows: Rows, login: string, path: SeedPath): void {
  if (rows.accounts.find('login', login.toLowerCase()) !== undefined) {
    throw new SeedProblem(path, `another user or organization has the login ${JSON.stringify(login)}`)
  }
}
