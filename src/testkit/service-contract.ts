import { describe, expect, it } from 'vitest'
import type { AnyService } from '#core/service.ts'
import { routesOf } from '#core/service-routes.ts'
import { createEmulator, createInstance, type Emulator, type EmulatorOptions } from '../emulator.ts'
import { starterContent } from '../starter.ts'
import { memoryPersistence } from './memory-persistence.ts'
import { visitMounted } from './mounted.ts'
import { visitPages, type MountedClient } from './mounted-pages.ts'
import { visitRealHosts } from './real-hosts.ts'

/** A service's sample for the contract: a change that its starter seed allows, and the paths that show it. */
export interface Sample {
  /** Headers that authenticate as the starter's user. */
  readonly headers: Readonly<Record<string, string>>
  /** A change that succeeds once on the starter seed. Its body is JSON; URLSearchParams are sent as a form. */
  readonly change: { readonly method: string; readonly path: string; readonly body: unknown }
  /** Paths whose answers together show the state that the change affects. */
  readonly reads: readonly string[]
  /** The paths of the members of the vendor's error envelope: `['message']`, `['error', 'code']`. */
  readonly errorMembers: readonly (readonly string[])[]
  /** Parses the vendor's error envelope. Default: as JSON */
  readonly readError?: (text: string) => Promise<unknown>
  /** Headers that differ in every answer, such as ids of requests. They do not count as a change. */
  readonly perRequest?: readonly string[]
  /**
   * Makes what the service's pages show, and returns the paths or URLs of the pages for a browser to begin with, beside
   * those at routes without parameters. Default: none
   */
  readonly pages?: (client: MountedClient) => Promise<readonly string[]>
  /** The status for a body that is not JSON. Default: 400 */
  readonly malformedStatus?: number
}

