import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { deleteConflict, limitExceeded, outsideAccount } from '#cloud/errors/iam.ts'
import { members } from '#cloud/protocols/xml.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { accountOf, AWS_ACCOUNT } from '#cloud/rules/account.ts'
import { checkManagedPolicy } from '#cloud/rules/iam/documents.ts'
import { findPolicy, findVersion } from '#cloud/rules/iam/find.ts'
import { attachmentCount, boundaryCount, entitiesOf } from '#cloud/rules/iam/entities.ts'
import { byName, mergedListing, sortedListing, paging, pageOf, type Listing } from '#cloud/rules/iam/page.ts'
import { addPolicy } from '#cloud/rules/iam/new-entities.ts'
import { arn, entityName, flag, path, policyDocument, tagKeys, tags, text, word } from '#cloud/rules/iam/parameters.ts'
import { withoutTags, withTags } from '#cloud/rules/iam/tags.ts'
import type { ManagedPolicy } from '#cloud/schema/iam.ts'
import { listedPolicyXml, policyEntityXml, policyVersionXml, policyXml, tagXml } from '#cloud/xml/iam.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const PolicyArn = arn
const VersionId = text(2, 64)

const PolicyInput = {
  PolicyName: entityName(128),
  Path: v.optional(path, '/'),
  PolicyDocument: policyDocument,
  Description: v.optional(text(0, 1000)),
  Tags: tags,
}

const PolicyVersionInput = { PolicyArn, PolicyDocument: policyDocument, SetAsDefault: v.optional(flag, 'false') }

const PolicyListInput = {
  Scope: v.optional(word('All', 'AWS', 'Local'), 'All'),
  OnlyAttached: v.optional(flag, 'false'),
  PathPrefix: v.optional(path, '/'),
  PolicyUsageFilter: v.optional(word('PermissionsPolicy', 'PermissionsBoundary')),
  ...paging,
}

const PolicyEntitiesInput = {
  PolicyArn,
  EntityFilter: v.optional(word('User', 'Role', 'Group', 'LocalManagedPolicy', 'AWSManagedPolicy')),
  PathPrefix: v.optional(path, '/'),
  PolicyUsageFilter: v.optional(word('PermissionsPolicy', 'PermissionsBoundary')),
  ...paging,
}

/** Managed policies and their versions. https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreatePolicy.html */
export const policiesRoutes = [
  post('iam:CreatePolicy', '/', iamInput(PolicyInput), (call) => {
    const { input } = call
    checkManagedPolicy(input.PolicyDocument)
    const policy = addPolicy(call, {
      account: accountOf(call),
      name: input.PolicyName,
      path: input.Path,
      description: input.Description ?? null,
      document: input.PolicyDocument,
      tags: withTags([], input.Tags),
    })
    // Only GetPolicy returns the description.
    const { Description: _, ...shown } = policyXml(call, policy)
    return queryAnswer(call, { Policy: shown })
  }),
  post('iam:GetPolicy', '/', iamInput({ PolicyArn }), (call) => {
    const policy = findPolicy(call, call.input.PolicyArn)
    // This operation tells an empty list of tags too.
    return queryAnswer(call, { Policy: { ...policyXml(call, policy), Tags: members(policy.tags.map(tagXml)) } })
  }),
  post('iam:ListPolicies', '/', iamInput(PolicyListInput), (call) => {
    const { input } = call
    return queryAnswer(
      call,
      pageXml('Policies', filteredPolicies(call, input), input, (policy) => listedPolicyXml(call, policy)),
    )
  }),
  post('iam:DeletePolicy', '/', iamInput({ PolicyArn }), (call) => {
    const { rows, input } = call
    const policy = findOwnPolicy(call, input.PolicyArn)
    refuseInUse(call, policy)
    rows.managedPolicies.delete(policy.id)
    return queryAnswer(call)
  }),
  post('iam:CreatePolicyVersion', '/', iamInput(PolicyVersionInput), (call) => {
    const { rows, input, clock } = call
    const policy = findOwnPolicy(call, input.PolicyArn)
    checkManagedPolicy(input.PolicyDocument)
    if (rows.policyVersions.countReferring('policyId', policy.id) >= 5) {
      throw limitExceeded(
        'A managed policy can have up to 5 versions. Before you create a new version, you must delete an existing version.',
      )
    }
    const number = policy.lastVersion + 1
    const createdAt = clock.now()
    const version = rows.policyVersions.insert({
      policyId: policy.id,
      number,
      document: input.PolicyDocument,
      createdAt,
    })
    const updated = rows.managedPolicies.update(policy.id, {
      lastVersion: number,
      updatedAt: createdAt,
      ...(input.SetAsDefault ? { defaultVersion: number } : {}),
    })
    return queryAnswer(call, { PolicyVersion: policyVersionXml(updated, version, false) })
  }),
  post('iam:GetPolicyVersion', '/', iamInput({ PolicyArn, VersionId }), (call) => {
    const { rows, input } = call
    const policy = findPolicy(call, input.PolicyArn)
    const version = findVersion(rows, policy, input.VersionId)
    return queryAnswer(call, { PolicyVersion: policyVersionXml(policy, version, true) })
  }),
  post('iam:ListPolicyVersions', '/', iamInput({ PolicyArn, ...paging }), (call) => {
    const { rows, input } = call
    const policy = findPolicy(call, input.PolicyArn)
    // Newest first.
    const versions = sortedListing(rows.policyVersions.referring('policyId', policy.id), ({ number }) =>
      String(1_000_000 - number),
    )
    return queryAnswer(
      call,
      pageXml('Versions', versions, input, (each) => policyVersionXml(policy, each, false)),
    )
  }),
  post('iam:SetDefaultPolicyVersion', '/', iamInput({ PolicyArn, VersionId }), (call) => {
    const { rows, input, clock } = call
    const policy = findOwnPolicy(call, input.PolicyArn)
    const { number } = findVersion(rows, policy, input.VersionId)
    rows.managedPolicies.update(policy.id, { defaultVersion: number, updatedAt: clock.now() })
    return queryAnswer(call)
  }),
  post('iam:DeletePolicyVersion', '/', iamInput({ PolicyArn, VersionId }), (call) => {
    const { rows, input, clock } = call
    const policy = findOwnPolicy(call, input.PolicyArn)
    const version = findVersion(rows, policy, input.VersionId)
    if (version.number === policy.defaultVersion) throw deleteConflict('Cannot delete the default version of a policy.')
    rows.policyVersions.delete(version.id)
    rows.managedPolicies.update(policy.id, { updatedAt: clock.now() })
    return queryAnswer(call)
  }),
  post('iam:ListEntitiesForPolicy', '/', iamInput(PolicyEntitiesInput), (call) => {
    const { input } = call
    const entities = entitiesOf(call, findPolicy(call, input.PolicyArn), input)
    const { rows: shown, paging: position } = pageOf(
      sortedListing(entities, ({ order }) => order),
      input,
    )
    const of = (kind: string) => members(shown.filter((each) => each.kind === kind).map(policyEntityXml))
    return queryAnswer(call, {
      PolicyGroups: of('group'),
      PolicyUsers: of('user'),
      PolicyRoles: of('role'),
      ...position,
    })
  }),
  post('iam:TagPolicy', '/', iamInput({ PolicyArn, Tags: tags }), (call) => {
    const { rows, input } = call
    const policy = findOwnPolicy(call, input.PolicyArn)
    rows.managedPolicies.update(policy.id, { tags: withTags(policy.tags, input.Tags) })
    return queryAnswer(call)
  }),
  post('iam:UntagPolicy', '/', iamInput({ PolicyArn, TagKeys: tagKeys }), (call) => {
    const { rows, input } = call
    const policy = findOwnPolicy(call, input.PolicyArn)
    rows.managedPolicies.update(policy.id, { tags: withoutTags(policy.tags, input.TagKeys) })
    return queryAnswer(call)
  }),
  post('iam:ListPolicyTags', '/', iamInput({ PolicyArn, ...paging }), (call) => {
    const policy = findPolicy(call, call.input.PolicyArn)
    return queryAnswer(
      call,
      pageXml(
        'Tags',
        sortedListing(policy.tags, ({ key }) => key),
        call.input,
        tagXml,
      ),
    )
  }),
]

