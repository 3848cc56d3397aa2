import { SeedError } from '#core/seed.ts'
import { StateError } from '#core/store.ts'
import { UnknownService } from '../find-service.ts'
import { starterText } from '../starter.ts'
import { readCommandLine } from './flags.ts'
import { chosen } from './plan.ts'
import { start } from './start.ts'
import type { Surroundings } from './surroundings.ts'
import { usage } from './usage.ts'
import { UsageError } from './usage-error.ts'

/** Runs the `backlot` command and resolves with its exit code. Errors are written to standard error. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr, services, version } = surroundings
  try {
    const line = readCommandLine(argv)
    if (line.has('help')) stdout(usage(line.command, version))
    else if (line.has('version')) stdout(`${version}\n`)
    else if (line.command === 'list') stdout(services.map(({ id, port }) => `${id} :${port}\n`).join(''))
    else if (line.command === 'ca') {
      const { certificateAuthority } = await import('#core/http/certificates.ts')
      stdout(`${(await certificateAuthority()).file}\n`)
    } else if (line.command === 'init') {
      stdout(await starterText(await Promise.all(chosen(line, services).map((each) => each.load()))))
    } else if (line.command === 'exec') {
      // Loaded here, because only this command needs the interception of hosts.
      const { exec } = await import('./exec.ts')
      return await exec(line, surroundings)
    } else if (line.command === 'setup') {
      // Loaded here, because only this command asks questions.
      const { setup } = await import('./setup/setup.ts')
      return await setup(line, surroundings)
    } else if (line.command === 'env') {
      const { env } = await import('./env.ts')
      return await env(line, surroundings)
    } else if (line.command === 'doctor') {
      const { doctor } = await import('./doctor/doctor.ts')
      return await doctor(line, surroundings)
    } else return await start(line, surroundings)
    return 0
  } catch (error) {
    stderr(errorText(error))
    return 1
  }
}

function errorText(error: unknown): string {
  const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error]
  // Every service that reads a file reports the same errors in it.
  return [...new Set(reasons.flatMap(linesOf))].map((line) => `${line}\n`).join('')
}

function linesOf(error: unknown): string[] {
  // Unchanged: the message begins with file, line and column, which editors and terminals turn into a link.
  if (error instanceof SeedError) return error.message.split('\n')
  if (error instanceof UnknownService || error instanceof UsageError || error instanceof StateError) {
    return [`backlot: ${error.message}`]
  }
  // A defect of backlot itself: the stack shows where.
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
}
