import * as v from 'valibot'
import { LONGEST_SPAN } from '../duration.ts'

const MESSAGE = `expected a whole number of milliseconds from 0 to ${LONGEST_SPAN}`

const milliseconds = v.pipe(v.number(), v.integer(MESSAGE), v.minValue(0, MESSAGE), v.maxValue(LONGEST_SPAN, MESSAGE))

/** Returns the schema of a span in a seed: whole milliseconds, from 0 to a year. */
export function spanSchema(description: string): v.GenericSchema<number> {
  return v.pipe(milliseconds, v.description(description))
}
