import type { RecordContext } from '#oidc-d/call.ts'
import { accessDenied, validationFailed } from '#oidc-d/errors.ts'
import { POLICY_TYPES, type JsonObject, type OrgPolicy, type OrgPolicyRule, type PolicyType } from '#oidc-d/schema.ts'
import { createId } from '../identifiers.ts'
import { policyEntity, recordEvent, ruleEntity } from '../system-log/entries.ts'
import {
  conditionsOf,
  ENROLLMENT_SETTINGS,
  isAppPolicy,
  ruleActionsOf,
  ruleConditionsOf,
  settingsOf,
  SYSTEM_PASSWORD_SETTINGS,
  SYSTEM_DESCRIPTIONS,
  SYSTEM_NAMES,
} from './defaults.ts'

/** The priority of a catch-all rule. */
const LAST = 99

/** The members of a policy that a body sets. */
export interface PolicyFields {
  readonly name: string
  readonly description?: string | null | undefined
  readonly status?: OrgPolicy['status'] | undefined
  readonly priority?: number | null | undefined
  readonly conditions?: JsonObject | null | undefined
  readonly settings?: JsonObject | null | undefined
}

/** The members of a rule that a body sets. */
export interface RuleFields {
  readonly name: string
  readonly status?: OrgPolicyRule['status'] | undefined
  readonly priority?: number | null | undefined
  readonly conditions?: JsonObject | null | undefined
  readonly actions?: JsonObject | null | undefined
}

/**
 * Creates a policy, before the one that always exists unless the body names a place. An app policy gets its catch-all
 * rule.
 *
 * @throws 400 when another policy of the type has the name.
 */
export function createOrgPolicy(context: RecordContext, type: PolicyType, fields: PolicyFields): OrgPolicy {
  refuseTakenName(context, type, fields.name, null)
  const policy = insertPolicy(context, type, fields, false)
  if (isAppPolicy(type)) insertRule(context, policy, { name: 'Catch-all Rule' }, true)
  recordEvent(context, 'policy.lifecycle.create', { target: [policyEntity(policy)] })
  return policy
}

/** Creates the policy and the rule of each type that always exist. They are for the group of all users. */
export function createSystemPolicies(context: RecordContext, everyone: string): void {
  for (const type of POLICY_TYPES) {
    const [name, rule] = SYSTEM_NAMES[type]
    const settings = type === 'MFA_ENROLL' ? ENROLLMENT_SETTINGS : SYSTEM_PASSWORD_SETTINGS
    const description = SYSTEM_DESCRIPTIONS[type]
    const conditions = { people: { groups: { include: [everyone] } } }
    const policy = insertPolicy(context, type, { name, description, conditions, settings }, true)
    insertRule(context, policy, { name: rule }, true)
  }
}

function insertPolicy(context: RecordContext, type: PolicyType, fields: PolicyFields, system: boolean): OrgPolicy {
  const { rows, clock } = context
  const now = clock.now()
  const policy = rows.orgPolicies.insert({
    id: createId(context, isAppPolicy(type) ? 'rst' : '00p'),
    type,
    name: fields.name,
    description: fields.description ?? null,
    status: fields.status ?? 'ACTIVE',
    // Sorted in below, or the only one.
    priority: isAppPolicy(type) ? 1 : Number.MAX_SAFE_INTEGER,
    system,
    conditions: conditionsOf(type, fields.conditions ?? null),
    settings: settingsOf(type, fields.settings ?? {}),
    created: now,
    lastUpdated: now,
  })
  if (!isAppPolicy(type)) arrangePolicies(context, policy, fields.priority)
  return rows.orgPolicies.require(policy.id)
}

/**
 * Replaces a policy.
 *
 * @throws 400 for another type, and when another policy of the type has the name.
 */
