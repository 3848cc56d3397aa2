import type { Site } from '#codehost/call.ts'
import type { Attestation } from '#codehost/schema/attestations.ts'

/** An attestation in a list. */
export function attestationJson({ rows }: Pick<Site, 'rows'>, { bundle, repoId, initiatorId }: Attestation) {
  const initiator = rows.accounts.get(initiatorId)
  return { bundle, repository_id: repoId, ...(initiator === undefined ? {} : { initiator: initiator.login }) }
}
