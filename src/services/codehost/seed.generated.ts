// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `codehost` of a seed: what the stand-in for the GitHub REST API begins with. */
export interface CodehostSeed {
  users?: CodehostSeedUser[] | undefined
  orgs?: CodehostSeedOrg[] | undefined
  repos?: CodehostSeedRepo[] | undefined
  projects?: CodehostSeedProject[] | undefined
  oauth_apps?: CodehostSeedOauthApp[] | undefined
  apps?: CodehostSeedApp[] | undefined
  fine_grained_tokens?: CodehostSeedFineGrainedToken[] | undefined
  actions?: CodehostSeedActions | undefined
  /** Refuses requests without a token, even for public data. Default: false */
  strict_auth?: boolean | undefined
  /** Requests per hour before the API answers 403. When absent, the headers report the vendor limits, which never block. */
  rate_limit?: number | undefined
}

/** A user of the seed. */
export interface CodehostSeedUser {
  login: string
  name?: string | undefined
  /** The public e-mail address, and the primary one. */
  email?: string | undefined
  bio?: string | undefined
  company?: string | undefined
  location?: string | undefined
  /** Default: false */
  site_admin?: boolean | undefined
  /** The repositories that the profile shows first, such as octocat/hello-world. */
  pinned?: string[] | undefined
  emails?: (string | CodehostSeedEmail)[] | undefined
}

/** An org of the seed. */
export interface CodehostSeedOrg {
  login: string
  name?: string | undefined
  description?: string | undefined
  email?: string | undefined
  members?: CodehostSeedMember[] | undefined
  teams?: CodehostSeedTeam[] | undefined
  /** The repositories that the profile shows first, such as octocat/hello-world. */
  pinned?: string[] | undefined
  webhooks?: CodehostSeedWebhook[] | undefined
  /** Secrets of Actions by name: a value for all repositories, or a value with its repositories. */
  secrets?: Record<string, string | CodehostSeedSecret> | undefined
  /** Variables of Actions by name: a value for all repositories, or a value with its repositories. */
  variables?: Record<string, string | CodehostSeedVariable> | undefined
}

/** A repo of the seed. */
export interface CodehostSeedRepo {
  /** The login of a seeded user or organization. */
  owner: string
  name: string
  description?: string | undefined
  homepage?: string | undefined
  language?: string | undefined
  /** Default: false */
  private?: boolean | undefined
  /** Default: main */
  default_branch?: string | undefined
  topics?: string[] | undefined
  /** Adds a first commit with a README. Default: false */
  auto_init?: boolean | undefined
  /** Default: false */
  archived?: boolean | undefined
  /** File texts by path in the first commit. */
  files?: Record<string, string> | undefined
  branches?: CodehostSeedBranch[] | undefined
  collaborators?: CodehostSeedCollaborator[] | undefined
  labels?: CodehostSeedLabel[] | undefined
  milestones?: CodehostSeedMilestone[] | undefined
  issues?: CodehostSeedIssue[] | undefined
  pulls?: CodehostSeedPull[] | undefined
  webhooks?: CodehostSeedWebhook[] | undefined
  discussion_categories?: CodehostSeedDiscussionCategory[] | undefined
  discussions?: CodehostSeedDiscussion[] | undefined
  /** Secrets of Actions: values by name. */
  secrets?: Record<string, string> | undefined
  /** Variables of Actions: values by name. */
  variables?: Record<string, string> | undefined
  environments?: CodehostSeedEnvironment[] | undefined
  workflows?: CodehostSeedWorkflow[] | undefined
  workflow_runs?: CodehostSeedWorkflowRun[] | undefined
}

/** A project of the seed. */
export interface CodehostSeedProject {
  /** The login of a seeded user or organization. */
  owner: string
  title: string
  short_description?: string | undefined
  readme?: string | undefined
  /** Default: false */
  public?: boolean | undefined
  /** Default: false */
  closed?: boolean | undefined
  fields?: CodehostSeedField[] | undefined
  items?: CodehostSeedItem[] | undefined
  /** Names of repositories of the owner that show the project. */
  repositories?: string[] | undefined
}

