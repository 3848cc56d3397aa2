import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybe, text, whole } from '#auth-saas/rules/body-parts.ts'
import { del, get, patch, post } from '#auth-saas/call.ts'
import { noSuch } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { machineJson } from '#auth-saas/json/instance.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import type { Machine } from '#auth-saas/schema/instance.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { loadMachine } from '#auth-saas/steps/machines.ts'

const MachineInput = v.strictObject({
  name: v.pipe(text, v.minLength(1), v.maxLength(256)),
  scoped_machines: maybe(v.pipe(v.array(text), v.maxLength(150))),
  default_token_ttl: maybe(whole(1, 315_360_000)),
})

const MachineChanges = v.strictObject({
  name: maybe(v.pipe(text, v.minLength(1), v.maxLength(256))),
  default_token_ttl: maybe(whole(1, 315_360_000)),
})

/** The operations about machines and their scopes. */
export const machinesRoutes: readonly Route[] = [
  get('ListMachines', '/v1/machines', (call) => {
    const search = call.query.get('query')?.toLowerCase() ?? ''
    const matches = (row: Machine): boolean => row.id === search || row.name.toLowerCase().includes(search)
    const options = { orders: { name: (row: Machine) => row.name }, matches: search === '' ? undefined : matches }
    return answerPage(call, rowsOf(call, call.rows.machines, options), (row) => machineJson(call, row))
  }),

  post('CreateMachine', '/v1/machines', body(MachineInput), (call) => {
    const { rows, ids, body: input } = call
    const scopedMachines = input.scoped_machines ?? []
    for (const id of scopedMachines) if (rows.machines.get(id) === undefined) throw noSuch('machine', id)
    const machine = rows.machines.insert({
      ...commonFields(call, 'mch'),
      name: input.name,
      secretKey: `ak_${ids.secret.base62(48)}`,
      previousKey: null,
      previousKeyUntil: 0,
      defaultTokenTtl: input.default_token_ttl ?? 3600,
      scopedMachines,
    })
    return json(machineJson(call, machine, machine.secretKey))
  }),

  get('GetMachine', '/v1/machines/:machine_id', loadMachine, (call) => json(machineJson(call, call.machine))),

  patch('UpdateMachine', '/v1/machines/:machine_id', loadMachine, body(MachineChanges), (call) => {
    const { rows, machine, body: input } = call
    const changed = rows.machines.update(machine.id, {
      name: input.name ?? machine.name,
      defaultTokenTtl: input.default_token_ttl ?? machine.defaultTokenTtl,
      ...updatedNow(call),
    })
    return json(machineJson(call, changed))
  }),

  del('DeleteMachine', '/v1/machines/:machine_id', loadMachine, (call) => {
    const { rows, machine } = call
    rows.machines.delete(machine.id)
    for (const each of rows.machines.all()) {
      if (!each.scopedMachines.includes(machine.id)) continue
      rows.machines.update(each.id, { scopedMachines: each.scopedMachines.filter((id) => id !== machine.id) })
    }
    return deleted('machine', machine.id)
  }),

  get('GetMachineSecretKey', '/v1/machines/:machine_id/secret_key', loadMachine, (call) =>
    json({ object: 'machine_secret_key', secret: call.machine.secretKey }),
  ),

  post(
    'RotateMachineSecretKey',
    '/v1/machines/:machine_id/secret_key/rotate',
    loadMachine,
    body(v.strictObject({ previous_token_ttl: maybe(whole(0, 28_800)) })),
    (call) => {
      const { rows, machine, clock, body: input } = call
      const secret = `ak_${call.ids.secret.base62(48)}`
      const lives = (input.previous_token_ttl ?? 0) * 1000
      rows.machines.update(machine.id, {
        secretKey: secret,
        previousKey: lives === 0 ? null : machine.secretKey,
        previousKeyUntil: clock.now() + lives,
        ...updatedNow(call),
      })
      return json({ object: 'machine_secret_key', secret })
    },
  ),

  post(
    'CreateMachineScope',
    '/v1/machines/:machine_id/scopes',
    loadMachine,
    body(v.strictObject({ to_machine_id: text })),
    (call) => {
      const { rows, machine, clock, body: input } = call
      if (rows.machines.get(input.to_machine_id) === undefined) throw noSuch('machine', input.to_machine_id)
      const scopedMachines = [...new Set([...machine.scopedMachines, input.to_machine_id])]
      rows.machines.update(machine.id, { scopedMachines, ...updatedNow(call) })
      return json({
        object: 'machine_scope',
        from_machine_id: machine.id,
        to_machine_id: input.to_machine_id,
        created_at: clock.now(),
      })
    },
  ),

  del('DeleteMachineScope', '/v1/machines/:machine_id/scopes/:other_machine_id', loadMachine, (call) => {
    const { rows, machine, params } = call
    if (!machine.scopedMachines.includes(params.other_machine_id))
      throw noSuch('machine scope', params.other_machine_id)
    const scopedMachines = machine.scopedMachines.filter((id) => id !== params.other_machine_id)
    rows.machines.update(machine.id, { scopedMachines, ...updatedNow(call) })
    return json({
      object: 'machine_scope',
      from_machine_id: machine.id,
      to_machine_id: params.other_machine_id,
      deleted: true,
    })
  }),
]
