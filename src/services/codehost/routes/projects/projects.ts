import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { fieldJson, fullItemJson, restProjectJson, simpleItemJson, viewJson } from '#codehost/json/projects/rest.ts'
import { projectLevel } from '#codehost/rules/projects/access.ts'
import { addField, fieldsOf, type NewField } from '#codehost/rules/projects/fields.ts'
import {
  addDraft,
  addItem,
  clearValue,
  deleteItem,
  itemTitle,
  setValue,
  type ValueInput,
} from '#codehost/rules/projects/items.ts'
import { addView } from '#codehost/rules/projects/projects.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Project, ProjectField, ProjectItem } from '#codehost/schema/projects.ts'
import { loadItem, loadProject, loadProjectOwner, requireProject } from '#codehost/steps/projects.ts'
import { answerCursorPage } from '#codehost/json/cursor-pages.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const all = '/orgs/:org/projectsV2'
const one = `${all}/:project_number` as const
const fields = `${one}/fields` as const
const items = `${one}/items` as const
const item = `${items}/:item_id` as const

const whole = v.pipe(v.number(), v.integer())
const DraftInput = v.object({ title: v.string(), body: v.optional(v.nullable(v.string()), '') })
const ItemInput = v.object({
  type: v.picklist(['Issue', 'PullRequest']),
  id: v.optional(whole),
  owner: v.optional(v.string()),
  repo: v.optional(v.string()),
  number: v.optional(whole),
})
const ValuesInput = v.object({
  fields: v.array(v.object({ id: whole, value: v.nullable(v.union([v.string(), v.number()])) })),
})
const OptionInput = v.object({
  name: v.string(),
  color: v.optional(v.string(), 'GRAY'),
  description: v.optional(v.string(), ''),
})
const FieldInput = v.object({
  name: v.string(),
  data_type: v.picklist(['text', 'number', 'date', 'single_select', 'iteration']),
  single_select_options: v.optional(v.array(OptionInput)),
  iteration_configuration: v.optional(
    v.object({
      start_date: v.optional(v.string()),
      duration: v.optional(whole, 14),
      iterations: v.optional(
        v.array(v.object({ title: v.optional(v.string()), start_date: v.string(), duration: whole })),
        [],
      ),
    }),
  ),
})
const ViewInput = v.object({
  name: v.string(),
  layout: v.picklist(['table', 'board', 'roadmap']),
  filter: v.optional(v.string()),
  visible_fields: v.optional(v.array(whole)),
})

