import { STATUS_CODES } from 'node:http'
import { json } from '../answer.ts'
import { LONGEST_DELAY, milliseconds } from '../duration.ts'
import { Failure } from '../errors.ts'
import type { ArmedFault } from '../faults.ts'
import type { Outcome } from '../http/outcome.ts'
import type { Passage } from './passage.ts'
import { startTimer, stopTimer } from '../real-time.ts'

/** Finds the armed fault that a request matches by its path. */
export function matchFaultByPath(passage: Passage): void | Promise<void> {
  const { instance, call } = passage
  return begin(passage, instance.faults.match(call))
}

/** Finds the armed fault that names the operation of a request, unless it has matched one by its path. */
export function matchFaultByOperation(passage: Passage): void | Promise<void> {
  const { instance, call, entry, fault, match } = passage
  if (fault !== null || match === null) return undefined
  let found = instance.faults.match(call, match.route.operation)
  if (entry.carried === null) return begin(passage, found)
  for (const operation of entry.carried) found ??= instance.faults.match(call, operation)
  return begin(passage, found)
}

/** Applies the first effects of a fault: it delays the request, or closes the connection. */
function begin(passage: Passage, fault: ArmedFault | null): void | Promise<void> {
  if (fault === null) return undefined
  passage.fault = fault
  passage.entry.fault = fault.id
  if (fault.delay !== undefined) return delay(passage, fault, milliseconds(fault.delay))
  if (fault.connection === 'drop') passage.drop()
  return undefined
}

async function delay(passage: Passage, fault: ArmedFault, span: number): Promise<void> {
  await pause(span, passage.store.signal)
  if (fault.connection === 'drop') passage.drop()
}

/** Waits, but not beyond the epoch. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // A closed instance must not keep the process alive for as long as a fault would have delayed a request.
    const timer = startTimer(() => end(), Math.min(ms, LONGEST_DELAY)).unref()
    const end = (): void => {
      stopTimer(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

/** Answers with the body, the status or the error code of the fault, where it has one. */
export function answerFault(passage: Passage): void | Promise<void> {
  const { fault } = passage
  if (fault === null) return undefined
  if (fault.body === undefined && fault.status === undefined && fault.code === undefined) return undefined
  return inject(passage, fault)
}

async function inject(passage: Passage, fault: ArmedFault): Promise<void> {
  const { instance, call } = passage
  const { dialect } = instance.service
  try {
    call.principal = await instance.service.authenticate(call)
  } catch {
    // The fault is answered whatever the credentials are; the principal only fills in the wording.
  }
  const headers = lowerCased(fault.headers)
  if (fault.body !== undefined) {
    passage.answer = json(fault.body, fault.status ?? 500, headers)
    return
  }
  const named = fault.code === undefined ? undefined : dialect.named?.[fault.code]?.(call)
  const status = fault.status ?? named?.status ?? 500
  const message = named?.message ?? fault.code ?? STATUS_CODES[status] ?? `status ${status}`
  const failure = new Failure(status, message, named?.details, { ...named?.headers, ...headers })
  passage.answer = dialect.failure(failure, call)
}

/** Headers with their names in lower case, as answers have them; with values of numbers as texts. */
function lowerCased(headers: Readonly<Record<string, string | number>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
}

/** Returns the effect of a fault on the connection once the answer exists. */
export function connectionAfter(fault: ArmedFault | null): Outcome['connection'] {
  if (fault?.connection === 'truncate') return 'truncate'
  return fault?.connection === 'commit then drop' ? 'drop' : 'respond'
}
