import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import {
  addAppTarget,
  addGroupTarget,
  assignRole,
  clearAppTargets,
  removeTarget,
  rolesOf,
  unassignRole,
} from '#oidc-d/rules/roles/roles.ts'
import { loadUser } from '#oidc-d/steps/records.ts'
import { loadUserRole, loadTargetApp, loadTargetGroup } from '#oidc-d/steps/roles.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import { answerAppTargets, answerGroupTargets, RoleInput, shownRole } from './answers.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.roles.read')
const manage = requireScope('okta.roles.manage')

const ROLES = '/api/v1/users/:userId/roles'
const ROLE = `${ROLES}/:roleId` as const
const GROUPS = `${ROLE}/targets/groups` as const
const APPS = `${ROLE}/targets/catalog/apps` as const

/**
 * The admin roles of users, and what they are limited to.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleAssignmentAUser/
 */
export const userRolesRoutes = [
  get('listAssignedRolesForUser', ROLES, read, loadUser, (call) =>
    json(rolesOf(call, { user: call.user }).map((role) => shownRole(call, role))),
  ),
  post('assignRoleToUser', ROLES, manage, loadUser, body(RoleInput), (call) =>
    json(shownRole(call, assignRole(call, { user: call.user }, call.body.type)), 201),
  ),
  get('getUserAssignedRole', ROLE, read, loadUser, loadUserRole, (call) => json(shownRole(call, call.role))),
  del('unassignRoleFromUser', ROLE, manage, loadUser, loadUserRole, (call) => {
    unassignRole(call, { user: call.user }, call.role)
    return empty()
  }),
  get('listGroupTargetsForRole', GROUPS, read, loadUser, loadUserRole, (call) => answerGroupTargets(call, call.role)),
  put(
    'assignGroupTargetToUserRole',
    `${GROUPS}/:targetGroupId`,
    manage,
    loadUser,
    loadUserRole,
    loadTargetGroup,
    (call) => {
      addGroupTarget(call, call.role, call.targetGroup)
      return empty()
    },
  ),
  del(
    'unassignGroupTargetFromUserAdminRole',
    `${GROUPS}/:targetGroupId`,
    manage,
    loadUser,
    loadUserRole,
    loadTargetGroup,
    (call) => {
      removeTarget(call, call.role, call.targetGroup.id)
      return empty()
    },
  ),
  get('listApplicationTargetsForApplicationAdministratorRoleForUser', APPS, read, loadUser, loadUserRole, (call) =>
    answerAppTargets(call, call.role),
  ),
  put('assignAllAppsAsTargetToRoleForUser', APPS, manage, loadUser, loadUserRole, (call) => {
    clearAppTargets(call, call.role)
    return json({})
  }),
  put('assignAppTargetToAdminRoleForUser', `${APPS}/:appName`, manage, loadUser, loadUserRole, (call) => {
    addAppTarget(call, call.role, call.params.appName, null)
    return empty()
  }),
  del('unassignAppTargetFromAppAdminRoleForUser', `${APPS}/:appName`, manage, loadUser, loadUserRole, (call) => {
    removeTarget(call, call.role, call.params.appName)
    return empty()
  }),
  put(
    'assignAppInstanceTargetToAppAdminRoleForUser',
    `${APPS}/:appName/:targetAppId`,
    manage,
    loadUser,
    loadUserRole,
    loadTargetApp,
    (call) => {
      addAppTarget(call, call.role, call.params.appName, call.targetApp)
      return empty()
    },
  ),
  del(
    'unassignAppInstanceTargetFromAdminRoleForUser',
    `${APPS}/:appName/:targetAppId`,
    manage,
    loadUser,
    loadUserRole,
    loadTargetApp,
    (call) => {
      removeTarget(call, call.role, call.targetApp.id)
      return empty()
    },
  ),
]
