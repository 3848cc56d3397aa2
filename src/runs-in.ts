import { deprecate } from 'node:util'

/** The place where a server runs: in this thread, or in a worker thread of its own. */
export type RunsIn = 'process' | 'thread'

/** The option {@link RunsIn} under its present and its former name. */
interface RunsInOptions {
  readonly runsIn?: RunsIn | undefined
  readonly host?: RunsIn | undefined
}

// Node.js warns once in a process of what has one code, however often this module is loaded.
const warnOfFormerName = deprecate(
  () => undefined,
  "backlot: the option host: 'thread' is now runsIn: 'thread'; host works until the next minor version",
  'BACKLOT_HOST',
)

/** Returns where the server is to run, and warns once in a process when the option has its former name, `host`. */
export function runsInOf({ runsIn, host }: RunsInOptions): RunsIn | undefined {
  if (host !== undefined) warnOfFormerName()
  return runsIn ?? host
}