export function replaceOrgPolicy(context: RecordContext, policy: OrgPolicy, fields: PolicyFields): OrgPolicy {
  const { rows, clock } = context
  const { type } = policy
  refuseTakenName(context, type, fields.name, policy)
  rows.orgPolicies.update(policy.id, {
    name: policy.system ? policy.name : fields.name,
    description: fields.description ?? null,
    ...(policy.system || fields.status === undefined ? {} : { status: fields.status }),
    conditions: policy.system ? policy.conditions : conditionsOf(type, fields.conditions ?? null),
    settings: settingsOf(type, fields.settings ?? policy.settings ?? {}),
    lastUpdated: clock.now(),
  })
  if (!isAppPolicy(type)) arrangePolicies(context, policy, fields.priority ?? policy.priority)
  recordEvent(context, 'policy.lifecycle.update', { target: [policyEntity(policy)] })
  return rows.orgPolicies.require(policy.id)
}

/**
 * Deletes a policy with its rules; the apps that it was for get the policy that always exists.
 *
 * @throws 403 for a policy that always exists.
 */
export function deleteOrgPolicy(context: RecordContext, policy: OrgPolicy): void {
  if (policy.system) throw accessDenied()
  const { rows } = context
  rows.orgPolicies.delete(policy.id)
  if (!isAppPolicy(policy.type)) arrangePolicies(context, policy, policy.priority)
  recordEvent(context, 'policy.lifecycle.delete', { target: [policyEntity(policy)] })
}

/**
 * Activates or deactivates a policy.
 *
 * @throws 403 for a policy that always exists.
 */
export function setPolicyStatus(context: RecordContext, policy: OrgPolicy, status: OrgPolicy['status']): void {
  if (policy.system) throw accessDenied()
  context.rows.orgPolicies.update(policy.id, { status, lastUpdated: context.clock.now() })
  const step = status === 'ACTIVE' ? 'activate' : 'deactivate'
  recordEvent(context, `policy.lifecycle.${step}`, { target: [policyEntity(policy)] })
}

/**
 * Copies an app policy with its rules.
 *
 * @throws 400 for a policy of another type.
 */
export function cloneOrgPolicy(context: RecordContext, policy: OrgPolicy): OrgPolicy {
  if (policy.type !== 'ACCESS_POLICY')
    throw validationFailed('type', `type: a policy of the type ${policy.type} cannot be cloned`)
  const { rows } = context
  const names = rows.orgPolicies.list('byPriority', policy.type).map(({ name }) => name)
  let name = `[cloned] ${policy.name}`
  while (names.includes(name)) name = `[cloned] ${name}`
  const clone = createOrgPolicy(context, policy.type, { ...policy, name })
  for (const rule of rows.orgPolicyRules.list('byPriority', policy.id)) {
    if (!rule.system) insertRule(context, clone, rule, false)
  }
  return clone
}

function refuseTakenName({ rows }: RecordContext, type: PolicyType, name: string, policy: OrgPolicy | null): void {
  const holder = rows.orgPolicies.find('name', type, name)
  if (holder !== undefined && holder.id !== policy?.id) {
    throw validationFailed('name', 'Policy name already in use')
  }
}

/** Puts a policy at its place among those of its type, by default the last before the one that always exists. */
function arrangePolicies({ rows }: RecordContext, policy: OrgPolicy, place: number | null | undefined): void {
  const all = rows.orgPolicies.list('byPriority', policy.type)
  const ordered = arranged(all, rows.orgPolicies.get(policy.id), place)
  for (const [index, { id, priority }] of ordered.entries()) {
    if (priority !== index + 1) rows.orgPolicies.update(id, { priority: index + 1 })
  }
}

interface Placed {
  readonly id: string
  readonly priority: number
  readonly system: boolean
}

/** Returns the rows in their order, with one at its place; those that always exist are the last. */
function arranged<R extends Placed>(rows: readonly R[], one: R | undefined, place: number | null | undefined): R[] {
  const others = rows.filter(({ id, system }) => !system && id !== one?.id)
  const last = rows.filter(({ system }) => system)
  if (one === undefined || one.system) return [...others, ...last]
  const at = place === undefined || place === null ? others.length : Math.min(Math.max(place, 1) - 1, others.length)
  return [...others.slice(0, at), one, ...others.slice(at), ...last]
}

/**
 * Creates a rule, before the one that always exists unless the body names a place.
 *
 * @throws 400 when another rule of the policy has the name.
 */
export function createOrgPolicyRule(context: RecordContext, policy: OrgPolicy, fields: RuleFields): OrgPolicyRule {
  refuseTakenRuleName(context, policy, fields.name, null)
  const rule = insertRule(context, policy, fields, false)
  recordEvent(context, 'policy.rule.add', { target: [policyEntity(policy), ruleEntity(rule)] })
  return rule
}

