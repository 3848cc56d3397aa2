import type { DataContext } from '#docdb/call.ts'
import type { ScriptLimits } from '#docdb/scripts/engine.ts'

/** The value of a parameter that can be set while the server runs. */
export type Setting = number | boolean | string

/** The parameters that can be set while the server runs, with their values at the start. */
export const SETTINGS = {
  cursorTimeoutMillis: 600_000,
  ingressConnectionEstablishmentBurstCapacitySecs: Number.MAX_VALUE,
  ingressConnectionEstablishmentMaxQueueDepth: 0,
  ingressConnectionEstablishmentRateLimiterEnabled: false,
  ingressConnectionEstablishmentRatePerSec: Number.MAX_VALUE,
  internalQueryJavaScriptFnTimeoutMillis: 10_000,
  internalQueryJavaScriptHeapSizeLimitMB: 64,
  logLevel: 0,
  quiet: false,
  requireApiVersion: false,
  transactionLifetimeLimitSeconds: 60,
  ttlMonitorEnabled: true,
  ttlMonitorSleepSecs: 60,
} as const satisfies Readonly<Record<string, Setting>>

/**
 * Returns the value of a parameter that can be set while the server runs.
 * https://www.mongodb.com/docs/manual/reference/parameters/
 */
export function settingOf({ rows }: Pick<DataContext, 'rows'>, name: keyof typeof SETTINGS): Setting {
  return rows.parameters.get()[name] ?? SETTINGS[name]
}

/** Returns the limits of the scripts of a command; null where the seed has turned scripts off. */
export function scriptLimits(data: Pick<DataContext, 'rows'>): ScriptLimits | null {
  if (!data.rows.hasScripts.get()) return null
  return {
    time: Number(settingOf(data, 'internalQueryJavaScriptFnTimeoutMillis')),
    memory: Number(settingOf(data, 'internalQueryJavaScriptHeapSizeLimitMB')) * 1024 * 1024,
  }
}
