// Calls the vendors' hosts with every client of test/real-hosts/clients.mjs from the main thread, a worker thread and a
// child process, in a network in which every packet that is to leave is counted, and fails when there is one. Needs
// Linux, which lets a user make such a network (`unshare -rn`). `npm run test:leaves`
import { hasNamespaces, leavesOf, PLACES, uncovered } from './real-hosts/leaves.ts'
import { groupsOfClients } from './real-hosts/table.ts'

const root = process.cwd()

if (!hasNamespaces()) throw new Error('this system lets a user make no network namespace: unshare -rn fails')
const { sockets, names } = uncovered(root)
process.stdout.write(`without an interception: ${sockets} packets of a socket, ${names} of a look-up\n`)
let hasFailed = sockets === 0 || names === 0
for (const place of PLACES) {
  for (const group of groupsOfClients()) {
    const { called, failures, left, refused, total } = leavesOf(root, place, { group })
    process.stdout.write(`${place}, ${group ?? 'no group'}: ${called} clients, ${total} packets were to leave\n`)
    for (const [name, count] of Object.entries(left)) process.stdout.write(`  ${name}: ${count} packets\n`)
    for (const [name, error] of Object.entries(failures)) process.stdout.write(`  ${name}: ${error}\n`)
    for (const message of refused) process.stdout.write(`  ${message}\n`)
    hasFailed ||= total > 0 || Object.keys(failures).length > 0 || refused.length > 0
  }
}
process.exitCode = hasFailed ? 1 : 0
