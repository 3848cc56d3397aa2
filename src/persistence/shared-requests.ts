import { AsyncLocalStorage } from 'node:async_hooks'

interface SharedRequest {
  /** The number of its last change; 0 when it has made none. */
  lastChange: number
  isLost: boolean
}

/**
 * The requests on a state that several processes share. Tells whether the changes of a request were saved or lost: they
 * may be saved together with those of another request, before another process's state takes their place.
 */
export class SharedRequests {
  readonly #context = new AsyncLocalStorage<SharedRequest>()
  readonly #underWay = new Set<SharedRequest>()
  #changes = 0
  #saved = 0

  /** The number of changes so far. */
  get changes(): number {
    return this.#changes
  }

  /** Runs a request, and `save` after it. `isLost` is true when changes of it were replaced before they were saved. */
  async run<T>(request: () => Promise<T>, save: () => Promise<void>): Promise<{ result: T; isLost: boolean }> {
    const state: SharedRequest = { lastChange: 0, isLost: false }
    this.#underWay.add(state)
    try {
      const result = await this.#context.run(state, request)
      await save()
      return { result, isLost: state.isLost }
    } finally {
      this.#underWay.delete(state)
    }
  }

  /** Notes a change, of the request in whose course it is made; returns false where there is none. */
  changed(): boolean {
    this.#changes++
    const request = this.#context.getStore()
    if (request !== undefined) request.lastChange = this.#changes
    return request !== undefined
  }

  /** Notes that the first `changes` changes are saved. */
  saved(changes: number): void {
    this.#saved = changes
  }

  /** Notes that another process's state took the place of this process's own. */
  replaced(): void {
    for (const request of this.#underWay) if (request.lastChange > this.#saved) request.isLost = true
  }
}
