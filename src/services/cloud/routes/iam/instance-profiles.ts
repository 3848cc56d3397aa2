import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import { requirePermission } from '#cloud/rules/iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import { deleteConflict, limitExceeded, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { roleArn } from '#cloud/rules/iam/arns.ts'
import { findInstanceProfile, findOwnRole, findRole } from '#cloud/rules/iam/find.ts'
import { byName, sortedListing, paging } from '#cloud/rules/iam/page.ts'
import { addInstanceProfile } from '#cloud/rules/iam/new-entities.ts'
import { entityName, path, tagKeys, tags } from '#cloud/rules/iam/parameters.ts'
import { withoutTags, withTags } from '#cloud/rules/iam/tags.ts'
import { accountOf } from '#cloud/rules/account.ts'
import { instanceProfileXml, tagXml } from '#cloud/xml/iam.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const InstanceProfileName = entityName(128)
const RoleName = entityName(64)

/**
 * Instance profiles, each with at most one role.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateInstanceProfile.html
 */
export const instanceProfilesRoutes = [
  post(
    'iam:CreateInstanceProfile',
    '/',
    iamInput({ InstanceProfileName, Path: v.optional(path, '/'), Tags: tags }),
    (call) => {
      const { rows, input } = call
      const profile = addInstanceProfile(call, {
        account: accountOf(call),
        name: input.InstanceProfileName,
        path: input.Path,
        tags: withTags([], input.Tags),
      })
      return queryAnswer(call, { InstanceProfile: instanceProfileXml(rows, profile, true) })
    },
  ),
  post('iam:GetInstanceProfile', '/', iamInput({ InstanceProfileName }), (call) => {
    const profile = findInstanceProfile(call, call.input.InstanceProfileName)
    return queryAnswer(call, { InstanceProfile: instanceProfileXml(call.rows, profile, true) })
  }),
  post('iam:ListInstanceProfiles', '/', iamInput({ PathPrefix: v.optional(path, '/'), ...paging }), (call) => {
    const { rows, input } = call
    const profiles = byName(rows.instanceProfiles, accountOf(call), input.PathPrefix)
    return queryAnswer(
      call,
      pageXml('InstanceProfiles', profiles, input, (each) => instanceProfileXml(rows, each, false)),
    )
  }),
  post('iam:ListInstanceProfilesForRole', '/', iamInput({ RoleName, ...paging }), (call) => {
    const { rows, input } = call
    const profiles = rows.instanceProfiles.referring('roleId', findRole(call, input.RoleName).id)
    const listing = sortedListing(profiles, ({ name }) => name.toLowerCase())
    return queryAnswer(
      call,
      pageXml('InstanceProfiles', listing, input, (each) => instanceProfileXml(rows, each, false)),
    )
  }),
  post('iam:DeleteInstanceProfile', '/', iamInput({ InstanceProfileName }), (call) => {
    const { rows, input } = call
    const profile = findInstanceProfile(call, input.InstanceProfileName)
    if (profile.roleId !== null) {
      throw deleteConflict('Cannot delete entity, must remove roles from instance profile first.')
    }
    rows.instanceProfiles.delete(profile.id)
    return queryAnswer(call)
  }),
  post('iam:AddRoleToInstanceProfile', '/', iamInput({ InstanceProfileName, RoleName }), (call) => {
    const { rows, input } = call
    const profile = findInstanceProfile(call, input.InstanceProfileName)
    const role = findOwnRole(call, input.RoleName)
    requirePermission(call, 'iam:PassRole', roleArn(role), {
      'iam:PassedToService': 'ec2.amazonaws.com',
    })
    if (profile.roleId !== null) throw limitExceeded('Cannot exceed quota for InstanceSessionsPerInstanceProfile: 1')
    rows.instanceProfiles.update(profile.id, { roleId: role.id })
    return queryAnswer(call)
  }),
  post('iam:RemoveRoleFromInstanceProfile', '/', iamInput({ InstanceProfileName, RoleName }), (call) => {
    const { rows, input } = call
    const profile = findInstanceProfile(call, input.InstanceProfileName)
    const role = findOwnRole(call, input.RoleName)
    if (profile.roleId !== role.id) {
      throw noSuchEntity(`Role ${role.name} in Instance Profile ${profile.name} cannot be found.`)
    }
    rows.instanceProfiles.update(profile.id, { roleId: null })
    return queryAnswer(call)
  }),
  post('iam:TagInstanceProfile', '/', iamInput({ InstanceProfileName, Tags: tags }), (call) => {
    const { rows, input } = call
    const profile = findInstanceProfile(call, input.InstanceProfileName)
    rows.instanceProfiles.update(profile.id, { tags: withTags(profile.tags, input.Tags) })
    return queryAnswer(call)
  }),
  post('iam:UntagInstanceProfile', '/', iamInput({ InstanceProfileName, TagKeys: tagKeys }), (call) => {
    const { rows, input } = call
    const profile = findInstanceProfile(call, input.InstanceProfileName)
    rows.instanceProfiles.update(profile.id, { tags: withoutTags(profile.tags, input.TagKeys) })
    return queryAnswer(call)
  }),
  post('iam:ListInstanceProfileTags', '/', iamInput({ InstanceProfileName, ...paging }), (call) => {
    const profile = findInstanceProfile(call, call.input.InstanceProfileName)
    return queryAnswer(
      call,
      pageXml(
        'Tags',
        sortedListing(profile.tags, ({ key }) => key),
        call.input,
        tagXml,
      ),
    )
  }),
]
