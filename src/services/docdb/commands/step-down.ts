import type { DocdbContext } from '#docdb/call.ts'
import { stepDown as stepDownPrimary } from '#docdb/rules/elections.ts'
import type { StepDownOptions } from './emulator.ts'

/** Has the primary of the replica set step down. */
export function stepDown(context: DocdbContext, { electionTime }: StepDownOptions = {}): void {
  stepDownPrimary(context, electionTime)
}
