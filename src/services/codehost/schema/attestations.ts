import { collection } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'

/** A signed statement about files that a repository has built. https://github.com/in-toto/attestation */
export interface Attestation {
  readonly id: number
  readonly repoId: number
  /** The bundle of Sigstore as it was sent. */
  readonly bundle: Readonly<Record<string, unknown>>
  readonly predicateType: string
  readonly initiatorId: number | null
  readonly createdAt: number
}

/** A file that an attestation is about. */
export interface AttestationSubject {
  readonly id: number
  readonly attestationId: number
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string
}

/** The collections of attestations. */
export const attestationCollections = {
  attestations: collection<Attestation>()({
    references: { repoId: cascade('repos'), initiatorId: setNull('accounts') },
  }),
  attestationSubjects: collection<AttestationSubject>()({
    indexes: { byDigest: ['digest', 'attestationId'] },
    references: { attestationId: cascade('attestations') },
  }),
}
