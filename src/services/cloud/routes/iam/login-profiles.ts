import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { denied, entityAlreadyExists, invalidUserType, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { findUser } from '#cloud/rules/iam/find.ts'
import { entityName, flag, text } from '#cloud/rules/iam/parameters.ts'
import { checkPassword } from '#cloud/rules/iam/passwords.ts'
import { credentialOf } from '#cloud/rules/iam/requester.ts'
import type { LoginProfile, User } from '#cloud/schema/iam.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { timestamp } from '#cloud/xml/iam.ts'

const { post } = routesFor<CloudCall>()

const UserName = entityName(128)
const Password = text(1, 128)
const PasswordResetRequired = v.optional(flag, 'false')

/**
 * The passwords of users for the console, which is not here: they are checked against the account's policy, and
 * nobody signs in with them. https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateLoginProfile.html
 */
export const loginProfilesRoutes = [
  post('iam:CreateLoginProfile', '/', iamInput({ UserName, Password, PasswordResetRequired }), (call) => {
    const { rows, input, clock } = call
    const user = findUser(call, input.UserName)
    if (rows.loginProfiles.find('user', user.id) !== undefined) {
      throw entityAlreadyExists(`Login Profile for user ${user.name}`)
    }
    checkPassword(call, input.Password)
    const profile = rows.loginProfiles.insert({
      userId: user.id,
      password: input.Password,
      resetRequired: input.PasswordResetRequired,
      createdAt: clock.now(),
    })
    return queryAnswer(call, { LoginProfile: loginProfileXml(profile, user) })
  }),
  post('iam:GetLoginProfile', '/', iamInput({ UserName }), (call) => {
    const { profile, user } = findProfile(call, call.input.UserName)
    return queryAnswer(call, { LoginProfile: loginProfileXml(profile, user) })
  }),
  post(
    'iam:UpdateLoginProfile',
    '/',
    iamInput({ UserName, Password: v.optional(Password), PasswordResetRequired: v.optional(flag) }),
    (call) => {
      const { rows, input } = call
      const { profile } = findProfile(call, input.UserName)
      if (input.Password !== undefined) checkPassword(call, input.Password)
      rows.loginProfiles.update(profile.id, {
        password: input.Password ?? profile.password,
        resetRequired: input.PasswordResetRequired ?? profile.resetRequired,
      })
      return queryAnswer(call)
    },
  ),
  post('iam:DeleteLoginProfile', '/', iamInput({ UserName }), (call) => {
    call.rows.loginProfiles.delete(findProfile(call, call.input.UserName).profile.id)
    return queryAnswer(call)
  }),
  post('iam:ChangePassword', '/', iamInput({ OldPassword: Password, NewPassword: Password }), (call) => {
    const { rows, input, principal } = call
    const user = rows.users.get(credentialOf(call, principal)?.userId)
    if (user === undefined) throw invalidUserType('Only IAM Users can change their own password')
    const { profile } = findProfile(call, user.name)
    if (profile.password !== input.OldPassword) throw denied('The old password was incorrect.')
    checkPassword(call, input.NewPassword)
    rows.loginProfiles.update(profile.id, { password: input.NewPassword, resetRequired: false })
    return queryAnswer(call)
  }),
]

/** @throws `NoSuchEntity` for a user without a password. */
function findProfile(call: CloudCall, name: string): { readonly profile: LoginProfile; readonly user: User } {
  const user = findUser(call, name)
  const profile = call.rows.loginProfiles.find('user', user.id)
  if (profile === undefined) throw noSuchEntity(`Login Profile for User ${name} cannot be found.`)
  return { profile, user }
}

function loginProfileXml({ createdAt, resetRequired }: LoginProfile, { name }: User) {
  return { UserName: name, CreateDate: timestamp(createdAt), PasswordResetRequired: resetRequired }
}
