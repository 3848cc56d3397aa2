import { Mutation } from '../mutations/index.ts'
import { projectPayloads } from '../mutations/projects.ts'
import type { Fields } from '../source.ts'
import { Bot, Organization, User, UserStatus } from './accounts.ts'
import {
  App,
  CheckAnnotation,
  CheckRun,
  CheckStep,
  CheckSuite,
  Status,
  StatusCheckRollup,
  StatusContext,
  Workflow,
  WorkflowRun,
} from './checks.ts'
import { Reaction, ReactionGroup } from './comment-fields.ts'
import { CommitComment, Issue, IssueComment, Label, LinkedBranch, Milestone, PinnedIssue } from './conversations.ts'
import { ContributionCalendar } from './contribution-calendar.ts'
import { contributionTypes } from './contribution-types.ts'
import { ContributionsCollection } from './contributions.ts'
import { Deployment, DeploymentProtectionRule, DeploymentStatus, Environment } from './deployments.ts'
import {
  Discussion,
  DiscussionCategory,
  DiscussionComment,
  DiscussionPoll,
  DiscussionPollOption,
} from './discussions.ts'
import { Gist, GistComment, GistFile } from './gists.ts'
import { Blob, Commit, Comparison, GitActor, Ref, Tag, Tree, TreeEntry } from './git.ts'
import { IssueType } from './issue-relations.ts'
import { DraftIssue, itemValueTypes, ProjectV2Item } from './project-items.ts'
import {
  ProjectV2,
  ProjectV2Field,
  ProjectV2IterationField,
  ProjectV2IterationFieldIteration,
  ProjectV2SingleSelectField,
  ProjectV2SingleSelectFieldOption,
  ProjectV2StatusUpdate,
  ProjectV2View,
  ProjectV2Workflow,
} from './projects.ts'
import { Package, PackageVersion } from './packages.ts'
import { ProfileItemShowcase } from './pinned-items.ts'
import { RepositoryVulnerabilityAlert } from './vulnerability-alerts.ts'
import { AutoMergeRequest, PullRequest, PullRequestChangedFile, PullRequestCommit, ReviewRequest } from './pulls.ts'
import { Language, License, Query, RepositoryTopic, Topic } from './query.ts'
import { Release, ReleaseAsset } from './releases.ts'
import { Repository } from './repositories.ts'
import { BranchProtectionRule } from './protection.ts'
import { PullRequestReview, PullRequestReviewComment, PullRequestReviewThread } from './reviews.ts'
import {
  RepositoryRule,
  RepositoryRuleset,
  RepositoryRulesetBypassActor,
  StatusCheckConfiguration,
} from './rulesets.ts'
import { DeployKey, PublicKey } from './keys.ts'
import { GpgSignature, SshSignature, UnknownSignature } from './signatures.ts'
import { Team } from './teams.ts'
import { SocialAccount } from './user-activity.ts'
import { IssueTemplate, PullRequestTemplate } from './templates.ts'
import { timelineTypes } from './timeline.ts'

/**
 * The resolvers of the vendor's types, by name. A type that is not here has no rows: its objects are made whole, as the
 * pages of connections and the payloads of mutations are.
 */
export const types: Readonly<Record<string, Fields<never>>> = {
  App,
  AutoMergeRequest,
  Blob,
  Bot,
  BranchProtectionRule,
  CheckAnnotation,
  CheckRun,
  CheckStep,
  CheckSuite,
  Commit,
  CommitComment,
  Comparison,
  ContributionCalendar,
  ContributionsCollection,
  ...contributionTypes,
  DeployKey,
  Deployment,
  DeploymentProtectionRule,
  DeploymentStatus,
  Discussion,
  DiscussionCategory,
  DiscussionComment,
  DiscussionPoll,
  DiscussionPollOption,
  DraftIssue,
  Environment,
  Gist,
  GistComment,
  GistFile,
  GitActor,
  GpgSignature,
  Issue,
  IssueComment,
  IssueTemplate,
  IssueType,
  Label,
  Language,
  License,
  LinkedBranch,
  Milestone,
  Mutation,
  Organization,
  Package,
  PackageVersion,
  PinnedIssue,
  ...itemValueTypes,
  ...projectPayloads,
  ProjectV2,
  ProjectV2Field,
  ProjectV2Item,
  ProjectV2IterationField,
  ProjectV2IterationFieldIteration,
  ProjectV2SingleSelectField,
  ProjectV2SingleSelectFieldOption,
  ProjectV2StatusUpdate,
  ProjectV2View,
  ProjectV2Workflow,
  PublicKey,
  PullRequest,
  PullRequestChangedFile,
  PullRequestCommit,
  PullRequestReview,
  PullRequestReviewComment,
  PullRequestReviewThread,
  PullRequestTemplate,
  ProfileItemShowcase,
  Query,
  Reaction,
  ReactionGroup,
  Ref,
  Release,
  ReleaseAsset,
  Repository,
  RepositoryRule,
  RepositoryRuleset,
  RepositoryVulnerabilityAlert,
  UserStatus,
  RepositoryRulesetBypassActor,
  RepositoryTopic,
  ReviewRequest,
  SocialAccount,
  SshSignature,
  Status,
  StatusCheckConfiguration,
  StatusCheckRollup,
  StatusContext,
  Tag,
  Team,
  ...timelineTypes,
  Topic,
  Tree,
  TreeEntry,
  UnknownSignature,
  User,
  Workflow,
  WorkflowRun,
}
