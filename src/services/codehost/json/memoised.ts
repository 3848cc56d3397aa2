/** Returns a function that computes the value for each id once. */
export function memoised<T>(write: (id: number) => T): (id: number) => T {
  const known = new Map<number, T>()
  return (id) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const value = write(id)
    known.set(id, value)
    return value
  }
}
