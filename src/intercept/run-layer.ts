import type { PlacedInstance, RunFolder, RunRules } from '#core/tenants/run-folder.ts'
import { currentTenant } from '#core/tenants/tenant-context.ts'
import { placeOf, tagOf } from '#core/tenants/tenant-tag.ts'
import { VendorHostTable, type DnsRecords } from '#core/vendor-hosts.ts'
import { allowedHosts } from './allowed.ts'
import type { Answerer, Layer } from './layer.ts'
import type { RecordedRefusal } from './refused-call.ts'

/** The id of the tenant that answers calls which belong to no test, with `untagged: 'shared'`. */
const SHARED = 'shared'

const WITHOUT_TENANT =
  'it belongs to no test that runs: the request that caused it named none, or its context was lost on the way ' +
  '(a queue, a pool, a cache, a timer), or the test is over; run such work with runInTenant(tag, work) of ' +
  "backlot/intercept, with the tag that currentTenant() returned where it began, or let all of it share one state: untagged: 'shared'"

/** The instances of one test process. */
interface Place {
  readonly instances: readonly PlacedInstance[]
  readonly table: VendorHostTable<PlacedInstance>
}

/**
 * Returns the layer of an application that the tests of a run share: a call goes to the instances of the test that it
 * belongs to, and one that belongs to none is refused.
 */
export function runLayer(folder: RunFolder, { untagged, allow }: RunRules): Layer {
  const places = new Places(folder)
  const sharedPlace = (): { readonly place: Place; readonly tenant: string } | null => {
    const place = untagged === 'shared' ? places.first() : null
    return place === null ? null : { place, tenant: tagOf(SHARED) }
  }
  return {
    unhandled: 'error',
    has: (host) => places.has(host),
    recordsOf: (host) => places.recordsOf(host),
    answersInProcess: () => false,
    find(host, path, tag) {
      const url = { host, pathname: path }
      const own = tag === null ? null : places.of(tag)
      if (own !== null) return answererOf(own.table.match(url))
      const shared = tag === null ? sharedPlace() : null
      const found = answererOf(shared?.place.table.match(url) ?? null)
      return found === null || shared === null ? null : { ...found, tenant: shared.tenant }
    },
    all: (host) => places.all().flatMap(({ table }) => answererOf(table.match({ host, pathname: '/' })) ?? []),
    withoutTenant: () => (untagged === 'error' ? WITHOUT_TENANT : null),
    allows: allowedHosts(allow),
    steeringPort: null,
    file: null,
    get patterns() {
      return { hosts: places.all().flatMap(({ instances }) => instances.flatMap(({ hosts }) => hosts)), allow }
    },
    record(refusal) {
      const tenant = currentTenant()
      void report(folder, refusal, tenant)
    },
  }
}

/** Writes a refused call to the application's output and, for the test that it was made for, into the folder. */
async function report(folder: RunFolder, refusal: RecordedRefusal, tenant: string | null): Promise<void> {
  await refusal.settled()
  if (refusal.withdrawn) return
  process.stderr.write(`backlot: ${refusal.error.stack ?? refusal.call.message}\n`)
  folder.refuse({ tenant, message: refusal.call.message })
}

function answererOf(found: PlacedInstance | null): Answerer | null {
  return found === null ? null : { answering: null, port: found.port, service: found.service }
}

/** The places of a run, read again when the folder has changed. */
class Places {
  readonly #folder: RunFolder
  readonly #known = new Map<string, Place | null>()
  #version = ''

  constructor(folder: RunFolder) {
    this.#folder = folder
  }

  /** Returns the place of a tag; null for one whose test process has ended. */
  of(tag: string): Place | null {
    const name = placeOf(tag)
    return name === null ? null : this.#place(name)
  }

  first(): Place | null {
    return this.all()[0] ?? null
  }

  all(): readonly Place[] {
    return this.#folder.places().flatMap((name) => this.#place(name) ?? [])
  }

  has(host: string): boolean {
    return this.all().some(({ table }) => table.ownersOf(host).length > 0)
  }

  recordsOf(host: string): DnsRecords | undefined {
    for (const { table } of this.all()) {
      const records = table.recordsOf(host)
      if (records !== undefined) return records
    }
    return undefined
  }

  #place(name: string): Place | null {
    const version = this.#folder.version()
    if (version !== this.#version) {
      this.#known.clear()
      this.#version = version
    }
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const instances = this.#folder.instancesOf(name)
    const table = instances && new VendorHostTable(instances.map((each) => [each, each.service, each.hosts] as const))
    const place = instances === null || table === null ? null : { instances, table }
    this.#known.set(name, place)
    return place
  }
}
