import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { memberList, queryAnswer } from '#cloud/protocols/query.ts'
import { members, type XmlMembers } from '#cloud/protocols/xml.ts'
import { accountOf, AWS_ACCOUNT } from '#cloud/rules/account.ts'
import { attachmentCount } from '#cloud/rules/iam/entities.ts'
import { pageOf, paging, sortedListing } from '#cloud/rules/iam/page.ts'
import { word } from '#cloud/rules/iam/parameters.ts'
import { settingsOf } from '#cloud/rules/settings.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { groupDetailXml, policyDetailXml, roleDetailXml, userDetailXml } from '#cloud/xml/iam-details.ts'

const { post } = routesFor<CloudCall>()

const KINDS = ['User', 'Role', 'Group', 'LocalManagedPolicy', 'AWSManagedPolicy'] as const

/** An entity of the account, with the list of the answer that it is in. */
interface Detail {
  readonly kind: (typeof KINDS)[number]
  /** The sort key: by list, then by name. */
  readonly order: string
  readonly xml: () => XmlMembers
}

/**
 * All users, groups, roles and policies.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetAccountAuthorizationDetails.html
 */
export const authorizationDetailsRoutes = [
  post(
    'iam:GetAccountAuthorizationDetails',
    '/',
    iamInput({ Filter: memberList(word(...KINDS)), ...paging }),
    (call) => {
      const { input } = call
      const wanted = detailsOf(call).filter(({ kind }) => input.Filter.length === 0 || input.Filter.includes(kind))
      const page = pageOf(
        sortedListing(wanted, ({ order }) => order),
        input,
      )
      const of = (...kinds: Detail['kind'][]): XmlMembers =>
        members(page.rows.filter(({ kind }) => kinds.includes(kind)).map(({ xml }) => xml()))
      return queryAnswer(call, {
        UserDetailList: of('User'),
        GroupDetailList: of('Group'),
        RoleDetailList: of('Role'),
        Policies: of('LocalManagedPolicy', 'AWSManagedPolicy'),
        ...page.paging,
      })
    },
  ),
]

/** Returns every entity, with the vendor's policies that something uses. */
function detailsOf(call: CloudCall): Detail[] {
  const { rows } = call
  const { region } = settingsOf(call)
  const account = accountOf(call)
  const detail = (kind: Detail['kind'], name: string, xml: () => XmlMembers): Detail => ({
    kind,
    order: `${KINDS.indexOf(kind)} ${name.toLowerCase()}`,
    xml,
  })
  return [
    ...rows.users.list('byName', account).map((each) => detail('User', each.name, () => userDetailXml(rows, each))),
    ...rows.groups.list('byName', account).map((each) => detail('Group', each.name, () => groupDetailXml(rows, each))),
    ...rows.roles
      .list('byName', account)
      .map((each) => detail('Role', each.name, () => roleDetailXml(rows, each, region))),
    ...rows.managedPolicies
      .list('byName', account)
      .map((each) => detail('LocalManagedPolicy', each.name, () => policyDetailXml(call, each))),
    ...rows.managedPolicies
      .list('byName', AWS_ACCOUNT)
      .filter((policy) => attachmentCount(call, policy) > 0)
      .map((each) => detail('AWSManagedPolicy', each.name, () => policyDetailXml(call, each))),
  ]
}
