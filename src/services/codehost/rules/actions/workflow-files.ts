import type { InputPlan, TriggerFilter, WorkflowPlan } from '#codehost/schema/actions.ts'
import { jobPlans } from './job-plans.ts'
import { concurrencyIn, isMapping, readYaml, textOf, texts } from './yaml-values.ts'

/** The trigger of an event without filters. */
export const UNFILTERED: TriggerFilter = {
  types: null,
  branches: null,
  branchesIgnore: null,
  tags: null,
  tagsIgnore: null,
  paths: null,
  pathsIgnore: null,
  workflows: null,
}

/**
 * Parses a workflow file. Returns null for text that is not a YAML mapping; such a file starts no runs.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax
 */
export function readWorkflow(text: string): WorkflowPlan | null {
  const document = readYaml(text)
  if (!isMapping(document)) return null
  const triggers = triggersOf(document['on'])
  const jobs = jobPlans(document['jobs'])
  return {
    name: textOf(document['name']),
    runName: textOf(document['run-name']),
    triggers,
    inputs: inputsOf(document['on']),
    jobs: jobs ?? [],
    ...concurrencyIn(document['concurrency']),
    ...schedulesIn(document['on']),
    ...(jobs === null ? { hasLargeMatrix: true as const } : {}), // not any boolean
  }
}

function triggersOf(on: unknown): Record<string, TriggerFilter> {
  if (!isMapping(on)) return Object.fromEntries((texts(on) ?? []).map((event) => [event, UNFILTERED]))
  return Object.fromEntries(Object.entries(on).map(([event, filter]) => [event, filterOf(filter)]))
}

function filterOf(filter: unknown): TriggerFilter {
  if (!isMapping(filter)) return UNFILTERED
  return {
    types: texts(filter['types']),
    branches: texts(filter['branches']),
    branchesIgnore: texts(filter['branches-ignore']),
    tags: texts(filter['tags']),
    tagsIgnore: texts(filter['tags-ignore']),
    paths: texts(filter['paths']),
    pathsIgnore: texts(filter['paths-ignore']),
    workflows: texts(filter['workflows']),
  }
}

function schedulesIn(on: unknown): Pick<WorkflowPlan, 'schedules'> {
  const entries = isMapping(on) ? on['schedule'] : null
  if (!Array.isArray(entries)) return {}
  return { schedules: entries.filter(isMapping).flatMap((entry) => textOf(entry['cron']) ?? []) }
}

/**
 * Returns the inputs of `workflow_dispatch`.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#onworkflow_dispatchinputs
 */
function inputsOf(on: unknown): Record<string, InputPlan> {
  const dispatch = isMapping(on) ? on['workflow_dispatch'] : null
  const inputs = isMapping(dispatch) ? dispatch['inputs'] : null
  if (!isMapping(inputs)) return {}
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [name, inputOf(isMapping(input) ? input : {})]),
  )
}

function inputOf(input: Readonly<Record<string, unknown>>): InputPlan {
  const { required, type } = input
  const options = type === 'choice' ? (texts(input['options']) ?? []) : type === 'boolean' ? ['true', 'false'] : null
  const fallback = textOf(input['default'])
  // Without a default, a choice is its first option and a boolean is false.
  const implied = type === 'choice' ? (options?.[0] ?? null) : type === 'boolean' ? 'false' : null
  return { required: required === true, default: fallback ?? implied, options }
}
