import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import {
  canWrite,
  membershipOf,
  canReach,
  teamByIdOrSlug,
  type Account,
  type AccountAccess,
} from '#deployhost/rules/access.ts'
import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { badRequest, conflict, forbidden, notFound, failure } from '#deployhost/errors.ts'
import { domainConfigJson, domainJson, projectDomainJson } from '#deployhost/json/domain.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import {
  apexOf,
  checkDomainName,
  createDomain,
  dropApex,
  findDomain,
  isPlatformDomain,
  isProven,
} from '#deployhost/rules/domains.ts'
import type { Domain } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { requireAccountWrite, requirePrincipal, loadAccount } from '#deployhost/steps/accounts.ts'
import { sortedRows, bySortKey } from '#deployhost/rules/sort-keys.ts'
import { answerPage } from '#deployhost/json/page.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const DomainInput = v.strictObject({
  name: v.string(),
  method: v.optional(v.picklist(['add', 'move-in', 'transfer-in'])),
  token: v.optional(v.string()),
  cdnEnabled: v.optional(v.boolean()),
  zone: v.optional(v.boolean(), false),
})

const DomainChanges = v.strictObject({
  op: v.optional(v.picklist(['update', 'move-out']), 'update'),
  renew: v.optional(v.boolean()),
  customNameservers: v.optional(v.array(v.string())),
  zone: v.optional(v.boolean()),
  echMode: v.optional(v.picklist(['auto', 'disabled'])),
  destination: v.optional(v.string()),
})

/** Domains of an account. https://vercel.com/docs/rest-api/reference/endpoints/domains */
export const domainsRoutes = [
  ...atPaths(['/v5/domains', '/v6/domains', '/v4/domains'], (path) =>
    get('getDomains', path, loadAccount, (call) => {
      return answerPage(
        'domains',
        pageOf(pageQuery(call), viewOfIndex(call.rows.domains, 'byAccount', [call.account.id])),
        (domain) => domainJson(call, domain),
      )
    }),
  ),
  ...atPaths(['/v7/domains', '/v6/domains', '/v5/domains', '/v4/domains'], (path) =>
    post('createOrTransferDomain', path, requireAccountWrite('repo'), body(DomainInput), (call) => {
      const { rows, account, user, body } = call
      const name = checkDomainName(body.name)
      if (name === 'vercel.app' || isPlatformDomain(name)) {
        throw failure(
          400,
          'invalid_domain',
          `The domain "${name}" is the platform's own: a project can have it, no account.`,
        )
      }
      if (name !== apexOf(name)) {
        throw failure(400, 'invalid_domain', `Only apex domains can be added: "${name}" is below "${apexOf(name)}".`)
      }
      if (body.method === 'transfer-in') throw badRequest('Transfers from other registrars are not available here.')
      if (body.method === 'move-in') return json({ domain: domainJson(call, moveIn(call, name, body.token)) })
      requireFreeDomain(rows, account, name)
      const domain = createDomain(call, account, user, { name, verified: true })
      const complete = rows.domains.update(domain.id, { zone: body.zone })
      call.emit({ event: 'domain.created', account, user, domain: complete })
      return json({ domain: domainJson(call, complete) })
    }),
  ),
  ...atPaths(['/v5/domains/:domain', '/v6/domains/:domain', '/v4/domains/:domain'], (path) =>
    get('getDomain', path, loadAccount, (call) =>
      json({ domain: { suffix: false, ...domainJson(call, findDomain(call, nameOrApex(call, call.params.domain))) } }),
    ),
  ),
  ...atPaths(['/v3/domains/:domain', '/v4/domains/:domain'], (path) =>
    patch('patchDomain', path, requireAccountWrite('repo'), body(DomainChanges), (call) => {
      const { rows, params, body } = call
      const before = findDomain(call, params.domain)
      const { op, destination, ...changes } = body
      if (op === 'move-out') return json(moveOut(call, before, destination))
      const { renew, customNameservers, zone, echMode } = rows.domains.update(before.id, defined(changes))
      return json({ renew, customNameservers, zone, echMode })
    }),
  ),
  ...atPaths(['/v6/domains/:domain', '/v5/domains/:domain', '/v4/domains/:domain', '/v3/domains/:domain'], (path) =>
    del('deleteDomain', path, requireAccountWrite('repo'), (call) => {
      const { rows, account, user, params } = call
      const domain = findDomain(call, params.domain)
      // Project domains below it cannot be served without it.
      for (const each of dropApex(rows, domain)) {
        const project = rows.projects.require(each.projectId)
        call.emit({ event: 'project.domain.deleted', account, user, project, domain: each })
      }
      rows.domains.delete(domain.id)
      return json({ uid: domain.id })
    }),
  ),
  get('getDomainProjects', '/v1/domains/:domain/project-domains', loadAccount, (call) => {
    const domain = findDomain(call, call.params.domain)
    const all = call.rows.projectDomains.list('byApex', call.account.id, domain.name)
    return answerPage('projectDomains', pageOf(pageQuery(call), sortedRows(all.toSorted(bySortKey))), projectDomainJson)
  }),
  get('getDomainConfig', '/v6/domains/:domain/config', loadAccount, ({ rows, account, params }) => {
    const name = checkDomainName(params.domain)
    const onProject = rows.projectDomains
      .list('byName', name)
      .some((each) => each.accountId === account.id && each.verified)
    return json(domainConfigJson(onProject || isProven(rows, account.id, name)))
  }),
]