/** An oauth app of the seed. */
export interface CodehostSeedOauthApp {
  client_id: string
  client_secret: string
  name?: string | undefined
  redirect_uris?: string[] | undefined
}

/** An app of the seed. */
export interface CodehostSeedApp {
  app_id: number
  slug: string
  name?: string | undefined
  description?: string | undefined
  external_url?: string | undefined
  /** The login of a seeded user or organization; the first user when absent. */
  owner?: string | undefined
  client_id?: string | undefined
  /** When absent, any secret is accepted. */
  client_secret?: string | undefined
  /** The allowed redirect URIs of sign-ins; any URI when absent. */
  callback_urls?: string[] | undefined
  /** The private key as PEM text, whose public key verifies the JWTs of the app; the test key of docs/codehost.md when absent. */
  private_key?: string | undefined
  permissions?: Record<string, 'read' | 'write' | 'admin'> | undefined
  events?: string[] | undefined
  webhook_url?: string | undefined
  webhook_secret?: string | undefined
  installations?: CodehostSeedInstallation[] | undefined
}

/** A fine grained token of the seed. */
export interface CodehostSeedFineGrainedToken {
  /** The literal value that clients send: github_pat_… */
  token: string
  /** The login of the seeded user whose token it is. */
  login: string
  /** Default: token */
  name?: string | undefined
  /** The user or organization whose resources it reaches; its own user when absent. */
  resource_owner?: string | undefined
  /** Names of repositories of the resource owner; all of them when absent. */
  repositories?: string[] | undefined
  permissions?: Record<string, 'read' | 'write' | 'admin'> | undefined
  expires_at?: string | undefined
}

/** The actions of the seed. */
export interface CodehostSeedActions {
  /** The duration of a run in milliseconds of the clock, including its time in the queue. Default: 500 */
  run_ms?: number | undefined
}

/** An email of the seed. */
export interface CodehostSeedEmail {
  email: string
  /** Default: false */
  primary?: boolean | undefined
  /** Default: true */
  verified?: boolean | undefined
  visibility?: 'public' | 'private' | null | undefined
}

/** A member of the seed. */
export interface CodehostSeedMember {
  login: string
  /** Default: member */
  role?: 'admin' | 'member' | undefined
}

/** A team of the seed. */
export interface CodehostSeedTeam {
  name: string
  description?: string | undefined
  /** Default: closed */
  privacy?: 'closed' | 'secret' | undefined
  parent?: string | undefined
  members?: (string | CodehostSeedTeamMember)[] | undefined
  repos?: CodehostSeedTeamRepo[] | undefined
}

/** A webhook of the seed. */
export interface CodehostSeedWebhook {
  /** The URL that receives deliveries; this machine only, unless other hosts are allowed. */
  url: string
  /** Default: ["push"] */
  events?: string[] | undefined
  secret?: string | undefined
  /** Default: json */
  content_type?: 'json' | 'form' | undefined
  /** Default: true */
  active?: boolean | undefined
}

/** A secret of the seed. */
export interface CodehostSeedSecret {
  value: string
  visibility?: 'all' | 'private' | 'selected' | undefined
  /** Names of the repositories that it applies to; makes the visibility `selected`. */
  repositories?: string[] | undefined
}

/** A variable of the seed. */
export interface CodehostSeedVariable {
  value: string
  visibility?: 'all' | 'private' | 'selected' | undefined
  /** Names of the repositories that it applies to; makes the visibility `selected`. */
  repositories?: string[] | undefined
}

/** A branch of the seed. */
export interface CodehostSeedBranch {
  name: string
  files?: Record<string, string> | undefined
}

/** A collaborator of the seed. */
export interface CodehostSeedCollaborator {
  login: string
  /** Default: push */
  permission?: 'pull' | 'triage' | 'push' | 'maintain' | 'admin' | undefined
}

