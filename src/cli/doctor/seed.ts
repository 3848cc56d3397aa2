import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { relative } from 'node:path'
import { SeedError } from '#core/seed.ts'
import { prepareEmulator } from '../../emulator.ts'
import type { Startable } from '../surroundings.ts'
import type { Finding } from './finding.ts'

/** A vendor's package that a project depends on. */
export interface Used {
  readonly package: string
  readonly service: string
  /** The path of the package.json. */
  readonly manifest: string
}

/** Checks that a seed is valid, that it has a section for each service in use, and that the ports are free. */
export async function checkSeed(
  root: string,
  file: string | undefined,
  used: readonly Used[],
  services: readonly Startable[],
): Promise<Finding[]> {
  const wanted = services.filter(({ id }) => used.some(({ service }) => service === id))
  if (file === undefined) {
    const ids = wanted.map(({ id }) => id).join(',')
    if (ids === '') return []
    const message = `the project uses ${ids}, and has no seed: tests begin with the starter of each service`
    return [
      {
        check: 'services',
        kind: 'note',
        file: null,
        line: null,
        message,
        fix: `npx backlot init --service ${ids} > backlot.config.yaml`,
      },
    ]
  }
  const name = relative(root, file)
  const text = readFileSync(file, 'utf8')
  const isSeeded = (id: string): boolean => new RegExp(`^\\s*["']?${id}["']?\\s*:`, 'm').test(text)
  const missing = wanted
    .filter(({ id }) => !isSeeded(id))
    .map(({ id }): Finding => {
      const found = used.find(({ service }) => service === id)
      const message = `${found?.package} (${found?.manifest}) calls ${id}, and the seed has no section for it`
      return {
        check: 'services',
        kind: 'problem',
        file: name,
        line: null,
        message,
        fix: `npx backlot init --service ${id} >> ${name}`,
      }
    })
  const seeded = services.filter(({ id }) => isSeeded(id))
  const mistakes = new Map<string, Finding>()
  for (const service of seeded.length === 0 ? services.slice(0, 1) : seeded) {
    for (const each of await mistakesIn(file, name, service)) mistakes.set(each.message, each)
  }
  return [...missing, ...mistakes.values(), ...(await takenPorts(seeded))]
}

async function mistakesIn(file: string, name: string, service: Startable): Promise<Finding[]> {
  try {
    const ready = await prepareEmulator(await service.load(), { service: service.id as 'codehost', seed: file }) // any id
    ready.discard()
    return []
  } catch (error) {
    if (!(error instanceof SeedError)) throw error
    return error.message.split('\n').map((message) => {
      const [, line] = /:(\d+):\d+/.exec(message) ?? []
      return {
        check: 'seed',
        kind: 'problem',
        file: name,
        line: line === undefined ? null : Number(line),
        message,
        fix: `correct ${name}`,
      }
    })
  }
}

async function takenPorts(services: readonly Startable[]): Promise<Finding[]> {
  const taken = await Promise.all(services.map(async ({ port }) => !(await isFree(port))))
  return services
    .filter((_, index) => taken[index] === true)
    .map(({ id, port }) => ({
      check: 'ports',
      kind: 'note',
      file: null,
      line: null,
      message: `port ${port} of ${id} is taken: npx backlot could not listen there, while fixtures have ports of their own`,
      fix: 'npx backlot --port 5000',
    }))
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
