import { ownMember } from '#core/objects.ts'
import * as v from 'valibot'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Attestation } from '#codehost/schema/attestations.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { canRead } from '../repos/visibility.ts'

/** The request body of a new attestation. */
export const AttestationInput = v.object({
  bundle: v.looseObject({
    mediaType: v.optional(v.string()),
    verificationMaterial: v.optional(v.looseObject({})),
    dsseEnvelope: v.looseObject({ payload: v.string() }),
  }),
})

/** A statement of in-toto, as far as it is read here. */
const Statement = v.object({
  subject: v.pipe(v.array(v.object({ digest: v.record(v.string(), v.string()) })), v.minLength(1)),
  predicateType: v.string(),
})

/** The types of predicates that have short names. */
const PREDICATES: Readonly<Record<string, RegExp>> = {
  provenance: /^https:\/\/slsa\.dev\/provenance\//,
  sbom: /^https:\/\/(?:spdx\.dev\/Document|cyclonedx\.org\/bom)/,
  release: /^https:\/\/in-toto\.io\/attestation\/release\//,
}

/**
 * Adds an attestation of a repository. Its signature is not checked.
 *
 * @throws 422 for a bundle without a statement about files.
 */
export function addAttestation(
  { rows, clock }: CodehostCall,
  repo: Repo,
  initiator: Account,
  bundle: v.InferOutput<typeof AttestationInput>['bundle'],
): Attestation {
  const { subject, predicateType } = statementOf(bundle.dsseEnvelope.payload)
  const fields = { repoId: repo.id, bundle, predicateType, initiatorId: initiator.id, createdAt: clock.now() }
  const attestation = rows.attestations.insert(fields)
  const digests = subject.flatMap(({ digest }) => Object.entries(digest).map(([name, value]) => `${name}:${value}`))
  for (const digest of new Set(digests)) {
    rows.attestationSubjects.insert({ attestationId: attestation.id, digest })
  }
  return attestation
}

function statementOf(payload: string): v.InferOutput<typeof Statement> {
  const text = Buffer.from(payload, 'base64').toString('utf8')
  try {
    return v.parse(Statement, JSON.parse(text))
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof v.ValiError)) throw error
    throw unprocessable('Invalid bundle: the payload of the envelope is not a statement about files.')
  }
}

/** Returns the attestations about a file, latest first. `predicate` is a type or one of the vendor's short names. */
export function attestationsAbout(rows: Rows, digest: string, predicate: string | null): Attestation[] {
  const pattern = predicate === null ? null : ownMember(PREDICATES, predicate)
  return rows.attestationSubjects
    .list('byDigest', digest)
    .map(({ attestationId }) => rows.attestations.require(attestationId))
    .filter(({ predicateType }) => predicate === null || (pattern?.test(predicateType) ?? predicateType === predicate))
    .toReversed()
}

/** Returns the attestations of an account's repositories that the principal may read. */
export function ofOwner(call: CodehostCall, owner: Account, attestations: readonly Attestation[]): Attestation[] {
  return attestations.filter(({ repoId }) => {
    const repo = call.rows.repos.require(repoId)
    return repo.ownerId === owner.id && canRead(call, repo)
  })
}
