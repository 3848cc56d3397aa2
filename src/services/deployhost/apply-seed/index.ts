import { SeedProblem, type SharedSeed } from '#core/service.ts'
import { ALL_SCOPES } from '#deployhost/auth.ts'
import type { DeployhostContext } from '#deployhost/call.ts'
import { addMember, createTeam, createToken, createUser, createWebhook } from '#deployhost/rules/accounts.ts'
import { armBuildError, seededBuildError } from '#deployhost/rules/builds.ts'
import { apexOf, claimApex, createDomain, createProjectDomain, isPlatformDomain } from '#deployhost/rules/domains.ts'
import { createEdgeConfig, createEdgeConfigToken } from '#deployhost/rules/edge-configs.ts'
import { createProject, createVariable } from '#deployhost/rules/projects.ts'
import type { EnvTarget, Project, Team, User } from '#deployhost/schema.ts'
import type { Section } from '#deployhost/seed.ts'
import { seedBlobStore } from './blobs.ts'

type Path = readonly (string | number)[]

/**
 * Fills the store from the `deployhost` section of a seed.
 *
 * @throws {@link SeedProblem} where the section contradicts itself.
 */
export function applySeed(context: DeployhostContext, section: Section, shared: SharedSeed): void {
  const { rows } = context
  rows.buildTime.set(section.build_ms)
  armBuildError(rows, null, seededBuildError(section.build_error))
  if (section.strict_auth) rows.strictAuth.set(true)
  for (const [index, user] of section.users.entries()) seedUser(context, user, ['users', index])
  // The default token is for a seed in which no user has a token.
  const hasTokens = section.users.some(({ tokens }) => tokens.length > 0)
  if (shared.defaultLogin === null || !hasTokens) seedSharedTokens(context, shared)
  for (const [index, user] of section.users.entries()) seedTokens(context, user, ['users', index, 'tokens'])
  const first = rows.users.page('bySortKey', [], { offset: 0, limit: 1 }).rows[0]
  if (first !== undefined) seedAccounts(context, section, first)
  for (const { client_id, client_secret, name, redirect_uris } of section.integrations) {
    rows.integrations.insert({
      clientId: client_id,
      clientSecret: client_secret,
      name: name ?? client_id,
      redirectUris: redirect_uris,
    })
  }
}

function seedSharedTokens(context: DeployhostContext, { tokens, defaultLogin }: SharedSeed): void {
  const { rows } = context
  if (defaultLogin !== null) {
    const seeded = rows.users.find('username', defaultLogin.toLowerCase())
    if (seeded === undefined) createUser(context, { username: defaultLogin, name: null, email: null, admin: true })
    else rows.users.update(seeded.id, { admin: true })
  }
  for (const { token, login, scopes } of tokens) {
    const user = rows.users.find('username', login.toLowerCase())
    if (user === undefined) continue
    createToken(context, user, { value: token, name: token, scopes: scopes === 'all' ? ALL_SCOPES : scopes })
  }
}

/** Returns the logins that tokens of a seed may name. */
export function logins(section: Section): string[] {
  return section.users.map((user) => user.username)
}

function seedUser(context: DeployhostContext, seeded: Section['users'][number], path: Path): void {
  const { rows } = context
  const { username, name = null, email = null } = seeded
  if (rows.users.find('username', username.toLowerCase()) !== undefined) {
    throw new SeedProblem([...path, 'username'], `another user is named ${JSON.stringify(username)}`)
  }
  const address = email ?? `${username.toLowerCase()}@example.com`
  if (rows.users.find('email', address.toLowerCase()) !== undefined) {
    throw new SeedProblem([...path, email === null ? 'username' : 'email'], `${address}: another user has this address`)
  }
  createUser(context, { username, name, email })
}

function seedTokens(context: DeployhostContext, { username, tokens }: Section['users'][number], path: Path): void {
  const { rows } = context
  const user = rows.users.find('username', username.toLowerCase())
  if (user === undefined) return
  for (const [index, each] of tokens.entries()) {
    const {
      token,
      name = token,
      scopes = ALL_SCOPES,
    } = typeof each === 'string' ? { token: each, name: each, scopes: ALL_SCOPES } : each
    if (rows.tokens.find('value', token) !== undefined) {
      throw new SeedProblem([...path, index], `the token ${JSON.stringify(token)} is listed twice`)
    }
    createToken(context, user, { value: token, name, scopes })
  }
}

