import { routesFor } from '#core/routes.ts'
import type { CloudCall, Rows } from '#cloud/call.ts'
import { entityAlreadyExists, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { sortedListing, paging } from '#cloud/rules/iam/page.ts'
import { patterned } from '#cloud/rules/iam/parameters.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const AccountAlias = patterned(3, 63, /^[a-z0-9]([a-z0-9]|-(?!-)){1,61}[a-z0-9]$/)

/** The account's summary and alias. https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetAccountSummary.html */
export const accountRoutes = [
  post('iam:GetAccountSummary', '/', iamInput({}), (call) => {
    const entry = Object.entries(summary(call.rows)).map(([key, value]) => ({ key, value }))
    return queryAnswer(call, { SummaryMap: { entry } })
  }),
  post('iam:CreateAccountAlias', '/', iamInput({ AccountAlias }), (call) => {
    const { rows, input } = call
    if (rows.accountAlias.get() === input.AccountAlias)
      throw entityAlreadyExists(`The account alias ${input.AccountAlias}`)
    rows.accountAlias.set(input.AccountAlias)
    return queryAnswer(call)
  }),
  post('iam:DeleteAccountAlias', '/', iamInput({ AccountAlias }), (call) => {
    const { rows, input } = call
    if (rows.accountAlias.get() !== input.AccountAlias) {
      throw noSuchEntity(`The account alias ${input.AccountAlias} cannot be found.`)
    }
    rows.accountAlias.delete()
    return queryAnswer(call)
  }),
  post('iam:ListAccountAliases', '/', iamInput({ ...paging }), (call) => {
    const alias = call.rows.accountAlias.get()
    const aliases = sortedListing(alias === undefined ? [] : [alias], (each) => each)
    return queryAnswer(
      call,
      pageXml('AccountAliases', aliases, call.input, (each) => each),
    )
  }),
]

/** Returns the numbers of entities and their quotas. */
function summary(rows: Rows): Readonly<Record<string, number>> {
  return {
    Users: rows.users.size,
    UsersQuota: 5000,
    Groups: rows.groups.size,
    GroupsQuota: 300,
    Roles: rows.roles.size,
    RolesQuota: 1000,
    Policies: rows.managedPolicies.count('byScope', 'false'),
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
    InstanceProfiles: rows.instanceProfiles.size,
    InstanceProfilesQuota: 1000,
    Providers: rows.oidcProviders.size + rows.samlProviders.size,
    ServerCertificates: rows.serverCertificates.size,
    ServerCertificatesQuota: 20,
    MFADevices: rows.mfaDevices.size,
    MFADevicesInUse: rows.mfaDevices.all().filter(({ userId }) => userId !== null).length,
    AccountMFAEnabled: 0,
    AccountAccessKeysPresent: rows.credentials.all().some((key) => key.userId === null && key.session === null) ? 1 : 0,
    AccountPasswordPresent: 1,
    AccountSigningCertificatesPresent: 0,
    GlobalEndpointTokenVersion: 1,
  }
}
