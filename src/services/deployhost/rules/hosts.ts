import { createHash } from 'node:crypto'
import type { Rows } from '../call.ts'
import type { Deployment, Project, User } from '../schema.ts'

/** What every host that the vendor generates ends with. */
const SUFFIX = '.vercel.app'

/** The longest label of a host. https://datatracker.ietf.org/doc/html/rfc1035#section-2.3.4 */
const LONGEST_LABEL = 63

/** How many letters of a label stay when it is too long; a dash and six digits follow. */
const KEPT = LONGEST_LABEL - 7

/** The name by which addresses tell whose something is: the slug of a team, the username of a user. */
export function scopeSlug(rows: Rows, accountId: string): string {
  return rows.teams.get(accountId)?.slug ?? rows.users.require(accountId).username.toLowerCase()
}

/** A host made of these words: `engine-git-fix-login-acme.vercel.app`. Shortened where a label would be too long. */
export function generatedHost(...words: readonly string[]): string {
  const label = words.map(plain).join('-')
  if (label.length <= LONGEST_LABEL) return label + SUFFIX
  const digest = createHash('sha256').update(label).digest('hex').slice(0, 6)
  return `${label.slice(0, KEPT).replace(/-+$/, '')}-${digest}${SUFFIX}`
}

/** The host of one deployment: `engine-5ik51k4n7-acme.vercel.app`. */
export function deploymentHost(rows: Rows, project: Project, unique: string): string {
  return generatedHost(project.name, unique, scopeSlug(rows, project.accountId))
}

/**
 * The hosts that a deployment gets when it is ready, most telling first: for production the project's domains and names, for
 * a branch the branch's. https://vercel.com/docs/deployments/generated-urls
 */
export function automaticHosts(rows: Rows, project: Project, deployment: Deployment): string[] {
  const scope = scopeSlug(rows, project.accountId)
  const { branch, target } = deployment
  const hosts = domainsFor(rows, deployment)
  if (target === 'production') {
    const own = generatedHost(project.name)
    const holder = rows.aliases.find('alias', own)
    // The short name belongs to whoever had it first, of all accounts.
    if (holder === undefined || holder.accountId === project.accountId) hosts.push(own)
    hosts.push(generatedHost(project.name, scope))
  }
  if (target === 'staging') hosts.push(`${plain(project.name)}-${plain(scope)}.now.sh`)
  if (branch !== null) hosts.push(generatedHost(project.name, 'git', branch, scope))
  else if (project.teamId !== null) hosts.push(generatedHost(project.name, creatorOf(rows, deployment).username, scope))
  return [...new Set(hosts)]
}

/** The hosts that move when another deployment is put into production. */
export function productionHosts(rows: Rows, project: Project, deployment: Deployment): string[] {
  const branchless = { ...deployment, target: 'production' as const, branch: null }
  const author = generatedHost(project.name, creatorOf(rows, deployment).username, scopeSlug(rows, project.accountId))
  return automaticHosts(rows, project, branchless).filter((host) => host !== author)
}

function creatorOf(rows: Rows, { creatorId }: Deployment): User {
  return rows.users.require(creatorId)
}

/** The domains of the project that serve such a deployment: verified, and of its branch where they have one. */
function domainsFor(rows: Rows, { projectId, target, branch }: Deployment): string[] {
  return rows.projectDomains
    .list('byProject', projectId)
    .filter((domain) => domain.verified && domain.customEnvironmentId === null)
    .filter(({ gitBranch }) => (gitBranch === null ? target === 'production' : target === null && gitBranch === branch))
    .map(({ name }) => name)
}

/** As a label of a host may have it: lower case, digits, dashes. */
function plain(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}
