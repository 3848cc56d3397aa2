import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { firewallJson } from '#deployhost/json/firewall.ts'
import {
  activeFirewall,
  changeFirewall,
  findFirewall,
  firewallVersions,
  setFirewall,
} from '#deployhost/rules/firewall.ts'
import { CORE_RULES } from '#deployhost/schema/firewall.ts'
import { loadQueriedProject, requireQueriedProjectWrite } from '#deployhost/steps/projects.ts'

const { get, put, patch } = routesFor<DeployhostCall>()

const id = v.string()
const rule = v.object({
  id: v.optional(id),
  name: v.pipe(v.string(), v.maxLength(160)),
  description: v.optional(v.pipe(v.string(), v.maxLength(260))),
  active: v.boolean(),
  conditionGroup: v.pipe(v.array(v.looseObject({ conditions: v.array(v.looseObject({ type: v.string() })) }))),
  action: v.looseObject({}),
})
const address = v.object({
  id: v.optional(id),
  hostname: v.string(),
  ip: v.string(),
  notes: v.optional(v.string()),
  action: v.picklist(['deny', 'challenge', 'log', 'bypass']),
})
const coreRules = v.object({ active: v.boolean(), action: v.picklist(['deny', 'log']) })
const managedRules = v.object({ active: v.boolean(), action: v.optional(v.picklist(['deny', 'challenge', 'log'])) })

const FirewallInput = v.object({
  firewallEnabled: v.boolean(),
  rules: v.optional(v.array(rule)),
  ips: v.optional(v.array(address)),
  crs: v.optional(v.partial(v.object(v.entriesFromList(CORE_RULES, coreRules)))),
  managedRules: v.optional(v.record(v.string(), managedRules)),
  botIdEnabled: v.optional(v.boolean()),
  logHeaders: v.optional(v.union([v.string(), v.array(v.string())])),
})

const change = <A extends string, E extends v.ObjectEntries>(action: A, entries: E) =>
  v.object({ action: v.literal(action), ...entries })

const FirewallChange = v.variant('action', [
  change('firewallEnabled', { value: v.boolean() }),
  change('rules.insert', { value: rule }),
  change('rules.update', { id, value: rule }),
  change('rules.remove', { id }),
  change('rules.priority', { id, value: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  change('ip.insert', { value: address }),
  change('ip.update', { id, value: address }),
  change('ip.remove', { id }),
  change('crs.update', { id: v.picklist(CORE_RULES), value: coreRules }),
  change('crs.disable', {}),
  change('managedRules.update', { id, value: managedRules }),
])

const list = '/v1/security/firewall/config'

/** The firewall of a project. https://vercel.com/docs/rest-api/reference/endpoints/security */
export const firewallRoutes = [
  get('getSecurityFirewallConfig', list, loadQueriedProject, ({ rows, project }) => {
    const active = activeFirewall(rows, project)
    return json({
      active: active === undefined ? null : firewallJson(project, active),
      draft: null,
      versions: firewallVersions(rows, project).map((each) => firewallJson(project, each)),
    })
  }),
  put('putFirewallConfig', list, requireQueriedProjectWrite, body(FirewallInput), (call) =>
    json({ active: firewallJson(call.project, setFirewall(call, call.project, call.body)) }),
  ),
  patch('updateFirewallConfig', list, requireQueriedProjectWrite, body(FirewallChange), (call) => {
    changeFirewall(call, call.project, call.body)
    return json({})
  }),
  get('getFirewallConfig', `${list}/:configVersion`, loadQueriedProject, ({ rows, project, params }) =>
    json(firewallJson(project, findFirewall(rows, project, params.configVersion))),
  ),
]
