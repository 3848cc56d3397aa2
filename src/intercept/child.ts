import { appendFileSync, readFileSync } from 'node:fs'
import { RULES_VARIABLE, RUN_VARIABLE, RunFolder, type RunRules } from '#core/tenants/run-folder.ts'
import { VendorHostTable } from '#core/vendor-hosts.ts'
import { allowedHosts } from './allowed.ts'
import { workerThreads } from './builtins.ts'
import { HOSTS_VARIABLE, permittedHosts, type HostsForChildren, type RefusedLine } from './hosts-file.ts'
import type { Layer } from './layer.ts'
import type { RecordedRefusal } from './refused-call.ts'
import { processInterceptor } from './process-interceptor.ts'
import { runLayer } from './run-layer.ts'
import { takeFollowed } from './workers.ts'

/**
 * Steers the calls of this thread to the instances of the thread or process that has started it, for as long as this
 * thread lives. Refused calls are reported to the other one.
 */
export function followParent(): void {
  const file = takeFollowed() ?? process.env[HOSTS_VARIABLE] ?? ''
  if (file === '') return followRun()
  const hosts = read(file)
  if (hosts === null || (hosts.pid === process.pid && hosts.thread === workerThreads().threadId)) return
  const interceptor = processInterceptor()
  if (interceptor.isOn) return
  if (hosts.authority !== null) interceptor.trust.use(hosts.authority)
  // The parent was faster than its own authority, which has the same key.
  else
    interceptor.trust.load(({ runCertificate }) => interceptor.trust.use(runCertificate(permittedHosts(hosts.hosts))))
  interceptor.add(layerOf(file, hosts), globalThis)
}

/** Steers the calls of this process to the instances of the test that each belongs to, where it is one of a run. */
function followRun(): void {
  const path = process.env[RUN_VARIABLE] ?? ''
  const interceptor = processInterceptor()
  if (path === '' || interceptor.isOn) return
  const rules = JSON.parse(process.env[RULES_VARIABLE] ?? '{"untagged":"error","allow":[]}') as RunRules // written by the start
  interceptor.add(runLayer(new RunFolder(path), rules), globalThis)
}

/**
 * Returns the content of the file; null when the parent has ended, and its file with it.
 *
 * @throws Error when the file is there and cannot be read: a thread that went on would call the vendors.
 */
function read(file: string): HostsForChildren | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return JSON.parse(text) as HostsForChildren // written by the parent
}

function layerOf(file: string, hosts: HostsForChildren): Layer {
  const table = new VendorHostTable([[hosts, 'parent', hosts.hosts]])
  let reports = 0
  return {
    unhandled: hosts.unhandled,
    has: (host) => table.ownersOf(host).length > 0,
    recordsOf: (host) => table.recordsOf(host),
    answersInProcess: () => false,
    find: () => null,
    allows: allowedHosts(hosts.allow),
    steeringPort: hosts.port,
    file,
    patterns: { hosts: hosts.hosts, allow: hosts.allow },
    record(refusal) {
      const id = `${process.pid}.${workerThreads().threadId}.${(reports += 1)}`
      report(hosts.refused, id, refusal)
      void refusal.settled().then(() => report(hosts.refused, id, refusal))
    },
  }
}

/** Written at once: the process may end before it does anything else. */
function report(file: string, id: string, { call, withdrawn }: RecordedRefusal): void {
  const line: RefusedLine = { id, call: withdrawn ? null : call }
  try {
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  } catch {
    // The parent has ended, and its file with it.
  }
}
