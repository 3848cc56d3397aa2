import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Emulator } from '#emulator.ts'
import { launchSync } from '#testkit/launch.ts'

/** True when Python has the package of the aws command line. Some CI machines do not have it. */
export const isAwsInstalled =
  launchSync('python3', ['-c', 'import importlib.util as i; i.find_spec("awscli.clidriver").name']).code === 0

/**
 * Runs each line of its input, a command with its folder and environment, in a fork of its own, and prints the exit
 * code. The package takes a second of the processor to load, which its forks share.
 */
const PROGRAM = `
import json, os, sys
import awscli.clidriver, awscli.customizations.s3.s3
for line in sys.stdin:
    command = json.loads(line)
    child = os.fork()
    if child == 0:
        os.chdir(command['folder'])
        os.environ.update(command['env'])
        for name, number in (('out', 1), ('err', 2)):
            os.dup2(os.open(os.path.join(command['output'], name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        sys.argv = ['aws', *command['words']]
        code = awscli.clidriver.main()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
`

/** The aws command line, which talks to one instance. Commands run one after the other. */
export interface AwsCommand extends Disposable {
  /**
   * Runs a command and returns its output.
   *
   * @throws an error with what the command wrote to its standard error, when it fails.
   */
  run(words: readonly string[], options?: AwsCommandOptions): Promise<string>
}

/** Options of one command. */
interface AwsCommandOptions {
  /** The folder that the command works in; by default one for temporary files. */
  readonly folder?: string
  /** Variables beside those of the instance. */
  readonly env?: Readonly<Record<string, string>>
}

let started: ReturnType<typeof startProgram> | undefined

/** Starts the program, which ends with the worker. */
function startProgram() {
  const program = spawn('python3', ['-c', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [input, output] = [program.stdin, program.stdout] as unknown as readonly [Socket, Socket] // pipes of Node.js are
  for (const each of [program, input]) each.unref()
  return { input, output, answers: createInterface(output) }
}

/** Starts the aws command line for an instance. Its answers are JSON. All instances of a worker share the program. */
export function startAwsCommand(emulator: Emulator<'cloud'>): AwsCommand {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-aws-output-'))
  started ??= startProgram()
  const { input, output, answers } = started
  return {
    async run(words, { folder: workingFolder = tmpdir(), env = {} } = {}) {
      const variables = {
        ...emulator.env,
        AWS_DEFAULT_REGION: 'us-east-1',
        AWS_CONFIG_FILE: '/dev/null',
        AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
        AWS_DEFAULT_OUTPUT: 'json',
        PYTHONIOENCODING: 'utf-8',
        ...env,
      }
      const place = { folder: workingFolder, output: folder }
      const command = { words: [...words, '--endpoint-url', emulator.url], ...place, env: variables }
      output.ref()
      input.write(`${JSON.stringify(command)}\n`)
      const [code] = (await once(answers, 'line')) as [string] // readline emits each line as a text
      output.unref()
      if (code !== '0') throw new Error(readFileSync(join(folder, 'err'), 'utf8'))
      return readFileSync(join(folder, 'out'), 'utf8')
    },
    [Symbol.dispose]() {
      rmSync(folder, { recursive: true })
    },
  }
}
