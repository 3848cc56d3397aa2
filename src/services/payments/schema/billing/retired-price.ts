/** Between the id of a retired price and its number: no id has it. */
const SEPARATOR = ' '

/** Returns the key of the row of a deleted price whose id another price is to have. */
export function retiredKey({ id, seq }: { readonly id: string; readonly seq: number }): string {
  return `${id}${SEPARATOR}${seq}`
}

/** Returns the id that clients know a price by, from the key of its row. */
export function priceIdOf(key: string): string {
  const end = key.indexOf(SEPARATOR)
  return end < 0 ? key : key.slice(0, end)
}