/** A label of the seed. */
export interface CodehostSeedLabel {
  name: string
  /** Default: ededed */
  color?: string | undefined
  description?: string | undefined
}

/** A milestone of the seed. */
export interface CodehostSeedMilestone {
  title: string
  description?: string | undefined
  due_on?: string | undefined
}

/** An issue of the seed. */
export interface CodehostSeedIssue {
  title: string
  body?: string | undefined
  /** The login of the author; the first user when absent. */
  user?: string | undefined
  /** Default: open */
  state?: 'open' | 'closed' | undefined
  labels?: string[] | undefined
  assignees?: string[] | undefined
  milestone?: string | undefined
  comments?: CodehostSeedComment[] | undefined
}

/** A pull of the seed. */
export interface CodehostSeedPull {
  title: string
  body?: string | undefined
  user?: string | undefined
  /** The branch with the changes; made from `files` when it does not exist. */
  head: string
  /** The default branch when absent. */
  base?: string | undefined
  /** Default: false */
  draft?: boolean | undefined
  /** File texts by path that one commit changes on the head branch. */
  files?: Record<string, string> | undefined
  labels?: string[] | undefined
  assignees?: string[] | undefined
  reviewers?: string[] | undefined
}

/** A discussion category of the seed. */
export interface CodehostSeedDiscussionCategory {
  name: string
  /** Default: :speech_balloon: */
  emoji?: string | undefined
  description?: string | undefined
  /** Default: false */
  answerable?: boolean | undefined
  /** Default: open */
  format?: 'open' | 'announcement' | 'poll' | undefined
}

/** A discussion of the seed. */
export interface CodehostSeedDiscussion {
  title: string
  /** Default: */
  body?: string | undefined
  /** The name of a category; General when absent. Default: General */
  category?: string | undefined
  /** The login of the author; the first user when absent. */
  user?: string | undefined
  /** Default: open */
  state?: 'open' | 'closed' | undefined
  labels?: string[] | undefined
  poll?: CodehostSeedPoll | undefined
  comments?: CodehostSeedDiscussionComment[] | undefined
}

/** An environment of the seed. */
export interface CodehostSeedEnvironment {
  name: string
  /** Minutes that a job waits. Default: 0 */
  wait_timer?: number | undefined
  /** Default: false */
  prevent_self_review?: boolean | undefined
  /** The logins of users, and teams as `acme/core`, that approve deployments. */
  reviewers?: string[] | undefined
  /** The branches that may be deployed: `protected`, or a list of patterns; all when absent. */
  branches?: 'protected' | string[] | undefined
  /** Secrets of Actions: values by name. */
  secrets?: Record<string, string> | undefined
  /** Variables of Actions: values by name. */
  variables?: Record<string, string> | undefined
}

/** A workflow of the seed. */
export interface CodehostSeedWorkflow {
  /** The name in the file or, without one, the path when absent. */
  name?: string | undefined
  path: string
  /** Default: active */
  state?: 'active' | 'disabled_fork' | 'disabled_inactivity' | 'disabled_manually' | undefined
  /** The conclusion of its runs; success when absent. */
  conclusion?: 'success' | 'failure' | 'neutral' | 'cancelled' | 'skipped' | 'timed_out' | 'action_required' | undefined
  /** The events that start it; only for a workflow without a file. */
  on?: string[] | undefined
  /** The inputs of workflow_dispatch; only for a workflow without a file. */
  inputs?: Record<string, CodehostSeedInput> | undefined
  jobs?: (string | CodehostSeedJob)[] | undefined
}