function insertRule(context: RecordContext, policy: OrgPolicy, fields: RuleFields, system: boolean): OrgPolicyRule {
  const { rows, clock } = context
  const now = clock.now()
  const { type } = policy
  const isCatchAll = system && isAppPolicy(type)
  const rule = rows.orgPolicyRules.insert({
    id: createId(context, isAppPolicy(type) ? 'rul' : '0pr'),
    policyId: policy.id,
    name: fields.name,
    status: fields.status ?? 'ACTIVE',
    priority: isCatchAll ? LAST : Number.MAX_SAFE_INTEGER,
    system,
    conditions: isCatchAll ? null : ruleConditionsOf(type, fields.conditions ?? null),
    actions: ruleActionsOf(type, fields.actions ?? {}),
    created: now,
    lastUpdated: now,
  })
  arrangeRules(context, rule, fields.priority)
  return rows.orgPolicyRules.require(rule.id)
}

function arrangeRules({ rows }: RecordContext, rule: OrgPolicyRule, place: number | null | undefined): void {
  const all = rows.orgPolicyRules.list('byPriority', rule.policyId)
  const isCatchAll = (each: OrgPolicyRule): boolean => each.system && each.priority === LAST
  for (const [index, each] of arranged(all, rows.orgPolicyRules.get(rule.id), place).entries()) {
    if (each.priority !== index + 1 && !isCatchAll(each)) {
      rows.orgPolicyRules.update(each.id, { priority: index + 1 })
    }
  }
}

/**
 * Replaces a rule.
 *
 * @throws 400 when another rule of the policy has the name.
 */
export function replaceOrgPolicyRule(
  context: RecordContext,
  policy: OrgPolicy,
  rule: OrgPolicyRule,
  fields: RuleFields,
): OrgPolicyRule {
  const { rows, clock } = context
  refuseTakenRuleName(context, policy, fields.name, rule)
  rows.orgPolicyRules.update(rule.id, {
    name: rule.system ? rule.name : fields.name,
    ...(rule.system || fields.status === undefined ? {} : { status: fields.status }),
    conditions: rule.system ? rule.conditions : ruleConditionsOf(policy.type, fields.conditions ?? null),
    actions: ruleActionsOf(policy.type, fields.actions ?? {}),
    lastUpdated: clock.now(),
  })
  arrangeRules(context, rule, fields.priority ?? rule.priority)
  recordEvent(context, 'policy.rule.update', { target: [policyEntity(policy), ruleEntity(rule)] })
  return rows.orgPolicyRules.require(rule.id)
}

/**
 * Deletes a rule.
 *
 * @throws 403 for the rule that always exists.
 */
export function deleteOrgPolicyRule(context: RecordContext, policy: OrgPolicy, rule: OrgPolicyRule): void {
  if (rule.system) throw accessDenied()
  context.rows.orgPolicyRules.delete(rule.id)
  arrangeRules(context, rule, rule.priority)
  recordEvent(context, 'policy.rule.delete', { target: [policyEntity(policy), ruleEntity(rule)] })
}

/**
 * Activates or deactivates a rule.
 *
 * @throws 403 for the rule that always exists.
 */
export function setRuleStatus(
  context: RecordContext,
  policy: OrgPolicy,
  rule: OrgPolicyRule,
  status: OrgPolicyRule['status'],
): void {
  if (rule.system) throw accessDenied()
  context.rows.orgPolicyRules.update(rule.id, { status, lastUpdated: context.clock.now() })
  const step = status === 'ACTIVE' ? 'activate' : 'deactivate'
  recordEvent(context, `policy.rule.${step}`, { target: [policyEntity(policy), ruleEntity(rule)] })
}

function refuseTakenRuleName(
  { rows }: RecordContext,
  policy: OrgPolicy,
  name: string,
  rule: OrgPolicyRule | null,
): void {
  const holder = rows.orgPolicyRules.find('name', policy.id, name)
  if (holder !== undefined && holder.id !== rule?.id) throw validationFailed('name', 'Policy rule name already in use')
}
