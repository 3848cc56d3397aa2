import { BlockList, isIP } from 'node:net'
import type { RecordContext } from '#oidc-d/call.ts'
import { accessDenied, alreadyExists, validationFailed } from '#oidc-d/errors.ts'
import type { JsonObject, NetworkZone } from '#oidc-d/schema.ts'
import { createId } from './identifiers.ts'
import { objectAt, textsIn } from './json-objects.ts'
import { recordEvent, zoneEntity } from './system-log/entries.ts'

/** The members of a zone that a body sets. */
export type ZoneFields = Pick<NetworkZone, 'name' | 'type' | 'members'> &
  Partial<Pick<NetworkZone, 'status' | 'usage' | 'system'>>

/**
 * Creates a network zone.
 *
 * @throws 400 for a taken name and an invalid address.
 */
export function createZone(context: RecordContext, { name, type, members, ...rest }: ZoneFields): NetworkZone {
  const { rows, clock } = context
  if (rows.networkZones.find('name', name) !== undefined) throw alreadyExists('name')
  checkAddresses(members)
  const now = clock.now()
  const zone = rows.networkZones.insert({
    id: createId(context, 'nzo'),
    type,
    name,
    status: 'ACTIVE',
    usage: 'POLICY',
    system: false,
    ...rest,
    members,
    created: now,
    lastUpdated: now,
  })
  recordEvent(context, 'zone.create', { target: [zoneEntity(zone)] })
  return zone
}

/**
 * Replaces a network zone.
 *
 * @throws 400 for a taken name, another type and an invalid address.
 */
export function replaceZone(context: RecordContext, zone: NetworkZone, fields: ZoneFields): NetworkZone {
  const { rows, clock } = context
  const { name, type, members, status = zone.status, usage = zone.usage } = fields
  const holder = rows.networkZones.find('name', name)
  if (holder !== undefined && holder.id !== zone.id) throw alreadyExists('name')
  if (type !== zone.type) throw validationFailed('type', `type: ${zone.type} cannot be changed`)
  checkAddresses(members)
  const replaced = rows.networkZones.update(zone.id, { name, status, usage, members, lastUpdated: clock.now() })
  recordEvent(context, 'zone.update', { target: [zoneEntity(replaced)] })
  return replaced
}

/** Activates or deactivates a network zone. */
export function setZoneStatus(context: RecordContext, zone: NetworkZone, status: NetworkZone['status']): NetworkZone {
  const changed = context.rows.networkZones.update(zone.id, { status, lastUpdated: context.clock.now() })
  recordEvent(context, status === 'ACTIVE' ? 'zone.activate' : 'zone.deactivate', { target: [zoneEntity(changed)] })
  return changed
}

/**
 * Deletes a network zone.
 *
 * @throws 403 for a zone that always exists, and 400 for one that a rule names.
 */
export function deleteZone(context: RecordContext, zone: NetworkZone): void {
  if (zone.system) throw accessDenied()
  const named = context.rows.orgPolicyRules.all().find(({ conditions }) => {
    const { include, exclude } = objectAt(conditions, 'network')
    return [...textsIn(include), ...textsIn(exclude)].includes(zone.id)
  })
  if (named !== undefined) throw validationFailed('zone', `The zone is used by the policy rule ${named.name}`)
  context.rows.networkZones.delete(zone.id)
  recordEvent(context, 'zone.delete', { target: [zoneEntity(zone)] })
}

/** Returns whether the request comes from one of the zones. Places are unknown, so only zones of addresses match. */
export function isInZones(context: RecordContext, ids: readonly string[]): boolean {
  const address = addressOf(context)
  if (address === null) return false
  const all = context.rows.networkZones.all()
  return all.some(
    (zone) => zone.status === 'ACTIVE' && (ids.includes(zone.id) || ids.includes('ALL_ZONES')) && has(zone, address),
  )
}

/** Returns whether requests from the address of this one are refused. */
export function isBlocked(context: RecordContext): boolean {
  const blocked = context.rows.networkZones.all().filter(({ usage }) => usage === 'BLOCKLIST')
  return (
    blocked.length > 0 &&
    isInZones(
      context,
      blocked.map(({ id }) => id),
    )
  )
}

/** Returns the address of the client: the first one of the X-Forwarded-For header, or that of the connection. */
function addressOf({ header, clientAddress = '' }: RecordContext): string | null {
  const [forwarded = ''] = (header?.('x-forwarded-for') ?? '').split(',')
  const address = forwarded.trim() === '' ? clientAddress : forwarded.trim()
  return isIP(address) === 0 ? null : address.replace(/^::ffff:(?=\d+\.)/, '')
}

function has({ members }: NetworkZone, address: string): boolean {
  const list = new BlockList()
  for (const each of gatewaysOf(members)) add(list, each)
  return list.check(address, familyOf(address))
}

function gatewaysOf({ gateways }: JsonObject): readonly JsonObject[] {
  return Array.isArray(gateways) ? gateways.map((each) => objectAt(each)) : []
}

/**
 * Adds an address `{type, value}` of a zone to a list of Node.js.
 *
 * @throws Error for an invalid address.
 */
function add(list: BlockList, { type, value }: JsonObject): void {
  const text = String(value)
  if (type === 'RANGE') {
    const [first = '', last = first] = text.split('-').map((each) => each.trim())
    list.addRange(first, last, familyOf(first))
  } else {
    const [network = '', bits] = text.split('/')
    const family = familyOf(network)
    list.addSubnet(network, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

function checkAddresses(members: JsonObject): void {
  for (const name of ['gateways', 'proxies']) {
    const listed = members[name]
    for (const each of Array.isArray(listed) ? listed : []) {
      try {
        add(new BlockList(), objectAt(each))
      } catch {
        const { value } = objectAt(each)
        throw validationFailed(name, `${name}: ${String(value)} is no address, range or CIDR`)
      }
    }
  }
}
