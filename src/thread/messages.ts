import type { MessagePort } from 'node:worker_threads'
import { PortInUse } from '#core/http/bind.ts'
import { SeedError } from '#core/seed.ts'
import type { Environment } from '#core/emulator-base.ts'
import type { VendorHost } from '#core/vendor-hosts.ts'
import type { EmulatorOptions } from '../emulator-options.ts'

/** The data that a thread is started with. */
export interface ThreadStart {
  readonly options: EmulatorOptions & { readonly service: string }
  /** Receives the commands whose sender blocks until the reply has come. */
  readonly blocking: MessagePort
  /** A counter that is incremented and notified with each reply on `blocking`. */
  readonly answered: Int32Array
}

/** The first message of a thread, sent once. */
export type Started =
  | {
      readonly ok: true
      readonly url: string
      readonly port: number
      readonly env: Environment
      readonly hosts: readonly VendorHost[]
    }
  | { readonly ok: false; readonly error: PortableError }

/** A command of the control plane, as `METHOD path`, `tenant` or `close`. */
export interface Order {
  readonly id: number
  readonly command: string
  /** The id of the tenant that it is for; absent for the instance itself. */
  readonly tenant?: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A tenant as the command `tenant` makes it. */
export interface ThreadTenant {
  readonly id: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly env: Environment
}

/** The result of a command. */
export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: PortableError }

/** An error in a form that can be posted to another thread. */
export interface PortableError {
  readonly name: string
  readonly message: string
  readonly port?: number
  readonly service?: string
  /** The code of an error that has one: `ENOENT`, or 11000 of docdb. */
  readonly code?: string | number
}

/** Returns the form of an error from which another thread can make an error of the same kind. */
export function toPortable(error: unknown): PortableError {
  if (error instanceof PortInUse)
    return { name: error.name, message: error.message, port: error.port, service: error.service }
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message } = error
  const hasCode = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
  return { name, message, ...(hasCode ? { code: error.code as string | number } : {}) } // checked above
}

/** Returns the error of another thread, with a stack of this thread. */
export function fromPortable({ name, message, port, service, code }: PortableError): Error {
  if (name === 'PortInUse' && port !== undefined && service !== undefined) return new PortInUse(port, service)
  if (name === 'SeedError') return new SeedError(message)
  if (name === 'TypeError') return new TypeError(message)
  if (name === 'RangeError') return new RangeError(message)
  return Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) })
}
