/** A definition of a search index, or a search, that the vendor refuses. Commands and stages say where. */
export class InvalidSearch extends Error {
  override name = 'InvalidSearch'
}
