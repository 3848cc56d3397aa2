import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { denied } from '#cloud/errors/iam.ts'
import { input, memberList, queryAnswer } from '#cloud/protocols/query.ts'
import { assumeRole } from '#cloud/rules/iam/assume-role.ts'
import { arn, count, text } from '#cloud/rules/iam/parameters.ts'
import { verifiedAssertion, type SamlIdentity } from '#cloud/rules/iam/saml/assertion.ts'
import { packedSize, sessionPolicies } from '#cloud/rules/iam/session-policies.ts'
import { sessionTags } from '#cloud/rules/iam/session-tags.ts'
import { PLAIN_SESSION } from '#cloud/rules/iam/sessions.ts'
import { checkFederatedTrust, findRoleToAssume } from '#cloud/rules/iam/trust.ts'
import { assumedRoleXml, credentialsXml } from '#cloud/xml/sts.ts'

const { post } = routesFor<CloudCall>()

const ACTION = 'sts:AssumeRoleWithSAML'

const SamlSessionInput = v.object({
  RoleArn: arn,
  PrincipalArn: arn,
  SAMLAssertion: text(4, 100_000),
  PolicyArns: memberList(v.object({ arn })),
  Policy: v.optional(text(1, 2048)),
  DurationSeconds: v.optional(count(900, 43_200), '3600'),
})

/**
 * Role sessions for identities that a SAML provider asserts.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithSAML.html
 */
export const samlSessionRoutes = [
  post(
    ACTION,
    '/',
    input(SamlSessionInput),
    async (call) => ({ identity: await verifiedAssertion(call, call.input.PrincipalArn, call.input.SAMLAssertion) }),
    (call) => {
      const { input, identity } = call
      const { tags: own, sourceIdentity, provider } = identity
      const refuse = (): Error => denied(`Not authorized to perform ${ACTION}`)
      if (!isForRole(identity, input.RoleArn)) throw refuse()
      const role = findRoleToAssume(call, input.RoleArn, refuse)
      const policies = sessionPolicies(call.rows, input)
      const tagged = sessionTags(null, own, identity.transitiveTagKeys)
      const session = { ...PLAIN_SESSION, name: identity.sessionName, policies, ...tagged, sourceIdentity, provider }
      checkFederatedTrust(call, role, { action: ACTION, ...identity }, { session, tags: own, externalId: null })
      const duration = durationOf(call, identity, input.DurationSeconds)
      const assumed = assumeRole(call, role, { duration, chained: false, session })
      return queryAnswer(call, {
        Credentials: credentialsXml(assumed.credential),
        AssumedRoleUser: assumedRoleXml(assumed),
        PackedPolicySize: packedSize(input.Policy, input.PolicyArns, own),
        Subject: identity.subject,
        SubjectType: identity.subjectType,
        Issuer: identity.issuer,
        Audience: identity.audience,
        NameQualifier: identity.nameQualifier,
        SourceIdentity: sourceIdentity,
      })
    },
  ),
]

/** Returns whether an assertion names the role together with its provider. */
function isForRole({ roles, provider }: SamlIdentity, role: string): boolean {
  return roles.some((pair) => pair === `${role},${provider}` || pair === `${provider},${role}`)
}

/** Returns the seconds of a session, which ends with the session at the provider if that is earlier. */
function durationOf({ clock }: CloudCall, { sessionEndsAt }: SamlIdentity, seconds: number): number {
  if (sessionEndsAt === null) return seconds
  return Math.min(seconds, Math.max(0, Math.floor((sessionEndsAt - clock.now()) / 1000)))
}
