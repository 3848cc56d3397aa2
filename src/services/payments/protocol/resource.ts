import type { PaymentsContext } from '#payments/call.ts'

/** An object of the API, as a record is written. */
export type Json = Readonly<Record<string, unknown>> & { readonly object: string }

/** A kind of object that other objects refer to by id, and `expand` replaces. Each is one entry of `resources.ts`. */
export interface Resource {
  /** The value of the member `object`: `customer`, `checkout.session`. */
  readonly object: string
  /** Returns the account's object with this id; undefined when there is none. */
  read(context: PaymentsContext, account: string, id: string): Json | undefined
  /**
   * The members that hold an id and can be expanded, with the kinds that the id may be of: `{customer: ['customer']}`.
   * A member of a hash is named by its path: `invoice_settings.default_payment_method`.
   */
  readonly expandable: Readonly<Record<string, readonly string[]>>
  /**
   * Members that are only there when they are expanded, with the functions that write them: each gets the account, the
   * id of the object, empty where it has none, and the object or the part of it that the member is added to.
   */
  readonly includable?: Readonly<
    Record<
      string,
      (context: PaymentsContext, account: string, id: string, part: Readonly<Record<string, unknown>>) => unknown
    >
  >
}
