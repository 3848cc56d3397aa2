import { createHash } from 'node:crypto'
import type { Rows } from '#deployhost/call.ts'
import type { Deployment, Project, User } from '#deployhost/schema.ts'

/** The suffix of every generated host. */
const SUFFIX = '.vercel.app'

/** The greatest length of a host's label. https://datatracker.ietf.org/doc/html/rfc1035#section-2.3.4 */
const LONGEST_LABEL = 63

/** The length of the kept part of a label that is too long; a dash and six digits follow. */
const KEPT_LENGTH = LONGEST_LABEL - 7

/** Returns the name of an account in URLs: the slug of a team, the username of a user. */
export function scopeSlug(rows: Rows, accountId: string): string {
  return rows.teams.get(accountId)?.slug ?? rows.users.require(accountId).username.toLowerCase()
}

/**
 * Returns a host made of these words: `engine-git-fix-login-acme.vercel.app`. Shortened when the label would be too
 * long.
 */
export function generatedHost(...words: readonly string[]): string {
  const label = words.map(plain).join('-')
  if (label.length <= LONGEST_LABEL) return label + SUFFIX
  const digest = createHash('sha256').update(label).digest('hex').slice(0, 6)
  return `${label.slice(0, KEPT_LENGTH).replace(/-+$/, '')}-${digest}${SUFFIX}`
}

/** Returns the host of one deployment: `engine-5ik51k4n7-acme.vercel.app`. */
export function deploymentHost(rows: Rows, project: Project, unique: string): string {
  return generatedHost(project.name, unique, scopeSlug(rows, project.accountId))
}

/**
 * Returns the hosts that a deployment gets when it is ready, most specific first: for production the project's domains
 * and names, for a branch the branch's host. https://vercel.com/docs/deployments/generated-urls
 */
export function automaticHosts(rows: Rows, project: Project, deployment: Deployment): string[] {
  const scope = scopeSlug(rows, project.accountId)
  const { branch, target } = deployment
  const environment = rows.customEnvironments.get(deployment.customEnvironmentId)
  const hosts = domainsFor(rows, deployment)
  if (target === 'production') {
    const own = generatedHost(project.name)
    const holder = rows.aliases.find('alias', own)
    // The short name belongs to the first account that used it.
    if (holder === undefined || holder.accountId === project.accountId) hosts.push(own)
    hosts.push(generatedHost(project.name, scope))
  }
  if (target === 'staging') hosts.push(`${plain(project.name)}-${plain(scope)}.now.sh`)
  if (environment !== undefined) hosts.push(generatedHost(project.name, 'env', environment.slug, scope))
  if (branch !== null) hosts.push(generatedHost(project.name, 'git', branch, scope))
  else if (project.teamId !== null) hosts.push(generatedHost(project.name, creatorOf(rows, deployment).username, scope))
  return [...new Set(hosts)]
}

/** Returns the hosts that move when another deployment becomes the production deployment. */
export function productionHosts(rows: Rows, project: Project, deployment: Deployment): string[] {
  const branchless = { ...deployment, target: 'production' as const, branch: null, customEnvironmentId: null }
  const author = generatedHost(project.name, creatorOf(rows, deployment).username, scopeSlug(rows, project.accountId))
  return automaticHosts(rows, project, branchless).filter((host) => host !== author)
}

function creatorOf(rows: Rows, { creatorId }: Deployment): User {
  return rows.users.require(creatorId)
}

/**
 * Returns the verified project domains for such a deployment; a domain with a branch or a custom environment serves
 * only that.
 */
function domainsFor(rows: Rows, { projectId, target, branch, customEnvironmentId }: Deployment): string[] {
  return rows.projectDomains
    .list('byProject', projectId)
    .filter((domain) => domain.verified && domain.customEnvironmentId === customEnvironmentId)
    .filter(({ gitBranch }) => {
      if (customEnvironmentId !== null) return true
      return gitBranch === null ? target === 'production' : target === null && gitBranch === branch
    })
    .map(({ name }) => name)
}

/** Returns a word in the characters of a host's label: lower case, digits, dashes. */
function plain(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}
