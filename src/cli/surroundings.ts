import type { AnyService } from '#core/service.ts'

/** The parts of the process that the command uses. */
export interface Surroundings {
  /** The directory that the command was started in. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The version of the package. */
  readonly version: string
  /** The services that can be started, in the order of their default ports. */
  readonly services: readonly Startable[]
  /** True when standard output is a terminal. */
  readonly isTerminal: boolean
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Opens a URL in the person's browser. */
  readonly openBrowser: (url: string) => void
  /** Resolves with the signal when the process is told to end. */
  readonly stopped: Promise<'SIGINT' | 'SIGTERM' | 'SIGHUP'>
}

/** A service that can be loaded. */
export interface Startable {
  readonly id: string
  readonly port: number
  readonly load: () => Promise<AnyService>
}
