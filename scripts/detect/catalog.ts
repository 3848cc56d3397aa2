/** The services of this version, as `backlot-detect` needs them. */
export interface Catalog {
  /** The services, in the order of reports. */
  readonly services: readonly { readonly id: string; readonly title: string }[]
  /** Returns the whole YAML text of a starter config for these services, with its schema comment line. */
  starter(ids: readonly string[]): Promise<string>
}