/**
 * Finds a policy of the account.
 *
 * @throws `AccessDenied` for one of the vendor's, which nobody can change, and for one of another account.
 */
function findOwnPolicy(call: CloudCall, policyArn: string): ManagedPolicy {
  const policy = findPolicy(call, policyArn)
  if (policy.account !== accountOf(call)) throw outsideAccount()
  return policy
}

/** @throws `DeleteConflict` for a policy that is attached, is a permissions boundary, or has more than one version. */
function refuseInUse(call: CloudCall, policy: ManagedPolicy): void {
  if (attachmentCount(call, policy) > 0 || boundaryCount(call, policy) > 0) {
    throw deleteConflict('Cannot delete a policy attached to entities.')
  }
  if (call.rows.policyVersions.countReferring('policyId', policy.id) > 1) {
    throw deleteConflict(
      "This policy has more than one version. Before you delete a policy, you must delete the policy's versions. " +
        'The default version is deleted with the policy.',
    )
  }
}

interface PoliciesFilter {
  readonly Scope: 'All' | 'AWS' | 'Local'
  readonly OnlyAttached: boolean
  readonly PathPrefix: string
  readonly PolicyUsageFilter?: 'PermissionsPolicy' | 'PermissionsBoundary' | undefined
}

function filteredPolicies(
  call: CloudCall,
  { Scope, OnlyAttached, PathPrefix, PolicyUsageFilter }: PoliciesFilter,
): Listing<ManagedPolicy> {
  const { managedPolicies } = call.rows
  const owners = { All: [accountOf(call), AWS_ACCOUNT], AWS: [AWS_ACCOUNT], Local: [accountOf(call)] }[Scope]
  if (!OnlyAttached && PolicyUsageFilter === undefined) {
    return mergedListing(owners.map((owner) => byName(managedPolicies, owner, PathPrefix)))
  }
  const scoped = owners.flatMap((owner) => managedPolicies.list('byName', owner))
  const matching = scoped.filter((policy) => {
    if (!policy.path.startsWith(PathPrefix)) return false
    const attached = attachmentCount(call, policy) > 0
    const bounds = boundaryCount(call, policy) > 0
    if (OnlyAttached && !attached && !bounds) return false
    if (PolicyUsageFilter === 'PermissionsPolicy') return attached
    return PolicyUsageFilter === undefined || bounds
  })
  return sortedListing(matching, ({ name }) => name.toLowerCase())
}
