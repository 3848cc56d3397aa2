import { collection, type Row } from '#core/store.ts'

/** A participant of a call, in the vendor's form: a user, or somebody that only the provider knows. */
export interface CallUser {
  readonly slack_id?: string
  readonly external_id?: string
  readonly display_name?: string
  readonly avatar_url?: string
}

/** A call of an app that provides calls. Times are epoch seconds. */
export interface Call extends Row {
  readonly id: string
  readonly appId: string
  /** The id that the app has given it. */
  readonly externalId: string
  readonly displayId: string
  readonly joinUrl: string
  readonly desktopAppJoinUrl: string
  readonly title: string
  readonly createdBy: string
  readonly startedAt: number
  /** Null while it goes on. */
  readonly endedAt: number | null
  readonly users: readonly CallUser[]
  /** Everybody who has taken part. */
  readonly everybody: readonly CallUser[]
  /** The conversations with a message that shows it. */
  readonly channelIds: readonly string[]
}

/** The collections of calls. */
export const callCollections = { calls: collection<Call>()({ unique: { external: ['appId', 'externalId'] } }) }
