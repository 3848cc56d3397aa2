/** What `backlot-detect` needs to know about the services of this version. */
export interface Catalog {
  /** Every service that can be named, in the order reports list them; `available` ones can be started. */
  readonly services: readonly { readonly id: string; readonly title: string; readonly available: boolean }[]
  /** The whole YAML text of a starter config for these services, its schema comment line included. */
  starter(ids: readonly string[]): Promise<string>
}
