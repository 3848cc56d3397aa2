import { describe, expect, it } from 'vitest'
import { runDetectCommand } from './command.ts'
import { catalog, manifest, project } from './testing.ts'

async function command(cwd: string, ...words: readonly string[]) {
  let stdout = ''
  let stderr = ''
  const code = await runDetectCommand({
    words,
    cwd,
    version: '1.2.3',
    catalog,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
  })
  return { code, stdout, stderr }
}

describe('backlot-detect', () => {
  it('shows its options and exit codes with --help, without colours', async () => {
    const { code, stdout, stderr } = await command('/', '--help')
    for (const flag of ['--json', '--apply', '--force', '--cwd=<directory>', '--help', '--version', 'EXIT CODES']) {
      expect(stdout).toContain(flag)
    }
    expect(stdout).not.toContain('\u001B')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect((await command('/', '-h')).stdout).toBe(stdout)
  })

  it('shows its version with --version', async () => {
    expect(await command('/', '--version')).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' })
    expect((await command('/', '-v')).stdout).toBe('1.2.3\n')
  })

  it('reads the current directory, or the one that --cwd names relative to it', async () => {
    const root = await project({ 'package.json': manifest('stripe'), 'inside/package.json': manifest('octokit') })
    expect((await command(root)).stderr).toContain('Services: payments\n')
    expect((await command(root, '--cwd', 'inside')).stderr).toContain('Services: codehost\n')
    expect((await command('/', `--cwd=${root}`, '--json')).stdout).toContain('"payments"')
  })

  it('applies, adds nothing the second time, and overwrites with --force', async () => {
    const root = await project({ 'package.json': manifest('octokit') })
    expect((await command(root, '--apply')).code).toBe(0)
    const second = await command(root, '--apply')
    expect(second.stderr).toContain('nothing to add')
    expect(second.code).toBe(0)
    expect((await command(root, '--apply', '--force')).stderr).toContain('Overwrote')
  })

  it.each([
    [['--aply'], 'unknown option --aply.'],
    [['-x'], 'unknown option -x.'],
    [['--no-color'], 'unknown option --color.'],
    [['app'], 'unexpected "app". To name a project, use --cwd app'],
    [['--cwd'], '--cwd needs a directory.'],
    [['--cwd', 'nowhere'], 'No such directory: '],
    [['--json', '--apply'], '--json writes nothing and --apply does'],
    [['--force'], '--force does nothing without --apply'],
  ])('refuses %j', async (words, message) => {
    const root = await project({ 'package.json': manifest('octokit') })
    const { code, stdout, stderr } = await command(root, ...words)
    expect(stderr).toContain(`backlot-detect: ${message}`)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })
})
