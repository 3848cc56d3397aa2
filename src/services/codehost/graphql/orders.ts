/** An order of a list. */
export interface OrderArguments {
  readonly orderBy?: { readonly field: string; readonly direction: 'ASC' | 'DESC' } | null
}

/** Returns rows in an order, by the key that each of its fields has; as they are without an order. */
export function ordered<R>(
  rows: readonly R[],
  { orderBy }: OrderArguments,
  keys: Readonly<Record<string, (row: R) => string | number>>,
): R[] {
  const key = keys[orderBy?.field ?? '']
  const found =
    key === undefined ? [...rows] : rows.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
  return orderBy?.direction === 'DESC' ? found.toReversed() : found
}
