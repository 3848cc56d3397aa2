import { changesData } from '../calls/changes.ts'
import type { Instance } from '../instance.ts'
import type { RequestObserver } from '../request-log/requests.ts'
import type { RequestEntry } from '../request-log/request-entry.ts'
import type { StoreSnapshot } from '../store.ts'

/** The number of calls whose effects are held, as many as the request log has. */
const CAPACITY = 1000

/** The effects of one call. */
interface Effects {
  readonly changes: string
  readonly deliveries: readonly number[]
}

/**
 * Notes what each call of an instance changes, by comparing the state after it with the state after the one before. It
 * is made when somebody looks: without it a call pays nothing.
 */
export class CallTrace implements RequestObserver {
  readonly #instance: Instance
  readonly #effects = new Map<number, Effects>()
  #before: StoreSnapshot

  constructor(instance: Instance) {
    this.#instance = instance
    this.#before = instance.mark()
  }

  /** The call has ended, and its changes are made. */
  ended(entry: RequestEntry): void {
    const { clock } = this.#instance
    const differences = new Map(this.#instance.differencesSince(this.#before))
    this.#before = this.#instance.mark()
    const deliveries = (differences.get('deliveries')?.added ?? []).map(({ id }) => Number(id))
    const changes = changesData(this.#instance.withoutSystem(differences), { now: clock.now(), frozen: clock.frozen })
    this.#effects.set(entry.id, { changes: changes.text, deliveries })
    const [oldest] = this.#effects.keys()
    if (this.#effects.size > CAPACITY && oldest !== undefined) this.#effects.delete(oldest)
  }

  /** The calls were forgotten: the state is that of the seed. */
  cleared(): void {
    this.#effects.clear()
    this.#before = this.#instance.mark()
  }

  /** Returns the effects of a call; undefined when nobody looked then. */
  of(id: number): Effects | undefined {
    return this.#effects.get(id)
  }
}
