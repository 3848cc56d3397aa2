import type { RecordContext } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import type { Group, GroupRule } from '#oidc-d/schema.ts'
import { flawOfClaim, scopeOf } from '../claims/custom-claims.ts'
import { evaluateClaim, parseClaimExpression } from '../claims/expression.ts'
import { createId } from '../identifiers.ts'
import { SYSTEM } from '../system-log/entries.ts'
import { addMember, removeMember } from './groups.ts'

// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/GroupRule/

/** The members of a group rule that a client sets. */
export type GroupRuleFields = Pick<GroupRule, 'name' | 'expression' | 'groupIds' | 'excludedUserIds'>

/**
 * Creates a group rule, which is inactive.
 *
 * @throws 400 for a name that another rule has, an unknown group, and an expression that cannot be evaluated.
 */
export function createGroupRule(context: RecordContext, fields: GroupRuleFields, seeded = false): GroupRule {
  checkFields(context, fields, null)
  const now = context.clock.now()
  return context.rows.groupRules.insert({
    id: createId(context, '0pr', seeded ? fields.name : undefined),
    status: 'INACTIVE',
    ...fields,
    created: now,
    lastUpdated: now,
  })
}

/**
 * Replaces the name and the conditions of an inactive rule. Its groups stay the same: the vendor cannot change them.
 *
 * @throws 400 for a rule that is not inactive, and as {@link createGroupRule}.
 */
export function replaceGroupRule(context: RecordContext, rule: GroupRule, fields: GroupRuleFields): GroupRule {
  requireInactive(rule, 'updated')
  checkFields(context, fields, rule)
  const { name, expression, excludedUserIds } = fields
  return context.rows.groupRules.update(rule.id, {
    name,
    expression,
    excludedUserIds,
    lastUpdated: context.clock.now(),
  })
}

function checkFields({ rows }: RecordContext, fields: GroupRuleFields, rule: GroupRule | null): void {
  const { name, expression, groupIds } = fields
  if (rows.groupRules.all().some((other) => other.name === name && other.id !== rule?.id)) {
    throw validationFailed('name', 'name: Policy rule name already in use')
  }
  const unknown = groupIds.find((id) => rows.groups.get(id)?.type !== 'OKTA_GROUP')
  if (unknown !== undefined) throw validationFailed('groupIds', `groupIds: ${unknown} is no group to assign users to`)
  const flaw = flawOfClaim({ value: expression, valueType: 'EXPRESSION', groupFilterType: null })
  if (flaw !== null) throw validationFailed('validateRule', flaw)
}

function requireInactive({ status }: GroupRule, done: string): void {
  if (status === 'ACTIVE') throw validationFailed('rule', `rule: an active group rule cannot be ${done}`)
}

/**
 * Activates a rule: all users who satisfy its expression become members of its groups.
 *
 * @throws 400 for a rule that lost a group.
 */
export function activateGroupRule(context: RecordContext, rule: GroupRule): void {
  requireValid(rule)
  context.rows.groupRules.update(rule.id, { status: 'ACTIVE', lastUpdated: context.clock.now() })
  for (const { id } of context.rows.users.all()) applyGroupRules(context, id)
}

/**
 * Deactivates a rule. The members that it made stay, but do not leave any more when their profiles change.
 *
 * @throws 400 for a rule that lost a group.
 */
export function deactivateGroupRule({ rows, clock }: RecordContext, rule: GroupRule): void {
  requireValid(rule)
  rows.groupRules.update(rule.id, { status: 'INACTIVE', lastUpdated: clock.now() })
}

function requireValid({ status }: GroupRule): void {
  if (status === 'INVALID') throw validationFailed('rule', 'rule: an invalid group rule can only be read and deleted')
}

/**
 * Deletes a rule; with `removeUsers` the members that only this rule made leave its groups.
 *
 * @throws 400 for an active rule.
 */
export function deleteGroupRule(context: RecordContext, rule: GroupRule, removeUsers: boolean): void {
  requireInactive(rule, 'deleted')
  const { rows } = context
  if (removeUsers) {
    for (const { membershipId } of rows.ruleMemberships.list('byRule', rule.id)) {
      const { groupId, userId } = rows.memberships.require(membershipId)
      leave(context, rule, groupId, userId)
    }
  }
  rows.groupRules.delete(rule.id)
}

/**
 * Makes the memberships of a user what the active rules say, after the user's profile or groups have changed. A
 * deprovisioned user keeps their groups.
 */
export function applyGroupRules(context: RecordContext, userId: string): void {
  const { rows } = context
  const rules = rows.groupRules.all().filter(({ status }) => status === 'ACTIVE')
  if (rules.length === 0 || rows.users.get(userId)?.status === 'DEPROVISIONED') return
  // An expression can ask for groups that another rule gives, so that a change is a reason to look at all rules again.
  for (let pass = 0; pass <= rules.length; pass++) {
    const changed = rules.filter((rule) => applyRule(context, rule, userId))
    if (changed.length === 0) return
  }
}

/** Returns whether the rule has changed a membership of the user. */
function applyRule(context: RecordContext, rule: GroupRule, userId: string): boolean {
  const user = context.rows.users.require(userId)
  const isMember =
    !rule.excludedUserIds.includes(userId) &&
    evaluateClaim(parseClaimExpression(rule.expression), scopeOf(context, { clientId: '', user, scopes: [] })) === true
  const change = isMember ? join : leave
  return rule.groupIds.filter((groupId) => change(context, rule, groupId, userId)).length > 0
}

/** Adds a user to a group of a rule. A membership that was made by hand stays one that no rule ends. */
function join(context: RecordContext, rule: GroupRule, groupId: string, userId: string): boolean {
  const { rows } = context
  const membershipId = `${groupId}.${userId}`
  const isMember = rows.memberships.get(membershipId) !== undefined
  if (isMember && rows.ruleMemberships.count('byMembership', membershipId) === 0) return false
  if (!isMember) addMember(context, rows.groups.require(groupId), rows.users.require(userId), SYSTEM)
  const id = `${rule.id}.${membershipId}`
  if (rows.ruleMemberships.get(id) === undefined) {
    rows.ruleMemberships.insert({ id, ruleId: rule.id, membershipId })
  }
  return !isMember
}

/** Removes a user from a group if this rule made the membership and no other rule did. */
function leave(context: RecordContext, rule: GroupRule, groupId: string, userId: string): boolean {
  const { rows } = context
  const membershipId = `${groupId}.${userId}`
  if (!rows.ruleMemberships.delete(`${rule.id}.${membershipId}`)) return false
  if (rows.ruleMemberships.count('byMembership', membershipId) > 0) return false
  removeMember(context, rows.groups.require(groupId), userId, SYSTEM)
  return true
}

/** Removes a user from a group as a person asks for it: rules that made the membership exclude the user from now on. */
export function removeByHand(context: RecordContext, group: Group, userId: string): void {
  const { rows } = context
  for (const { ruleId } of rows.ruleMemberships.list('byMembership', `${group.id}.${userId}`)) {
    const { excludedUserIds } = rows.groupRules.require(ruleId)
    rows.groupRules.update(ruleId, { excludedUserIds: [...excludedUserIds, userId] })
  }
  removeMember(context, group, userId)
  applyGroupRules(context, userId)
}
