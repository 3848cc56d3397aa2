import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { accountIdOf } from '#cloud/rules/account.ts'
import { accountSettings, changeAccountSettings } from '#cloud/rules/iam/account-settings.ts'
import { count, flag } from '#cloud/rules/iam/parameters.ts'
import type { PasswordPolicy } from '#cloud/schema/iam.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'

const { post } = routesFor<CloudCall>()

const rule = v.optional(flag, 'false')

/**
 * The account's password policy, which is stored only: no user signs in with a password.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_passwords_account-policy.html
 */
export const passwordPolicyRoutes = [
  post('iam:GetAccountPasswordPolicy', '/', iamInput({}), (call) =>
    queryAnswer(call, { PasswordPolicy: passwordPolicyXml(existingPolicy(call)) }),
  ),
  // An update replaces the whole policy: what it leaves out has its default again.
  post(
    'iam:UpdateAccountPasswordPolicy',
    '/',
    iamInput({
      MinimumPasswordLength: v.optional(count(6, 128), '6'),
      RequireSymbols: rule,
      RequireNumbers: rule,
      RequireUppercaseCharacters: rule,
      RequireLowercaseCharacters: rule,
      AllowUsersToChangePassword: rule,
      MaxPasswordAge: v.optional(count(1, 1095)),
      PasswordReusePrevention: v.optional(count(1, 24)),
      HardExpiry: v.optional(flag),
    }),
    (call) => {
      const { input } = call
      const passwordPolicy: PasswordPolicy = {
        minimumLength: input.MinimumPasswordLength,
        requireSymbols: input.RequireSymbols,
        requireNumbers: input.RequireNumbers,
        requireUppercase: input.RequireUppercaseCharacters,
        requireLowercase: input.RequireLowercaseCharacters,
        allowUsersToChange: input.AllowUsersToChangePassword,
        maxAge: input.MaxPasswordAge ?? null,
        reusePrevention: input.PasswordReusePrevention ?? null,
        hardExpiry: input.HardExpiry ?? null,
      }
      changeAccountSettings(call, { passwordPolicy })
      return queryAnswer(call)
    },
  ),
  post('iam:DeleteAccountPasswordPolicy', '/', iamInput({}), (call) => {
    existingPolicy(call)
    changeAccountSettings(call, { passwordPolicy: null })
    return queryAnswer(call)
  }),
]

/** @throws `NoSuchEntity` for an account without a policy. */
function existingPolicy(call: CloudCall): PasswordPolicy {
  const { id, passwordPolicy: policy } = accountSettings(call)
  if (policy !== null) return policy
  throw noSuchEntity(`The Password Policy with domain name ${accountIdOf(id)} cannot be found.`)
}

function passwordPolicyXml(policy: PasswordPolicy): XmlMembers {
  return {
    MinimumPasswordLength: policy.minimumLength,
    RequireSymbols: policy.requireSymbols,
    RequireNumbers: policy.requireNumbers,
    RequireUppercaseCharacters: policy.requireUppercase,
    RequireLowercaseCharacters: policy.requireLowercase,
    AllowUsersToChangePassword: policy.allowUsersToChange,
    ExpirePasswords: policy.maxAge !== null,
    MaxPasswordAge: policy.maxAge,
    PasswordReusePrevention: policy.reusePrevention,
    HardExpiry: policy.hardExpiry,
  }
}
