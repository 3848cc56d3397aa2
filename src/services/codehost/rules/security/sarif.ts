import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { parseJson } from '#core/text/parse-json.ts'
import type { AnalysisRule, AnalysisTool, CodeAlertInstance } from '#codehost/schema/code-scanning.ts'

/** The most bytes of a file of SARIF when it is unpacked. */
const LARGEST = 100 * 1024 * 1024

/** One run of a tool, as its file of SARIF tells of it. */
export interface SarifRun {
  readonly tool: AnalysisTool
  /** The id of `automationDetails`; null for none. */
  readonly category: string | null
  readonly rulesCount: number
  readonly results: readonly SarifResult[]
}

/** A result of a run. */
export interface SarifResult extends Pick<CodeAlertInstance, 'message' | 'location'> {
  readonly rule: AnalysisRule
  readonly fingerprint: string
}

/** Thrown for text that is no SARIF; the message is a sentence for the user. */
export class SarifFlaw extends Error {
  override name = 'SarifFlaw'
}

const message = v.optional(v.object({ text: v.optional(v.string()), markdown: v.optional(v.string()) }))
const level = v.optional(v.picklist(['none', 'note', 'warning', 'error']))

const Rule = v.object({
  id: v.string(),
  name: v.optional(v.string()),
  shortDescription: message,
  fullDescription: message,
  help: message,
  helpUri: v.optional(v.string()),
  defaultConfiguration: v.optional(v.object({ level })),
  properties: v.optional(
    v.looseObject({
      tags: v.optional(v.array(v.string())),
      'security-severity': v.optional(v.union([v.string(), v.number()])),
    }),
  ),
})

const count = v.optional(v.number())

const Component = v.object({
  name: v.string(),
  version: v.optional(v.string()),
  semanticVersion: v.optional(v.string()),
  guid: v.optional(v.string()),
  rules: v.optional(v.array(Rule), []),
})

const Result = v.object({
  ruleId: v.optional(v.string()),
  ruleIndex: count,
  rule: v.optional(
    v.object({
      id: v.optional(v.string()),
      index: count,
      toolComponent: v.optional(v.object({ index: count })),
    }),
  ),
  level,
  message: v.object({ text: v.optional(v.string()) }),
  partialFingerprints: v.optional(v.record(v.string(), v.string())),
  locations: v.optional(
    v.array(
      v.object({
        physicalLocation: v.optional(
          v.object({
            artifactLocation: v.optional(v.object({ uri: v.optional(v.string()) })),
            region: v.optional(v.object({ startLine: count, endLine: count, startColumn: count, endColumn: count })),
          }),
        ),
      }),
    ),
    [],
  ),
})

const Sarif = v.object({
  version: v.literal('2.1.0'),
  runs: v.array(
    v.object({
      tool: v.object({ driver: Component, extensions: v.optional(v.array(Component), []) }),
      automationDetails: v.optional(v.object({ id: v.optional(v.string()) })),
      results: v.optional(v.nullable(v.array(Result))),
    }),
  ),
})

type Run = v.InferOutput<typeof Sarif>['runs'][number]

/**
 * Unpacks a file of SARIF as it is uploaded: in gzip, in base64.
 *
 * @throws SarifFlaw for text that is not packed so.
 */
export function unpackSarif(packed: string): string {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: LARGEST }).toString('utf8')
  } catch {
    throw new SarifFlaw('The SARIF file is not gzip compressed and Base64 encoded.')
  }
}

/**
 * Reads the runs of a file of SARIF.
 * https://docs.github.com/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
 *
 * @throws SarifFlaw for text that is none.
 */
export function readSarif(text: string): SarifRun[] {
  let document: unknown
  try {
    document = parseJson(text)
  } catch {
    throw new SarifFlaw('The SARIF file is not valid JSON.')
  }
  const parsed = v.safeParse(Sarif, document)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new SarifFlaw(`The SARIF file is invalid at ${v.getDotPath(issue) ?? 'its root'}: ${issue.message}`)
  }
  return parsed.output.runs.map(readRun)
}

function readRun(run: Run): SarifRun {
  const { driver, extensions } = run.tool
  const rulesCount = [driver, ...extensions].reduce((sum, { rules }) => sum + rules.length, 0)
  return {
    tool: { name: driver.name, version: driver.semanticVersion ?? driver.version ?? null, guid: driver.guid ?? null },
    category: run.automationDetails?.id ?? null,
    rulesCount,
    results: (run.results ?? []).map((result) => readResult(run, result)),
  }
}

function readResult(run: Run, result: v.InferOutput<typeof Result>): SarifResult {
  const physical = result.locations[0]?.physicalLocation
  const { startLine = 1, endLine = startLine, startColumn = 1, endColumn = startColumn } = physical?.region ?? {}
  const path = physical?.artifactLocation?.uri ?? ''
  const rule = ruleOf(run, result)
  return {
    rule,
    message: result.message.text ?? '',
    location: { path, startLine, endLine, startColumn, endColumn },
    fingerprint: result.partialFingerprints?.['primaryLocationLineHash'] ?? `${path}:${startLine}:${startColumn}`,
  }
}

function ruleOf(run: Run, result: v.InferOutput<typeof Result>): AnalysisRule {
  const { driver, extensions } = run.tool
  const at = result.rule?.toolComponent?.index
  const { rules } = (at === undefined ? undefined : extensions[at]) ?? driver
  const id = result.ruleId ?? result.rule?.id
  const found = rules[result.ruleIndex ?? result.rule?.index ?? -1] ?? rules.find((each) => each.id === id)
  const description = found?.shortDescription?.text ?? found?.fullDescription?.text ?? id ?? ''
  return {
    id: id ?? found?.id ?? '',
    name: found?.name ?? id ?? '',
    description,
    fullDescription: found?.fullDescription?.text ?? description,
    severity: result.level ?? found?.defaultConfiguration?.level ?? 'warning',
    securitySeverity: securitySeverityOf(Number(found?.properties?.['security-severity'] ?? NaN)),
    tags: found?.properties?.tags ?? [],
    help: found?.help?.markdown ?? found?.help?.text ?? '',
    helpUri: found?.helpUri ?? null,
  }
}

/** Returns the level of a score from 0 to 10, by the vendor's table; null for no score. */
function securitySeverityOf(score: number): AnalysisRule['securitySeverity'] {
  if (!(score > 0)) return null
  return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low'
}
