/** Something about a project that would not work as its author expects. */
export interface Finding {
  /** The check that has found it. */
  readonly check: 'versions' | 'seed' | 'services' | 'ports' | 'clients' | 'imports' | 'resets' | 'interceptors'
  /** `note`: the check could not be made, or nothing is wrong yet. Only `problem` makes the command fail. */
  readonly kind: 'problem' | 'note'
  /** The file, from the project's root; null for the project as a whole. */
  readonly file: string | null
  /** From 1; null for a whole file. */
  readonly line: number | null
  readonly message: string
  /** The line to write, or the command to run. */
  readonly fix: string
}
