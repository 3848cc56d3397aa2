/** The place of an operation: its method and path, without the handler. */
export interface RoutePath {
  /** The vendor's id of the operation: `issues/create`. */
  readonly operation: string
  readonly method: string
  /**
   * `:name` is one segment, `*` is several, up to the segment after it or the end. In a service that identifies its
   * operations itself the path is only shown, and may have a query: `/:bucket?tagging`.
   */
  readonly path: string
}
