import { CommandError } from '#docdb/errors/command-error.ts'
import { SETTINGS, settingOf, type Setting } from '#docdb/storage/settings.ts'
import { show } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { Command } from './context.ts'

function isSetting(name: string): name is keyof typeof SETTINGS {
  return Object.hasOwn(SETTINGS, name)
}

/** The parameters that are set when the server starts. */
const FIXED: Document = {
  acceptApiVersion2: false,
  authenticationMechanisms: ['SCRAM-SHA-1', 'SCRAM-SHA-256'],
  enableTestCommands: true,
  featureCompatibilityVersion: { version: '8.0' },
  localLogicalSessionTimeoutMinutes: 30,
}

/** https://www.mongodb.com/docs/manual/reference/command/getParameter/ */
export const getParameter: Command = ({ command, data, failPoints }) => {
  const known: Document = { ...SETTINGS, ...data.rows.parameters.get(), ...FIXED, ...failPoints() }
  const asked = command['getParameter']
  const isAll = asked === '*' || (isDocument(asked) && asked['allParameters'] === true)
  const found = isAll ? known : pick(known, command)
  if (Object.keys(found).length === 0) throw new CommandError('InvalidOptions', 'no option found to get')
  if (!isDocument(asked) || asked['showDetails'] !== true) return found
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [
      name,
      { value, settableAtRuntime: isSetting(name), settableAtStartup: true },
    ]),
  )
}

function pick(known: Document, command: Document): Document {
  return Object.fromEntries(Object.entries(known).filter(([name]) => command[name] !== undefined))
}

/** The least values of parameters that may not be 0. */
const LEAST: Readonly<Record<string, number>> = {
  ingressConnectionEstablishmentBurstCapacitySecs: Number.MIN_VALUE,
  ingressConnectionEstablishmentRatePerSec: 1,
  transactionLifetimeLimitSeconds: 1,
  ttlMonitorSleepSecs: 1,
}

/** @throws CommandError for a value that is too small. */
function atLeast(least: number, name: string, value: number): number {
  if (value >= least) return value
  throw new CommandError(
    'BadValue',
    `Invalid value for parameter ${name}: ${value} is not greater than or equal to ${least}`,
  )
}

/** https://www.mongodb.com/docs/manual/reference/command/setParameter/ */
export const setParameter: Command = ({ command, data }) => {
  const name = Object.keys(command).find((each) => isSetting(each) || Object.hasOwn(FIXED, each))
  const { setParameter: _one, $db: _db, lsid: _lsid, $clusterTime: _time, ...rest } = command
  if (name === undefined) {
    const [unknown] = Object.keys(rest)
    const message =
      unknown === undefined
        ? 'no option found to set, use help:true to see options '
        : `attempted to set unrecognized parameter [${unknown}], use help:true to see options `
    throw new CommandError('InvalidOptions', message)
  }
  if (!isSetting(name)) throw new CommandError('IllegalOperation', `not allowed to change [${name}] at runtime`)
  const was = settingOf(data, name)
  data.rows.parameters.set({ ...data.rows.parameters.get(), [name]: settingIn(name, command[name]) })
  return { was }
}

function settingIn(name: keyof typeof SETTINGS, value: Value | undefined): Setting {
  const present: Setting = SETTINGS[name]
  if (typeof present === 'number' && isNumber(value)) return atLeast(LEAST[name] ?? 0, name, toNumber(value))
  if (typeof present === 'boolean' && (typeof value === 'boolean' || isNumber(value)))
    return typeof value === 'boolean' ? value : toNumber(value) !== 0
  throw new CommandError('BadValue', `Invalid value for parameter ${name}: ${show(value ?? null)}`)
}
