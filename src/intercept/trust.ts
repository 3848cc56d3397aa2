import type { createSecureContext, SecureContext, TLSSocket } from 'node:tls'
import type { InterceptionAuthority } from '#core/http/certificates.ts'
import { tls as builtin } from './builtins.ts'
import type { Patches } from './patches.ts'

/** A secure context with the part that Node's types leave out. */
interface NativeContext {
  readonly context?: { addCACert?(pem: string): void }
}

/** Lets the TLS clients of this process trust the authorities that sign the certificates of steering servers. */
export class Trust {
  /** Signs for the steering server of this process; null until it is loaded. */
  authority: InterceptionAuthority | null = null
  /** Certificates in PEM, the later one last. */
  #certificates: readonly string[] = []
  #isLoading = false
  /** Contexts that were made before the authority of this process was loaded. */
  #waiting: SecureContext[] = []
  /** The number of certificates that a context trusts. */
  readonly #trusting = new WeakMap<SecureContext, number>()

  /** Trusts the certificate, in PEM, of the authority of the process that has started this one. */
  use(certificate: string): void {
    this.#certificates = [...this.#certificates, certificate]
    for (const context of this.#waiting) this.#extend(context)
  }

  /**
   * Loads the authority of this process, and then calls `loaded`. The steering server waits for the same authority
   * before it answers anybody.
   */
  load(loaded?: (authority: InterceptionAuthority) => void): void {
    if (this.authority !== null || this.#isLoading) return
    this.#isLoading = true
    void this.#load(loaded)
  }

  async #load(loaded?: (authority: InterceptionAuthority) => void): Promise<void> {
    try {
      const { interceptionAuthority } = await import('#core/http/certificates.ts')
      this.authority = await interceptionAuthority()
      this.use(this.authority.processCertificate)
      loaded?.(this.authority)
      this.#waiting = []
    } catch {
      // The steering server gets the same error.
      this.#isLoading = false
    }
  }

  /** Lets every context that is made from now on trust the authority, beside those that its options name. */
  patch(patches: Patches): void {
    const tls = builtin()
    patches.replace(tls, 'createSecureContext', (original: typeof createSecureContext) => (options) => {
      const context = original.call(tls, options)
      this.#extend(context)
      return context
    })
  }

  /**
   * Lets a socket trust the authority whose context was made before, or by a function that was taken from `node:tls`
   * before.
   */
  extendSocket(socket: TLSSocket): void {
    const { _tlsOptions: options } = socket as { _tlsOptions?: { secureContext?: SecureContext } } // Node's own member
    if (options?.secureContext !== undefined) this.#extend(options.secureContext)
  }

  #extend(context: SecureContext): void {
    if (this.authority === null && !this.#trusting.has(context)) this.#waiting.push(context)
    const { context: native } = context as NativeContext // see its type
    for (const each of this.#certificates.slice(this.#trusting.get(context) ?? 0)) native?.addCACert?.(each)
    this.#trusting.set(context, this.#certificates.length)
  }
}
