import { PortInUse } from '#core/http/bind.ts'
import { UsageError } from './usage-error.ts'

/**
 * Waits for all promises.
 *
 * @throws an AggregateError of everything that is wrong with any of them.
 */
export async function allOf<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(promises)
  const reasons = results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []))
  if (reasons.length > 0) throw new AggregateError(reasons)
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/** Returns the error of a service that cannot listen, with the way out; another error as it is. */
export function usageErrorOf(error: unknown, id: string, hostname = '127.0.0.1'): unknown {
  if (error instanceof PortInUse) {
    const flag = id === '--one-port' ? 'another --one-port' : '--port'
    return new UsageError(`port ${error.port} is in use (${id}): pass ${flag}, or stop the other process`)
  }
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return new UsageError(`${id} can't listen at ${hostname} (${String(error.code)}): pass another --host or --port`)
  }
  return error
}
