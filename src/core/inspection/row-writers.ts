/**
 * The functions that write rows as the vendor sends them, by their collection. `X` is the context that they read, and
 * `R` the service's rows.
 */
export type RowWriters<X, R> = {
  readonly [N in keyof R]?: R[N] extends { all(): readonly (infer T)[] } ? (context: X, row: T) => unknown : never
}
