import { CommandError } from '#docdb/errors/command-error.ts'
import { elapsed } from '#core/real-time.ts'

/** The number of steps between two looks at the time. */
const STEPS = 1024

/** The time that a command may take. */
export interface TimeLimit {
  /** Counts work, in documents or elements, and refuses to go on when the time is over. */
  step(count?: number): void
}

/** Returns the limit of a command that may take so many milliseconds of real time from now; 0 is no limit. */
export function timeLimit(most: number): TimeLimit {
  if (most <= 0) return { step: () => {} }
  const until = elapsed() + most
  let steps = 0
  return {
    step: (count = 1) => {
      steps += count
      if (steps < STEPS) return
      steps = 0
      if (elapsed() > until) throw new CommandError('MaxTimeMSExpired', 'operation exceeded time limit')
    },
  }
}
