import type { DeployhostContext, Rows } from '../call.ts'
import { badRequest, conflict, refusal } from '../errors.ts'
import { projectDomainJson } from '../json/domain.ts'
import { nextStamp } from '../pagination.ts'
import type { Domain, Project, ProjectDomain, Team, User } from '../schema.ts'

type Making = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/** Suffixes of two labels under which names are registered; of all others it is the last label. */
const PUBLIC_SUFFIXES =
  /\.(?:(?:co|com|net|org|gov|ac|edu)\.[a-z]{2}|(?:vercel\.app|vercel\.dev|now\.sh|github\.io|netlify\.app|pages\.dev))$/

/** The registrable part of a host name: `example.co.uk` of `www.example.co.uk`. */
export function apexOf(name: string): string {
  const labels = name.split('.')
  return labels.slice(PUBLIC_SUFFIXES.test(name) ? -3 : -2).join('.')
}

/** Whether a name is below a domain of the vendor, which needs no proof. */
export function isPlatformDomain(name: string): boolean {
  return name.endsWith('.vercel.app')
}

/** The name as it is kept: in lower case. Throws 400 `invalid_domain` for what is no host name. */
export function checkDomainName(given: string): string {
  const name = given.toLowerCase().replace(/\.$/, '')
  const labels = name.split('.')
  const [first, ...others] = labels
  // Of a wildcard the star is all of the first label, below a domain.
  const plain = first === '*' && others.length > 1 ? others : labels
  const fits = labels.length > 1 && name.length <= 253 && plain.every((label) => LABEL.test(label))
  if (!fits) throw refusal(400, 'invalid_domain', `The domain "${given}" is not valid.`)
  return name
}

/** https://datatracker.ietf.org/doc/html/rfc1035#section-2.3.1, with the underscore of service names. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/

/**
 * Whether a name needs no proof: it is the vendor's, or its apex has been proven by the account. The domain of someone else
 * has not.
 */
export function isProven(rows: Rows, accountId: string, name: string): boolean {
  if (isPlatformDomain(name)) return true
  const apex = rows.domains.find('name', apexOf(name))
  return apex?.accountId === accountId && apex.verified
}

/**
 * Throws 409 for a name that a project of the account has, or that is another's for good, as what the vendor generated for
 * its deployments is. A name of another account may be
 * added, and is verified before it is served.
 */
export function refuseInUse(rows: Rows, project: Project, name: string): void {
  const alias = isPlatformDomain(name) ? rows.aliases.find('alias', name) : undefined
  const holders = rows.projectDomains.list('byName', name)
  const holder = holders.find(({ accountId }) => accountId === project.accountId || isPlatformDomain(name))
  if (holder === undefined && (alias === undefined || alias.projectId === project.id)) return
  // Who has it is only for those who can see it.
  if (holder?.accountId !== project.accountId) {
    throw conflict(`Cannot add ${name} since it's already assigned to another project.`, 'domain_already_in_use')
  }
  throw conflict(`Cannot add ${name} since it's already in use by one of your projects.`, 'domain_already_in_use', {
    projectId: holder.projectId,
    domain: projectDomainJson(holder),
  })
}

/** Throws 400 where a redirect leads to no domain of the project, or to itself. */
export function checkRedirect(rows: Rows, project: Project, name: string, redirect: string | null): void {
  if (redirect === null) return
  if (redirect.toLowerCase() === name) throw badRequest('A domain cannot redirect to itself.')
  if (rows.projectDomains.find('name', project.id, redirect.toLowerCase()) === undefined) {
    throw badRequest(`The redirect target "${redirect}" is not a domain of the project.`)
  }
}

/**
 * Has a domain verified, and its apex the account's. Whoever had the name before loses it, as the proof is the newer.
 * Gives the domain.
 */
export function verify(context: Making, project: Project, user: User, domain: ProjectDomain): ProjectDomain {
  const { rows, clock } = context
  for (const other of rows.projectDomains.list('byName', domain.name)) {
    if (other.accountId !== project.accountId && other.verified) dropProjectDomain(rows, other)
  }
  if (!isPlatformDomain(domain.name)) claimApex(context, project, user, domain.apexName)
  return rows.projectDomains.update(domain.id, { verified: true, updatedAt: Math.floor(clock.now()) })
}

/** Takes a domain off its project, and off the deployment that it leads to. */
export function dropProjectDomain(rows: Rows, domain: ProjectDomain): void {
  unserve(rows, domain)
  rows.projectDomains.delete(domain.id)
}

/** Takes a domain of an account, and every name below it, off its projects and deployments. Gives the domains of projects. */
export function dropApex(rows: Rows, { accountId, name }: Pick<Domain, 'accountId' | 'name'>): ProjectDomain[] {
  const dropped = rows.projectDomains.list('byApex', accountId, name)
  for (const each of dropped) dropProjectDomain(rows, each)
  for (const { id, alias } of rows.aliases.list('byAccount', accountId)) {
    if (apexOf(alias) === name) rows.aliases.delete(id)
  }
  return dropped
}

/** Has a domain lead nowhere, where it led to its project. */
export function unserve(rows: Rows, { name, projectId }: ProjectDomain): void {
  const alias = rows.aliases.find('alias', name)
  if (alias?.projectId === projectId) rows.aliases.delete(alias.id)
}

/** Makes an apex the account's, and verified. */
export function claimApex(context: Making, project: Project, user: User, apexName: string): void {
  const { rows } = context
  const { accountId, teamId } = project
  const known = rows.domains.find('name', apexName)
  if (known === undefined) {
    const team = rows.teams.get(teamId) ?? null
    createDomain(context, { id: accountId, team }, user, { name: apexName, verified: true })
  } else if (known.accountId === accountId) {
    rows.domains.update(known.id, { verified: true })
  } else if (!known.verified) {
    rows.domains.update(known.id, { accountId, teamId, userId: user.id, verified: true })
  }
}

/** What a project domain is made from. */
export type NewProjectDomain = Pick<ProjectDomain, 'name' | 'verified'> &
  Partial<Pick<ProjectDomain, 'redirect' | 'redirectStatusCode' | 'gitBranch' | 'customEnvironmentId'>>

/** Adds a domain to a project. Whether it may be there is for the caller to see. */
export function createProjectDomain(
  { rows, clock, ids }: Making,
  project: Project,
  fields: NewProjectDomain,
): ProjectDomain {
  const now = Math.floor(clock.now())
  return rows.projectDomains.insert({
    stamp: nextStamp(rows.projectDomains, now),
    projectId: project.id,
    accountId: project.accountId,
    apexName: apexOf(fields.name),
    redirect: null,
    redirectStatusCode: null,
    gitBranch: null,
    customEnvironmentId: null,
    ...fields,
    challenge: ids.hex(20),
    createdAt: now,
    updatedAt: now,
  })
}

/** Adds a domain to an account. Throws UniqueViolation when another account has it. */
export function createDomain(
  { rows, clock, ids }: Making,
  account: { readonly id: string; readonly team: Team | null },
  creator: User,
  { name, verified }: Pick<Domain, 'name' | 'verified'>,
): Domain {
  const now = Math.floor(clock.now())
  return rows.domains.insert({
    id: ids.base62(24),
    stamp: nextStamp(rows.domains, now),
    accountId: account.id,
    teamId: account.team?.id ?? null,
    userId: creator.id,
    name,
    verified,
    renew: false,
    customNameservers: [],
    zone: false,
    echMode: 'auto',
    moveToken: null,
    createdAt: now,
  })
}
