import { createCheckRun, updateCheckRun, type CheckRunMembers } from '#codehost/rules/checks/check-runs.ts'
import { createCheckSuite, rerequestCheckSuite } from '#codehost/rules/checks/check-suites.ts'
import { requireOwnRun } from '#codehost/rules/checks/apps.ts'
import { preferencesOf, setPreferences } from '#codehost/rules/checks/requests.ts'
import type { App } from '#codehost/schema/apps.ts'
import type { CheckAnnotation, CheckConclusion, CheckRun, CheckSuite } from '#codehost/schema/checks.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { noSuchNode } from '../failures.ts'
import type { Fields } from '../source.ts'
import { findRepo, findRow, type Input, payload, requireChange } from './input.ts'

interface PreferencesInput {
  readonly repositoryId: string
  readonly autoTriggerPreferences: readonly { readonly appId: string; readonly setting: boolean }[]
}

interface CheckRunInput {
  readonly detailsUrl?: string | null
  readonly externalId?: string | null
  readonly status?: Uppercase<CheckRun['status']> | null
  readonly conclusion?: Uppercase<CheckConclusion> | null
  readonly startedAt?: string | null
  readonly completedAt?: string | null
  readonly actions?: CheckRun['actions'] | null
  readonly output?: OutputInput | null
}

interface OutputInput {
  readonly title: string
  readonly summary: string
  readonly text?: string | null
  readonly annotations?: readonly AnnotationInput[] | null
}

interface AnnotationInput {
  readonly path: string
  readonly location: {
    readonly startLine: number
    readonly endLine: number
    readonly startColumn?: number | null
    readonly endColumn?: number | null
  }
  readonly annotationLevel: Uppercase<CheckAnnotation['annotation_level']>
  readonly title?: string | null
  readonly message: string
  readonly rawDetails?: string | null
}

type NewRunInput = CheckRunInput & { readonly repositoryId: string; readonly name: string; readonly headSha: string }

type RunChangesInput = CheckRunInput & {
  readonly repositoryId: string
  readonly checkRunId: string
  readonly name?: string | null
}

/** The mutations of checks. https://docs.github.com/graphql/reference/mutations#createcheckrun */
export const checkMutations: Fields<undefined> = {
  updateCheckSuitePreferences: (_root, args: Input<PreferencesInput>, call, info) => {
    const { repositoryId, autoTriggerPreferences } = args.input
    const repository = findRepo(call, repositoryId)
    requireChange(call, repository, info, { operation: 'checks/set-suites-preferences', permission: 'admin' })
    const settings = new Map(preferencesOf(call.rows, repository))
    for (const { appId, setting } of autoTriggerPreferences) {
      settings.set(findRow<{ readonly app: App }>(call, appId, 'App').app.id, setting)
    }
    setPreferences(call.rows, repository, settings)
    return payload(args, { repository })
  },
  createCheckRun: (_root, args: Input<NewRunInput>, call, info) => {
    const { repositoryId, name, headSha } = args.input
    const repo = findRepo(call, repositoryId)
    const user = requireChange(call, repo, info, { operation: 'checks/create', permission: 'push' })
    return payload(args, { checkRun: createCheckRun(call, repo, { ...membersOf(args.input), name, headSha }, user) })
  },
  updateCheckRun: (_root, args: Input<RunChangesInput>, call, info) => {
    const { repositoryId, checkRunId, name } = args.input
    const repo = findRepo(call, repositoryId)
    const user = requireChange(call, repo, info, { operation: 'checks/update', permission: 'push' })
    const before = ofRepo(findRow<CheckRun>(call, checkRunId, 'CheckRun'), repo, checkRunId)
    requireOwnRun(call, before)
    const members = { ...membersOf(args.input), name: name ?? undefined }
    return payload(args, { checkRun: updateCheckRun(call, repo, before, members, user) })
  },
  createCheckSuite: (_root, args: Input<{ repositoryId: string; headSha: string }>, call, info) => {
    const repo = findRepo(call, args.input.repositoryId)
    const user = requireChange(call, repo, info, { operation: 'checks/create-suite', permission: 'push' })
    return payload(args, { checkSuite: createCheckSuite(call, repo, args.input.headSha, user).suite })
  },
  rerequestCheckSuite: (_root, args: Input<{ repositoryId: string; checkSuiteId: string }>, call, info) => {
    const { repositoryId, checkSuiteId } = args.input
    const repo = findRepo(call, repositoryId)
    const user = requireChange(call, repo, info, { operation: 'checks/rerequest-suite', permission: 'push' })
    const suite = ofRepo(findRow<CheckSuite>(call, checkSuiteId, 'CheckSuite'), repo, checkSuiteId)
    rerequestCheckSuite(call, repo, suite, user)
    return payload(args, { checkSuite: call.rows.checkSuites.require(suite.id) })
  },
}

/** Returns a row of a repository. @throws `NOT_FOUND` for that of another. */
function ofRepo<R extends { readonly repoId: number }>(row: R, repo: Repo, id: string): R {
  if (row.repoId !== repo.id) throw noSuchNode(id)
  return row
}

function membersOf(input: CheckRunInput): CheckRunMembers {
  const time = (text: string | null | undefined): number | undefined => (text == null ? undefined : Date.parse(text))
  return {
    detailsUrl: input.detailsUrl ?? undefined,
    externalId: input.externalId ?? undefined,
    status: input.status?.toLowerCase() as CheckRun['status'] | undefined, // its own names
    conclusion: input.conclusion?.toLowerCase() as CheckConclusion | undefined, // its own names
    startedAt: time(input.startedAt),
    completedAt: time(input.completedAt),
    actions: input.actions ?? undefined,
    output: input.output == null ? undefined : outputOf(input.output),
  }
}

function outputOf({ title, summary, text, annotations }: OutputInput): CheckRunMembers['output'] {
  return { title, summary, text: text ?? undefined, annotations: (annotations ?? []).map(annotationOf) }
}

function annotationOf({
  path,
  location,
  annotationLevel,
  title,
  message,
  rawDetails,
}: AnnotationInput): CheckAnnotation {
  return {
    path,
    start_line: location.startLine,
    end_line: location.endLine,
    start_column: location.startColumn ?? null,
    end_column: location.endColumn ?? null,
    annotation_level: annotationLevel.toLowerCase() as CheckAnnotation['annotation_level'], // its own names
    title: title ?? null,
    message,
    raw_details: rawDetails ?? null,
  }
}
