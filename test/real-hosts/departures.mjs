// Counts what the processes of a network namespace without routes have tried to send: the system counts each socket
// that finds no way to another machine, those of its own resolver too.
import { readFileSync } from 'node:fs'

/** Returns how often a packet was to leave this network. */
export function departures() {
  return ofIp4(readFileSync('/proc/thread-self/net/snmp', 'utf8')) + ofIp6()
}

function ofIp4(text) {
  const [names, values] = text
    .split('\n')
    .filter((line) => line.startsWith('Ip:'))
    .map((line) => line.split(/\s+/))
  return Number(values[names.indexOf('OutNoRoutes')])
}

/** A machine may have no IPv6. */
function ofIp6() {
  try {
    const text = readFileSync('/proc/thread-self/net/snmp6', 'utf8')
    return Number(/^Ip6OutNoRoutes\s+(\d+)/m.exec(text)?.[1] ?? 0)
  } catch {
    return 0
  }
}
