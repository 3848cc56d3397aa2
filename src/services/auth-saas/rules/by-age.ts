/** Returns records in the order of their creation. */
export function byAge<R extends { readonly number: number }>(rows: readonly R[]): R[] {
  return rows.toSorted((one, other) => one.number - other.number)
}
