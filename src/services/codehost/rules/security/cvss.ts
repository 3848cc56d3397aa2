import type { SEVERITIES } from '#codehost/schema/security-alerts.ts'

// The base score of version 3. https://www.first.org/cvss/v3.1/specification-document#7-1-Base-Metrics-Equations

const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
}

const PRIVILEGES: Readonly<Record<string, readonly [unchanged: number, changed: number]>> = {
  N: [0.85, 0.85],
  L: [0.62, 0.68],
  H: [0.27, 0.5],
}

/** Returns whether a text is a vector of CVSS 3 with all base metrics, or one of CVSS 4. */
export function isCvssVector(vector: string): boolean {
  return vector.startsWith('CVSS:4.0/') ? /^CVSS:4\.0(?:\/[A-Z]+:[A-Z])+$/.test(vector) : cvssScore(vector) !== null
}

/** Returns the base score of a vector of CVSS 3; null for other vectors. */
export function cvssScore(vector: string): number | null {
  const [version, ...metrics] = vector.split('/')
  if (version !== 'CVSS:3.1' && version !== 'CVSS:3.0') return null
  const values = new Map(metrics.map((metric) => metric.split(':') as [string, string])) // a metric without a value has no weight
  const weight = (name: string): number => WEIGHTS[name]?.[values.get(name) ?? ''] ?? Number.NaN
  const isChanged = values.get('S') === 'C'
  const privileges = PRIVILEGES[values.get('PR') ?? '']?.[isChanged ? 1 : 0] ?? Number.NaN
  const base = 1 - (1 - weight('C')) * (1 - weight('I')) * (1 - weight('A'))
  const impact = isChanged ? 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15 : 6.42 * base
  const exploitability = 8.22 * weight('AV') * weight('AC') * privileges * weight('UI')
  if (Number.isNaN(impact + exploitability) || !/^[CU]$/.test(values.get('S') ?? '')) return null
  if (impact <= 0) return 0
  return roundUp(Math.min((isChanged ? 1.08 : 1) * (impact + exploitability), 10))
}

/** Returns the severity of a score; null for none. */
export function severityOf(score: number): (typeof SEVERITIES)[number] | null {
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  if (score >= 4) return 'medium'
  return score > 0 ? 'low' : null
}

function roundUp(score: number): number {
  const whole = Math.round(score * 100_000)
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10
}
