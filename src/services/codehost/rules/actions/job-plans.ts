import type { JobPlan } from '#codehost/schema/actions.ts'
import { concurrencyIn, isMapping, textOf, texts } from './yaml-values.ts'

type Values = Readonly<Record<string, unknown>>

/** The largest number of jobs that a matrix gives. https://docs.github.com/actions/reference/limits */
const LARGEST_MATRIX = 256

/** The largest number of combinations, exclusions and inclusions that are looked at to count the jobs of a matrix. */
const MOST_ENTRIES = 1024

/**
 * Returns the jobs of a workflow file, one for each combination of a matrix; null when a matrix is larger than the
 * vendor allows. Entries that are not jobs are left out.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#jobs
 */
export function jobPlans(jobs: unknown): JobPlan[] | null {
  if (!isMapping(jobs)) return []
  const plans: JobPlan[] = []
  for (const [key, job] of Object.entries(jobs)) {
    const added = isMapping(job) ? plansOf(key, job) : []
    if (added === null) return null
    plans.push(...added)
  }
  return plans
}

function plansOf(key: string, job: Values): JobPlan[] | null {
  const strategy = isMapping(job['strategy']) ? job['strategy'] : {}
  const combinations = isMapping(strategy['matrix']) ? combine(strategy['matrix']) : []
  if (combinations === null) return null
  const named = typeof job['name'] === 'string' ? job['name'] : null
  const plan = (values: Values): JobPlan => ({
    key,
    name: nameOf(key, named, values),
    needs: texts(job['needs']) ?? [],
    labels: labelsOf(job['runs-on']).map((label) => filledIn(label, values)),
    steps: stepNames(job['steps'], values),
    ...environmentOf(job['environment'], values),
    ...concurrencyOf(job['concurrency'], values),
    ...conditionOf(job['if']),
    ...(typeof job['uses'] === 'string' ? { uses: job['uses'] } : {}),
  })
  return combinations.length === 0 ? [plan({})] : combinations.map(plan)
}

/** Returns the name of a job. A matrix job lists its values, unless the name already contains an expression. */
function nameOf(key: string, named: string | null, values: Values): string {
  if (named?.includes('${{') === true) return filledIn(named, values)
  const shown = Object.values(values).map((value) => textOf(value) ?? JSON.stringify(value))
  return shown.length === 0 ? (named ?? key) : `${named ?? key} (${shown.join(', ')})`
}

/**
 * Returns the combinations of a matrix; null when there are too many.
 * https://docs.github.com/actions/how-tos/write-workflows/choose-what-workflows-do/run-job-variations
 */
function combine({ include, exclude, ...axes }: Values): Values[] | null {
  let found: Values[] = []
  for (const [axis, values] of Object.entries(axes)) {
    if (!Array.isArray(values)) continue
    const bases = found.length === 0 ? [{}] : found
    if (bases.length * values.length > MOST_ENTRIES) return null
    found = bases.flatMap((base) => values.map((value: unknown) => ({ ...base, [axis]: value })))
  }
  const [excluded, included] = [mappings(exclude), mappings(include)]
  if (Math.max(excluded.length, included.length) > MOST_ENTRIES) return null
  const remaining = found.filter((each) => !excluded.some((without) => matchesCombination(each, without)))
  const combinations = includeInto(remaining, Object.keys(axes), included)
  return combinations.length > LARGEST_MATRIX ? null : combinations
}

/** Applies `include`: each entry extends the combinations that it matches, or else becomes a combination of its own. */
function includeInto(combinations: readonly Values[], axes: readonly string[], included: readonly Values[]): Values[] {
  let found = [...combinations]
  for (const extra of included) {
    const original = Object.fromEntries(Object.entries(extra).filter(([name]) => axes.includes(name)))
    const fits = (each: Values): boolean => combinations.length > 0 && matchesCombination(each, original)
    if (found.some(fits)) found = found.map((each) => (fits(each) ? { ...each, ...extra } : each))
    else found.push(extra)
  }
  return found
}

function matchesCombination(combination: Values, required: Values): boolean {
  return Object.entries(required).every(([name, value]) => JSON.stringify(combination[name]) === JSON.stringify(value))
}

function mappings(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isMapping) : []
}

/**
 * Returns the environment of a job, which is a name, or a name and a URL.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idenvironment
 */
function environmentOf(environment: unknown, values: Values): Pick<JobPlan, 'environment'> {
  const { name, url } = isMapping(environment) ? environment : { name: environment, url: undefined }
  const text = textOf(name)
  if (text === null || text === '') return {}
  return { environment: { name: filledIn(text, values), url: filledIn(textOf(url) ?? '', values) } }
}

function concurrencyOf(value: unknown, values: Values): Pick<JobPlan, 'concurrency'> {
  const { concurrency } = concurrencyIn(value)
  if (concurrency === undefined) return {}
  return { concurrency: { ...concurrency, group: filledIn(concurrency.group, values) } }
}

function conditionOf(value: unknown): Pick<JobPlan, 'condition'> {
  const text = textOf(value)?.trim() ?? ''
  return text === '' ? {} : { condition: /^\$\{\{(.*)\}\}$/s.exec(text)?.[1] ?? text }
}

function labelsOf(runsOn: unknown): readonly string[] {
  return texts(isMapping(runsOn) ? runsOn['labels'] : runsOn) ?? []
}

function stepNames(steps: unknown, values: Values): string[] {
  if (!Array.isArray(steps)) return []
  return steps.filter(isMapping).map((step) => {
    const { name, run, uses } = step
    if (typeof name === 'string') return filledIn(name, values)
    const what = typeof run === 'string' ? (run.trim().split('\n')[0] ?? '') : (textOf(uses) ?? '')
    return `Run ${filledIn(what, values)}`
  })
}

/** Returns the text with its matrix expressions replaced by their values. */
function filledIn(text: string, values: Values): string {
  return text.replaceAll(/\$\{\{\s*matrix\.([\w.-]+)\s*\}\}/g, (whole, path: string) => {
    let at: unknown = values
    for (const name of path.split('.')) at = isMapping(at) ? at[name] : undefined
    return textOf(at) ?? whole
  })
}
