import { defined } from '#core/objects.ts'
import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import { invalidRequest, notFound } from '#deployhost/errors.ts'
import type { Project } from '#deployhost/schema.ts'
import {
  CORE_RULES,
  type FirewallAddress,
  type FirewallRule,
  type FirewallSettings,
  type FirewallVersion,
} from '#deployhost/schema/firewall.ts'

type ChangeContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/** A rule before it has an id. */
type NewRule = Omit<FirewallRule, 'id'> & { readonly id?: string | undefined }

/** A rule of an address before it has an id. */
type NewAddress = Omit<FirewallAddress, 'id'> & { readonly id?: string | undefined }

/** A configuration as a client sets it as a whole. */
export interface FirewallInput extends Pick<FirewallSettings, 'firewallEnabled' | 'botIdEnabled' | 'logHeaders'> {
  readonly rules?: readonly NewRule[] | undefined
  readonly ips?: readonly NewAddress[] | undefined
  readonly crs?: { readonly [N in keyof FirewallSettings['crs']]?: FirewallSettings['crs'][N] | undefined } | undefined
  readonly managedRules?: FirewallSettings['managedRules'] | undefined
}

const NO_CORE_RULES = Object.fromEntries(
  CORE_RULES.map((name) => [name, { active: false, action: 'log' }]),
) as unknown as FirewallSettings['crs'] // every name is in the list

/** The firewall of a project that has none yet. */
const NEW_FIREWALL: FirewallSettings = {
  firewallEnabled: false,
  rules: [],
  ips: [],
  crs: NO_CORE_RULES,
  managedRules: {},
}

/** Returns the version of a project's firewall that is in force; undefined for a project that has none. */
export function activeFirewall(rows: Rows, project: Project): FirewallVersion | undefined {
  return firewallVersions(rows, project)[0]
}

/** Returns the versions of a project's firewall, newest first. */
export function firewallVersions(rows: Rows, { id }: Project): FirewallVersion[] {
  return rows.firewallVersions.list('byProject', id).toReversed()
}

/**
 * Returns a version of a project's firewall, by its number or as `active`.
 *
 * @throws 404.
 */
export function findFirewall(rows: Rows, project: Project, version: string): FirewallVersion {
  const found =
    version === 'active'
      ? activeFirewall(rows, project)
      : rows.firewallVersions.find('version', project.id, Number(version))
  if (found === undefined) throw notFound('Firewall config')
  return found
}

/** Puts a configuration in force, as the next version. */
export function setFirewall(context: ChangeContext, project: Project, input: FirewallInput): FirewallVersion {
  const { ids } = context
  return addVersion(context, project, {
    ...NEW_FIREWALL,
    ...input,
    managedRules: input.managedRules ?? {},
    rules: (input.rules ?? []).map((rule) => withRuleId(ids, rule)),
    ips: (input.ips ?? []).map((address) => withAddressId(ids, address)),
    crs: { ...NO_CORE_RULES, ...defined(input.crs ?? {}) },
  })
}

function addVersion(
  { rows, ids, clock }: ChangeContext,
  project: Project,
  settings: FirewallSettings,
): FirewallVersion {
  const version = (activeFirewall(rows, project)?.version ?? 0) + 1
  const row = { id: `waf_${ids.base62(24)}`, projectId: project.id, version, updatedAt: Math.floor(clock.now()) }
  return rows.firewallVersions.insert({ ...settings, ...row })
}

function withRuleId(ids: ChangeContext['ids'], rule: NewRule): FirewallRule {
  const name = rule.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  return { ...rule, id: rule.id ?? `rule_${name}_${ids.base62(6)}` }
}

function withAddressId(ids: ChangeContext['ids'], address: NewAddress): FirewallAddress {
  return { ...address, id: address.id ?? `ip_${ids.base62(12)}` }
}

/** One change of a firewall. https://vercel.com/docs/rest-api/reference/endpoints/security/update-firewall-configuration */
export type FirewallChange =
  | { readonly action: 'firewallEnabled'; readonly value: boolean }
  | { readonly action: 'rules.insert'; readonly value: NewRule }
  | { readonly action: 'rules.update'; readonly id: string; readonly value: NewRule }
  | { readonly action: 'rules.remove'; readonly id: string }
  | { readonly action: 'rules.priority'; readonly id: string; readonly value: number }
  | { readonly action: 'ip.insert'; readonly value: NewAddress }
  | { readonly action: 'ip.update'; readonly id: string; readonly value: NewAddress }
  | { readonly action: 'ip.remove'; readonly id: string }
  | {
      readonly action: 'crs.update'
      readonly id: (typeof CORE_RULES)[number]
      readonly value: { readonly active: boolean; readonly action: string }
    }
  | { readonly action: 'crs.disable' }
  | {
      readonly action: 'managedRules.update'
      readonly id: string
      readonly value: { readonly active: boolean; readonly action?: string | undefined }
    }

/**
 * Changes the firewall of a project, which becomes its next version.
 *
 * @throws 404 for a rule that does not exist, 400 for a place that is none.
 */
export function changeFirewall(context: ChangeContext, project: Project, change: FirewallChange): FirewallVersion {
  const before = activeFirewall(context.rows, project) ?? NEW_FIREWALL
  return addVersion(context, project, { ...before, ...changesOf(context.ids, before, change) })
}

function changesOf(
  ids: ChangeContext['ids'],
  { rules, ips, crs, managedRules }: FirewallSettings,
  change: FirewallChange,
): Partial<FirewallSettings> {
  switch (change.action) {
    case 'firewallEnabled':
      return { firewallEnabled: change.value }
    case 'rules.insert':
      return { rules: [...rules, withRuleId(ids, change.value)] }
    case 'rules.update':
      return { rules: replaced(rules, change.id, { ...change.value, id: change.id }) }
    case 'rules.remove':
      return { rules: without(rules, change.id) }
    case 'rules.priority':
      return { rules: moved(rules, change.id, change.value) }
    case 'ip.insert':
      return { ips: [...ips, withAddressId(ids, change.value)] }
    case 'ip.update':
      return { ips: replaced(ips, change.id, { ...change.value, id: change.id }) }
    case 'ip.remove':
      return { ips: without(ips, change.id) }
    case 'crs.update':
      return { crs: { ...crs, [change.id]: change.value } }
    case 'crs.disable':
      return { crs: NO_CORE_RULES }
    case 'managedRules.update':
      return { managedRules: { ...managedRules, [change.id]: change.value } }
  }
}

function placeOf(all: readonly { readonly id: string }[], id: string): number {
  const place = all.findIndex((each) => each.id === id)
  if (place < 0) throw notFound('Firewall rule')
  return place
}

function replaced<T extends { readonly id: string }>(all: readonly T[], id: string, by: T): T[] {
  return all.with(placeOf(all, id), by)
}

function without<T extends { readonly id: string }>(all: readonly T[], id: string): T[] {
  return all.toSpliced(placeOf(all, id), 1)
}

function moved(all: readonly FirewallRule[], id: string, to: number): FirewallRule[] {
  const from = placeOf(all, id)
  if (to >= all.length) throw invalidRequest(`\`value\` should be < ${all.length}`)
  return all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1))
}
