type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The members that are not undefined: what an update changes, of a body in which members may be absent. */
export function defined<T extends object>(value: T): Defined<T> {
  // Filtering entries loses the types that the mapped type states.
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Defined<T>
}
