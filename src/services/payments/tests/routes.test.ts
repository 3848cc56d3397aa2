import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Route } from '#core/routes.ts'

const FOLDER = join(import.meta.dirname, '../routes')

/** Returns the routes that each file of `routes/` declares, by the file's path without its ending. */
async function routesByFile(): Promise<ReadonlyMap<string, readonly Route[]>> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes('/') && file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(async (file): Promise<[string, readonly Route[]]> => {
      const module = (await import(join(FOLDER, file))) as Readonly<Record<string, unknown>> // a module of this folder
      const routes = Object.entries(module).filter(([name]) => name.endsWith('Routes'))
      return [file.replace(/\.ts$/, ''), routes.flatMap(([, each]) => each as readonly Route[])] // so named there
    })
  return new Map(await Promise.all(files))
}

/** Returns the segments of a path before its first parameter, without the version: `['checkout', 'sessions']`. */
function resourceOf(path: string): readonly string[] {
  const segments = path.split('/').slice(2)
  const end = segments.findIndex((segment) => segment.startsWith(':'))
  return (end < 0 ? segments : segments.slice(0, end)).map((segment) => segment.replaceAll('_', '-'))
}

describe('the files of routes', async () => {
  const byFile = await routesByFile()
  const operations = [...byFile].flatMap(([file, routes]) => routes.map(({ path }) => ({ file, path })))
  const resources = new Set(operations.map(({ path }) => resourceOf(path).join('/')))

  it('hold all operations', async () => {
    const { routes } = await import('../routes/index.ts')
    expect(operations.map(({ path }) => path).sort()).toEqual(routes.map(({ path }) => path).sort())
  })

  it('name the resource of the path of each operation, or are in a folder that does', () => {
    const misplaced = operations.filter(({ file, path }) => {
      if (!/^\/v[12]\//.test(path)) return !file.startsWith('hosted/')
      if (path.startsWith('/v2/') !== file.startsWith('v2/')) return true
      const segments = resourceOf(path)
      // A step that follows a resource with a path of its own, such as `search`, is done with that resource.
      const end = segments.findIndex((_segment, at) => resources.has(segments.slice(0, at + 1).join('/')))
      const named = segments.slice(0, end + 1)
      return !named.every((segment) => file.split('/').includes(segment))
    })
    expect(misplaced).toEqual([])
  })
})
