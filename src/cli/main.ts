import packageJson from '../../package.json' with { type: 'json' }
import { openBrowser } from './open-browser.ts'
import { run } from './run.ts'
import { registry } from '../registry.ts'

async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    version: packageJson.version,
    services: registry,
    isTerminal: process.stdout.isTTY,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    openBrowser,
    stopped: new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) onFirst(signal, () => resolve(signal))
    }),
  })
}

/**
 * Calls `handle` for the first signal, and lets the second end the process. The listener is still there when others of
 * the same signal look whether the process handles it.
 */
function onFirst(signal: NodeJS.Signals, handle: () => void): void {
  const listener = (): void => {
    handle()
    setImmediate(() => process.off(signal, listener))
  }
  process.on(signal, listener)
}

void main()
