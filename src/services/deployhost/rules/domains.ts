import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import { badRequest, conflict, forbidden, failure, domainInUse } from '#deployhost/errors.ts'
import type { Domain, Project, ProjectDomain, Team, User } from '#deployhost/schema.ts'
import { nextSortKey } from './sort-keys.ts'

type CreationContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/** Public suffixes with two labels; all others have one. */
const PUBLIC_SUFFIXES =
  /\.(?:(?:co|com|net|org|gov|ac|edu)\.[a-z]{2}|(?:vercel\.app|vercel\.dev|now\.sh|github\.io|netlify\.app|pages\.dev))$/

/** Returns the registrable part of a host name: `example.co.uk` of `www.example.co.uk`. */
export function apexOf(name: string): string {
  const labels = name.split('.')
  return labels.slice(PUBLIC_SUFFIXES.test(name) ? -3 : -2).join('.')
}

/** True when the name is below a domain of the vendor, which needs no verification. */
export function isPlatformDomain(name: string): boolean {
  return name.endsWith('.vercel.app')
}

/**
 * Returns a domain name in lower case.
 *
 * @throws 400 `invalid_domain` when it is no host name.
 */
export function checkDomainName(text: string): string {
  const name = text.toLowerCase().replace(/\.$/, '')
  const labels = name.split('.')
  const [first, ...others] = labels
  // A wildcard's star is its whole first label, below a domain.
  const plain = first === '*' && others.length > 1 ? others : labels
  const isValid = labels.length > 1 && name.length <= 253 && plain.every((label) => LABEL.test(label))
  if (!isValid) throw failure(400, 'invalid_domain', `The domain "${text}" is not valid.`)
  return name
}

/** A label by https://datatracker.ietf.org/doc/html/rfc1035#section-2.3.1, with the underscore of service names. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/

/**
 * Returns the account's domain with this name.
 *
 * @throws 404 for an unknown domain, 403 for another account's.
 */
export function findDomain(
  { rows, account }: { readonly rows: Rows; readonly account: { readonly id: string } },
  name: string,
): Domain {
  const domain = rows.domains.find('name', name.toLowerCase())
  if (domain === undefined) throw failure(404, 'not_found', `The domain "${name}" was not found.`)
  if (domain.accountId !== account.id) throw forbidden(`Not authorized to access the domain "${name}".`)
  return domain
}

/** True when a name needs no verification: it is below the vendor's domain, or the account has verified its apex. */
export function isProven(rows: Rows, accountId: string, name: string): boolean {
  if (isPlatformDomain(name)) return true
  const apex = rows.domains.find('name', apexOf(name))
  return apex?.accountId === accountId && apex.verified
}

/**
 * A name of another account may be added; it is verified before it is served.
 *
 * @throws 409 for a name that a project of the account has, or that the vendor generated for another project.
 */
export function requireUnusedName(rows: Rows, project: Project, name: string): void {
  const alias = isPlatformDomain(name) ? rows.aliases.find('alias', name) : undefined
  const holders = rows.projectDomains.list('byName', name)
  const holder = holders.find(({ accountId }) => accountId === project.accountId || isPlatformDomain(name))
  if (holder === undefined && (alias === undefined || alias.projectId === project.id)) return
  // The holder is named only to members of its account.
  if (holder?.accountId !== project.accountId) {
    throw conflict(`Cannot add ${name} since it's already assigned to another project.`, 'domain_already_in_use')
  }
  throw domainInUse(holder)
}

/** @throws 400 when a redirect's target is not a domain of the project, or is the domain itself. */
export function checkRedirect(rows: Rows, project: Project, name: string, redirect: string | null): void {
  if (redirect === null) return
  if (redirect.toLowerCase() === name) throw badRequest('A domain cannot redirect to itself.')
  if (rows.projectDomains.find('name', project.id, redirect.toLowerCase()) === undefined) {
    throw badRequest(`The redirect target "${redirect}" is not a domain of the project.`)
  }
}

/**
 * Verifies a domain and claims its apex for the account. Another account that had the name loses it. Returns the
 * domain.
 */
export function verifyDomain(
  context: CreationContext,
  project: Project,
  user: User,
  domain: ProjectDomain,
): ProjectDomain {
  const { rows, clock } = context
  for (const other of rows.projectDomains.list('byName', domain.name)) {
    if (other.accountId !== project.accountId && other.verified) dropProjectDomain(rows, other)
  }
  if (!isPlatformDomain(domain.name)) claimApex(context, project, user, domain.apexName)
  return rows.projectDomains.update(domain.id, { verified: true, updatedAt: Math.floor(clock.now()) })
}

/** Removes a domain from its project and from the deployment it points at. */
export function dropProjectDomain(rows: Rows, domain: ProjectDomain): void {
  stopServing(rows, domain)
  rows.projectDomains.delete(domain.id)
}

/**
 * Removes an account's domain, and every name below it, from projects and deployments. Returns the removed project
 * domains.
 */
export function dropApex(rows: Rows, { accountId, name }: Pick<Domain, 'accountId' | 'name'>): ProjectDomain[] {
  const dropped = rows.projectDomains.list('byApex', accountId, name)
  for (const each of dropped) dropProjectDomain(rows, each)
  for (const { id, alias } of rows.aliases.list('byAccount', accountId)) {
    if (apexOf(alias) === name) rows.aliases.delete(id)
  }
  return dropped
}

/** Removes a project domain's alias, if it points at the project. */
export function stopServing(rows: Rows, { name, projectId }: ProjectDomain): void {
  const alias = rows.aliases.find('alias', name)
  if (alias?.projectId === projectId) rows.aliases.delete(alias.id)
}

/** Makes an apex a verified domain of the account. */
export function claimApex(context: CreationContext, project: Project, user: User, apexName: string): void {
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

/** The fields of a new project domain. */
export type NewProjectDomain = Pick<ProjectDomain, 'name' | 'verified'> &
  Partial<Pick<ProjectDomain, 'redirect' | 'redirectStatusCode' | 'gitBranch' | 'customEnvironmentId'>>

/** Adds a domain to a project. The caller has checked that it may be added. */
export function createProjectDomain(
  { rows, clock, ids }: CreationContext,
  project: Project,
  fields: NewProjectDomain,
): ProjectDomain {
  const now = Math.floor(clock.now())
  return rows.projectDomains.insert({
    sortKey: nextSortKey(rows.projectDomains, now),
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

/**
 * Adds a domain to an account.
 *
 * @throws UniqueViolation when another account has it.
 */
export function createDomain(
  { rows, clock, ids }: CreationContext,
  account: { readonly id: string; readonly team: Team | null },
  creator: User,
  { name, verified }: Pick<Domain, 'name' | 'verified'>,
): Domain {
  const now = Math.floor(clock.now())
  return rows.domains.insert({
    id: ids.base62(24),
    sortKey: nextSortKey(rows.domains, now),
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
