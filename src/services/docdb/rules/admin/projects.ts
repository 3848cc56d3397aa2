import type { DocdbContext } from '#docdb/call.ts'
import type { Organization, Project } from '#docdb/schema/admin.ts'
import { newObjectId } from './object-id.ts'

/** The fields of a new project. */
export type ProjectInput = Omit<Project, 'id' | 'createdAt'>

/** Adds a project. */
export function addProject(context: DocdbContext, input: ProjectInput): Project {
  return context.rows.projects.insert({ id: newObjectId(context), ...input, createdAt: context.clock.now() })
}

/** Adds an organization. */
export function addOrganization(context: DocdbContext, name: string): Organization {
  return context.rows.organizations.insert({ id: newObjectId(context), name, createdAt: context.clock.now() })
}
