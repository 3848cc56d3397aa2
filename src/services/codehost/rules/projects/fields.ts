import type { CodehostCall, CodehostContext } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import { DAY } from '#core/duration.ts'
import type {
  BuiltInFieldType,
  CustomFieldType,
  FieldOption,
  Iteration,
  Iterations,
  Project,
  ProjectField,
} from '#codehost/schema/projects.ts'

type Context = Pick<CodehostContext, 'rows' | 'clock' | 'ids'>

/** The fields of a new project, in their order. */
const FIELDS: readonly (readonly [name: string, dataType: BuiltInFieldType | 'SINGLE_SELECT'])[] = [
  ['Title', 'TITLE'],
  ['Assignees', 'ASSIGNEES'],
  ['Status', 'SINGLE_SELECT'],
  ['Labels', 'LABELS'],
  ['Linked pull requests', 'LINKED_PULL_REQUESTS'],
  ['Milestone', 'MILESTONE'],
  ['Repository', 'REPOSITORY'],
  ['Reviewers', 'REVIEWERS'],
  ['Parent issue', 'PARENT_ISSUE'],
  ['Sub-issues progress', 'SUB_ISSUES_PROGRESS'],
]

/** The options of the field `Status` of a new project, with the ids that they have in every project of the vendor. */
const STATUSES: readonly FieldOption[] = [
  { id: 'f75ad846', name: 'Todo', color: 'GREEN', description: "This item hasn't been started" },
  { id: '47fc9ee4', name: 'In Progress', color: 'YELLOW', description: 'This is actively being worked on' },
  { id: '98236657', name: 'Done', color: 'PURPLE', description: 'This has been completed' },
]

/** The most fields of a project. https://docs.github.com/issues/planning-and-tracking-with-projects/understanding-fields */
const MOST_FIELDS = 50

const CUSTOM: readonly string[] = ['TEXT', 'NUMBER', 'DATE', 'SINGLE_SELECT', 'ITERATION'] satisfies CustomFieldType[]

/** A field, as a request or a seed describes it. */
export interface NewField {
  readonly name: string
  readonly dataType: CustomFieldType
  readonly options?: readonly Omit<FieldOption, 'id'>[]
  readonly iterations?: NewIterations
}

/** The periods of a field, as a request or a seed describes them. */
interface NewIterations {
  readonly startDate: string
  readonly duration: number
  readonly iterations: readonly Omit<Iteration, 'id'>[]
}

/** Returns the fields of a project, in their order. */
export function fieldsOf({ rows }: Pick<CodehostContext, 'rows'>, project: Pick<Project, 'id'>): ProjectField[] {
  return rows.projectFields.list('byPosition', project.id)
}

/** Returns whether users made a field, so that items have values of it. */
export function isCustom({ dataType }: ProjectField): boolean {
  return CUSTOM.includes(dataType)
}

/** Adds the fields that every new project has. */
export function addBuiltInFields({ rows, clock }: Context, project: Project): void {
  const at = clock.now()
  for (const [position, [name, dataType]] of FIELDS.entries()) {
    const options = name === 'Status' ? STATUSES : []
    const times = { createdAt: at, updatedAt: at }
    rows.projectFields.insert({ projectId: project.id, position, name, dataType, options, iterations: null, ...times })
  }
}

/**
 * Adds a field to a project.
 *
 * @throws 422 for a name that another field has, a field of type `SINGLE_SELECT` without options, and one too many.
 */
export function addField(context: Context, project: Project, input: NewField): ProjectField {
  const { rows, clock } = context
  const { name, dataType, options = [] } = input
  requireFreeName(context, project.id, name)
  const present = fieldsOf(context, project)
  if (present.length >= MOST_FIELDS) throw unprocessable(`Only ${MOST_FIELDS} fields are allowed per project`)
  if (dataType === 'SINGLE_SELECT' && options.length === 0) {
    throw unprocessable('Single select fields must have at least one option')
  }
  const at = clock.now()
  return rows.projectFields.insert({
    projectId: project.id,
    position: (present.at(-1)?.position ?? -1) + 1,
    name,
    dataType,
    options: dataType === 'SINGLE_SELECT' ? withIds(context, options, []) : [],
    iterations: dataType === 'ITERATION' ? iterationsOf(context, input.iterations, null) : null,
    createdAt: at,
    updatedAt: at,
  })
}

