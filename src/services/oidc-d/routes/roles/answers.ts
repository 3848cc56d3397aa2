import * as v from 'valibot'
import type { OidcCall } from '#oidc-d/call.ts'
import { groupJson } from '#oidc-d/json/group.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { appTargetJson, roleJson } from '#oidc-d/json/role.ts'
import { orderedList } from '#oidc-d/rules/lists/pages.ts'
import { ROLES, targetsOf, type RoleType } from '#oidc-d/rules/roles/roles.ts'
import type { RoleAssignment } from '#oidc-d/schema.ts'

const TYPES = Object.keys(ROLES) as RoleType[] // the keys of the table

/** The schema of a role to assign in a body. */
export const RoleInput = v.object({ type: v.picklist(TYPES) })

/** Returns a role as answers show it. */
export function shownRole(call: OidcCall, role: RoleAssignment) {
  const type = TYPES.find((each) => each === role.type)
  return roleJson(call, role, type === undefined ? role.type : ROLES[type])
}

/** Answers with the groups that a role is limited to. */
export function answerGroupTargets(call: OidcCall, role: RoleAssignment) {
  const groups = targetsOf(call, role).flatMap(({ targetGroupId }) =>
    targetGroupId === null ? [] : [call.rows.groups.require(targetGroupId)],
  )
  return answerPage(
    call,
    orderedList(groups, ({ id }) => id),
    { byDefault: 20, most: 200 },
    (group) => groupJson(call, group),
  )
}

/** Answers with the apps that a role is limited to. */
export function answerAppTargets(call: OidcCall, role: RoleAssignment) {
  const targets = targetsOf(call, role).filter(({ appName }) => appName !== null)
  return answerPage(
    call,
    orderedList(targets, ({ id }) => id),
    { byDefault: 20, most: 200 },
    (target) => appTargetJson(call, target),
  )
}