function requireFreeDomain(rows: Rows, account: Account, name: string): void {
  const domain = rows.domains.find('name', name)
  if (domain === undefined) return
  if (domain.accountId === account.id) {
    throw conflict(`The domain "${name}" already exists in your account.`, 'domain_already_exists', { domain: name })
  }
  throw conflict(`The domain "${name}" is already in use by another account.`, 'domain_already_in_use', {
    domain: name,
  })
}

/**
 * Moves a domain to another account: at once when the user may change that account too, else by a token for `move-in`.
 */
function moveOut(call: DeployhostCall & AccountAccess, domain: Domain, destination: string | undefined) {
  const { rows, ids } = call
  if (destination === undefined) throw badRequest('Invalid request: missing required property `destination`.')
  const { user } = requirePrincipal(call)
  const team = teamByIdOrSlug(rows, destination)
  const membership = team === undefined ? undefined : membershipOf(rows, team, user)
  if (team !== undefined && membership !== undefined && canWrite({ membership }, null) && canReach(call, team)) {
    transferDomain(rows, domain, { accountId: team.id, teamId: team.id, userId: user.id })
    return { moved: true }
  }
  if ((destination === user.id || destination === user.username) && canReach(call, user)) {
    transferDomain(rows, domain, { accountId: user.id, teamId: null, userId: user.id })
    return { moved: true }
  }
  const known = team ?? rows.users.get(destination) ?? rows.users.find('username', destination.toLowerCase())
  if (known === undefined) throw notFound('Destination')
  const token = ids.secret.base62(24)
  rows.domains.update(domain.id, { moveToken: token })
  return { moved: false, token }
}

/**
 * Takes over a domain that another account has moved out.
 *
 * @throws 403 for a wrong token.
 */
function moveIn(
  { rows, account, user }: DeployhostCall & AccountAccess,
  name: string,
  token: string | undefined,
): Domain {
  const domain = rows.domains.find('name', name)
  if (domain === undefined) throw notFound('Domain')
  if (token === undefined || domain.moveToken !== token) throw forbidden('The token to move the domain is not valid.')
  return transferDomain(rows, domain, { accountId: account.id, teamId: account.team?.id ?? null, userId: user.id })
}

/** Changes the owner of a domain. The previous account's projects lose it. */
function transferDomain(rows: Rows, domain: Domain, owner: Pick<Domain, 'accountId' | 'teamId' | 'userId'>): Domain {
  dropApex(rows, domain)
  return rows.domains.update(domain.id, { ...owner, moveToken: null })
}

/** Returns the apex of a name when only the apex is a domain: a subdomain has the information of its domain. */
function nameOrApex({ rows }: DeployhostCall, name: string): string {
  const lower = name.toLowerCase()
  return rows.domains.find('name', lower) === undefined ? apexOf(lower) : lower
}
