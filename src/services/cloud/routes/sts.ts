import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { denied, invalidAuthorizationMessage, validationFailure } from '#cloud/errors/iam.ts'
import { input, memberList, queryAnswer } from '#cloud/protocols/query.ts'
import { accountIdOf, accountOf, accountOfArn, ownAccountId } from '#cloud/rules/account.ts'
import { settingsOf } from '#cloud/rules/settings.ts'
import { assumeRole } from '#cloud/rules/iam/assume-role.ts'
import { federatedUserArn } from '#cloud/rules/iam/arns.ts'
import { arn, count, patterned, tagKeys, tags, text } from '#cloud/rules/iam/parameters.ts'
import { hasMultiFactor } from '#cloud/rules/iam/mfa.ts'
import { rootOf } from '#cloud/rules/iam/principal.ts'
import { requirePermission } from '#cloud/rules/iam/permission.ts'
import { requestTags } from '#cloud/rules/iam/access.ts'
import { findRoleToAssume, checkTrust, checkFederatedTrust } from '#cloud/rules/iam/trust.ts'
import { credentialOf } from '#cloud/rules/iam/requester.ts'
import { packedSize, sessionPolicies } from '#cloud/rules/iam/session-policies.ts'
import { issueSession, PLAIN_SESSION } from '#cloud/rules/iam/sessions.ts'
import { sessionTags } from '#cloud/rules/iam/session-tags.ts'
import { verifiedIdentity } from '#cloud/rules/iam/web-identity.ts'
import type { Session } from '#cloud/schema/iam.ts'
import { assumedRoleXml, credentialsXml } from '#cloud/xml/sts.ts'

const { post } = routesFor<CloudCall>()

const MultiFactor = {
  SerialNumber: v.optional(patterned(9, 256, /^[\w+=/:,.@-]*$/)),
  TokenCode: v.optional(patterned(6, 6, /^[\d]*$/)),
}
const Policies = {
  Policy: v.optional(text(1, 2048)),
  PolicyArns: memberList(v.object({ arn })),
}
const RoleSession = {
  RoleArn: arn,
  RoleSessionName: patterned(2, 64, /^[\w+=,.@-]*$/),
  DurationSeconds: v.optional(count(900, 43_200), '3600'),
  ...Policies,
}
const DurationSeconds = v.optional(count(900, 129_600))

const RoleSessionInput = v.object({
  ...RoleSession,
  ...MultiFactor,
  Tags: tags,
  TransitiveTagKeys: tagKeys,
  ExternalId: v.optional(patterned(2, 1224, /^[\w+=,.@:/-]*$/)),
  SourceIdentity: v.optional(patterned(2, 64, /^[\w+=,.@-]*$/)),
})

const WebIdentitySessionInput = v.object({
  ...RoleSession,
  WebIdentityToken: text(4, 20_000),
  ProviderId: v.optional(text(4, 2048)),
})

const FederatedSessionInput = v.object({
  Name: patterned(2, 32, /^[\w+=,.@-]*$/),
  ...Policies,
  DurationSeconds,
  Tags: tags,
})

