import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { launch, launchSync } from '#testkit/launch.ts'

/** True where a `git` is installed. */
export const hasGit = launchSync('git', ['--version']).code === 0

if (!hasGit) console.warn('git is not installed: the tests of clone, fetch and push are skipped')

/** The result of a command of git. */
interface GitResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The `git` of this machine, in a folder of its own, without anyone's settings. */
export interface GitClient {
  readonly folder: string
  /** Runs git in the folder; returns its standard output without the line end. Rejects when it fails. */
  run(...parameters: readonly string[]): Promise<string>
  /** Like `run` in a folder below. */
  in(folder: string): (...parameters: readonly string[]) => Promise<string>
  /** Runs git, and returns how it ended. */
  attempt(folder: string, ...parameters: readonly string[]): Promise<GitResult>
  /** Stores an object in the repository of a folder, also one that git's commands do not make. Returns its SHA. */
  hash(folder: string, content: string | Uint8Array, kind?: string): Promise<string>
  /** Writes a file below the folder, with the folders above it. */
  write(path: string, content: string | Uint8Array): Promise<void>
}

/** The environment of git. Dates and people are fixed, so that SHAs are equal in every run. */
const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Mona Lisa',
  GIT_AUTHOR_EMAIL: 'octocat@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05+0530',
  GIT_COMMITTER_NAME: 'Mona Lisa',
  GIT_COMMITTER_EMAIL: 'octocat@example.com',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05+0530',
  LC_ALL: 'C.UTF-8',
} as const

/** Returns a git for the running test, whose folder is removed when the test ends. */
export async function gitClient(environment: Readonly<Record<string, string>> = {}): Promise<GitClient> {
  const folder = await mkdtemp(join(tmpdir(), 'git-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, '.gitconfig'), '[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n')
  const env = { PATH: process.env['PATH'], ...ENVIRONMENT, HOME: folder, ...environment }
  const attempt = async (below: string, ...parameters: readonly string[]): Promise<GitResult> => {
    const { code, stdout, stderr } = await launch('git', parameters, { cwd: join(folder, below), env })
    return { code, stdout: stdout.toString(), stderr: stderr.toString() }
  }
  const within =
    (below: string) =>
    async (...parameters: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await attempt(below, ...parameters)
      if (code !== 0) throw new Error(`git ${parameters.join(' ')} ended with ${code}: ${stderr}`)
      return stdout.replace(/\n$/, '')
    }
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    const file = join(folder, path)
    if (!existsSync(dirname(file))) await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  const hash = async (below: string, content: string | Uint8Array, kind = 'blob'): Promise<string> => {
    await write('.object', content)
    return within(below)('hash-object', '-w', '--literally', '-t', kind, join(folder, '.object'))
  }
  return { folder, run: within('.'), in: within, attempt, hash, write }
}
