import { SeedError } from '#core/seed.ts'
import { StateError } from '#core/store.ts'
import { UnknownService } from '../find-service.ts'
import { UsageError } from './usage-error.ts'

/** Returns the lines that tell a person what is wrong. */
export function errorText(error: unknown): string {
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