/** The changes of a field. */
export interface FieldChanges {
  readonly name?: string
  /** All options. One that keeps its name keeps its id, and so its values. */
  readonly options?: readonly Omit<FieldOption, 'id'>[]
  readonly iterations?: NewIterations
}

/**
 * Changes a field. The values of options and iterations that are gone are deleted.
 *
 * @throws 422 for a built-in field and for a name that another field has.
 */
export function updateField(context: Context, field: ProjectField, changes: FieldChanges): ProjectField {
  const { rows, clock } = context
  if (!isCustom(field)) throw unprocessable('Only custom fields can be updated')
  const { name = field.name } = changes
  if (name.toLowerCase() !== field.name.toLowerCase()) requireFreeName(context, field.projectId, name)
  const options = changes.options === undefined ? field.options : withIds(context, changes.options, field.options)
  const iterations =
    changes.iterations === undefined
      ? field.iterations
      : iterationsOf(context, changes.iterations, field.iterations?.iterations ?? [])
  const changed = rows.projectFields.update(field.id, { name, options, iterations, updatedAt: clock.now() })
  const kept = new Set([...options, ...(iterations?.iterations ?? [])].map(({ id }) => id))
  if (field.dataType === 'SINGLE_SELECT' || field.dataType === 'ITERATION') {
    for (const { id, value } of rows.projectValues.referring('fieldId', field.id)) {
      if (!kept.has(String(value))) rows.projectValues.delete(id)
    }
  }
  return changed
}

/**
 * Deletes a field with its values.
 *
 * @throws 422 for a built-in field and for the field `Status`.
 */
export function deleteField({ rows }: Pick<CodehostCall, 'rows'>, field: ProjectField): void {
  if (!isCustom(field) || field.name === 'Status') throw unprocessable('Only custom fields can be deleted')
  rows.projectFields.delete(field.id)
}

function requireFreeName({ rows }: Context, projectId: number, name: string): void {
  if (name.trim() === '') throw unprocessable("Name can't be blank")
  if (rows.projectFields.find('name', projectId, name.toLowerCase()) !== undefined) {
    throw unprocessable('Name has already been taken')
  }
}

function withIds(
  { ids }: Context,
  options: readonly Omit<FieldOption, 'id'>[],
  before: readonly FieldOption[],
): FieldOption[] {
  const known = new Map(before.map(({ id, name }) => [name, id]))
  return options.map(({ name, color, description }) => ({
    id: known.get(name) ?? ids.hex(8),
    name,
    color,
    description,
  }))
}

function iterationsOf(
  { ids, clock }: Context,
  given: NewIterations | undefined,
  before: readonly Iteration[] | null,
): Iterations {
  const input = given ?? threeIterations(clock.now())
  const known = new Map((before ?? []).map(({ id, title }) => [title, id]))
  const weekday = new Date(`${input.startDate}T00:00:00Z`).getUTCDay()
  return {
    duration: input.duration,
    startDay: weekday === 0 ? 7 : weekday,
    iterations: input.iterations.map((each) => ({ id: known.get(each.title) ?? ids.hex(8), ...each })),
  }
}

/** Returns the periods of a new field that a request does not describe: three of two weeks, from today. */
function threeIterations(now: number): NewIterations {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
  const iterations = [0, 1, 2].map((place) => ({
    title: `Iteration ${place + 1}`,
    startDate: day(now + place * 14 * DAY),
    duration: 14,
  }))
  return { startDate: day(now), duration: 14, iterations }
}

/** Returns whether an iteration is over at a time. */
export function isOver({ startDate, duration }: Iteration, now: number): boolean {
  return Date.parse(`${startDate}T00:00:00Z`) + duration * DAY <= now
}
