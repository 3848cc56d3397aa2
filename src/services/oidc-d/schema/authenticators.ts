import { collection } from '#core/store.ts'

/** A means by which people of the organization can prove who they are: e-mail, phone, password. */
export interface Authenticator {
  readonly id: string
  /** The vendor's kind: `email`, `phone`, `app`. */
  readonly type: string
  /** The name by which policies know it: `okta_email`. */
  readonly key: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly created: number
  readonly lastUpdated: number
}

/** The collection of authenticators. */
export const authenticatorCollections = {
  authenticators: collection<Authenticator>()({ unique: { key: ['key'] }, indexes: { all: [] } }),
}
