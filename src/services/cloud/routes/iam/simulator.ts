import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { memberList, queryAnswer } from '#cloud/protocols/query.ts'
import { members, type XmlMembers } from '#cloud/protocols/xml.ts'
import { arn, policyDocument, text } from '#cloud/rules/iam/parameters.ts'
import { paging } from '#cloud/rules/iam/page.ts'
import {
  contextKeysOf,
  policyOfInput,
  simulate,
  simulatedContext,
  simulatedPrincipal,
  simulatedRequester,
  type Simulated,
  type Simulation,
} from '#cloud/rules/iam/simulate.ts'
import { ownAccountId } from '#cloud/rules/account.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'

const { post } = routesFor<CloudCall>()

const PolicyInputList = memberList(policyDocument)

const question = {
  ActionNames: memberList(text(3, 128), 1000),
  ResourceArns: memberList(text(1, 2048), 1000),
  ResourcePolicy: v.optional(policyDocument),
  PermissionsBoundaryPolicyInputList: memberList(policyDocument),
  CallerArn: v.optional(text(1, 2048)),
  ResourceOwner: v.optional(text(1, 2048)),
  ContextEntries: memberList(
    v.object({
      ContextKeyName: text(5, 256),
      ContextKeyValues: memberList(v.string(), 1000),
      ContextKeyType: v.optional(v.string()),
    }),
    1000,
  ),
  ...paging,
}
type Question = v.InferOutput<v.ObjectSchema<typeof question, undefined>>

/**
 * The policy simulator, which decides with the evaluation that `enforce_iam` uses. All results are on one page.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_SimulatePrincipalPolicy.html
 */
export const simulatorRoutes = [
  post('iam:SimulatePrincipalPolicy', '/', iamInput({ PolicySourceArn: arn, PolicyInputList, ...question }), (call) => {
    const { PolicySourceArn, PolicyInputList: more } = call.input
    const principal = simulatedPrincipal(call, PolicySourceArn)
    return answerSimulation(
      call,
      { ...principal, policies: [...principal.policies, ...inputPolicies(more)] },
      call.input,
    )
  }),
  post('iam:SimulateCustomPolicy', '/', iamInput({ PolicyInputList, ...question }), (call) => {
    const { PolicyInputList: documents, CallerArn = null } = call.input
    const requester = simulatedRequester(ownAccountId(call), CallerArn)
    return answerSimulation(call, { policies: inputPolicies(documents), boundary: null, requester }, call.input)
  }),
  post('iam:GetContextKeysForCustomPolicy', '/', iamInput({ PolicyInputList }), (call) => {
    const policies = inputPolicies(call.input.PolicyInputList).map(({ policy }) => policy)
    return queryAnswer(call, { ContextKeyNames: members(contextKeysOf(policies)) })
  }),
  post('iam:GetContextKeysForPrincipalPolicy', '/', iamInput({ PolicySourceArn: arn, PolicyInputList }), (call) => {
    const { PolicySourceArn, PolicyInputList: more } = call.input
    const all = [...simulatedPrincipal(call, PolicySourceArn).policies, ...inputPolicies(more)]
    return queryAnswer(call, { ContextKeyNames: members(contextKeysOf(all.map(({ policy }) => policy))) })
  }),
]

function inputPolicies(documents: readonly string[]): Simulated['policies'] {
  return documents.map((document, index) => ({ id: `PolicyInputList.${index + 1}`, policy: policyOfInput(document) }))
}

function answerSimulation(call: CloudCall, simulated: Simulated, input: Question) {
  const [limit] = input.PermissionsBoundaryPolicyInputList
  const subject = { ...simulated, boundary: limit === undefined ? simulated.boundary : policyOfInput(limit) }
  const context = simulatedContext(input.ContextEntries)
  const resourcePolicy = input.ResourcePolicy === undefined ? null : policyOfInput(input.ResourcePolicy)
  const resources = input.ResourceArns.length === 0 ? ['*'] : input.ResourceArns
  const results = input.ActionNames.flatMap((action) =>
    resources.map((resource) =>
      simulationXml(action, resource, simulate(subject, { action, resource, context, resourcePolicy })),
    ),
  )
  return queryAnswer(call, { EvaluationResults: members(results), IsTruncated: false })
}

function simulationXml(action: string, resource: string, simulation: Simulation): XmlMembers {
  const { decision, matched, missing, allowedByBoundary } = simulation
  const shared = {
    MatchedStatements: members(matched.map((id) => ({ SourcePolicyId: id, SourcePolicyType: 'IAM Policy' }))),
    MissingContextValues: members(missing),
    ...(allowedByBoundary === null
      ? {}
      : { PermissionsBoundaryDecisionDetail: { AllowedByPermissionsBoundary: allowedByBoundary } }),
  }
  return {
    EvalActionName: action,
    EvalResourceName: resource,
    EvalDecision: decision,
    ...shared,
    OrganizationsDecisionDetail: { AllowedByOrganizations: true },
    EvalDecisionDetails: {},
    ResourceSpecificResults: members([{ EvalResourceName: resource, EvalResourceDecision: decision, ...shared }]),
  }
}
