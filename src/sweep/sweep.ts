import type { EmulatorBase } from '#core/emulator-base.ts'
import { delayOf, type Duration } from '#core/duration.ts'
import { instanceOf } from '#core/instance-of.ts'
import type { Instance } from '#core/instance.ts'
import { TimeAhead, type FollowOptions } from '../world/follow.ts'
import { Quiet } from '../world/quiet.ts'
import { Settling } from '../world/settle.ts'
import { TimelineNotes } from '../world/timeline.ts'
import type { WorldBase } from '../world/world.ts'
import {
  CALL_FAILURES,
  caseOf,
  casesOf,
  DELIVERY_FAILURES,
  faultOf,
  nameOfCase,
  type SweepCase,
  type SweepFailure,
} from './cases.ts'
import { Misdelivery } from './misdelivery.ts'
import { briefly, observedOf, protocolErrorsOf, reactionTo, type Observed } from './observed.ts'
import { reportOf, SweepError, type SweepReport, type SweepResult } from './report.ts'

/** One run of the body. */
export interface SweepRun {
  /** The number of the run: 0 is the one without a failure. */
  readonly attempt: number
  /** The name of the case; null for the run without a failure. */
  readonly failure: string | null
}

/** One run of the body and how it ended. */
export interface SweepOutcome extends SweepRun {
  /** The error that the body threw; undefined when it ended. */
  readonly error: unknown
}

/** The options of `sweep`. */
export interface SweepOptions {
  /**
   * Checks what must hold after every run, also one in which the body threw: each order is charged once or not at all.
   * It does not hold when this throws, rejects or returns false.
   */
  readonly invariant: (outcome: SweepOutcome) => unknown
  /** The ways to fail. Default: all */
  readonly failures?: readonly SweepFailure[]
  /** Runs this case alone, under the name that the report gives it. */
  readonly replay?: string
  /** Chooses among the orders of more than four deliveries. Default: 1 */
  readonly seed?: number
  /** How long a call that is never answered is held, in real time. Default: 30 ms */
  readonly patience?: Duration
  /** How time runs ahead while the body waits; false: it waits in real time. Default: as `clock.follow` */
  readonly follow?: FollowOptions | false
}

/** The emulators that a sweep lets fail: one, several or those of a world. */
export type SweepTarget = EmulatorBase | readonly EmulatorBase[] | WorldBase

/**
 * Runs a body once to learn which calls it makes, then once for each call and each way to fail. `again` writes the line
 * that replays a case. Default: a call of `sweep`
 *
 * @throws SweepError when the invariant did not hold, and Error when it does not without a failure.
 */
export async function runSweep(
  target: SweepTarget,
  body: (run: SweepRun) => unknown,
  options: SweepOptions,
  again?: (name: string) => string,
): Promise<SweepReport> {
  const emulators = 'emulators' in target ? target.emulators : [target].flat()
  const sweep = new Sweep(emulators, body, options)
  try {
    const results = options.replay === undefined ? await sweep.all() : [await sweep.one(caseOf(options.replay))]
    const report = reportOf(results)
    if (results.every(({ broken }) => broken === undefined)) return report
    throw new SweepError(report, again ?? ((name) => replayOf(emulators, name)))
  } finally {
    sweep.end()
  }
}

/** Returns the call of `sweep` that runs one case. */
function replayOf(emulators: readonly EmulatorBase[], name: string): string {
  const target = emulators.length === 1 ? (emulators[0]?.service ?? '') : 'world'
  return `await sweep(${target}, body, { invariant, replay: ${JSON.stringify(name)} })`
}

class Sweep {
  readonly #emulators: readonly EmulatorBase[]
  readonly #instances: readonly Instance[]
  readonly #notes: TimelineNotes
  readonly #settling: Settling
  readonly #body: (run: SweepRun) => unknown
  readonly #options: SweepOptions
  #learned: Observed | null = null
  #attempt = 0

  constructor(emulators: readonly EmulatorBase[], body: (run: SweepRun) => unknown, options: SweepOptions) {
    this.#emulators = emulators
    this.#instances = emulators.map(instanceOf)
    this.#notes = new TimelineNotes(this.#instances)
    this.#settling = new Settling(this.#instances, this.#notes)
    this.#body = body
    this.#options = options
  }

