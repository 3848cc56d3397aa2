import * as v from 'valibot'
import { routesFor, type Route } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { policyArnIn } from '#cloud/rules/iam/arns.ts'
import { findHolder, findOwnHolder, findPolicy } from '#cloud/rules/iam/find.ts'
import { attach, detach, findInline, putInline } from '#cloud/rules/iam/holder-policies.ts'
import { sortedListing, paging } from '#cloud/rules/iam/page.ts'
import { arn, entityName, path, policyDocument } from '#cloud/rules/iam/parameters.ts'
import type { Attachment, HolderKind } from '#cloud/schema/iam.ts'
import { encodedDocument } from '#cloud/xml/iam.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const PolicyName = entityName(128)

/** The attached and inline policies of users, groups and roles, whose operations differ in names only. */
export const holderPoliciesRoutes = [
  ...holderPolicies('user', 'User', 128),
  ...holderPolicies('group', 'Group', 128),
  ...holderPolicies('role', 'Role', 64),
]

type Word = 'User' | 'Group' | 'Role'

/**
 * Returns the routes of one kind of holder.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_AttachUserPolicy.html
 */
function holderPolicies(kind: HolderKind, word: Word, longest: number): Route[] {
  return [...managedPolicies(kind, word, longest), ...inlinePolicies(kind, word, longest)]
}

/** Returns the parameter that names a holder, its schema, and functions that find that holder, to read or to change. */
function holderParameter(kind: HolderKind, word: Word, longest: number) {
  const parameter = `${word}Name` as const
  const Name = { [parameter]: entityName(longest) }
  const holderOf = (call: CloudCall, input: Readonly<Record<string, unknown>>) =>
    findHolder(call, kind, String(input[parameter])) // the schema makes it a text
  const ownHolderOf = (call: CloudCall, input: Readonly<Record<string, unknown>>) =>
    findOwnHolder(call, kind, String(input[parameter])) // as above
  return { parameter, Name, holderOf, ownHolderOf }
}

/** The routes of managed policies that are attached to a kind of holder. */
function managedPolicies(kind: HolderKind, word: Word, longest: number): Route[] {
  const { Name, holderOf, ownHolderOf } = holderParameter(kind, word, longest)
  return [
    post(`iam:Attach${word}Policy`, '/', iamInput({ ...Name, PolicyArn: arn }), (call) => {
      const holder = ownHolderOf(call, call.input)
      const policy = findPolicy(call, call.input.PolicyArn, 'does not exist or is not attachable.')
      attach(call.rows, kind, holder, policy)
      return queryAnswer(call)
    }),
    post(`iam:Detach${word}Policy`, '/', iamInput({ ...Name, PolicyArn: arn }), (call) => {
      detach(call, kind, ownHolderOf(call, call.input).id, call.input.PolicyArn)
      return queryAnswer(call)
    }),
    post(
      `iam:ListAttached${word}Policies`,
      '/',
      iamInput({ ...Name, PathPrefix: v.optional(path, '/'), ...paging }),
      (call) => {
        const { rows, input } = call
        const attachments = rows.attachments.list('byHolder', kind, holderOf(call, input).id)
        const policyOf = ({ policyId }: Attachment) => rows.managedPolicies.require(policyId)
        const selected = attachments.filter((each) => policyOf(each).path.startsWith(input.PathPrefix))
        const listing = sortedListing(selected, ({ policyName }) => policyName.toLowerCase())
        return queryAnswer(
          call,
          pageXml('AttachedPolicies', listing, input, (each) => ({
            PolicyName: each.policyName,
            PolicyArn: policyArnIn(each.account, policyOf(each).arn),
          })),
        )
      },
    ),
  ]
}

/** The routes of the policies that a holder itself contains. */
function inlinePolicies(kind: HolderKind, word: Word, longest: number): Route[] {
  const { parameter, Name, holderOf, ownHolderOf } = holderParameter(kind, word, longest)
  return [
    post(`iam:Put${word}Policy`, '/', iamInput({ ...Name, PolicyName, PolicyDocument: policyDocument }), (call) => {
      const { PolicyName: name, PolicyDocument: document } = call.input
      putInline(call.rows, kind, ownHolderOf(call, call.input), { name, document })
      return queryAnswer(call)
    }),
    post(`iam:Get${word}Policy`, '/', iamInput({ ...Name, PolicyName }), (call) => {
      const holder = holderOf(call, call.input)
      const policy = findInline(call.rows, kind, holder.id, call.input.PolicyName)
      return queryAnswer(call, {
        [parameter]: holder.name,
        PolicyName: policy.name,
        PolicyDocument: encodedDocument(policy.document),
      })
    }),
    post(`iam:Delete${word}Policy`, '/', iamInput({ ...Name, PolicyName }), (call) => {
      const holder = ownHolderOf(call, call.input)
      call.rows.inlinePolicies.delete(findInline(call.rows, kind, holder.id, call.input.PolicyName).id)
      return queryAnswer(call)
    }),
    post(`iam:List${word}Policies`, '/', iamInput({ ...Name, ...paging }), (call) => {
      const policies = call.rows.inlinePolicies.list('byHolder', kind, holderOf(call, call.input).id)
      return queryAnswer(
        call,
        pageXml(
          'PolicyNames',
          sortedListing(policies, ({ name }) => name),
          call.input,
          ({ name }) => name,
        ),
      )
    }),
  ]
}