/** Temporary credentials and the caller's identity. https://docs.aws.amazon.com/STS/latest/APIReference/welcome.html */
export const stsRoutes = [
  // GetCallerIdentity needs no permission and cannot be denied.
  post('sts:GetCallerIdentity', '/', (call) => {
    const { region, accountId } = settingsOf(call)
    const { arn: Arn, userId: UserId, accountId: Account } = call.principal ?? rootOf(region, accountId, null)
    return queryAnswer(call, {
      Arn,
      UserId,
      Account,
    })
  }),
  post('sts:AssumeRole', '/', input(RoleSessionInput), (call) => {
    const { input, principal } = call
    if (!/^arn:[^:]+:[^:]+:[^:]*:[^:]*:.+$/.test(input.RoleArn)) throw validationFailure(`${input.RoleArn} is invalid`)
    if (principal?.type === 'federated-user') throw refusedRole(call, input.RoleArn)
    const role = findRoleToAssume(call, input.RoleArn, () => refusedRole(call, input.RoleArn))
    const session = requestedSession(call, input)
    checkTrust(call, role, principal, { session, tags: input.Tags, externalId: input.ExternalId ?? null })
    const chained = principal?.type === 'assumed-role'
    const assumed = assumeRole(call, role, { duration: input.DurationSeconds, chained, session })
    return queryAnswer(call, {
      Credentials: credentialsXml(assumed.credential),
      AssumedRoleUser: assumedRoleXml(assumed),
      PackedPolicySize: packedSize(input.Policy, input.PolicyArns, input.Tags),
      SourceIdentity: input.SourceIdentity,
    })
  }),
  post(
    'sts:AssumeRoleWithWebIdentity',
    '/',
    input(WebIdentitySessionInput),
    async (call) => ({
      identity: await verifiedIdentity(call, accountOfArn(call.input.RoleArn), call.input.WebIdentityToken),
    }),
    (call) => {
      const { input, identity } = call
      const { tags: own, transitiveTagKeys, sourceIdentity, provider } = identity
      const role = findRoleToAssume(call, input.RoleArn, () => denied(`Not authorized to perform ${call.operation}`))
      const policies = sessionPolicies(call.rows, input)
      const tagged = sessionTags(null, own, transitiveTagKeys)
      const properties = { name: input.RoleSessionName, policies, ...tagged, sourceIdentity, provider }
      const session = { ...PLAIN_SESSION, ...properties }
      const action = 'sts:AssumeRoleWithWebIdentity'
      checkFederatedTrust(call, role, { action, ...identity }, { session, tags: own, externalId: null })
      const assumed = assumeRole(call, role, { duration: input.DurationSeconds, chained: false, session })
      return queryAnswer(call, {
        Credentials: credentialsXml(assumed.credential),
        SubjectFromWebIdentityToken: identity.subject,
        AssumedRoleUser: assumedRoleXml(assumed),
        PackedPolicySize: packedSize(input.Policy, input.PolicyArns, own),
        Provider: provider,
        Audience: identity.audience,
        SourceIdentity: sourceIdentity,
      })
    },
  ),
  post('sts:GetSessionToken', '/', input(v.object({ DurationSeconds, ...MultiFactor })), (call) => {
    const { input, principal } = call
    refuseSession(call, 'GetSessionToken')
    const credential = issueSession(call, {
      account: accountOf(call),
      userId: credentialOf(call, principal)?.userId ?? null,
      roleId: null,
      duration: durationOf(call, input.DurationSeconds),
      session: { ...PLAIN_SESSION, kind: 'session-token', multiFactor: hasMultiFactor(call, input) },
    })
    return queryAnswer(call, { Credentials: credentialsXml(credential) })
  }),
  post('sts:GetFederationToken', '/', input(FederatedSessionInput), (call) => {
    const { input, principal } = call
    const account = accountOf(call)
    const user = federatedUserArn(account, input.Name)
    refuseSession(call, 'GetFederationToken')
    const tagged = requestTags(input.Tags)
    requirePermission(call, 'sts:GetFederationToken', user, tagged)
    if (input.Tags.length > 0) requirePermission(call, 'sts:TagSession', user, tagged)
    const credential = issueSession(call, {
      account: accountOf(call),
      userId: credentialOf(call, principal)?.userId ?? null,
      roleId: null,
      duration: durationOf(call, input.DurationSeconds),
      session: {
        ...PLAIN_SESSION,
        kind: 'federated-user',
        name: input.Name,
        policies: sessionPolicies(call.rows, input),
        tags: sessionTags(null, input.Tags, []).tags,
      },
    })
    return queryAnswer(call, {
      Credentials: credentialsXml(credential),
      FederatedUser: { FederatedUserId: `${accountIdOf(account)}:${input.Name}`, Arn: user },
      PackedPolicySize: packedSize(input.Policy, input.PolicyArns, input.Tags) ?? 0,
    })
  }),
  post('sts:GetAccessKeyInfo', '/', input(v.object({ AccessKeyId: patterned(16, 128, /^[\w]*$/) })), (call) => {
    requirePermission(call, 'sts:GetAccessKeyInfo', '*')
    const known = call.rows.credentials.get(call.input.AccessKeyId)
    return queryAnswer(call, { Account: known === undefined ? ownAccountId(call) : accountIdOf(known.account) })
  }),
  post('sts:DecodeAuthorizationMessage', '/', input(v.object({ EncodedMessage: text(1, 10_240) })), (call) => {
    requirePermission(call, 'sts:DecodeAuthorizationMessage', '*')
    // The refusals of S3, SQS, IAM and STS hold no encoded message, so no message is valid.
    throw invalidAuthorizationMessage()
  }),
]

/**
 * Returns the session that AssumeRole creates, with the properties inherited from the calling session.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp_control-access_monitor.html
 *
 * @throws `AccessDenied` for another source identity than the calling session's.
 */
function requestedSession(call: CloudCall, input: v.InferOutput<typeof RoleSessionInput>): Omit<Session, 'kind'> {
  const credential = credentialOf(call, call.principal)
  const { sourceIdentity = null } = credential?.session ?? {}
  // A source identity cannot change in a chain of sessions.
  if (sourceIdentity !== null && (input.SourceIdentity ?? sourceIdentity) !== sourceIdentity) {
    throw refusedRole(call, input.RoleArn, 'sts:SetSourceIdentity')
  }
  return {
    name: input.RoleSessionName,
    policies: sessionPolicies(call.rows, input),
    ...sessionTags(credential, input.Tags, input.TransitiveTagKeys),
    sourceIdentity: input.SourceIdentity ?? sourceIdentity,
    provider: null,
    multiFactor: hasMultiFactor(call, input),
  }
}

/** Returns the duration of a session without a role in seconds: by default twelve hours, at most one hour for root. */
function durationOf({ principal }: CloudCall, duration = 43_200): number {
  return principal?.type === 'root' ? Math.min(duration, 3600) : duration
}

/**
 * @throws `AccessDenied` for a caller with temporary credentials, because only long-lived keys may create such
 * sessions.
 */
function refuseSession(call: CloudCall, operation: string): void {
  if ((credentialOf(call, call.principal)?.session ?? null) === null) return
  throw denied(`Cannot call ${operation} with session credentials`)
}

function refusedRole({ principal }: CloudCall, roleArn: string, action = 'sts:AssumeRole'): Error {
  return denied(
    `User: ${principal?.arn ?? 'anonymous'} is not authorized to perform: ${action} on resource: ${roleArn}`,
  )
}
