/** The services of this version, as `backlot-detect` needs them. */
export interface Catalog {
  /** All known services, in the order of reports; `available` ones can be started. */
  readonly services: readonly { readonly id: string; readonly title: string; readonly available: boolean }[]
  /** Returns the whole YAML text of a starter config for these services, with its schema comment line. */
  starter(ids: readonly string[]): Promise<string>
}