function seedAccounts(context: DeployhostContext, section: Section, first: User): void {
  const { rows } = context
  const own = { id: first.id, team: null }
  for (const [index, team] of section.teams.entries()) seedTeam(context, team, first, ['teams', index])
  for (const [index, { name, team, verified }] of section.domains.entries()) {
    const account = accountNamed(context, section, team, first, ['domains', index, 'team'])
    if (rows.domains.find('name', name) !== undefined) {
      throw new SeedProblem(['domains', index, 'name'], `${name} is listed twice`)
    }
    createDomain(context, account, first, { name, verified })
  }
  for (const [index, edgeConfig] of section.edge_configs.entries()) {
    seedEdgeConfig(context, section, edgeConfig, first, ['edge_configs', index])
  }
  for (const [index, project] of section.projects.entries()) {
    seedProject(context, section, project, first, ['projects', index])
  }
  for (const [index, team] of section.teams.entries()) {
    const teamRow = rows.teams.find('slug', team.slug)
    if (teamRow === undefined) continue
    const account = { id: teamRow.id, team: teamRow }
    seedWebhooks(context, account, team.webhooks, ['teams', index, 'webhooks'])
  }
  for (const [index, store] of section.blob_stores.entries()) {
    const path = ['blob_stores', index]
    seedBlobStore(context, accountNamed(context, section, store.team, first, [...path, 'team']), first, store, path)
  }
  seedWebhooks(context, own, section.webhooks, ['webhooks'])
}

function seedTeam(context: DeployhostContext, seeded: Section['teams'][number], first: User, path: Path): void {
  const { rows } = context
  const { slug, name = slug, members } = seeded
  if (rows.teams.find('slug', slug) !== undefined || rows.users.find('username', slug) !== undefined) {
    throw new SeedProblem([...path, 'slug'], `another team or user is named ${JSON.stringify(slug)}`)
  }
  const team = createTeam(context, first, { slug, name })
  // A team without members belongs to the first user.
  const all = members ?? [{ username: first.username, role: 'OWNER' as const, confirmed: true }]
  for (const [index, each] of all.entries()) {
    const member = typeof each === 'string' ? { username: each, role: 'MEMBER' as const, confirmed: true } : each
    const user = rows.users.find('username', member.username.toLowerCase())
    if (user === undefined) {
      const names = rows.users.all().map(({ username }) => username)
      throw new SeedProblem([...path, 'members', index], `no user is named ${JSON.stringify(member.username)}`, names)
    }
    if (rows.memberships.find('member', team.id, user.id) !== undefined) {
      throw new SeedProblem([...path, 'members', index], `${member.username} is listed twice`)
    }
    addMember(context, team, user, { role: member.role, confirmed: member.confirmed, origin: 'teams' })
  }
}

function seedProject(
  context: DeployhostContext,
  section: Section,
  seeded: Section['projects'][number],
  first: User,
  path: Path,
): void {
  const { rows } = context
  const account = accountNamed(context, section, seeded.team, first, [...path, 'team'])
  if (rows.projects.find('name', account.id, seeded.name) !== undefined) {
    throw new SeedProblem([...path, 'name'], `another project of this account is named ${JSON.stringify(seeded.name)}`)
  }
  const project = createProject(context, account, first, {
    name: seeded.name,
    framework: seeded.framework ?? null,
    git: seeded.git ?? null,
    settings: {},
  })
  armBuildError(context.rows, project, seededBuildError(seeded.build_error))
  seedVariables(context, project, first, seeded.env, [...path, 'env'])
  seedProjectDomains(context, project, first, seeded.domains, [...path, 'domains'])
}

