import * as v from 'valibot'
import { spanSchema } from '#core/seed/seed-span.ts'

const text = v.string()
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])

const jobConclusion = v.picklist(['success', 'failure', 'cancelled', 'skipped'])
const conclusion = v.picklist(['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required'])

/** The settings of workflow runs, for all repositories. */
export const actions = v.strictObject({
  run_ms: v.optional(
    spanSchema('The duration of a run in milliseconds of the clock, including its time in the queue.'),
    500,
  ),
})

const input = v.strictObject({
  required: v.optional(v.boolean(), false),
  default: v.optional(text),
  options: v.optional(v.array(text)),
})

const plannedJob = v.union([
  text,
  v.strictObject({
    name: text,
    needs: list(text),
    labels: v.optional(v.array(text), ['ubuntu-latest']),
    steps: list(text),
    conclusion: v.optional(jobConclusion),
  }),
])

/** A workflow, with a file or without one. */
export const workflow = v.strictObject({
  name: v.optional(v.pipe(text, v.description('The name in the file or, without one, the path when absent.'))),
  path: v.pipe(
    text,
    v.regex(/^\.github\/workflows\/[^/]+\.ya?ml$/, 'expected a path such as .github/workflows/ci.yml'),
  ),
  state: v.optional(v.picklist(['active', 'disabled_fork', 'disabled_inactivity', 'disabled_manually']), 'active'),
  conclusion: v.optional(v.pipe(conclusion, v.description('The conclusion of its runs; success when absent.'))),
  on: v.optional(v.pipe(v.array(text), v.description('The events that start it; only for a workflow without a file.'))),
  inputs: v.optional(
    v.pipe(
      v.record(text, input),
      v.description('The inputs of workflow_dispatch; only for a workflow without a file.'),
    ),
  ),
  jobs: list(plannedJob),
})

const files = v.record(text, text)

const artifact = v.strictObject({
  name: text,
  content: v.optional(v.pipe(text, v.description('The text of a single file with the name of the artifact.'))),
  files: v.optional(v.pipe(files, v.description('File texts by path.'))),
  expired: v.optional(v.boolean(), false),
})

/** A run that exists from the start and progresses only when a test asks for it. */
export const workflowRun = v.strictObject({
  workflow: v.pipe(text, v.description('The name, path or file name of a workflow of the repository.')),
  event: v.optional(text, 'push'),
  branch: v.optional(v.pipe(text, v.description('The default branch when absent.'))),
  actor: v.optional(text),
  title: v.optional(v.pipe(text, v.description('The title of the commit when absent.'))),
  status: v.optional(v.picklist(['queued', 'in_progress', 'completed']), 'completed'),
  conclusion: v.optional(conclusion),
  created_at: v.optional(text),
  jobs: list(
    v.union([
      text,
      v.strictObject({
        name: text,
        steps: list(text),
        conclusion: v.optional(jobConclusion),
        log: v.optional(text),
      }),
    ]),
  ),
  artifacts: list(artifact),
})
