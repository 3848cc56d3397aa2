import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Runs a module in a process of its own that trusts an instance over TLS by `NODE_EXTRA_CA_CERTS`; returns the last
 * line that it printed, parsed as JSON.
 */
export async function runTrusting(
  { env }: { readonly env: Readonly<Record<string, string>> },
  script: string,
): Promise<unknown> {
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...env },
  })
  return JSON.parse((await run).stdout.trim().split('\n').at(-1) ?? '')
}
