import { controlVariable } from '#core/control.ts'
import type { Emulator } from '../emulator.ts'
import type { CommandLine } from './flags.ts'
import { startAsleep } from './start-asleep.ts'
import type { Started } from './started.ts'
import { summary } from './summary.ts'
import type { Surroundings } from './surroundings.ts'

const EXIT_CODES = { SIGTERM: 0, SIGINT: 130, SIGHUP: 129 } as const

/**
 * Starts services and serves until the process is told to end. Services whose start is known sleep until something
 * needs them.
 *
 * @returns the exit code: 0 after SIGTERM, 130 after SIGINT, 129 after SIGHUP (the terminal was closed).
 * @throws AggregateError of what is wrong with any of the services; then none of them listens any more.
 */
export async function start(line: CommandLine, surroundings: Surroundings): Promise<number> {
  const started = await startServices(line, surroundings)
  const { emulators, notes } = started
  try {
    const { isTerminal, stdout, stderr } = surroundings
    const { text, note } = summary(started, surroundings)
    stdout(text)
    if (!isTerminal && note !== '') stderr(note)
    if (line.has('open')) openInspector(emulators[0], surroundings)
    stderr(notes)
    return EXIT_CODES[await surroundings.stopped]
  } finally {
    await Promise.all(emulators.map((emulator) => emulator.close()))
  }
}

async function startServices(line: CommandLine, surroundings: Surroundings): Promise<Started> {
  const watching = { onHint: hintWriter(surroundings) }
  const asleep = await startAsleep(line, surroundings, watching)
  if (asleep !== null) return asleep
  // Loaded here, because it loads all that makes an instance.
  const { startNow } = await import('./start-now.ts')
  return startNow(line, surroundings, watching)
}

/** Returns a function that writes each hint once, as a client may repeat its request. */
function hintWriter({ stderr }: Surroundings): (hint: string) => void {
  const written = new Set<string>()
  return (hint) => {
    if (written.has(hint)) return
    written.add(hint)
    stderr(`backlot: ${hint}\n`)
  }
}

/** Opens the inspector of all services, which that of the first one is. */
function openInspector(first: Emulator | undefined, { openBrowser }: Surroundings): void {
  if (first === undefined) return
  const token = first.env[controlVariable(first.service)]
  openBrowser(`${first.url}/_backlot/${token === undefined ? '' : `#token=${token}`}`)
}
