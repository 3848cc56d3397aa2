import { closeSync, openSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { HostsFolder, type HostsForChildren } from './hosts-file.ts'

function hostsAt(port: number): HostsForChildren {
  return { pid: 1, thread: 0, port, authority: null, hosts: [], allow: [], unhandled: 'error', refused: '/refused' }
}

it('the file of hosts is replaced whole, so that a thread which reads it meanwhile reads all of one version', () => {
  const folder = new HostsFolder()
  folder.write(hostsAt(1))
  const reader = openSync(folder.file, 'r')
  folder.write(hostsAt(2))
  expect(JSON.parse(readFileSync(reader, 'utf8'))).toEqual(hostsAt(1))
  expect(JSON.parse(readFileSync(folder.file, 'utf8'))).toEqual(hostsAt(2))
  closeSync(reader)
  folder.remove()
})
