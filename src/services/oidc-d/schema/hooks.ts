import { collection } from '#core/store.ts'
import type { JsonObject } from './directory.ts'

/** The types of inline hooks. https://developer.okta.com/docs/concepts/inline-hooks/ */
export const INLINE_HOOK_TYPES = [
  'com.okta.import.transform',
  'com.okta.oauth2.tokens.transform',
  'com.okta.saml.tokens.transform',
  'com.okta.telephony.provider',
  'com.okta.user.credential.password.import',
  'com.okta.user.pre-registration',
] as const

/** The type of an inline hook. */
export type InlineHookType = (typeof INLINE_HOOK_TYPES)[number]

/** The type of the hooks that change tokens. */
export const TOKEN_HOOK: InlineHookType = 'com.okta.oauth2.tokens.transform'

/** A header that every request to a hook has. */
interface HookHeader {
  readonly key: string
  readonly value: string
}

/** The header by which a receiver knows its requests, whose value is never shown again. */
interface HookSecret extends HookHeader {
  readonly type: 'HEADER'
}

/** How a token is got for the requests of a channel of the type OAUTH, in the vendor's names. */
export interface HookOAuth {
  readonly authType?: 'client_secret_post' | 'private_key_jwt' | undefined
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly hookKeyId?: string | undefined
  readonly tokenUrl?: string | undefined
  readonly scope?: string | undefined
}

/** Where the requests of a hook go, and what they carry. */
export interface HookChannel {
  readonly type: 'HTTP' | 'OAUTH'
  readonly version: string
  readonly uri: string
  readonly method: string
  readonly headers: readonly HookHeader[]
  readonly authScheme: HookSecret | null
  /** Null for HTTP. */
  readonly oauth: HookOAuth | null
}

/** A subscription to entries of the System Log. */
export interface EventHook {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly status: 'ACTIVE' | 'INACTIVE'
  /** True once the receiver has answered the challenge. Only such a hook gets events. */
  readonly verified: boolean
  readonly eventTypes: readonly string[]
  /** In the vendor's form. */
  readonly filter: JsonObject | null
  readonly channel: HookChannel
  readonly created: number
  readonly createdBy: string
  readonly lastUpdated: number
}

/** A service that is asked while something happens, and whose answer changes it. */
export interface InlineHook {
  readonly id: string
  readonly name: string
  readonly type: InlineHookType
  readonly version: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly channel: HookChannel
  readonly created: number
  readonly lastUpdated: number
}

/** One operation of JSON Patch (RFC 6902) on the claims or the lifetime of a token. */
export interface TokenPatch {
  readonly op: 'add' | 'replace' | 'remove'
  /** The names between the slashes of the path: `claims`, `department`. */
  readonly path: readonly string[]
  readonly value: unknown
}

/** The answer of a token hook: the changes of both tokens, or the reason for which nobody gets any. */
export interface TokenHookAnswer {
  readonly hookId: string
  readonly access: readonly TokenPatch[]
  readonly identity: readonly TokenPatch[]
  /** The error that the hook wants; null for none. */
  readonly error: string | null
  /** Why its answer does not count; null when it does. */
  readonly flaw: string | null
}

/** The collections of hooks. */
export const hookCollections = {
  eventHooks: collection<EventHook>()({ indexes: { all: [], byStatus: ['status', 'verified'] } }),
  inlineHooks: collection<InlineHook>()({ indexes: { all: [], byType: ['type'] } }),
}
