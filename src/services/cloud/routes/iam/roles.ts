import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall, Rows } from '#cloud/call.ts'
import { deleteConflict } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { boundaryOf } from '#cloud/rules/iam/boundary.ts'
import { checkTrustPolicy } from '#cloud/rules/iam/documents.ts'
import { findOwnRole, findRole } from '#cloud/rules/iam/find.ts'
import { byName, sortedListing, paging } from '#cloud/rules/iam/page.ts'
import { addRole } from '#cloud/rules/iam/new-entities.ts'
import { arn, count, entityName, path, policyDocument, tagKeys, tags, text } from '#cloud/rules/iam/parameters.ts'
import { withoutTags, withTags } from '#cloud/rules/iam/tags.ts'
import type { Role } from '#cloud/schema/iam.ts'
import { settingsOf } from '#cloud/rules/settings.ts'
import { listedRoleXml, roleXml, tagXml } from '#cloud/xml/iam.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { pageXml } from '#cloud/xml/page.ts'
import { accountOf } from '#cloud/rules/account.ts'

const { post } = routesFor<CloudCall>()

const RoleName = entityName(64)
const Description = v.optional(text(0, 1000))
const MaxSessionDuration = v.optional(count(3600, 43_200), '3600')

/** Roles. https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html */
export const rolesRoutes = [
  post(
    'iam:CreateRole',
    '/',
    iamInput({
      RoleName,
      AssumeRolePolicyDocument: policyDocument,
      Path: v.optional(path, '/'),
      Description,
      MaxSessionDuration,
      PermissionsBoundary: v.optional(arn),
      Tags: tags,
    }),
    (call) => {
      const { input } = call
      const { region } = settingsOf(call)
      checkTrustPolicy(call, input.AssumeRolePolicyDocument)
      const role = addRole(call, {
        account: accountOf(call),
        name: input.RoleName,
        path: input.Path,
        description: input.Description ?? null,
        assumeRolePolicyDocument: input.AssumeRolePolicyDocument,
        maxSessionDuration: input.MaxSessionDuration,
        permissionsBoundary: boundaryOf(call, input.PermissionsBoundary),
        tags: withTags([], input.Tags),
      })
      const { RoleLastUsed: _used, MaxSessionDuration: _longest, ...shown } = roleXml(role, region)
      // The answer has the longest session only where the request has it.
      const MaxSessionDuration = call.params['MaxSessionDuration']
      return queryAnswer(call, { Role: { ...shown, MaxSessionDuration } })
    },
  ),
  post('iam:GetRole', '/', iamInput({ RoleName }), (call) => {
    const { region } = settingsOf(call)
    return queryAnswer(call, { Role: roleXml(findRole(call, call.input.RoleName), region) })
  }),
  post('iam:ListRoles', '/', iamInput({ PathPrefix: v.optional(path, '/'), ...paging }), (call) => {
    const roles = byName(call.rows.roles, accountOf(call), call.input.PathPrefix)
    return queryAnswer(
      call,
      pageXml('Roles', roles, call.input, (role) => listedRoleXml(role)),
    )
  }),
  // Without MaxSessionDuration the vendor applies the default, not the previous value.
  post('iam:UpdateRole', '/', iamInput({ RoleName, Description, MaxSessionDuration }), (call) => {
    const { rows, input, params } = call
    // Of a service-linked role, only the description may be changed.
    const find = params['MaxSessionDuration'] === undefined ? findRole : findOwnRole
    const role = find(call, input.RoleName)
    rows.roles.update(role.id, {
      description: input.Description ?? role.description,
      maxSessionDuration: input.MaxSessionDuration,
    })
    return queryAnswer(call, {})
  }),
  post('iam:UpdateRoleDescription', '/', iamInput({ RoleName, Description: text(0, 1000) }), (call) => {
    const { rows, input } = call
    const role = rows.roles.update(findRole(call, input.RoleName).id, { description: input.Description })
    return queryAnswer(call, { Role: listedRoleXml(role) })
  }),
  post('iam:UpdateAssumeRolePolicy', '/', iamInput({ RoleName, PolicyDocument: policyDocument }), (call) => {
    const { rows, input } = call
    const role = findOwnRole(call, input.RoleName)
    checkTrustPolicy(call, input.PolicyDocument)
    rows.roles.update(role.id, { assumeRolePolicyDocument: input.PolicyDocument })
    return queryAnswer(call)
  }),
  post('iam:DeleteRole', '/', iamInput({ RoleName }), (call) => {
    const { rows, input } = call
    const role = findOwnRole(call, input.RoleName)
    refuseInUse(rows, role)
    rows.roles.delete(role.id)
    return queryAnswer(call)
  }),
  post('iam:PutRolePermissionsBoundary', '/', iamInput({ RoleName, PermissionsBoundary: arn }), (call) => {
    const { rows, input } = call
    const role = findOwnRole(call, input.RoleName)
    rows.roles.update(role.id, { permissionsBoundary: boundaryOf(call, input.PermissionsBoundary) })
    return queryAnswer(call)
  }),
  post('iam:DeleteRolePermissionsBoundary', '/', iamInput({ RoleName }), (call) => {
    call.rows.roles.update(findOwnRole(call, call.input.RoleName).id, { permissionsBoundary: null })
    return queryAnswer(call)
  }),
  post('iam:TagRole', '/', iamInput({ RoleName, Tags: tags }), (call) => {
    const { rows, input } = call
    const role = findRole(call, input.RoleName)
    rows.roles.update(role.id, { tags: withTags(role.tags, input.Tags) })
    return queryAnswer(call)
  }),
  post('iam:UntagRole', '/', iamInput({ RoleName, TagKeys: tagKeys }), (call) => {
    const { rows, input } = call
    const role = findRole(call, input.RoleName)
    rows.roles.update(role.id, { tags: withoutTags(role.tags, input.TagKeys) })
    return queryAnswer(call)
  }),
  post('iam:ListRoleTags', '/', iamInput({ RoleName, ...paging }), (call) => {
    const role = findRole(call, call.input.RoleName)
    return queryAnswer(
      call,
      pageXml(
        'Tags',
        sortedListing(role.tags, ({ key }) => key),
        call.input,
        tagXml,
      ),
    )
  }),
]

/** @throws `DeleteConflict` for a role that has policies or is in an instance profile. */
function refuseInUse(rows: Rows, { id }: Role): void {
  if (rows.instanceProfiles.countReferring('roleId', id) > 0) {
    throw deleteConflict('Cannot delete entity, must remove roles from instance profile first.')
  }
  if (rows.attachments.count('byHolder', 'role', id) > 0) {
    throw deleteConflict('Cannot delete entity, must detach all policies first.')
  }
  if (rows.inlinePolicies.count('byHolder', 'role', id) > 0) {
    throw deleteConflict('Cannot delete entity, must delete policies first.')
  }
}
