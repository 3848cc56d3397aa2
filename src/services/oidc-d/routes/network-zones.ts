import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { invalidSearch } from '#oidc-d/errors.ts'
import { networkZoneJson } from '#oidc-d/json/network-zone.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { filteredList, listById } from '#oidc-d/rules/lists/pages.ts'
import { createZone, deleteZone, replaceZone, setZoneStatus, type ZoneFields } from '#oidc-d/rules/network-zones.ts'
import type { NetworkZone } from '#oidc-d/schema.ts'
import { loadZone } from '#oidc-d/steps/org.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.networkZones.read')
const manage = requireScope('okta.networkZones.manage')

const ZONES = '/api/v1/zones'
const ZONE = `${ZONES}/:zoneId` as const

const list = <S extends v.GenericSchema>(item: S) => v.nullish(v.array(item), null)
const lists = <S extends v.GenericSchema>(item: S) =>
  v.optional(v.object({ include: v.nullish(v.array(item), []), exclude: v.nullish(v.array(item), []) }), {
    include: [],
    exclude: [],
  })
const address = v.object({ type: v.picklist(['CIDR', 'RANGE']), value: v.string() })
const place = v.object({ country: v.string(), region: v.nullish(v.string(), null) })
const common = {
  name: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'), v.maxLength(128)),
  status: v.optional(v.picklist(['ACTIVE', 'INACTIVE'])),
  usage: v.optional(v.picklist(['POLICY', 'BLOCKLIST'])),
}

const ZoneInput = v.variant('type', [
  v.object({ type: v.literal('IP'), ...common, gateways: list(address), proxies: list(address) }),
  v.object({
    type: v.literal('DYNAMIC'),
    ...common,
    locations: list(place),
    proxyType: v.nullish(v.string(), null),
    asns: v.optional(v.nullable(v.array(v.string()))),
  }),
  v.object({
    type: v.literal('DYNAMIC_V2'),
    ...common,
    locations: lists(place),
    ipServiceCategories: lists(v.string()),
    asns: lists(v.string()),
  }),
])

/** Network zones. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/NetworkZone/ */
export const networkZonesRoutes = [
  get('listNetworkZones', ZONES, read, (call) =>
    answerPage(call, zonesOf(call), { byDefault: 20, most: 200 }, (each) => networkZoneJson(call, each)),
  ),
  post('createNetworkZone', ZONES, manage, body(ZoneInput), (call) =>
    json(networkZoneJson(call, createZone(call, zoneFields(call.body)))),
  ),
  get('getNetworkZone', ZONE, read, loadZone, (call) => json(networkZoneJson(call, call.zone))),
  put('replaceNetworkZone', ZONE, manage, loadZone, body(ZoneInput), (call) =>
    json(networkZoneJson(call, replaceZone(call, call.zone, zoneFields(call.body)))),
  ),
  del('deleteNetworkZone', ZONE, manage, loadZone, (call) => {
    deleteZone(call, call.zone)
    return empty()
  }),
  post('activateNetworkZone', `${ZONE}/lifecycle/activate`, manage, loadZone, (call) =>
    json(networkZoneJson(call, setZoneStatus(call, call.zone, 'ACTIVE'))),
  ),
  post('deactivateNetworkZone', `${ZONE}/lifecycle/deactivate`, manage, loadZone, (call) =>
    json(networkZoneJson(call, setZoneStatus(call, call.zone, 'INACTIVE'))),
  ),
]

function zoneFields({ name, type, status, usage, ...members }: v.InferOutput<typeof ZoneInput>): ZoneFields {
  return { name, type, members: defined(members), ...defined({ status, usage }) }
}

/** Returns the zones of a list: of a filter by ids or by their usage, as the vendor has it. */
function zonesOf({ rows, query }: OidcCall) {
  const filter = query.get('filter')
  if (filter === null || filter === '') return listById(viewOfIndex(rows.networkZones, 'all', []))
  const wanted = new Set<string>()
  for (const condition of filter.split(/\s+or\s+/)) {
    const [, attribute, value] = /^\(?\s*(id|usage)\s+eq\s+"([^"]*)"\s*\)?$/.exec(condition.trim()) ?? []
    if (attribute === undefined || value === undefined) throw invalidSearch(`${condition} is neither id nor usage eq`)
    wanted.add(`${attribute} ${value}`)
  }
  const isWanted = ({ id, usage }: NetworkZone): boolean => wanted.has(`id ${id}`) || wanted.has(`usage ${usage}`)
  return filteredList(rows.networkZones.all(), isWanted, ({ id }) => id)
}
