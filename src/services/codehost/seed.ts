import * as v from 'valibot'
import { actions, workflow, workflowRun } from './seed/actions.ts'
import { app, fineGrainedToken } from './seed/apps.ts'
import { discussion, discussionCategory } from './seed/discussions.ts'
import { project } from './seed/projects.ts'
import { organizationSettings, repositorySettings } from './seed/secrets.ts'

const text = v.string()
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])
const flag = v.optional(v.boolean(), false)
const url = v.pipe(v.string(), v.url())

const login = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/, 'expected letters, digits and dashes, 39 at most'),
)

const email = v.pipe(text, v.regex(/^[^\s@]+@[^\s@]+$/, 'expected an e-mail address'))

const title = v.pipe(text, v.regex(/\S/, 'expected a title'), v.maxLength(256, 'expected at most 256 characters'))

const labelName = v.pipe(text, v.regex(/^(?=.*\S).{1,50}$/, 'expected a name of 1 to 50 characters'))

const topic = v.pipe(
  text,
  v.regex(/^[a-z0-9][a-z0-9-]{0,49}$/, 'expected lowercase letters, digits and dashes, 50 at most'),
)

const permission = v.picklist(['pull', 'triage', 'push', 'maintain', 'admin'])

const webhook = v.strictObject({
  url: v.pipe(
    url,
    v.description('The URL that receives deliveries; this machine only, unless other hosts are allowed.'),
  ),
  events: v.optional(v.array(text), ['push']),
  secret: v.optional(text),
  content_type: v.optional(v.picklist(['json', 'form']), 'json'),
  active: v.optional(v.boolean(), true),
})

const pinned = v.optional(
  v.pipe(
    v.array(text),
    v.maxLength(6, 'expected at most 6 repositories'),
    v.description('The repositories that the profile shows first, such as octocat/hello-world.'),
  ),
  [],
)

const user = v.strictObject({
  login,
  name: v.optional(text),
  email: v.optional(v.pipe(email, v.description('The public e-mail address, and the primary one.'))),
  bio: v.optional(text),
  company: v.optional(text),
  location: v.optional(text),
  site_admin: flag,
  pinned,
  emails: list(
    v.union([
      email,
      v.strictObject({
        email,
        primary: flag,
        verified: v.optional(v.boolean(), true),
        visibility: v.optional(v.nullable(v.picklist(['public', 'private']))),
      }),
    ]),
  ),
})

const organization = v.strictObject({
  login,
  name: v.optional(text),
  description: v.optional(text),
  email: v.optional(text),
  members: v.optional(v.array(v.strictObject({ login, role: v.optional(v.picklist(['admin', 'member']), 'member') }))),
  teams: list(
    v.strictObject({
      name: text,
      description: v.optional(text),
      privacy: v.optional(v.picklist(['closed', 'secret']), 'closed'),
      parent: v.optional(text),
      members: list(
        v.union([login, v.strictObject({ login, role: v.optional(v.picklist(['member', 'maintainer']), 'member') })]),
      ),
      repos: list(v.strictObject({ name: text, permission: v.optional(permission, 'push') })),
    }),
  ),
  pinned,
  webhooks: list(webhook),
  ...organizationSettings,
})

const label = v.strictObject({
  name: labelName,
  color: v.optional(v.pipe(text, v.regex(/^[0-9a-fA-F]{6}$/, 'expected six hexadecimal digits, without #')), 'ededed'),
  description: v.optional(text),
})

const comment = v.strictObject({ user: v.optional(login), body: text })

const issue = v.strictObject({
  title,
  body: v.optional(text),
  user: v.optional(v.pipe(login, v.description('The login of the author; the first user when absent.'))),
  state: v.optional(v.picklist(['open', 'closed']), 'open'),
  labels: list(labelName),
  assignees: list(login),
  milestone: v.optional(text),
  comments: list(comment),
})

const pull = v.strictObject({
  title,
  body: v.optional(text),
  user: v.optional(login),
  head: v.pipe(text, v.description('The branch with the changes; made from `files` when it does not exist.')),
  base: v.optional(v.pipe(text, v.description('The default branch when absent.'))),
  draft: flag,
  files: v.optional(
    v.pipe(v.record(text, text), v.description('File texts by path that one commit changes on the head branch.')),
  ),
  labels: list(labelName),
  assignees: list(login),
  reviewers: list(login),
})

const repository = v.strictObject({
  owner: v.pipe(login, v.description('The login of a seeded user or organization.')),
  name: v.pipe(text, v.regex(/^[\w.-]{1,100}$/, 'expected letters, digits, dashes, dots and underscores, 100 at most')),
  description: v.optional(text),
  homepage: v.optional(text),
  language: v.optional(text),
  private: flag,
  default_branch: v.optional(text, 'main'),
  topics: list(topic),
  auto_init: v.optional(v.pipe(v.boolean(), v.description('Adds a first commit with a README.')), false),
  archived: flag,
  files: v.optional(v.pipe(v.record(text, text), v.description('File texts by path in the first commit.'))),
  branches: list(v.strictObject({ name: text, files: v.optional(v.record(text, text)) })),
  collaborators: list(v.strictObject({ login, permission: v.optional(permission, 'push') })),
  labels: list(label),
  milestones: list(v.strictObject({ title: text, description: v.optional(text), due_on: v.optional(text) })),
  issues: list(issue),
  pulls: list(pull),
  webhooks: list(webhook),
  discussion_categories: list(discussionCategory),
  discussions: list(discussion),
  ...repositorySettings,
  workflows: list(workflow),
  workflow_runs: list(workflowRun),
})

const oauthApp = v.strictObject({
  client_id: text,
  client_secret: text,
  name: v.optional(text),
  redirect_uris: v.optional(v.array(url), []),
})

/** The `codehost` section of a seed. */
export const seed = v.strictObject({
  users: list(user),
  orgs: list(organization),
  repos: list(repository),
  projects: list(project),
  oauth_apps: list(oauthApp),
  apps: list(app),
  fine_grained_tokens: list(fineGrainedToken),
  actions: v.optional(actions, {}),
  strict_auth: v.optional(
    v.pipe(v.boolean(), v.description('Refuses requests without a token, even for public data.')),
    false,
  ),
  rate_limit: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.description(
        'Requests per hour before the API answers 403. When absent, the headers report the vendor limits, which never block.',
      ),
    ),
  ),
})

/** The section after validation. */
export type Section = v.InferOutput<typeof seed>

/** The section that `init` prints. */
export const starter = `users:
  - login: octocat
    name: The Octocat
    email: octocat@example.com
  - login: hubber
    name: Hubber
orgs:
  - login: acme
    name: Acme Corporation
    members:
      - { login: octocat, role: admin }
      - { login: hubber }
repos:
  - owner: octocat
    name: hello-world
    description: My first repository
    auto_init: true               # adds a first commit with a README
    labels:
      - { name: ci, color: 0e8a16 }
    issues:
      - { title: The build is red, labels: [bug] }
  - owner: acme
    name: website
    private: true
    auto_init: true
oauth_apps:
  - client_id: example-client
    client_secret: example-secret
    name: Example App
    redirect_uris: ['http://localhost:3000/callback']
apps:
  - app_id: 1001
    slug: example-bot
    name: Example Bot
    client_id: Iv1.example
    permissions: { issues: write, contents: read }
    events: [issues]
    # private_key: PEM text; without one, the test key of docs/codehost.md
    # webhook_url and webhook_secret: the receiver of the app's events
    installations:
      - { installation_id: 2001, account: acme }
`
