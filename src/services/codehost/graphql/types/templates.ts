import type { IssueTemplate as IssueTemplateFile, PullTemplate } from '#codehost/rules/issues/templates.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { ordered, type OrderArguments } from '../orders.ts'
import type { Fields } from '../source.ts'

/** A template of issues. https://docs.github.com/graphql/reference/objects#issuetemplate */
export const IssueTemplate: Fields<{ readonly repo: Repo; readonly template: IssueTemplateFile }> = {
  filename: ({ template }) => template.filename,
  name: ({ template }) => template.name,
  about: ({ template }) => template.about,
  title: ({ template }) => template.title,
  body: ({ template }) => template.body,
  labels: ({ repo, template }, args: PageArguments & OrderArguments, { rows }) => {
    const labels = template.labels.flatMap((name) => rows.labels.find('name', repo.id, name.toLowerCase()) ?? [])
    return connection(cursoredRows(ordered(labels, args, { NAME: ({ name }) => name })), args)
  },
  assignees: ({ template }, args: PageArguments, { rows }) => {
    const users = template.assignees.flatMap((login) => rows.accounts.find('login', login.toLowerCase()) ?? [])
    return connection(cursoredRows(users), args)
  },
}

/** A template of pull requests. https://docs.github.com/graphql/reference/objects#pullrequesttemplate */
export const PullRequestTemplate: Fields<{ readonly repo: Repo; readonly template: PullTemplate }> = {
  filename: ({ template }) => template.filename,
  body: ({ template }) => template.body,
  repository: ({ repo }) => repo,
}
