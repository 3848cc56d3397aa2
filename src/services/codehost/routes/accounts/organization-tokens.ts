import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { tokenGrantJson, tokenRequestJson } from '#codehost/json/accounts/organization-token.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { repositoriesOf, reviewAccess, tokensOf } from '#codehost/rules/accounts/organization-tokens.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { OrganizationToken } from '#codehost/schema/fine-grained-tokens.ts'
import { requireTokenReviewer } from '#codehost/steps/apps.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post } = routesFor<CodehostCall>()

const ids = v.pipe(v.array(v.pipe(v.number(), v.integer())), v.minLength(1), v.maxLength(100))
const review = {
  action: v.picklist(['approve', 'deny']),
  reason: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(1024)))),
}
const Review = v.object(review)
const Reviews = v.object({ ...review, pat_request_ids: v.optional(ids) })
const Revocation = v.object({ action: v.literal('revoke') })
const Revocations = v.object({ ...Revocation.entries, pat_ids: ids })

const requests = '/orgs/:org/personal-access-token-requests'
const request = `${requests}/:pat_request_id` as const
const grants = '/orgs/:org/personal-access-tokens'
const grant = `${grants}/:pat_id` as const

/** Fine-grained tokens with access to an organization. https://docs.github.com/rest/orgs/personal-access-tokens */
export const organizationTokensRoutes = [
  get('orgs/list-pat-grant-requests', requests, requireTokenReviewer, (call) =>
    answerPage(call, filtered(call, call.org, false), (each) => tokenRequestJson(call, each, call.clock.now())),
  ),
  post('orgs/review-pat-grant-requests-in-bulk', requests, requireTokenReviewer, requireBody(Reviews), (call) => {
    const { rows, org, body } = call
    const asked = body.pat_request_ids
    const found =
      asked === undefined ? tokensOf(rows, org, false) : asked.map((id) => findToken(call, org, String(id), false))
    for (const token of found) reviewAccess(call, call, token, body.action)
    return json({}, 202)
  }),
  post('orgs/review-pat-grant-request', request, requireTokenReviewer, requireBody(Review), (call) => {
    const { org, body, params } = call
    reviewAccess(call, call, findToken(call, org, params.pat_request_id, false), body.action)
    return empty()
  }),
  get('orgs/list-pat-grant-request-repositories', `${request}/repositories`, requireTokenReviewer, (call) => {
    const token = findToken(call, call.org, call.params.pat_request_id, false)
    return answerPage(call, repositoriesOf(call.rows, token), (repo) => repositoryJson(call, repo))
  }),
  get('orgs/list-pat-grants', grants, requireTokenReviewer, (call) =>
    answerPage(call, filtered(call, call.org, true), (each) => tokenGrantJson(call, each, call.clock.now())),
  ),
  post('orgs/update-pat-accesses', grants, requireTokenReviewer, requireBody(Revocations), (call) => {
    const found = call.body.pat_ids.map((id) => findToken(call, call.org, String(id), true))
    for (const { id } of found) call.rows.organizationTokens.delete(id)
    return json({}, 202)
  }),
  post('orgs/update-pat-access', grant, requireTokenReviewer, requireBody(Revocation), (call) => {
    call.rows.organizationTokens.delete(findToken(call, call.org, call.params.pat_id, true).id)
    return empty()
  }),
  get('orgs/list-pat-grant-repositories', `${grant}/repositories`, requireTokenReviewer, (call) => {
    const token = findToken(call, call.org, call.params.pat_id, true)
    return answerPage(call, repositoriesOf(call.rows, token), (repo) => repositoryJson(call, repo))
  }),
]

/** Returns the tokens that the query asks for, in its order. */
function filtered({ rows, query }: CodehostCall, org: Account, isGranted: boolean): OrganizationToken[] {
  const owners = query.getAll('owner[]').concat(query.getAll('owner'))
  const tokenIds = query.getAll('token_id[]').concat(query.getAll('token_id'))
  const [name, permission] = [query.get('repository'), query.get('permission')]
  const found = tokensOf(rows, org, isGranted).filter((token) => {
    const isOwners = owners.length === 0 || owners.includes(rows.accounts.require(token.userId).login)
    const isNamed = name === null || repositoriesOf(rows, token).some((repo) => repo.name === name)
    const holds =
      permission === null || Object.values(token.permissions).some((group) => group?.[permission] !== undefined)
    return isOwners && isNamed && holds && (tokenIds.length === 0 || tokenIds.includes(String(token.tokenId)))
  })
  return query.get('direction') === 'asc' ? found : found.toReversed()
}

/** @throws 404. */
function findToken({ rows }: CodehostCall, org: Account, id: string, isGranted: boolean): OrganizationToken {
  const token = rows.organizationTokens.get(wholeNumber(id))
  if (token?.orgId !== org.id || (token.grantedAt !== null) !== isGranted) throw notFound()
  return token
}
