import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Environment } from '#core/emulator-base.ts'
import type { Emulator } from '../emulator.ts'
import { interceptHosts, type Interception, type RefusedCall } from '#intercept/index.ts'
import type { CommandLine } from './flags.ts'
import { planOf } from './plan.ts'
import { proxyVariables } from './proxy-variables.ts'
import { startAll } from './start-now.ts'
import type { Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs a command, of whatever language, whose calls to the vendors' hosts are answered by stand-ins: through a proxy
 * that the environment names, and directly in processes of Node.js.
 *
 * @returns the exit code of the command; 1 when it is 0 and the command has called a host that no service stands in
 * for.
 * @throws AggregateError of what is wrong with any of the services, UsageError when the command cannot be run.
 */
export async function exec(line: CommandLine, surroundings: Surroundings): Promise<number> {
  const unhandled = unhandledOf(line)
  const emulators = await startAll(await planOf(line, surroundings, { port: 0, hosts: 'real' }))
  const intercepted = interceptHosts(emulators, { allow: line.values('allow'), unhandled })
  const proxy = await proxyVariables(surroundings.env)
  try {
    const env = environmentOf(surroundings.env, emulators, intercepted, proxy.variables)
    const code = await runCommand(line.executed, env, surroundings)
    await intercepted.settled()
    const refused = intercepted.takeRefused()
    surroundings.stderr(summary(refused))
    return code === 0 && refused.length > 0 ? 1 : code
  } finally {
    intercepted.close()
    await proxy.remove()
    await Promise.all(emulators.map((emulator) => emulator.close()))
  }
}

function unhandledOf(line: CommandLine): 'error' | 'warn' | 'bypass' {
  const choice = line.values('unhandled').at(-1) ?? 'error'
  if (choice === 'error' || choice === 'warn' || choice === 'bypass') return choice
  throw new UsageError(`--unhandled: expected error, warn or bypass, got ${JSON.stringify(choice)}`)
}

/** The credentials of the stand-ins are for variables that the environment does not have. */
function environmentOf(
  own: Surroundings['env'],
  emulators: readonly Emulator[],
  intercepted: Interception,
  proxy: Environment,
): Record<string, string | undefined> {
  return { ...Object.assign({}, ...emulators.map(({ env }) => env)), ...own, ...intercepted.env, ...proxy }
}

/** Runs the command until it ends, and passes it the signals that this process gets. Returns its exit code. */
function runCommand(
  executed: readonly string[],
  env: Record<string, string | undefined>,
  { cwd, stopped }: Surroundings,
): Promise<number> {
  const [program = '', ...parameters] = executed
  return new Promise((resolve, reject) => {
    // The commands of npm packages are batch files on Windows, which only a shell runs.
    const child = spawn(program, parameters, { cwd, env, stdio: 'inherit', shell: process.platform === 'win32' })
    void stopped.then((signal) => child.kill(signal))
    child.once('error', (error) => {
      reject(new UsageError(`exec: cannot run ${JSON.stringify(program)}: ${error.message}`))
    })
    // 128 plus the number of the signal, as shells report a command that a signal ended.
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}

/** Returns the lines about the refused calls; empty without any. */
function summary(refused: readonly RefusedCall[]): string {
  if (refused.length === 0) return ''
  const calls = [...new Set(refused.map(describe))].map((call) => `  ${call}\n`).join('')
  const hosts = [...new Set(refused.map(({ host }) => `--allow ${host}`))].join(' ')
  return `backlot: refused calls to hosts that no service stands in for:\n${calls}allow them with ${hosts}\n`
}

function describe({ origin, method, path, caller }: RefusedCall): string {
  const request = method === null ? origin : `${method} ${origin}${path ?? '/'}`
  return caller === null ? request : `${request} (${caller})`
}
