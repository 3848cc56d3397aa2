import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { deleteConflict, entityAlreadyExists } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { accessKeysOf, addUser } from '#cloud/rules/iam/new-entities.ts'
import { boundaryOf } from '#cloud/rules/iam/boundary.ts'
import { findRequestedUser } from '#cloud/rules/iam/calling-user.ts'
import { findUser } from '#cloud/rules/iam/find.ts'
import { byName, sortedListing, paging } from '#cloud/rules/iam/page.ts'
import { arn, entityName, path, tagKeys, tags } from '#cloud/rules/iam/parameters.ts'
import { withoutTags, withTags } from '#cloud/rules/iam/tags.ts'
import type { User } from '#cloud/schema/iam.ts'
import { accountIdOf, accountOf } from '#cloud/rules/account.ts'
import { listedUserXml, tagXml, userXml } from '#cloud/xml/iam.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const UserName = entityName(128)

/** Users. https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateUser.html */
export const usersRoutes = [
  post(
    'iam:CreateUser',
    '/',
    iamInput({
      UserName: entityName(64),
      Path: v.optional(path, '/'),
      PermissionsBoundary: v.optional(arn),
      Tags: tags,
    }),
    (call) => {
      const { input } = call
      const user = addUser(call, {
        account: accountOf(call),
        name: input.UserName,
        path: input.Path,
        permissionsBoundary: boundaryOf(call, input.PermissionsBoundary),
        tags: withTags([], input.Tags),
      })
      return queryAnswer(call, { User: userXml(user) })
    },
  ),
  post('iam:GetUser', '/', iamInput({ UserName: v.optional(UserName) }), (call) => {
    const name = call.input.UserName
    if (name === undefined && call.principal?.type === 'root')
      return queryAnswer(call, { User: rootUserXml(accountOf(call)) })
    return queryAnswer(call, {
      User: userXml(findRequestedUser(call, name)),
    })
  }),
  post('iam:ListUsers', '/', iamInput({ PathPrefix: v.optional(path, '/'), ...paging }), (call) => {
    const users = byName(call.rows.users, accountOf(call), call.input.PathPrefix)
    return queryAnswer(
      call,
      pageXml('Users', users, call.input, (user) => listedUserXml(user)),
    )
  }),
  post(
    'iam:UpdateUser',
    '/',
    iamInput({ UserName, NewPath: v.optional(path), NewUserName: v.optional(entityName(64)) }),
    (call) => {
      const { rows, input } = call
      const user = findUser(call, input.UserName)
      const { NewUserName: name = user.name, NewPath: newPath = user.path } = input
      const taken = rows.users.find('name', accountOf(call), name.toLowerCase())
      if (taken !== undefined && taken.id !== user.id) throw entityAlreadyExists(`User with name ${name}`)
      rows.users.update(user.id, { name, path: newPath })
      return queryAnswer(call)
    },
  ),
  post('iam:DeleteUser', '/', iamInput({ UserName }), (call) => {
    const { rows, input } = call
    const user = findUser(call, input.UserName)
    refuseInUse(call, user)
    rows.users.delete(user.id)
    return queryAnswer(call)
  }),
  post('iam:PutUserPermissionsBoundary', '/', iamInput({ UserName, PermissionsBoundary: arn }), (call) => {
    const { rows, input } = call
    const user = findUser(call, input.UserName)
    rows.users.update(user.id, { permissionsBoundary: boundaryOf(call, input.PermissionsBoundary) })
    return queryAnswer(call)
  }),
  post('iam:DeleteUserPermissionsBoundary', '/', iamInput({ UserName }), (call) => {
    call.rows.users.update(findUser(call, call.input.UserName).id, { permissionsBoundary: null })
    return queryAnswer(call)
  }),
  post('iam:TagUser', '/', iamInput({ UserName, Tags: tags }), (call) => {
    const { rows, input } = call
    const user = findUser(call, input.UserName)
    rows.users.update(user.id, { tags: withTags(user.tags, input.Tags) })
    return queryAnswer(call)
  }),
  post('iam:UntagUser', '/', iamInput({ UserName, TagKeys: tagKeys }), (call) => {
    const { rows, input } = call
    const user = findUser(call, input.UserName)
    rows.users.update(user.id, { tags: withoutTags(user.tags, input.TagKeys) })
    return queryAnswer(call)
  }),
  post('iam:ListUserTags', '/', iamInput({ UserName, ...paging }), (call) => {
    const user = findUser(call, call.input.UserName)
    return queryAnswer(
      call,
      pageXml(
        'Tags',
        sortedListing(user.tags, ({ key }) => key),
        call.input,
        tagXml,
      ),
    )
  }),
]

/** Returns what GetUser answers to root, which is not a user and has no name. */
function rootUserXml(account: string) {
  return { Path: '/', UserId: accountIdOf(account), Arn: `${account}:root`, CreateDate: '2020-01-01T00:00:00Z' }
}

/** @throws `DeleteConflict` for a user that has groups, policies or access keys. */
function refuseInUse(call: CloudCall, { account, id }: User): void {
  const { rows } = call
  if (rows.memberships.countReferring('userId', id) > 0) {
    throw deleteConflict('Cannot delete entity, must remove users from group first.')
  }
  if (rows.attachments.count('byHolder', 'user', id) > 0) {
    throw deleteConflict('Cannot delete entity, must detach all policies first.')
  }
  if (rows.inlinePolicies.count('byHolder', 'user', id) > 0) {
    throw deleteConflict('Cannot delete entity, must delete policies first.')
  }
  if (rows.loginProfiles.find('user', id) !== undefined) {
    throw deleteConflict('Cannot delete entity, must delete login profile first.')
  }
  if (rows.mfaDevices.countReferring('userId', id) > 0) {
    throw deleteConflict('Cannot delete entity, must delete MFA device first.')
  }
  if (rows.signingCertificates.countReferring('userId', id) > 0) {
    throw deleteConflict('Cannot delete entity, must delete signing certificates first.')
  }
  if ([rows.serviceCredentials, rows.sshPublicKeys].some((each) => each.countReferring('userId', id) > 0)) {
    throw deleteConflict('Cannot delete entity, must remove referenced objects first.')
  }
  if (accessKeysOf(call, { account, userId: id }).length > 0)
    throw deleteConflict('Cannot delete entity, must delete access keys first.')
}
