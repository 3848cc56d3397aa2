import type { ApiObject, Credentials, StripeError } from './api.ts'

// The messages between the library in the page and the frame of an element. The page sends one window message with a
// port; all others go through the port, so no other script of the page reads them. What a person types stays in the
// frame.

/** Options of an element or a group, as the page gave them; the frame reads what it knows of them. */
export interface Options {
  readonly [name: string]: unknown
}

/** Returns a value of the page as options: without members for everything that is no object, such as undefined. */
export function optionsOf(value: unknown): Options {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Options {
  return typeof value === 'object' && value !== null
}

/** Returns options without the functions among them, such as callbacks, which cannot be sent to a frame. */
export function withoutFunctions(options: Options): Options {
  return JSON.parse(JSON.stringify(options)) as Options // the JSON of options is that of an object
}

/** The saved payment methods that a customer session shows in a payment element. */
export interface SavedMethods {
  readonly clientSecret: string
  readonly methods: readonly ApiObject[]
  /** True where the person may have a new payment method saved. */
  readonly save: boolean
  readonly usage: string | null
  /** True where the person may remove a saved payment method. */
  readonly remove: boolean
}

/** Everything that a frame needs to know at its beginning. */
export interface FrameSetup {
  readonly kind: 'setup'
  readonly elementType: string
  readonly options: Options
  /** The options of the group: appearance, default values, payment method types, mode. */
  readonly group: Options
  readonly credentials: Credentials
  /** The types of payment methods that a payment element offers, most wanted first. */
  readonly paymentMethodTypes: readonly string[]
  readonly saved: SavedMethods | null
}

/** A result that the page waits for. */
export interface CollectRequest {
  readonly kind: 'collect'
  readonly id: number
  /**
   * `validate` shows what is missing; `value` returns an address or an e-mail address; the others make an object of the
   * API from the fields.
   */
  readonly purpose: 'validate' | 'value' | 'paymentMethod' | 'token' | 'confirmationToken'
  /** Parameters of the object beside the fields: billing details, metadata. */
  readonly parameters: Options
  /** The names of the frames that have the other fields of the same card. */
  readonly siblings: readonly string[]
}

/** A message from the page to a frame. */
export type ToFrame =
  | CollectRequest
  | { readonly kind: 'update'; readonly options: Options }
  | { readonly kind: 'updateGroup'; readonly group: Options; readonly paymentMethodTypes: readonly string[] }
  | { readonly kind: 'focus' | 'blur' | 'clear' }

/** The result of a {@link CollectRequest}. */
export type Collected =
  | { readonly error: StripeError }
  | {
      readonly value: unknown
      /** The usage for which the person has a new payment method saved. */
      readonly setupFutureUsage?: string
      /** The options of the payment method that belong to the confirmation, by type: the code of BLIK. */
      readonly methodOptions?: Options
    }

/** The object of the API that a frame has made for a {@link CollectRequest}. */
export type CollectedObject =
  | { readonly error: StripeError }
  | { readonly object: ApiObject; readonly setupFutureUsage?: string; readonly methodOptions?: Options }

/** A message from a frame to the page. */
export type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'change'; readonly event: Options }
  | { readonly kind: 'focus' | 'blur' | 'escape' }
  | { readonly kind: 'collected'; readonly id: number; readonly result: Collected }
