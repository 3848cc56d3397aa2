/** The listeners to one thing. */
export class Listeners<L> {
  all: readonly L[] = []

  /** Adds a listener; returns the function that takes it away. */
  add(listener: L): () => void {
    this.all = [...this.all, listener]
    return () => {
      this.all = this.all.filter((each) => each !== listener)
    }
  }
}
