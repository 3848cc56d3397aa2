import type { Circus } from '@jest/types'
import type { Emulator } from '../../emulator.ts'
import { formatReport, report } from '../../fixtures/index.ts'

/** An error as Jest prints it: the stack, which has the message in it. */
interface Printed {
  readonly message: string
  readonly stack: string
}

/**
 * Adds what the emulators were asked to the first error of a test, which may come from another realm; nothing to a test
 * without errors. What cannot carry it, such as a text that was thrown, a time-out or a frozen error, gives its place to an
 * error that does.
 */
export function reportFailure(errors: Circus.TestError[], emulators: readonly Emulator[]): void {
  const [first] = errors
  if (emulators.length === 0 || first === undefined) return
  const [error, declared]: readonly unknown[] = Array.isArray(first) ? first : [first]
  const printed = withReport(error, declared, formatReport(report(emulators)))
  // Defined, not set: the message of a DOMException, such as an AbortError, has only a getter.
  const kept = isFailure(error) && Object.entries(printed).every(([name, value]) => redefine(error, name, value))
  if (!kept) errors[0] = printed
}

/** @param declared an error of where the test is declared; Jest has put into its message what was thrown, if that is no error. */
function withReport(error: unknown, declared: unknown, requests: string): Printed {
  const failure = isFailure(error) ? error : isFailure(declared) ? declared : { message: '' }
  const before = String(failure.message) || (failure === error ? '' : `thrown: ${String(error)}`)
  const after = `${before}\n\n${requests}\n`
  const stack = 'stack' in failure ? String(failure.stack) : ''
  if (failure === error && before !== '' && stack.includes(before)) {
    return { message: after, stack: stack.replace(before, () => after) }
  }
  // That of the place was written before there was a message.
  const lines = failure === error ? stack : stack.slice(Math.max(0, stack.search(/^ +at /m)))
  return { message: after, stack: `${after}\n${lines}` }
}

function isFailure(error: unknown): error is { readonly message: unknown } {
  return typeof error === 'object' && error !== null && 'message' in error
}

function redefine(error: object, name: string, value: string): boolean {
  return Reflect.defineProperty(error, name, { value, configurable: true, enumerable: false, writable: true })
}
