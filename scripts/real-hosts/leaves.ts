import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The places from which the clients call. */
export const PLACES = ['main', 'worker', 'child'] as const

/** The result of a run in a network without routes. */
export interface Leaves {
  /** The number of clients that were called. */
  readonly called: number
  /** The failed clients, by name, with their errors. */
  readonly failures: Readonly<Record<string, string>>
  /** The clients that were to send packets to another machine, by name, with the number of packets. */
  readonly left: Readonly<Record<string, number>>
  /** The messages of the calls that were refused. */
  readonly refused: readonly string[]
  /** All packets that were to leave, those of no client in particular too. */
  readonly total: number
}

/** The packets of a process that calls another machine and asks a name server, with nothing that keeps it from that. */
export interface Uncovered {
  readonly sockets: number
  readonly names: number
}

/** Returns whether this system lets a user make a network namespace. */
export function hasNamespaces(): boolean {
  try {
    execFileSync('unshare', ['-rnm', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Calls the vendors in a network namespace that has nothing but the loopback interface, and a name server that only
 * another machine could be.
 *
 * @param input the group of the clients, and their names; without, the clients of no group
 */
export function leavesOf(root: string, place: (typeof PLACES)[number], input: object): Leaves {
  return inEmptyNetwork(root, place, input) as Leaves // printed by the program
}

/** Returns what the counter says of a process that is not covered: a counter of nothing would show nothing. */
export function uncovered(root: string): Uncovered {
  return inEmptyNetwork(root, 'none', {}) as Uncovered // as above
}

function inEmptyNetwork(root: string, place: string, input: object): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-leaves-'))
  try {
    const servers = join(folder, 'resolv.conf')
    writeFileSync(servers, 'nameserver 192.0.2.53\noptions timeout:1 attempts:1\n')
    const program = [process.execPath, join(root, 'test/real-hosts/run-leaves.mjs'), join(root, 'dist'), place]
    const script = 'ip link set lo up && mount --bind "$0" /etc/resolv.conf && exec "$@"'
    const output = execFileSync('unshare', ['-rnm', 'sh', '-c', script, servers, ...program, JSON.stringify(input)], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
    return JSON.parse(output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
