/** A reference whose row is deleted with the row it names. */
export const cascade = (to: string) => ({ to, onDelete: 'cascade' }) as const

/** A reference that becomes null when the row it names is deleted. */
export const setNull = (to: string) => ({ to, onDelete: 'set null' }) as const

/** A key part that ignores case, as the vendor's names do. */
export const lower =
  <F extends 'login' | 'name' | 'slug'>(field: F) =>
  (row: { readonly [K in F]: string }): string =>
    row[field].toLowerCase()
