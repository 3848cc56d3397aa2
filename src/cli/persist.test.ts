import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { notes } from '#testkit/notes.ts'
import { run } from './run.ts'

const services = [{ id: notes.id, port: notes.port, load: async () => notes }]

/** Runs `backlot` until its work is done, and ends it with a signal. */
async function backlot(
  cwd: string,
  argv: readonly string[],
  work: (url: string) => Promise<void>,
  signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM',
): Promise<{ readonly code: number; readonly errors: string }> {
  let errors = ''
  let end: (signal: 'SIGINT' | 'SIGTERM') => void = () => undefined
  const stopped = new Promise<'SIGINT' | 'SIGTERM'>((resolve) => (end = resolve))
  let done: Promise<void> | undefined
  const code = await run(['-p', '0', ...argv], {
    cwd,
    env: {},
    version: '1.2.3',
    services,
    isTerminal: false,
    openBrowser: () => undefined,
    stopped,
    stdout(text) {
      const url = /http:\S+/.exec(text)?.[0]
      if (url !== undefined) done ??= work(url).finally(() => end(signal))
    },
    stderr: (text) => void (errors += text),
  })
  await done
  return { code, errors }
}

const write = async (url: string, title: string): Promise<void> => {
  const response = await fetch(`${url}/notes`, {
    method: 'POST',
    headers: { authorization: 'Bearer dev_token', 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  })
  expect(response.status).toBe(201)
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  '--persist saves on %s what has changed, and loads it at the start',
  async (signal) => {
    const cwd = await mkdtemp(join(tmpdir(), 'backlot-persist-'))
    const argv = ['--persist', '.backlot/state.json']
    const first = await backlot(cwd, argv, (url) => write(url, 'kept'), signal)
    expect(first).toEqual({
      code: signal === 'SIGTERM' ? 0 : 130,
      errors: expect.not.stringContaining('could not') as string,
    })
    let found = ''
    await backlot(cwd, argv, async (url) => {
      found = await (await fetch(`${url}/notes`)).text()
    })
    expect(found).toContain('kept')
  },
)

it('--persist refuses a damaged file in one line, with exit code 1, and leaves it as it is', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'backlot-persist-'))
  const file = join(cwd, 'state.json')
  await writeFile(file, '{"format":')
  const { code, errors } = await backlot(cwd, ['--persist', 'state.json'], async () => undefined)
  expect(code).toBe(1)
  expect(errors).toContain(`backlot: ${file} is damaged (`)
  expect(errors.trim().split('\n')).toHaveLength(1)
  expect(await readFile(file, 'utf8')).toBe('{"format":')
})
