import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall, Rows } from '#cloud/call.ts'
import { deleteConflict, entityAlreadyExists, limitExceeded, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { findGroup, findUser } from '#cloud/rules/iam/find.ts'
import { byName, sortedListing, paging } from '#cloud/rules/iam/page.ts'
import { addGroup } from '#cloud/rules/iam/new-entities.ts'
import { entityName, path } from '#cloud/rules/iam/parameters.ts'
import type { Group } from '#cloud/schema/iam.ts'
import { accountOf } from '#cloud/rules/account.ts'
import { groupXml, listedUserXml } from '#cloud/xml/iam.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const GroupName = entityName(128)
const UserName = entityName(128)

/** Groups and their members. https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateGroup.html */
export const groupsRoutes = [
  post('iam:CreateGroup', '/', iamInput({ GroupName, Path: v.optional(path, '/') }), (call) => {
    const group = addGroup(call, { account: accountOf(call), name: call.input.GroupName, path: call.input.Path })
    return queryAnswer(call, { Group: groupXml(group) })
  }),
  post('iam:GetGroup', '/', iamInput({ GroupName, ...paging }), (call) => {
    const { rows, input } = call
    const group = findGroup(call, input.GroupName)
    const users = rows.memberships.referring('groupId', group.id).map(({ userId }) => rows.users.require(userId))
    return queryAnswer(call, {
      Group: groupXml(group),
      ...pageXml('Users', sorted(users), input, (user) => listedUserXml(user)),
    })
  }),
  post('iam:ListGroups', '/', iamInput({ PathPrefix: v.optional(path, '/'), ...paging }), (call) => {
    const groups = byName(call.rows.groups, accountOf(call), call.input.PathPrefix)
    return queryAnswer(
      call,
      pageXml('Groups', groups, call.input, (group) => groupXml(group)),
    )
  }),
  post(
    'iam:UpdateGroup',
    '/',
    iamInput({ GroupName, NewPath: v.optional(path), NewGroupName: v.optional(entityName(128)) }),
    (call) => {
      const { rows, input } = call
      const group = findGroup(call, input.GroupName)
      const { NewGroupName: name = group.name, NewPath: newPath = group.path } = input
      const taken = rows.groups.find('name', accountOf(call), name.toLowerCase())
      if (taken !== undefined && taken.id !== group.id) throw entityAlreadyExists(`Group with name ${name}`)
      rows.groups.update(group.id, { name, path: newPath })
      return queryAnswer(call)
    },
  ),
  post('iam:DeleteGroup', '/', iamInput({ GroupName }), (call) => {
    const { rows, input } = call
    const group = findGroup(call, input.GroupName)
    refuseInUse(rows, group)
    rows.groups.delete(group.id)
    return queryAnswer(call)
  }),
  post('iam:AddUserToGroup', '/', iamInput({ GroupName, UserName }), (call) => {
    const { rows, input } = call
    const groupId = findGroup(call, input.GroupName).id
    const userId = findUser(call, input.UserName).id
    if (rows.memberships.find('pair', groupId, userId) === undefined) {
      if (rows.memberships.countReferring('userId', userId) >= 10)
        throw limitExceeded('Cannot exceed quota for GroupsPerUser: 10')
      rows.memberships.insert({ groupId, userId })
    }
    return queryAnswer(call)
  }),
  post('iam:RemoveUserFromGroup', '/', iamInput({ GroupName, UserName }), (call) => {
    const { rows, input } = call
    const group = findGroup(call, input.GroupName)
    const user = findUser(call, input.UserName)
    const membership = rows.memberships.find('pair', group.id, user.id)
    if (membership === undefined) throw noSuchEntity(`User ${user.name} is not in group ${group.name}.`)
    rows.memberships.delete(membership.id)
    return queryAnswer(call)
  }),
  post('iam:ListGroupsForUser', '/', iamInput({ UserName, ...paging }), (call) => {
    const { rows, input } = call
    const user = findUser(call, input.UserName)
    const groups = rows.memberships.referring('userId', user.id).map(({ groupId }) => rows.groups.require(groupId))
    return queryAnswer(
      call,
      pageXml('Groups', sorted(groups), input, (group) => groupXml(group)),
    )
  }),
]

function sorted<R extends { readonly name: string }>(rows: readonly R[]) {
  return sortedListing(rows, ({ name }: R) => name.toLowerCase())
}

/** @throws `DeleteConflict` for a group that has members or policies. */
function refuseInUse(rows: Rows, { id }: Group): void {
  if (rows.memberships.countReferring('groupId', id) > 0) {
    throw deleteConflict('Cannot delete entity, must remove users from group first.')
  }
  if (rows.attachments.count('byHolder', 'group', id) > 0) {
    throw deleteConflict('Cannot delete entity, must detach all policies first.')
  }
  if (rows.inlinePolicies.count('byHolder', 'group', id) > 0) {
    throw deleteConflict('Cannot delete entity, must delete policies first.')
  }
}