const ofOrganizations = [
  get('projects/list-for-org', all, loadProjectOwner, (call) => {
    const words = (call.query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    const found = call.rows.projects
      .list('byNumber', call.owner.id)
      .filter((project) => projectLevel(call, project) !== null && isMatch(project, words))
    return answerCursorPage(call, found.toReversed(), (project) => restProjectJson(call, project))
  }),
  get('projects/get-for-org', one, loadProject, (call) => json(restProjectJson(call, call.project))),
  post('projects/create-draft-item-for-org', `${one}/drafts`, requireProject, body(DraftInput), (call) => {
    const { title, body: text } = call.body
    const made = addDraft(call, call.project, { title, body: text ?? '', assigneeIds: [] }, call.user)
    return json(simpleItemJson(call, call.project, made), 201)
  }),
  get('projects/list-fields-for-org', fields, loadProject, (call) =>
    answerCursorPage(call, fieldsOf(call, call.project), (field) => writeField(call, call.project, field)),
  ),
  post('projects/add-field-for-org', fields, requireProject, body(FieldInput), (call) =>
    json(writeField(call, call.project, addField(call, call.project, newField(call.body))), 201),
  ),
  get('projects/get-field-for-org', `${fields}/:field_id`, loadProject, (call) =>
    json(writeField(call, call.project, findField(call, call.project, wholeNumber(call.params.field_id)))),
  ),
  get('projects/list-items-for-org', items, loadProject, (call) => {
    const { query } = call
    const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    return answerItems(call, call.project, (title) => words.every((word) => title.toLowerCase().includes(word)))
  }),
  post('projects/add-item-for-org', items, requireProject, body(ItemInput), (call) => {
    const made = addItem(call, call.project, issueOf(call, call.body), call.user)
    return json(simpleItemJson(call, call.project, made), 201)
  }),
  get('projects/get-org-item', item, loadProject, loadItem, (call) => json(writeItem(call, call.project, call.item))),
  patch('projects/update-item-for-org', item, requireProject, loadItem, body(ValuesInput), (call) => {
    const { project, user } = call
    for (const { id, value } of call.body.fields) {
      const field = findField(call, project, id)
      if (value === null) clearValue(call, call.item, field, user)
      else setValue(call, call.item, field, valueFor(field, value), user)
    }
    return json(writeItem(call, project, call.rows.projectItems.require(call.item.id)))
  }),
  del('projects/delete-item-for-org', item, requireProject, loadItem, (call) => {
    deleteItem(call, call.item, call.user)
    return empty()
  }),
  post('projects/create-view-for-org', `${one}/views`, requireProject, body(ViewInput), (call) => {
    const { name, layout, filter, visible_fields: visible } = call.body
    const view = addView(call, call.project, { name, layout, filter: filter ?? null })
    const shown = visible ?? fieldsOf(call, call.project).map(({ id }) => id)
    return json(viewJson(call, call.project, view, shown), 201)
  }),
  get('projects/list-view-items-for-org', `${one}/views/:view_number/items`, loadProject, (call) => {
    const view = call.rows.projectViews.find('number', call.project.id, wholeNumber(call.params.view_number))
    if (view === undefined) throw notFound()
    return answerItems(call, call.project, () => true)
  }),
]

/** The operations of users whose names or paths do not follow from those of organizations. */
const IRREGULAR: Readonly<Record<string, readonly [operation: string, path: string]>> = {
  'projects/get-org-item': ['projects/get-user-item', '/users/:username/projectsV2'],
  'projects/create-draft-item-for-org': [
    'projects/create-draft-item-for-authenticated-user',
    '/user/:user_id/projectsV2',
  ],
  'projects/create-view-for-org': ['projects/create-view-for-user', '/users/:user_id/projectsV2'],
}

/** Returns an operation on the projects of organizations as the one on those of users. */
function forUsers(route: Route): Route {
  const usual = [route.operation.replace(/-for-org$/, '-for-user'), '/users/:username/projectsV2'] as const
  const [operation, path] = IRREGULAR[route.operation] ?? usual
  return {
    ...route,
    operation,
    path: route.path.replace(all, path),
    run(call) {
      const { username, user_id: userId, ...params } = call.params
      call.params = { ...params, org: username ?? userId ?? '' }
      return route.run(call)
    },
  }
}

/** Projects of organizations and users. https://docs.github.com/rest/projects/projects */
export const projectsRoutes = [...ofOrganizations, ...ofOrganizations.map(forUsers)]

function isMatch({ closedAt, title }: Project, words: readonly string[]): boolean {
  return words.every((word) => {
    if (word === 'is:open') return closedAt === null
    return word === 'is:closed' ? closedAt !== null : title.toLowerCase().includes(word)
  })
}

function writeField(call: CodehostCall, project: Project, field: ProjectField) {
  return fieldJson(call, project, field, call.clock.now())
}

function writeItem(call: CodehostCall, project: Project, row: ProjectItem) {
  return fullItemJson(call, project, row, shownFields(call, project), call.clock.now())
}

/** Returns the fields that the query names by their ids; the title without any. */
function shownFields(call: CodehostCall, project: Project): ProjectField[] {
  const named = [...call.query.getAll('fields'), ...call.query.getAll('fields[]')].flatMap((list) => list.split(','))
  const present = fieldsOf(call, project)
  return named.length === 0
    ? present.filter(({ dataType }) => dataType === 'TITLE')
    : present.filter(({ id }) => named.includes(String(id)))
}

function answerItems(call: CodehostCall, project: Project, isShown: (title: string) => boolean) {
  const { rows } = call
  const found = rows.projectItems
    .list('byPosition', project.id)
    .filter((each) => each.archivedAt === null && isReadable(call, each) && isShown(itemTitle(rows, each)))
  return answerCursorPage(call, found, (each) => writeItem(call, project, each))
}

function isReadable(call: CodehostCall, { issueId }: ProjectItem): boolean {
  const issue = call.rows.issues.get(issueId)
  return issue === undefined || canRead(call, call.rows.repos.require(issue.repoId))
}

function findField({ rows }: CodehostCall, project: Project, id: number): ProjectField {
  const field = rows.projectFields.get(id)
  if (field?.projectId !== project.id) throw notFound()
  return field
}

function newField({ name, ...input }: v.InferOutput<typeof FieldInput>): NewField {
  const { single_select_options: options, iteration_configuration: periods } = input
  const dataType = input.data_type.toUpperCase() as NewField['dataType'] // its own names
  return {
    name,
    dataType,
    ...(options === undefined ? {} : { options }),
    ...(periods === undefined
      ? {}
      : {
          iterations: {
            startDate: periods.start_date ?? periods.iterations[0]?.start_date ?? '1970-01-01',
            duration: periods.duration,
            iterations: periods.iterations.map((each, index) => ({
              title: each.title ?? `Iteration ${index + 1}`,
              startDate: each.start_date,
              duration: each.duration,
            })),
          },
        }),
  }
}

/** Returns the issue or the pull request that a body names by its id, or by repository and number. */
function issueOf(call: CodehostCall, input: v.InferOutput<typeof ItemInput>): Issue {
  const { rows } = call
  const { id, owner, repo: name, number, type } = input
  const login = rows.accounts.find('login', (owner ?? '').toLowerCase())
  const repo = rows.repos.find('name', login?.id ?? 0, (name ?? '').toLowerCase())
  const byId = type === 'Issue' ? rows.issues.get(id) : rows.issues.get(rows.pulls.get(id)?.issueId)
  const issue = id === undefined ? rows.issues.find('number', repo?.id ?? 0, number ?? 0) : byId
  if (issue === undefined || issue.isPull !== (type === 'PullRequest')) throw notFound()
  if (!canRead(call, rows.repos.require(issue.repoId))) throw notFound()
  return issue
}

function valueFor({ dataType, name }: ProjectField, value: string | number): ValueInput {
  switch (dataType) {
    case 'NUMBER':
      if (typeof value !== 'number') throw unprocessable(`Invalid value for the field ${name}: expected a number.`)
      return { number: value }
    case 'DATE':
      return { date: String(value) }
    case 'SINGLE_SELECT':
      return { singleSelectOptionId: String(value) }
    case 'ITERATION':
      return { iterationId: String(value) }
    default:
      return { text: String(value) }
  }
}
