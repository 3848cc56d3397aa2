import { elapsed, startTimer } from '#core/real-time.ts'
import { settingOf } from '#docdb/storage/settings.ts'
import type { DocdbStore } from '#docdb/server-commands/runtime.ts'

/**
 * Limits how many connections are taken in a second of real time, where a client has turned this on by `setParameter`.
 * https://www.mongodb.com/docs/manual/reference/parameters/
 */
export class ConnectionRate {
  readonly #store: () => DocdbStore
  /** The number of connections that may be taken at once; below zero for those that wait. */
  #left = Infinity
  #countedAt = elapsed()
  #waiting = 0

  constructor(store: () => DocdbStore) {
    this.#store = store
  }

  /** Takes a connection, now or when its turn has come, or refuses it when too many wait. */
  admit(take: () => void, refuse: () => void): void {
    const rows = this.#store()
    if (settingOf(rows, 'ingressConnectionEstablishmentRateLimiterEnabled') !== true) return take()
    const perSecond = Number(settingOf(rows, 'ingressConnectionEstablishmentRatePerSec'))
    const seconds = Number(settingOf(rows, 'ingressConnectionEstablishmentBurstCapacitySecs'))
    const now = elapsed()
    const gained = ((now - this.#countedAt) / 1000) * perSecond
    this.#left = Math.min(perSecond * seconds, this.#left + gained)
    this.#countedAt = now
    if (this.#left >= 1) {
      this.#left -= 1
      return take()
    }
    if (this.#waiting >= Number(settingOf(rows, 'ingressConnectionEstablishmentMaxQueueDepth'))) return refuse()
    this.#left -= 1
    this.#waiting += 1
    const turn = (): void => {
      this.#waiting -= 1
      take()
    }
    startTimer(turn, Math.min((-this.#left / perSecond) * 1000, 2 ** 31 - 1)).unref()
  }
}