/** A workflow run of the seed. */
export interface CodehostSeedWorkflowRun {
  /** The name, path or file name of a workflow of the repository. */
  workflow: string
  /** Default: push */
  event?: string | undefined
  /** The default branch when absent. */
  branch?: string | undefined
  actor?: string | undefined
  /** The title of the commit when absent. */
  title?: string | undefined
  /** Default: completed */
  status?: 'queued' | 'in_progress' | 'completed' | undefined
  conclusion?: 'success' | 'failure' | 'neutral' | 'cancelled' | 'skipped' | 'timed_out' | 'action_required' | undefined
  created_at?: string | undefined
  jobs?: (string | CodehostSeedWorkflowRunJob)[] | undefined
  artifacts?: CodehostSeedArtifact[] | undefined
}

/** A field of the seed. */
export interface CodehostSeedField {
  name: string
  type: 'text' | 'number' | 'date' | 'single_select' | 'iteration'
  /** The options of a field of type `single_select`. */
  options?: string[] | undefined
  /** The periods of a field of type `iteration`; three of two weeks when absent. */
  iterations?: CodehostSeedIteration[] | undefined
}

/** An item of the seed. */
export interface CodehostSeedItem {
  /** An issue or a pull request: `octocat/hello-world#1`. */
  content?: string | undefined
  /** The title of a draft. */
  draft?: string | undefined
  /** The text of a draft. */
  body?: string | undefined
  /** Values by the names of fields; options and iterations by their names. */
  values?: Record<string, string | number> | undefined
}

/** An installation of the seed. */
export interface CodehostSeedInstallation {
  installation_id: number
  /** The login of a seeded user or organization. */
  account: string
  repository_selection?: 'all' | 'selected' | undefined
  /** Names of repositories of the account; makes the selection `selected`. */
  repositories?: string[] | undefined
  /** The granted permissions; all permissions of the app when absent. */
  permissions?: Record<string, 'read' | 'write' | 'admin'> | undefined
  /** Default: false */
  suspended?: boolean | undefined
}

/** A team member of the seed. */
export interface CodehostSeedTeamMember {
  login: string
  /** Default: member */
  role?: 'member' | 'maintainer' | undefined
}

/** A team repo of the seed. */
export interface CodehostSeedTeamRepo {
  name: string
  /** Default: push */
  permission?: 'pull' | 'triage' | 'push' | 'maintain' | 'admin' | undefined
}

/** A comment of the seed. */
export interface CodehostSeedComment {
  user?: string | undefined
  body: string
}

/** A poll of the seed. */
export interface CodehostSeedPoll {
  question: string
  options: string[]
}

/** A discussion comment of the seed. */
export interface CodehostSeedDiscussionComment {
  /** The login of the author; the first user when absent. */
  user?: string | undefined
  body: string
  /** Marks the comment as the answer. Default: false */
  answer?: boolean | undefined
  replies?: CodehostSeedReply[] | undefined
}

/** An input of the seed. */
export interface CodehostSeedInput {
  /** Default: false */
  required?: boolean | undefined
  default?: string | undefined
  options?: string[] | undefined
}

/** A job of the seed. */
export interface CodehostSeedJob {
  name: string
  needs?: string[] | undefined
  /** Default: ["ubuntu-latest"] */
  labels?: string[] | undefined
  steps?: string[] | undefined
  conclusion?: 'success' | 'failure' | 'cancelled' | 'skipped' | undefined
}

/** A workflow run job of the seed. */
export interface CodehostSeedWorkflowRunJob {
  name: string
  steps?: string[] | undefined
  conclusion?: 'success' | 'failure' | 'cancelled' | 'skipped' | undefined
  log?: string | undefined
}

/** An artifact of the seed. */
export interface CodehostSeedArtifact {
  name: string
  /** The text of a single file with the name of the artifact. */
  content?: string | undefined
  /** File texts by path. */
  files?: Record<string, string> | undefined
  /** Default: false */
  expired?: boolean | undefined
}

/** An iteration of the seed. */
export interface CodehostSeedIteration {
  title: string
  start_date: string
  /** Default: 14 */
  duration?: number | undefined
}

/** A reply of the seed. */
export interface CodehostSeedReply {
  /** The login of the author; the first user when absent. */
  user?: string | undefined
  body: string
}