  end(): void {
    this.#notes.end()
    for (const emulator of this.#emulators) emulator.reset()
  }

  async all(): Promise<SweepResult[]> {
    const { failures = null, seed = 1 } = this.#options
    for (const each of failures ?? []) this.#checkFailure(each)
    const { error, broken, observed } = await this.#run(null, () => false)
    if (error !== undefined)
      throw new Error(`sweep: the body fails without any failure: ${briefly(error)}`, { cause: error })
    if (broken !== undefined) {
      throw new Error(`sweep: the invariant does not hold without any failure: ${briefly(broken)}`, { cause: broken })
    }
    this.#learned = observed
    if (observed.calls.length === 0) throw new Error('sweep: the body has made no call to the services of the sweep')
    const results: SweepResult[] = []
    for (const each of casesOf(observed, failures, seed)) results.push(await this.one(each))
    return results
  }

  #checkFailure(failure: SweepFailure): void {
    const known: readonly string[] = [...CALL_FAILURES, ...DELIVERY_FAILURES]
    const isCode = this.#instances.some((instance) => protocolErrorsOf(instance)?.isCode(failure) === true)
    if (known.includes(failure) || isCode) return
    throw new TypeError(
      `sweep: failures: ${JSON.stringify(failure)} is no way to fail; there are ${known.join(', ')}, and the codes of docdb's errors`,
    )
  }

  /** Runs the body with one failure. */
  async one(each: SweepCase): Promise<SweepResult> {
    const name = nameOfCase(each)
    const instance = this.#instances.find(({ service }) => service.id === each.service)
    if (instance === undefined) throw new TypeError(`sweep: ${name}: the sweep has no service ${each.service}`)
    this.#attempt += 1
    if (each.kind === 'call') {
      let fault = ''
      const begin = (): void => {
        fault = instance.faults.add(faultOf(each, delayOf(this.#options.patience ?? 30)))
      }
      const { error, broken, observed, faults } = await this.#run(name, () => false, begin)
      const isReached = faults.some(({ id, matched }) => id === fault && matched > 0)
      const reaction = isReached ? reactionTo(each, observed, this.#learned, error) : 'not reached'
      return { name, reaction, error, broken }
    }
    let misdelivery: Misdelivery | undefined
    const begin = (): void => {
      misdelivery = new Misdelivery(instance, each)
    }
    const { error, broken, observed } = await this.#run(
      name,
      () => misdelivery?.release() === true,
      begin,
      () => misdelivery?.releaseLate() === true,
    ).finally(() => misdelivery?.end())
    const isReached = misdelivery !== undefined && misdelivery.affected > 0
    return {
      name,
      reaction: isReached ? reactionTo(each, observed, this.#learned, error) : 'not reached',
      error,
      broken,
    }
  }

  /** Resets, runs the body, lets everything settle, and checks the invariant. */
  async #run(
    failure: string | null,
    release: () => boolean,
    begin: () => void = () => undefined,
    releaseLate: () => boolean = () => false,
  ) {
    for (const emulator of this.#emulators) emulator.reset()
    begin()
    const run = { attempt: this.#attempt, failure }
    const following = this.#follow(release)
    let error: unknown
    try {
      await this.#body(run)
    } catch (thrown) {
      error = thrown ?? new Error('the body threw nothing')
    }
    do await this.#settling.settled({ quiet: 2 })
    while (release() || releaseLate())
    following.stop()
    const observed = observedOf(this.#notes.entries(), this.#instances)
    const faults = this.#instances.flatMap((instance) => instance.faults.list())
    return { error, broken: await this.#check({ ...run, error }), observed, faults }
  }

  async #check(outcome: SweepOutcome): Promise<unknown> {
    try {
      if ((await this.#options.invariant(outcome)) === false) return new Error('the invariant returned false')
      return undefined
    } catch (thrown) {
      return thrown ?? new Error('the invariant threw nothing')
    }
  }

  #follow(first: () => boolean): TimeAhead {
    const { follow = {} } = this.#options
    const instances = this.#instances
    const isHeld = (instance: Instance, fault: string): boolean =>
      instance.faults
        .list()
        .some(({ id, delay, connection }) => id === fault && delay !== undefined && connection === 'drop')
    const quiet = new Quiet(instances, this.#notes, isHeld)
    const [{ clock } = { clock: null }] = this.#emulators
    if (clock === null) throw new TypeError('sweep: name a service')
    const options = follow === false ? { timers: false, limit: 0 } : follow
    return new TimeAhead({ instances, clock, quiet, global: globalThis, first }, options)
  }
}
