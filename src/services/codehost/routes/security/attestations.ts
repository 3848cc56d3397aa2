import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, notFound, unprocessable } from '#codehost/errors.ts'
import { answerCursorPage, cursorPageOf } from '#codehost/json/cursor-pages.ts'
import { attestationJson } from '#codehost/json/security/attestation.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { addAttestation, AttestationInput, attestationsAbout, ofOwner } from '#codehost/rules/security/attestations.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Attestation } from '#codehost/schema/attestations.ts'
import { loadOrganization, loadRepo, requireScopes, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, del } = routesFor<CodehostCall>()

const digests = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1024))
const BulkQuery = v.object({ subject_digests: digests, predicate_type: v.optional(v.string()) })
const BulkDeletion = v.object({
  subject_digests: v.optional(digests),
  attestation_ids: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.minLength(1), v.maxLength(1024))),
})

const ofRepo = '/repos/:owner/:repo/attestations'

/** Attestations of what repositories have built. https://docs.github.com/rest/repos/attestations */
export const attestationsRoutes: readonly Route[] = [
  post('repos/create-attestation', ofRepo, requireWrite('push', 'repo'), requireBody(AttestationInput), (call) => {
    const { id } = addAttestation(call, call.repo, call.user, call.body.bundle)
    return json({ id }, 201)
  }),
  get('repos/list-attestations', `${ofRepo}/:subject_digest`, loadRepo, (call) =>
    answerAttestations(
      call,
      found(call, call.params.subject_digest).filter(({ repoId }) => repoId === call.repo.id),
    ),
  ),
  get('orgs/list-attestation-repositories', '/orgs/:org/attestations/repositories', loadOrg, (call) => {
    const { rows, owner, query } = call
    const predicate = query.get('predicate_type')
    const repos = rows.repos.referring('ownerId', owner.id).filter((repo) => {
      const own = ofOwner(call, owner, rows.attestations.referring('repoId', repo.id))
      return own.some(({ predicateType }) => predicate === null || predicateType === predicate)
    })
    return answerCursorPage(call, repos, ({ id, name }) => ({ id, name }))
  }),
  ...attestationsOf('orgs', '/orgs/:org', loadOrg),
  ...attestationsOf('users', '/users/:username', loadUserOwner),
]

type CallOfOwner = CodehostCall & { readonly params: { readonly org: string; readonly username: string } }

function attestationsOf(
  kind: 'orgs' | 'users',
  prefix: '/orgs/:org' | '/users/:username',
  loadOwner: (call: CallOfOwner) => { readonly owner: Account },
): readonly Route[] {
  const all = `${prefix}/attestations` as const
  return [
    post(`${kind}/list-attestations-bulk`, `${all}/bulk-list`, loadOwner, requireBody(BulkQuery), (call) => {
      const { subject_digests: asked, predicate_type: predicate = null } = call.body
      const about = asked.map((digest) => [digest, attestationsAbout(call.rows, digest, predicate)] as const)
      const lists = about.map(([digest, list]) => {
        const own = ofOwner(call, call.owner, list)
        return [digest, own.length === 0 ? null : own.map((each) => attestationJson(call, each))] as const
      })
      return json({
        attestations_subject_digests: Object.fromEntries(lists),
        page_info: { has_next: false, has_previous: false },
      })
    }),
    post(`${kind}/delete-attestations-bulk`, `${all}/delete-request`, loadOwner, requireBody(BulkDeletion), (call) => {
      const { subject_digests: named, attestation_ids: ids } = call.body
      if ((named === undefined) === (ids === undefined)) {
        throw unprocessable('Exactly one of subject_digests and attestation_ids must be given.')
      }
      const byDigest = (named ?? []).flatMap((digest) => attestationsAbout(call.rows, digest, null))
      const byId = (ids ?? []).flatMap((id) => call.rows.attestations.get(id) ?? [])
      return deleted(call, call.owner, [...byDigest, ...byId])
    }),
    del(`${kind}/delete-attestations-by-subject-digest`, `${all}/digest/:subject_digest`, loadOwner, (call) =>
      deleted(call, call.owner, attestationsAbout(call.rows, call.params.subject_digest, null)),
    ),
    del(`${kind}/delete-attestations-by-id`, `${all}/:attestation_id`, loadOwner, (call) => {
      const one = call.rows.attestations.get(wholeNumber(call.params.attestation_id))
      return deleted(call, call.owner, one === undefined ? [] : [one])
    }),
    get(`${kind}/list-attestations`, `${all}/:subject_digest`, loadOwner, (call) =>
      answerAttestations(call, ofOwner(call, call.owner, found(call, call.params.subject_digest))),
    ),
  ]
}

function found({ rows, query }: CodehostCall, digest: string): Attestation[] {
  return attestationsAbout(rows, digest, query.get('predicate_type'))
}

function answerAttestations(call: CodehostCall, list: readonly Attestation[]): Answer {
  const { page, links } = cursorPageOf(call, list)
  return json({ attestations: page.map((each) => attestationJson(call, each)) }, 200, links)
}

/** Deletes the attestations of an account. @throws 403, 404 for none. */
function deleted(call: CodehostCall, owner: Account, attestations: readonly Attestation[]): Answer {
  const { user } = requireScopes(call, ['repo'])
  const isOwn = owner.id === user.id || roleInOrganization(call.rows, owner, user) === 'admin'
  if (!isOwn) throw forbidden('You must be an admin to do that.')
  const own = ofOwner(call, owner, attestations)
  if (own.length === 0) throw notFound()
  for (const { id } of own) call.rows.attestations.delete(id)
  return empty()
}

/** @throws 404. */
function loadOrg(call: Parameters<typeof loadOrganization>[0]): { readonly owner: Account } {
  return { owner: loadOrganization(call).org }
}

/** @throws 404. */
function loadUserOwner({ rows, params }: CallOfOwner): { readonly owner: Account } {
  const owner = findAccount(rows, params.username)
  if (owner.type === 'Organization') throw notFound()
  return { owner }
}
