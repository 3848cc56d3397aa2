import type { createSecureContext, SecureContext, TLSSocket } from 'node:tls'
import { tls as builtin } from './builtins.ts'
import type { Patches } from './patches.ts'

/** A secure context with the part that Node's types leave out. */
interface NativeContext {
  readonly context?: { addCACert?(pem: string): void }
}

/** Lets the TLS clients of this process trust the authority that signs the certificates of the steering server. */
export class Trust {
  /** The path of the authority's certificate; null until it is loaded. */
  file: string | null = null
  #authority: string | null = null
  #isLoading = false
  /** Contexts that were made before the authority was loaded. */
  #waiting: SecureContext[] = []
  readonly #trusting = new WeakSet<SecureContext>()

  /** Sets the authority's certificate, in PEM, and its path. */
  use(authority: string, file: string): void {
    this.#authority = authority
    this.file = file
    for (const context of this.#waiting.splice(0)) this.#extend(context)
  }

  /**
   * Loads the authority of this user, and then calls `loaded`. The steering server waits for the same authority before
   * it answers anybody.
   */
  load(loaded?: () => void): void {
    if (this.#authority !== null) return
    if (this.#isLoading) return
    this.#isLoading = true
    void this.#load(loaded)
  }

  async #load(loaded?: () => void): Promise<void> {
    try {
      const { certificateAuthority } = await import('#core/http/certificates.ts')
      const { cert, file } = await certificateAuthority()
      this.use(cert, file)
      loaded?.()
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
    if (this.#trusting.has(context)) return
    if (this.#authority === null) {
      this.#waiting.push(context)
      return
    }
    this.#trusting.add(context)
    const { context: native } = context as NativeContext // see its type
    native?.addCACert?.(this.#authority)
  }
}
