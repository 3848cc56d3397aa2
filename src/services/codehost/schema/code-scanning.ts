import { collection, sequence } from '#core/store.ts'
import { cascade } from './keys.ts'

// Uploads and analyses of code scanning, and their alerts. Times are in epoch milliseconds. The wire shapes are in
// json/security/.

/** The tool of an analysis. */
export interface AnalysisTool {
  readonly name: string
  readonly version: string | null
  readonly guid: string | null
}

/** A rule that an alert breaks. */
export interface AnalysisRule {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly fullDescription: string
  readonly severity: 'none' | 'note' | 'warning' | 'error' | null
  readonly securitySeverity: 'low' | 'medium' | 'high' | 'critical' | null
  readonly tags: readonly string[]
  readonly help: string
  readonly helpUri: string | null
}

/** An uploaded file of SARIF. */
export interface SarifUpload {
  /** A UUID. */
  readonly id: string
  readonly repoId: number
  /** The reasons for which it was not processed; none when it was. */
  readonly errors: readonly string[]
}

/** One run of a tool over one commit. */
export interface CodeAnalysis {
  readonly id: number
  readonly repoId: number
  /** A UUID. */
  readonly uploadId: string
  /** The full name: `refs/heads/main`. */
  readonly ref: string
  readonly sha: string
  readonly key: string
  readonly environment: string
  /** Runs of one category on one ref replace one another. */
  readonly category: string
  readonly tool: AnalysisTool
  readonly resultsCount: number
  readonly rulesCount: number
  readonly createdAt: number
}

/** The reasons for which a user dismisses an alert. */
export type CodeAlertDismissal = 'false positive' | "won't fix" | 'used in tests' | 'mitigated'

/** A mistake in the code. */
export interface CodeAlert {
  readonly id: number
  readonly repoId: number
  readonly number: number
  readonly tool: AnalysisTool
  readonly rule: AnalysisRule
  /** The same for one result in every analysis. */
  readonly fingerprint: string
  readonly createdAt: number
  readonly updatedAt: number
  /** When the last open instance went; null while there is one. */
  readonly fixedAt: number | null
  readonly dismissed: {
    readonly byId: number
    readonly at: number
    readonly reason: CodeAlertDismissal
    readonly comment: string | null
  } | null
}

/** An alert on one ref, as one category of analyses sees it. */
export interface CodeAlertInstance {
  readonly id: number
  readonly repoId: number
  readonly alertId: number
  readonly toolName: string
  readonly ref: string
  readonly key: string
  readonly environment: string
  readonly category: string
  readonly isFixed: boolean
  readonly sha: string
  readonly message: string
  readonly location: {
    readonly path: string
    readonly startLine: number
    readonly endLine: number
    readonly startColumn: number
    readonly endColumn: number
  }
}

/** The collections of code scanning. */
export const codeScanningCollections = {
  sarifUploads: collection<SarifUpload>()({ references: { repoId: cascade('repos') } }),
  codeAnalyses: collection<CodeAnalysis>()({
    indexes: {
      bySet: ['repoId', 'ref', ({ tool }) => tool.name, 'category', 'createdAt'],
      byUpload: ['uploadId'],
      byRepo: ['repoId', 'createdAt'],
    },
    references: { repoId: cascade('repos') },
  }),
  codeAlerts: collection<CodeAlert>()({
    unique: {
      number: ['repoId', 'number'],
      result: ['repoId', ({ tool }) => tool.name, ({ rule }) => rule.id, 'fingerprint'],
    },
    indexes: { byNumber: ['repoId', 'number'] },
    references: { repoId: cascade('repos') },
  }),
  codeAlertInstances: collection<CodeAlertInstance>()({
    unique: { place: ['alertId', 'ref', 'category'] },
    indexes: { bySet: ['repoId', 'ref', 'toolName', 'category'] },
    references: { repoId: cascade('repos'), alertId: cascade('codeAlerts') },
  }),
  codeAlertNumbers: sequence<[repoId: number]>(),
}
