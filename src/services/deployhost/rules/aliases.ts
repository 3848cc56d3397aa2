import type { DeployhostContext, Rows } from '../call.ts'
import { badRequest, refusal } from '../errors.ts'
import { nextStamp } from '../pagination.ts'
import type { Alias, Deployment } from '../schema.ts'
import { apexOf } from './domains.ts'

/** What aliases are assigned with: a call, or the context of a timer. */
export type Assigning = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/** A label of a host; an international one is written in punycode. */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** Points a host at a deployment, whatever it pointed at before. Gives it, and the deployment that it led to. */
export function assign(
  { rows, clock, ids }: Assigning,
  host: string,
  deployment: Deployment,
  { creatorId, custom, redirect }: Pick<Alias, 'creatorId' | 'custom' | 'redirect'>,
): { readonly alias: Alias; readonly oldDeploymentId: string | null } {
  const { id: deploymentId, accountId, projectId } = deployment
  const now = clock.now()
  const before = rows.aliases.find('alias', host)
  const changes = { accountId, projectId, deploymentId, creatorId, redirect, updatedAt: now }
  if (before !== undefined) {
    const { custom: byHand } = before
    const alias = rows.aliases.update(before.id, { ...changes, custom: custom || byHand })
    return { alias, oldDeploymentId: before.deploymentId }
  }
  const stamp = nextStamp(rows.aliases, now)
  const alias = rows.aliases.insert({ id: ids.hex(40), alias: host, ...changes, custom, stamp, createdAt: now })
  return { alias, oldDeploymentId: null }
}

/** Gives a deployment the hosts that it gets by itself; those that another account has stay where they are. */
export function assignAll(context: Assigning, deployment: Deployment, hosts: readonly string[]): Alias[] {
  const { rows } = context
  const free = hosts.filter(
    (host) => (rows.aliases.find('alias', host)?.accountId ?? deployment.accountId) === deployment.accountId,
  )
  return free.map((host) => {
    const redirect = rows.projectDomains.find('name', deployment.projectId, host)?.redirect ?? null
    const custom = rows.aliases.find('alias', host)?.custom ?? false
    return assign(context, host, deployment, { creatorId: deployment.creatorId, custom, redirect }).alias
  })
}

/**
 * The host that a client wants as an alias: lower case, without a scheme, below the vendor's domain when it has no dot.
 * Throws 400 where it is none.
 */
export function aliasHost(given: string): string {
  const plain = given
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
  const host = plain.includes('.') ? plain : `${plain}.vercel.app`
  if (!host.split('.').every((label) => LABEL.test(label))) {
    throw refusal(400, 'invalid_alias', `The alias "${given}" is not a valid host.`)
  }
  return host
}

/** Throws where a host may not lead to a deployment: it is not ready (400), the host is another's (403). */
export function refuseAlias(rows: Rows, host: string, deployment: Deployment): void {
  if (deployment.state === 'ERROR' || deployment.state === 'CANCELED') {
    throw refusal(400, 'deployment_failed', 'The deployment has failed, so it can not be aliased.')
  }
  if (deployment.state !== 'READY') {
    throw refusal(400, 'deployment_not_ready', 'The deployment is not ready.')
  }
  const holder = rows.aliases.find('alias', host)
  if (holder !== undefined && holder.accountId !== deployment.accountId) {
    throw refusal(403, 'alias_in_use', `The alias "${host}" is already in use by another account.`)
  }
  // Below someone's apex a name may be another's, who has proven that one.
  const apex = rows.domains.find('name', apexOf(host))
  const domain = rows.projectDomains.list('byName', host).find(({ verified }) => verified) ?? apex
  if (domain?.verified === true && domain.accountId !== deployment.accountId) {
    throw refusal(403, 'forbidden', `You do not have access to the domain "${host}".`)
  }
}

/** The alias with this id or host in an account, or undefined. */
export function aliasNamed(rows: Rows, accountId: string, idOrAlias: string): Alias | undefined {
  const found = rows.aliases.get(idOrAlias) ?? rows.aliases.find('alias', idOrAlias.toLowerCase())
  return found?.accountId === accountId ? found : undefined
}

/** Throws 400 unless a body names an alias. */
export function requireAlias(alias: string | undefined): string {
  if (alias === undefined || alias === '') throw badRequest('Invalid request: missing required property `alias`.')
  return alias
}
