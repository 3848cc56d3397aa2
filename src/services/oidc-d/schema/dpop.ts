import { value } from '#core/store.ts'

/** A nonce that the authorization servers have given out. */
export interface DpopNonce {
  readonly value: string
  readonly created: number
}

/** The nonces that proofs of clients may have, the newest first. */
export const dpopCollections = {
  dpopNonces: value<readonly DpopNonce[]>([]),
}
