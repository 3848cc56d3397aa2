import type { Site } from '#codehost/call.ts'
import { nodeId, timeOrNull } from '#codehost/json/format.ts'
import { fieldNodeId, itemJson, projectJson, statusUpdateJson } from '#codehost/json/projects/project.ts'
import type { EventOf } from '#codehost/schema/events.ts'
import type { Project, ProjectField } from '#codehost/schema/projects.ts'
import type { Members } from './members.ts'

/** Returns the members of the payloads about projects. */
export function projectMembers(
  site: Site,
  event: EventOf<'projects_v2' | 'projects_v2_item' | 'projects_v2_status_update'>,
): Members {
  switch (event.event) {
    case 'projects_v2': {
      const { before, project } = event
      return {
        ...(before === undefined ? {} : { changes: projectChanges(before, project) }),
        projects_v2: projectJson(site, project),
      }
    }
    case 'projects_v2_status_update': {
      const { before, update } = event
      const changed = (name: 'body' | 'status' | 'startDate' | 'targetDate', member: string): Members =>
        before === undefined || before[name] === update[name]
          ? {}
          : { [member]: { from: before[name], to: update[name] } }
      const changes = {
        ...changed('body', 'body'),
        ...changed('status', 'status'),
        ...changed('startDate', 'start_date'),
        ...changed('targetDate', 'target_date'),
      }
      return {
        ...(before === undefined ? {} : { changes }),
        projects_v2_status_update: statusUpdateJson(site, update),
      }
    }
    default: {
      const changes = itemChanges(event)
      return {
        ...(changes === undefined ? {} : { changes }),
        projects_v2_item: itemJson(site, event.item),
      }
    }
  }
}

function projectChanges(before: Project, project: Project): Members {
  const names = {
    title: 'title',
    shortDescription: 'short_description',
    readme: 'description',
    public: 'public',
  } as const
  const changed = (Object.keys(names) as (keyof typeof names)[]).filter((name) => before[name] !== project[name])
  return Object.fromEntries(changed.map((name) => [names[name], { from: before[name], to: project[name] }]))
}

function itemChanges(event: EventOf<'projects_v2_item'>): Members | undefined {
  const { archivedBefore, changes, item, previous, project, value } = event
  if (archivedBefore !== undefined) {
    return { archived_at: { from: timeOrNull(archivedBefore), to: timeOrNull(item.archivedAt) } }
  }
  if (previous !== undefined) {
    const idOf = (row: typeof previous.before): string | null => (row === null ? null : nodeId('PVTI', row.id))
    return { previous_projects_v2_item_node_id: { from: idOf(previous.before), to: idOf(previous.after) } }
  }
  if (value === undefined) return changes
  return {
    field_value: {
      field_node_id: fieldNodeId(value.field),
      field_type: value.field.dataType.toLowerCase(),
      field_name: value.field.name,
      project_number: project.number,
      from: valueJson(value.field, value.from),
      to: valueJson(value.field, value.to),
    },
  }
}

/** Writes a value; an option and an iteration in full. */
function valueJson({ iterations, options }: ProjectField, value: string | number | null): unknown {
  const option = options.find(({ id }) => id === value)
  if (option !== undefined) return option
  const iteration = iterations?.iterations.find(({ id }) => id === value)
  if (iteration === undefined) return value
  const { duration, id, startDate, title } = iteration
  return { id, title, title_html: title, duration, start_date: startDate }
}
