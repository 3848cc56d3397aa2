import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import { badRequest, failure } from '#deployhost/errors.ts'
import type { Alias, Deployment } from '#deployhost/schema.ts'
import { apexOf } from './domains.ts'
import { nextSortKey } from './sort-keys.ts'
import { ownedBy, type Account } from './access.ts'

/** The part of a call or a timer's context that aliases are assigned with. */
export type AliasContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/** A label of a host name; international names are in punycode. */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * Points a host at a deployment, whatever it pointed at before. Returns the alias and the id of the previous
 * deployment.
 */
export function assignAlias(
  { rows, clock, ids }: AliasContext,
  host: string,
  deployment: Deployment,
  { creatorId, custom, redirect }: Pick<Alias, 'creatorId' | 'custom' | 'redirect'>,
): { readonly alias: Alias; readonly oldDeploymentId: string | null } {
  const { id: deploymentId, accountId, projectId } = deployment
  const now = clock.now()
  const before = rows.aliases.find('alias', host)
  const changes = { accountId, projectId, deploymentId, creatorId, redirect, updatedAt: now }
  if (before !== undefined) {
    const { custom: wasCustom } = before
    const alias = rows.aliases.update(before.id, { ...changes, custom: custom || wasCustom })
    return { alias, oldDeploymentId: before.deploymentId }
  }
  const sortKey = nextSortKey(rows.aliases, now)
  const alias = rows.aliases.insert({ id: ids.hex(40), alias: host, ...changes, custom, sortKey, createdAt: now })
  return { alias, oldDeploymentId: null }
}

/** Assigns a deployment its automatic hosts; hosts that another account has are left out. */
export function assignAliases(context: AliasContext, deployment: Deployment, hosts: readonly string[]): Alias[] {
  const { rows } = context
  const free = hosts.filter(
    (host) => (rows.aliases.find('alias', host)?.accountId ?? deployment.accountId) === deployment.accountId,
  )
  return free.map((host) => {
    const redirect = rows.projectDomains.find('name', deployment.projectId, host)?.redirect ?? null
    const custom = rows.aliases.find('alias', host)?.custom ?? false
    return assignAlias(context, host, deployment, { creatorId: deployment.creatorId, custom, redirect }).alias
  })
}

/**
 * Normalizes an alias from a client: lower case, without a scheme, below the vendor's domain when it has no dot.
 *
 * @throws 400 when the result is no host name.
 */
export function aliasHost(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
  const host = plain.includes('.') ? plain : `${plain}.vercel.app`
  if (!host.split('.').every((label) => LABEL.test(label))) {
    throw failure(400, 'invalid_alias', `The alias "${text}" is not a valid host.`)
  }
  return host
}

/**
 * @throws when a host may not be assigned to a deployment: 400 when the deployment is not ready, 403 when another
 * account has the host.
 */
export function requireAssignable(rows: Rows, host: string, deployment: Deployment): void {
  if (deployment.state === 'ERROR' || deployment.state === 'CANCELED') {
    throw failure(400, 'deployment_failed', 'The deployment has failed, so it can not be aliased.')
  }
  if (deployment.state !== 'READY') {
    throw failure(400, 'deployment_not_ready', 'The deployment is not ready.')
  }
  const holder = rows.aliases.find('alias', host)
  if (holder !== undefined && holder.accountId !== deployment.accountId) {
    throw failure(403, 'alias_in_use', `The alias "${host}" is already in use by another account.`)
  }
  // A name below one account's apex may belong to another account that has verified that name.
  const apex = rows.domains.find('name', apexOf(host))
  const domain = rows.projectDomains.list('byName', host).find(({ verified }) => verified) ?? apex
  if (domain?.verified === true && domain.accountId !== deployment.accountId) {
    throw failure(403, 'forbidden', `You do not have access to the domain "${host}".`)
  }
}

/** Returns the account's alias with this id or host, or undefined. */
export function aliasByIdOrHost(rows: Rows, account: Pick<Account, 'id'>, idOrAlias: string): Alias | undefined {
  return ownedBy(account, rows.aliases.get(idOrAlias) ?? rows.aliases.find('alias', idOrAlias.toLowerCase()))
}

/** @throws 400 unless the body names an alias. */
export function requireAliasName(alias: string | undefined): string {
  if (alias === undefined || alias === '') throw badRequest('Invalid request: missing required property `alias`.')
  return alias
}