function seedEdgeConfig(
  context: DeployhostContext,
  section: Section,
  { slug, id, team, items, tokens }: Section['edge_configs'][number],
  first: User,
  path: Path,
): void {
  const { rows } = context
  const account = accountNamed(context, section, team, first, [...path, 'team'])
  if (rows.edgeConfigs.find('slug', account.id, slug) !== undefined) {
    throw new SeedProblem([...path, 'slug'], `another Edge Config of this account is named ${JSON.stringify(slug)}`)
  }
  if (id !== undefined && rows.edgeConfigs.get(id) !== undefined) {
    throw new SeedProblem([...path, 'id'], `another Edge Config has the id ${JSON.stringify(id)}`)
  }
  const edgeConfig = createEdgeConfig(context, account, first, { id, slug, items })
  for (const [index, token] of tokens.entries()) {
    if (rows.edgeConfigTokens.find('token', token) !== undefined) {
      throw new SeedProblem([...path, 'tokens', index], `the token ${JSON.stringify(token)} is listed twice`)
    }
    createEdgeConfigToken(context, edgeConfig, { label: token, token })
  }
}

function seedProjectDomains(
  context: DeployhostContext,
  project: Project,
  owner: User,
  domains: Section['projects'][number]['domains'],
  path: Path,
): void {
  for (const [index, each] of domains.entries()) {
    const { name, verified, ...rest } = typeof each === 'string' ? { name: each, verified: true } : each
    const lower = name.toLowerCase()
    if (context.rows.projectDomains.list('byName', lower).length > 0) {
      throw new SeedProblem([...path, index], `${name} is a domain of another project`)
    }
    const options = rest as Omit<Exclude<typeof each, string>, 'name' | 'verified'> // a bare name has no options
    createProjectDomain(context, project, {
      name: lower,
      verified,
      redirect: options.redirect ?? null,
      redirectStatusCode: options.redirect_status_code ?? null,
      gitBranch: options.git_branch ?? null,
    })
    if (verified && !isPlatformDomain(lower)) claimApex(context, project, owner, apexOf(lower))
  }
}

function seedVariables(
  context: DeployhostContext,
  project: Project,
  creator: User,
  env: Section['projects'][number]['env'],
  path: Path,
): void {
  const everywhere: readonly EnvTarget[] = ['production', 'preview', 'development']
  if (!Array.isArray(env)) {
    for (const [key, value] of Object.entries(env)) {
      createVariable(context, project, creator, { key, value, type: 'encrypted', target: everywhere })
    }
    return
  }
  for (const [index, { key, value, type, target, git_branch, comment }] of env.entries()) {
    const targets = typeof target === 'string' ? [target] : target
    const taken = context.rows.envVariables
      .list('byKey', project.id, key)
      .some((each) => each.gitBranch === (git_branch ?? null) && each.target.some((one) => targets.includes(one)))
    if (taken) throw new SeedProblem([...path, index, 'key'], `${key} is listed twice for the same target`)
    createVariable(context, project, creator, {
      key,
      value,
      type,
      target: targets,
      gitBranch: git_branch ?? null,
      comment: comment ?? null,
    })
  }
}

function seedWebhooks(
  context: DeployhostContext,
  account: { readonly id: string; readonly team: Team | null },
  seeded: Section['webhooks'],
  path: Path,
): void {
  const { rows } = context
  for (const [index, { url, events, secret, projects }] of seeded.entries()) {
    const projectIds = projects?.map((name, at) => {
      const project = rows.projects.find('name', account.id, name)
      if (project !== undefined) return project.id
      const names = rows.projects.list('byAccount', account.id).map((each) => each.name)
      throw new SeedProblem([...path, index, 'projects', at], `no project is named ${JSON.stringify(name)}`, names)
    })
    createWebhook(context, account, { url, events, secret, projectIds: projectIds ?? null })
  }
}

/** Returns the account of a seeded team; of the first user when no team is named. */
function accountNamed(
  { rows }: DeployhostContext,
  section: Section,
  slug: string | undefined,
  first: User,
  path: Path,
): { readonly id: string; readonly team: Team | null } {
  if (slug === undefined) return { id: first.id, team: null }
  const team = rows.teams.find('slug', slug)
  if (team === undefined) {
    const slugs = section.teams.map((each) => each.slug)
    throw new SeedProblem(path, `no team has the slug ${JSON.stringify(slug)}`, slugs)
  }
  return { id: team.id, team }
}
