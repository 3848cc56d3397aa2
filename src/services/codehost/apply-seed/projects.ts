import type { SeedPath } from '#core/seed/seed-path.ts'
import { SeedProblem } from '#core/service.ts'
import type { CodehostContext } from '#codehost/call.ts'
import { addField, isCustom } from '#codehost/rules/projects/fields.ts'
import { addDraft, addItem, setValue, type ValueInput } from '#codehost/rules/projects/items.ts'
import { createProject } from '#codehost/rules/projects/projects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { CustomFieldType, Project, ProjectField } from '#codehost/schema/projects.ts'
import type { Section } from '#codehost/seed.ts'

type SeededProject = Section['projects'][number]
type SeededItem = SeededProject['items'][number]

/**
 * Seeds projects. Repositories, issues and pull requests must exist already.
 *
 * @throws {@link SeedProblem}.
 */
export function seedProjects(context: CodehostContext, section: Section): void {
  for (const [index, seeded] of section.projects.entries()) seedProject(context, seeded, ['projects', index])
}

function seedProject(context: CodehostContext, seeded: SeededProject, path: SeedPath): void {
  const { rows, clock } = context
  const owner = rows.accounts.find('login', seeded.owner.toLowerCase())
  if (owner === undefined) {
    throw new SeedProblem([...path, 'owner'], `no user or organization has the login ${JSON.stringify(seeded.owner)}`)
  }
  const creator = owner.type === 'User' ? owner : (rows.accounts.list('byType', 'User')[0] ?? owner)
  const { title, short_description: shortDescription = null, readme = null, public: isPublic } = seeded
  const project = createProject(context, owner, creator, { title, shortDescription, readme, public: isPublic })
  if (seeded.closed) rows.projects.update(project.id, { closedAt: clock.now() })
  for (const [place, { name, type, options, iterations }] of seeded.fields.entries()) {
    if (rows.projectFields.find('name', project.id, name.toLowerCase()) !== undefined) {
      throw new SeedProblem([...path, 'fields', place, 'name'], 'another field of the project has this name')
    }
    if (type === 'single_select' && options === undefined) {
      throw new SeedProblem([...path, 'fields', place], 'a field of type single_select needs options')
    }
    const periods = (iterations ?? []).map((each) => ({
      title: each.title,
      startDate: each.start_date,
      duration: each.duration,
    }))
    const [first] = periods
    addField(context, project, {
      name,
      dataType: type.toUpperCase() as CustomFieldType, // by the schema of the seed
      options: (options ?? []).map((option) => ({ name: option, color: 'GRAY', description: '' })),
      ...(first === undefined
        ? {}
        : { iterations: { startDate: first.startDate, duration: first.duration, iterations: periods } }),
    })
  }
  for (const [place, item] of seeded.items.entries()) {
    seedItem(context, { project, creator }, item, [...path, 'items', place])
  }
  for (const [place, name] of seeded.repositories.entries()) {
    const repo = rows.repos.find('name', owner.id, name.toLowerCase())
    if (repo === undefined) {
      throw new SeedProblem(
        [...path, 'repositories', place],
        `${owner.login} has no repository ${JSON.stringify(name)}`,
      )
    }
    rows.projectRepositories.insert({ projectId: project.id, repoId: repo.id })
  }
}

function seedItem(
  context: CodehostContext,
  { project, creator }: { readonly project: Project; readonly creator: Account },
  { content, draft, body, values }: SeededItem,
  path: SeedPath,
): void {
  if ((content === undefined) === (draft === undefined)) {
    throw new SeedProblem(path, 'an item has either content or draft')
  }
  const item =
    content === undefined
      ? addDraft(context, project, { title: draft ?? '', body: body ?? '', assigneeIds: [] }, creator)
      : addItem(context, project, issueNamed(context, content, [...path, 'content']), creator)
  for (const [name, value] of Object.entries(values)) {
    const at: SeedPath = [...path, 'values', name]
    const field = context.rows.projectFields.find('name', project.id, name.toLowerCase())
    if (field === undefined || !isCustom(field)) throw new SeedProblem(at, 'the project has no such field')
    setValue(context, item, field, valueInput(field, value, at), creator)
  }
}

function issueNamed({ rows }: CodehostContext, name: string, path: SeedPath): Issue {
  const [, login = '', repoName = '', number = ''] = /^([^/]+)\/([^#]+)#(\d+)$/.exec(name) ?? []
  const owner = rows.accounts.find('login', login.toLowerCase())
  const repo = rows.repos.find('name', owner?.id ?? 0, repoName.toLowerCase())
  const issue = rows.issues.find('number', repo?.id ?? 0, Number(number))
  if (issue === undefined) throw new SeedProblem(path, `no issue or pull request is ${JSON.stringify(name)}`)
  return issue
}

function valueInput(field: ProjectField, value: string | number, path: SeedPath): ValueInput {
  const { dataType, iterations, options } = field
  if (dataType === 'NUMBER') {
    if (typeof value !== 'number') throw new SeedProblem(path, 'expected a number')
    return { number: value }
  }
  const given = String(value)
  if (dataType === 'TEXT') return { text: given }
  if (dataType === 'DATE') return { date: given }
  if (dataType === 'SINGLE_SELECT') {
    const option = options.find(({ name }) => name === given)
    if (option === undefined)
      throw new SeedProblem(
        path,
        'the field has no such option',
        options.map(({ name }) => name),
      )
    return { singleSelectOptionId: option.id }
  }
  const all = iterations?.iterations ?? []
  const iteration = all.find(({ title }) => title === given)
  if (iteration === undefined)
    throw new SeedProblem(
      path,
      'the field has no such iteration',
      all.map(({ title }) => title),
    )
  return { iterationId: iteration.id }
}
