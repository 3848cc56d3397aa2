import type { Rows } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { HostedRunner } from '#codehost/schema/runners.ts'
import { findGroup, isStored, type Group } from './runners.ts'

/** An image that the vendor gives to hosted runners. */
export interface HostedImage {
  readonly id: string
  readonly platform: 'linux-x64' | 'linux-arm64' | 'win-x64'
  readonly name: string
  readonly size: number
}

/** The images of the vendor. */
export const HOSTED_IMAGES: readonly HostedImage[] = [
  { id: 'ubuntu-latest', platform: 'linux-x64', name: 'Latest (24.04)', size: 86 },
  { id: 'ubuntu-24.04', platform: 'linux-x64', name: '24.04', size: 86 },
  { id: 'ubuntu-22.04', platform: 'linux-x64', name: '22.04', size: 86 },
  { id: 'windows-latest', platform: 'win-x64', name: 'Latest (2025)', size: 256 },
  { id: 'windows-2025', platform: 'win-x64', name: '2025', size: 256 },
  { id: 'windows-2022', platform: 'win-x64', name: '2022', size: 256 },
]

/** The images of the vendor's partners. */
export const PARTNER_IMAGES: readonly HostedImage[] = [
  { id: 'ubuntu-24.04-arm', platform: 'linux-arm64', name: 'Ubuntu 24.04 by Arm Limited', size: 86 },
  { id: 'ubuntu-22.04-arm', platform: 'linux-arm64', name: 'Ubuntu 22.04 by Arm Limited', size: 86 },
]

/** The size of a machine, in cores and in gigabytes. */
export interface Machine {
  readonly id: string
  readonly cores: number
  readonly memory: number
  readonly storage: number
}

/** The sizes of machines. */
export const MACHINES: readonly Machine[] = [2, 4, 8, 16, 32, 64].map((cores) => ({
  id: `${cores}-core`,
  cores,
  memory: cores * 4,
  storage: cores === 2 ? 75 : cores === 4 ? 150 : Math.min(2040, (cores / 8) * 300),
}))

/** The static addresses that an organization can have. */
export const MOST_PUBLIC_IPS = 50

const MOST_RUNNERS = 1000
const NAME = /^[A-Za-z0-9._-]{1,64}$/

/** Returns the image of a runner; undefined for a custom one. */
export function imageOf({ image: { id, source } }: Pick<HostedRunner, 'image'>): HostedImage | undefined {
  if (source === 'custom') return undefined
  return (source === 'partner' ? PARTNER_IMAGES : HOSTED_IMAGES).find((each) => each.id === id)
}

/** Returns the size of the machine of a runner. */
export function machineOf({ size }: Pick<HostedRunner, 'size'>): Machine {
  const machine = MACHINES.find(({ id }) => id === size)
  if (machine === undefined) throw unprocessable(`The machine size ${size} is not available.`)
  return machine
}

/** The fields of a hosted runner that a client sets. */
export type HostedRunnerFields = Omit<HostedRunner, 'id' | 'orgId' | 'groupId'>

/**
 * Adds a hosted runner.
 *
 * @throws 404 for an unknown group, 422.
 */
export function addHostedRunner(rows: Rows, org: Account, group: number, fields: HostedRunnerFields): HostedRunner {
  refuseTaken(rows, org, fields.name)
  refuseFields(rows, org, fields, null)
  return rows.hostedRunners.insert({ ...fields, orgId: org.id, groupId: groupIdOf(rows, org, group) })
}

/**
 * Changes a hosted runner.
 *
 * @throws 404 for an unknown group, 422.
 */
export function changeHostedRunner(
  rows: Rows,
  org: Account,
  runner: HostedRunner,
  group: number | undefined,
  changes: Partial<HostedRunnerFields>,
): HostedRunner {
  if (changes.name !== undefined && changes.name !== runner.name) refuseTaken(rows, org, changes.name)
  refuseFields(rows, org, { ...runner, ...changes }, runner)
  const groupId = group === undefined ? runner.groupId : groupIdOf(rows, org, group)
  return rows.hostedRunners.update(runner.id, { ...changes, groupId })
}

/** Returns the hosted runner with an id. @throws 404. */
export function findHostedRunner(rows: Rows, org: Account, id: number): HostedRunner {
  const runner = rows.hostedRunners.get(id)
  if (runner?.orgId !== org.id) throw notFound()
  return runner
}

/** Returns the hosted runners of a group. */
export function hostedRunnersIn(rows: Rows, org: Account, group: Group): HostedRunner[] {
  const id = isStored(group) ? group.id : null
  return rows.hostedRunners.referring('orgId', org.id).filter(({ groupId }) => groupId === id)
}

/** Returns how many static addresses the runners of an organization have. */
export function publicIpsOf(rows: Rows, org: Account): number {
  return rows.hostedRunners.referring('orgId', org.id).filter(({ hasPublicIp }) => hasPublicIp).length
}

function groupIdOf(rows: Rows, org: Account, number: number): number | null {
  const group = findGroup(rows, org, number)
  return isStored(group) ? group.id : null
}

function refuseTaken(rows: Rows, org: Account, name: string): void {
  if (rows.hostedRunners.find('name', org.id, name) !== undefined) {
    throw unprocessable(`A runner with the name ${name} already exists.`)
  }
}

function refuseFields(rows: Rows, org: Account, fields: HostedRunnerFields, before: HostedRunner | null): void {
  if (!NAME.test(fields.name)) {
    throw unprocessable("The name must have 1 to 64 characters, which are letters, digits, '.', '-' and '_'.")
  }
  if (imageOf(fields) === undefined) throw unprocessable(`The image ${fields.image.id} is not available.`)
  machineOf(fields)
  if (fields.maximumRunners < 1 || fields.maximumRunners > MOST_RUNNERS) {
    throw unprocessable(`maximum_runners must be between 1 and ${MOST_RUNNERS}.`)
  }
  const isNewIp = fields.hasPublicIp && before?.hasPublicIp !== true
  if (isNewIp && publicIpsOf(rows, org) >= MOST_PUBLIC_IPS) {
    throw unprocessable('The organization has no static public IP address left.')
  }
}
