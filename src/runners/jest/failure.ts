import type { Circus } from '@jest/types'
import type { Emulator } from '#emulator.ts'
import { formatReport, report, writeHtmlReport } from '#fixtures/index.ts'

/** The parts of an error that Jest uses: it prints the stack, which contains the message. */
interface Printed {
  readonly message: string
  readonly stack: string
}

/**
 * Adds the report of the emulators' requests to the first error of a failed test. The error may come from another
 * realm. A value whose message cannot be changed (a thrown string, a time-out, a frozen error) is replaced by an error
 * with the same text and the report. `note` ends the message.
 */
export function reportFailure(errors: Circus.TestError[], emulators: readonly Emulator[], note = ''): void {
  const [first] = errors
  if (emulators.length === 0 || first === undefined) return
  const [error, declared]: readonly unknown[] = Array.isArray(first) ? first : [first]
  const requests = formatReport(report(emulators))
  const printed = withReport(error, declared, `${requests}${note}`)
  // Defined instead of assigned: the message of a DOMException, such as an AbortError, has only a getter.
  const changed = isFailure(error) && Object.entries(printed).every(([name, value]) => redefine(error, name, value))
  if (!changed) errors[0] = printed
}

/**
 * @param declared an error whose stack shows where the test is declared; for a thrown non-error Jest puts the value
 * into its message
 */
function withReport(error: unknown, declared: unknown, requests: string): Printed {
  const failure = isFailure(error) ? error : isFailure(declared) ? declared : { message: '' }
  const before = String(failure.message) || (failure === error ? '' : `thrown: ${String(error)}`)
  const after = `${before}\n\n${requests}\n`
  const stack = 'stack' in failure ? String(failure.stack) : ''
  if (failure === error && before !== '' && stack.includes(before)) {
    return { message: after, stack: stack.replace(before, () => after) }
  }
  // The stack of `declared` was captured before its message was set, so only its frames are used.
  const lines = failure === error ? stack : stack.slice(Math.max(0, stack.search(/^ +at /m)))
  return { message: after, stack: `${after}\n${lines}` }
}

/** Writes the HTML report of a failed test where one was asked for, and returns the note of where it is. */
export async function reportNote([first]: readonly Circus.TestError[], name: string, root: string): Promise<string> {
  if (first === undefined) return ''
  const [error, declared]: readonly unknown[] = Array.isArray(first) ? first : [first]
  const file = await writeHtmlReport({ name, failure: textOf(error, declared) }, root)
  return file === null ? '' : `\n\nbacklot: the report of this test is ${file}`
}

/** Returns the message of an error, or the text of a value that was thrown. */
function textOf(error: unknown, declared: unknown): string {
  const failure = isFailure(error) ? error : isFailure(declared) ? declared : { message: '' }
  return String(failure.message) || `thrown: ${String(error)}`
}

function isFailure(error: unknown): error is { readonly message: unknown } {
  return typeof error === 'object' && error !== null && 'message' in error
}

function redefine(error: object, name: string, value: string): boolean {
  return Reflect.defineProperty(error, name, { value, configurable: true, enumerable: false, writable: true })
}
