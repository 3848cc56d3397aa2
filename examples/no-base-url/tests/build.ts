import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

/** Builds the application once, before all tests. The servers of all workers use the same build. */
export default function build(): void {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  execFileSync(process.execPath, [next, 'build'], {
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  })
}
