import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

/** The command line of Next. */
export const next: string = createRequire(import.meta.url).resolve('next/dist/bin/next')

/** The variables of a build and of a server that uses the stand-ins. */
export const env: NodeJS.ProcessEnv = { ...process.env, STAND_INS: 'on', NEXT_TELEMETRY_DISABLED: '1' }

/** Builds the application once, before all tests. */
export default function build(): void {
  const flags = process.env['NEXT_BUILD_FLAGS']?.split(' ') ?? []
  execFileSync(process.execPath, [next, 'build', ...flags], { stdio: 'inherit', env })
}
