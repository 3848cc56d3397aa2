import type { Emulator } from '../../emulator.ts'
import { formatReport, report } from '../../fixtures/index.ts'

/**
 * Adds what the emulators were asked to the first error of a test, which may come from another realm; nothing to a test
 * without errors. Jest prints the stack, which has the message in it.
 */
export function reportFailure(errors: readonly unknown[], emulators: readonly Emulator[]): void {
  const first = errors[0]
  const error: unknown = Array.isArray(first) ? first[0] : first
  if (emulators.length === 0 || typeof error !== 'object' || error === null || !('message' in error)) return
  const before = String(error.message)
  const after = `${before}\n\n${formatReport(report(emulators))}\n`
  const stack = 'stack' in error ? String(error.stack) : ''
  const own = before !== '' && stack.includes(before)
  Object.assign(error, { message: after, stack: own ? stack.replace(before, () => after) : `${after}\n${stack}` })
}
