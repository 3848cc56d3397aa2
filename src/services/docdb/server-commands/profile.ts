import { CommandError } from '#docdb/errors/command-error.ts'
import type { Profiler } from '#docdb/schema/data.ts'
import { profilerOf, setProfiler } from '#docdb/storage/profiler.ts'
import { double, isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { numberIn, type Command } from './context.ts'

/** https://www.mongodb.com/docs/manual/reference/command/profile/ */
export const profile: Command = ({ command, present, clusterId, database }) => {
  const before = profilerOf(present, clusterId, database)
  const level = numberIn(command, 'profile', -1)
  const changed: Profiler = {
    level: level >= 0 && level <= 2 ? level : before.level,
    slowms: numberIn(command, 'slowms', before.slowms),
    sampleRate: rateOf(command['sampleRate'], before.sampleRate),
    filter: filterOf(command['filter'], before.filter),
  }
  if (level >= 0 && level <= 2) setProfiler(present, clusterId, database, changed)
  return {
    was: before.level,
    slowms: before.slowms,
    sampleRate: double(before.sampleRate),
    ...(before.filter === null ? {} : { filter: before.filter }),
  }
}

function rateOf(value: Value | undefined, present: number): number {
  if (value === undefined || value === null) return present
  const rate = isNumber(value) ? toNumber(value) : Number.NaN
  if (rate >= 0 && rate <= 1) return rate
  throw new CommandError('BadValue', `'sampleRate' must be between 0.0 and 1.0 inclusive`)
}

function filterOf(value: Value | undefined, present: Document | null): Document | null {
  if (value === undefined || value === null) return present
  if (value === 'unset') return null
  if (isDocument(value)) return value
  throw new CommandError('BadValue', `Expected an object, or the string 'unset'; found ${typeOf(value)}`)
}