/** Tests the rules that every service must follow. */
export function serviceContract(service: AnyService, sample: Sample): void {
  const start = async (options: Partial<EmulatorOptions> = {}): Promise<Emulator> => {
    const seed = await starterContent(service)
    // A fixed URL, so that values that are computed from URLs are the same in every instance.
    return createEmulator({
      service,
      port: 0,
      seed,
      baseUrl: 'https://{service}.test',
      now: '2026-01-01T00:00:00Z',
      ...options,
    })
  }
  const changeRequest = (): RequestInit => {
    const { method, body } = sample.change
    const isForm = body instanceof URLSearchParams
    return {
      method,
      headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...sample.headers },
      body: isForm ? body : JSON.stringify(body),
    }
  }
  const change = (emulator: Emulator): Promise<Response> =>
    emulator.fetch(`http://host${sample.change.path}`, changeRequest())
  const observe = async (emulator: Emulator): Promise<string> => {
    const seen: unknown[] = []
    for (const path of sample.reads) {
      const response = await emulator.fetch(`http://host${path}`, { headers: sample.headers })
      const headers = [...response.headers].filter(([name]) => sample.perRequest?.includes(name) !== true)
      seen.push([response.status, headers, await response.text()])
    }
    return JSON.stringify(seen)
  }
  const expectEnvelope = async (text: string): Promise<void> => {
    const body: unknown = sample.readError === undefined ? JSON.parse(text) : await sample.readError(text)
    for (const path of sample.errorMembers) {
      let at: unknown = body
      for (const name of path) at = (at as Record<string, unknown>)[name]
      expect(at, path.join('.')).toBeTypeOf('string')
    }
  }

  describe(`${service.id} holds the contract of every service`, () => {
    it('has one route for each method and path, and one name for each operation on it', async () => {
      const { routes, identify } = await routesOf(service)
      const places = routes.map(({ method, path, operation }) =>
        // A service that identifies operations itself may have several at one path.
        identify === undefined ? `${method} ${path.replaceAll(/:[a-z_]+/g, ':')}` : operation,
      )
      expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
    })

    it('starts with its starter seed, and points an environment at itself', async () => {
      await using emulator = await start()
      expect(Object.values(emulator.env).some((value) => value.startsWith(emulator.url))).toBe(true)
      for (const path of sample.reads) {
        const url = `http://127.0.0.1:${emulator.port}${path}`
        expect((await fetch(url, { headers: sample.headers })).status, path).toBe(200)
      }
    })

    it('shows a change, and after a reset the same bytes as a fresh instance', async () => {
      await using emulator = await start()
      const before = await observe(emulator)
      expect((await change(emulator)).status).toBeLessThan(300)
      expect(await observe(emulator)).not.toBe(before)
      emulator.reset()
      expect(await observe(emulator)).toBe(before)
      await using fresh = await start()
      expect(await observe(fresh)).toBe(before)
    })

    it('makes the same ids in every run', async () => {
      await using one = await start()
      await using other = await start()
      const first = await (await change(one)).text()
      expect(await (await change(other)).text()).toBe(first)
      one.reset()
      expect(await (await change(one)).text()).toBe(first)
    })

    it('goes back to a snapshot taken after a change', async () => {
      await using emulator = await start()
      await change(emulator)
      const snapshot = emulator.snapshot()
      const after = await observe(emulator)
      emulator.reset()
      emulator.restore(snapshot)
      expect(await observe(emulator)).toBe(after)
    })

    it('begins with a seed that was copied from a changed instance, and answers the same', async () => {
      await using emulator = await start()
      await change(emulator)
      // Requests are counted, so the copy is made before any is sent.
      const seed = (await (await emulator.fetch('http://host/_backlot/inspection/seed')).json()) as object
      const after = await observe(emulator)
      await using copy = await start({ seed })
      expect(await observe(copy)).toBe(after)
      await change(copy)
      copy.reset()
      expect(String(copy.changes())).toBe('no changes')
      expect(await observe(copy)).toBe(after)
    })

    it('answers an unknown route with 501 in the vendor’s envelope, naming the nearest operation', async () => {
      await using emulator = await start()
      const response = await emulator.fetch('http://host/no/such/route', { method: 'POST', headers: sample.headers })
      const text = await response.text()
      expect(response.status).toBe(501)
      expect(text).toContain('POST /no/such/route')
      expect(text).toContain('the nearest operation is')
      await expectEnvelope(text)
    })

    it('answers an injected error in the vendor’s envelope', async () => {
      await using emulator = await start()
      emulator.faults.add({ status: 503 })
      const response = await emulator.fetch(`http://host${sample.reads[0]}`, { headers: sample.headers })
      expect(response.status).toBe(503)
      await expectEnvelope(await response.text())
    })

    it('refuses what is not JSON where JSON is expected, and changes nothing', async () => {
      await using emulator = await start()
      await observe(emulator)
      const response = await emulator.fetch(`http://host${sample.change.path}`, {
        method: sample.change.method,
        headers: { 'content-type': 'application/json', ...sample.headers },
        body: '{"unfinished',
      })
      expect(response.status).toBe(sample.malformedStatus ?? 400)
      await expectEnvelope(await response.text())
      // Answers may count requests, so the state must equal that of an instance that got as many requests.
      await using other = await start()
      await observe(other)
      await other.fetch(`http://host${sample.reads[0]}`, { headers: sample.headers })
      expect(await observe(emulator)).toBe(await observe(other))
    })

    it('drops the answer and keeps the change for the fault `commit then drop`', async () => {
      await using emulator = await start()
      const before = await observe(emulator)
      emulator.faults.add({ method: sample.change.method, connection: 'commit then drop', times: 1 })
      await expect(change(emulator)).rejects.toThrow('fetch failed')
      expect(await observe(emulator)).not.toBe(before)
    })

    it('comes back from a saved state, and goes to the seed at a reset', async () => {
      const persistence = memoryPersistence()
      const first = await start({ persistence })
      const seeded = await observe(first)
      first.reset()
      await change(first)
      await first.close()
      const { saved } = persistence
      await using unsaved = await start()
      await change(unsaved)
      const changed = await observe(unsaved)
      await using second = await start({ persistence: memoryPersistence(saved) })
      expect(await observe(second)).toBe(changed)
      second.reset()
      expect(await observe(second)).toBe(seeded)
    })

    it('advertises no URL outside of the path that it is mounted at', async () => {
      const instance = await createInstance(service, { service, seed: await starterContent(service) })
      const { routes } = await routesOf(service)
      const places = routes.filter(({ method, path }) => method === 'GET' && !/[:?]/.test(path))
      const visit = await visitMounted(instance, {
        headers: sample.headers,
        changes: [{ path: sample.change.path, init: changeRequest() }],
        reads: [...new Set([...sample.reads, ...places.map(({ path }) => path)])],
      })
      instance.close()
      expect(visit.outside).toEqual([])
    })

    it('keeps every form, link and redirect of its pages below its mount path in a browser', async ({ skip }) => {
      const { routes } = await routesOf(service)
      const places = routes.filter(({ method, path }) => method === 'GET' && !/[:?*]/.test(path))
      const instance = await createInstance(service, { service, seed: await starterContent(service) })
      const visit = await visitPages(instance, {
        headers: sample.headers,
        places: places.map(({ path }) => path),
        prepare: sample.pages ?? (async () => []),
      })
      instance.close()
      if (visit === null) return skip('the service has no pages')
      expect(visit.submitted).not.toEqual([])
      expect(visit).toMatchObject({ outside: [], unsent: [] })
    }, 120_000)

    it('with hosts: real advertises no address of this machine, and answers every URL of its vendor’s hosts', async () => {
      const instance = await createInstance(service, { service, seed: await starterContent(service), hosts: 'real' })
      const { routes } = await routesOf(service)
      const places = routes.filter(({ method, path }) => method === 'GET' && !/[:?]/.test(path))
      const visit = await visitRealHosts(instance, {
        headers: sample.headers,
        changes: [{ path: sample.change.path, init: changeRequest() }],
        reads: [...new Set([...sample.reads, ...places.map(({ path }) => path)])],
      })
      instance.close()
      expect([...visit.own, ...visit.unanswered]).toEqual([])
    })
  })
}
