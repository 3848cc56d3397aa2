import { isMainThread } from 'node:worker_threads'

/** The signals that end a process by default. A terminal, a container and a closed terminal window send them. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Runs `work` when the process ends: by itself, by `process.exit`, by an error that nothing catches, and by a signal
 * that the program does not handle, which then ends the process as it would have.
 */
export function atEndOfProcess(work: () => void): void {
  process.once('exit', work)
  // A worker thread gets no signals.
  if (!isMainThread) return
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      // Whoever else listens decides when the process ends.
      if (process.listenerCount(signal) > 0) return
      work()
      process.kill(process.pid, signal)
    })
  }
}
