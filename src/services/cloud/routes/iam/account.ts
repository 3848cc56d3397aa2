import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { entityAlreadyExists, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { accountOf } from '#cloud/rules/account.ts'
import { accountSettings, changeAccountSettings } from '#cloud/rules/iam/account-settings.ts'
import { sortedListing, paging } from '#cloud/rules/iam/page.ts'
import { patterned } from '#cloud/rules/iam/parameters.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const AccountAlias = patterned(3, 63, /^[a-z0-9]([a-z0-9]|-(?!-)){1,61}[a-z0-9]$/)

/** The account's summary and alias. https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetAccountSummary.html */
export const accountRoutes = [
  post('iam:GetAccountSummary', '/', iamInput({}), (call) => {
    const entry = Object.entries(summary(call)).map(([key, value]) => ({ key, value }))
    return queryAnswer(call, { SummaryMap: { entry } })
  }),
  post('iam:CreateAccountAlias', '/', iamInput({ AccountAlias }), (call) => {
    const { rows, input } = call
    // An alias is part of the URL of the console, so two accounts cannot have the same.
    if (rows.accounts.count('byAlias', input.AccountAlias) > 0)
      throw entityAlreadyExists(`The account alias ${input.AccountAlias}`)
    changeAccountSettings(call, { alias: input.AccountAlias })
    return queryAnswer(call)
  }),
  post('iam:DeleteAccountAlias', '/', iamInput({ AccountAlias }), (call) => {
    const { input } = call
    if (accountSettings(call).alias !== input.AccountAlias) {
      throw noSuchEntity(`The account alias ${input.AccountAlias} cannot be found.`)
    }
    changeAccountSettings(call, { alias: null })
    return queryAnswer(call)
  }),
  post('iam:ListAccountAliases', '/', iamInput({ ...paging }), (call) => {
    const { alias } = accountSettings(call)
    const aliases = sortedListing(alias === null ? [] : [alias], (each) => each)
    return queryAnswer(
      call,
      pageXml('AccountAliases', aliases, call.input, (each) => each),
    )
  }),
]

/** Returns the numbers of the account's entities and their quotas. */
function summary(call: CloudCall): Readonly<Record<string, number>> {
  const { rows } = call
  const account = accountOf(call)
  return {
    Users: rows.users.count('byName', account),
    UsersQuota: 5000,
    Groups: rows.groups.count('byName', account),
    GroupsQuota: 300,
    Roles: rows.roles.count('byName', account),
    RolesQuota: 1000,
    Policies: rows.managedPolicies.count('byName', account),
    PoliciesQuota: 1500,
    PolicyVersionsInUse: rows.policyVersions.size,
    PolicyVersionsInUseQuota: 10_000,
    VersionsPerPolicyQuota: 5,
    PolicySizeQuota: 6144,
    UserPolicySizeQuota: 2048,
    GroupPolicySizeQuota: 5120,
    RolePolicySizeQuota: 10_240,
    AssumeRolePolicySizeQuota: 2048,
    AttachedPoliciesPerUserQuota: 10,
    AttachedPoliciesPerGroupQuota: 10,
    AttachedPoliciesPerRoleQuota: 10,
    GroupsPerUserQuota: 10,
    AccessKeysPerUserQuota: 2,
    SigningCertificatesPerUserQuota: 2,
    InstanceProfiles: rows.instanceProfiles.count('byName', account),
    InstanceProfilesQuota: 1000,
    Providers: rows.oidcProviders.count('byHost', account) + rows.samlProviders.count('byName', account),
    ServerCertificates: rows.serverCertificates.count('byName', account),
    ServerCertificatesQuota: 20,
    MFADevices: rows.mfaDevices.count('byAccount', account),
    MFADevicesInUse: rows.mfaDevices.count('inUse', account),
    AccountMFAEnabled: 0,
    AccountAccessKeysPresent: rows.credentials.count('ofRoot', account) > 0 ? 1 : 0,
    AccountPasswordPresent: 1,
    AccountSigningCertificatesPresent: 0,
    GlobalEndpointTokenVersion: 1,
  }
}
