import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { memberList, queryAnswer } from '#cloud/protocols/query.ts'
import { members, type XmlMembers } from '#cloud/protocols/xml.ts'
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
  const { accountId, region } = settingsOf(call)
  const detail = (kind: Detail['kind'], name: string, xml: () => XmlMembers): Detail => ({
    kind,
    order: `${KINDS.indexOf(kind)} ${name.toLowerCase()}`,
    xml,
  })
  return [
    ...rows.users.all().map((each) => detail('User', each.name, () => userDetailXml(rows, accountId, each))),
    ...rows.groups.all().map((each) => detail('Group', each.name, () => groupDetailXml(rows, accountId, each))),
    ...rows.roles.all().map((each) => detail('Role', each.name, () => roleDetailXml(rows, accountId, each, region))),
    ...rows.managedPolicies
      .all()
      .filter((policy) => !policy.isAws || rows.attachments.countReferring('policyId', policy.id) > 0)
      .map((each) =>
        detail(each.isAws ? 'AWSManagedPolicy' : 'LocalManagedPolicy', each.name, () => policyDetailXml(rows, each)),
      ),
  ]
}
