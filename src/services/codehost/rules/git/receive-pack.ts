import type { GitObject } from '#codehost/git/objects.ts'
import type { PushRequest, RefCommand } from '#codehost/git/push-request.ts'
import type { PackEntry } from '#codehost/git/read-pack.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { repoUrls } from '../repos/repo-urls.ts'
import { headTarget } from './advertised-refs.ts'
import { depthTest, objectsBelow, largeFiles, unpack } from './pushed-objects.ts'
import { hookRefusal, refusalOf, type PushContext, type PushRefusal, type PushTarget } from './push-refusals.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { bypassedViolations } from '../protection/direct-moves.ts'
import { violationLines } from '../protection/violations.ts'
import { logRefusedMove } from '../protection/rule-suites.ts'
import { deleteRef, setRef } from './refs.ts'

/** The result of a push. */
export interface PushReport {
  /** `ok`, or why the pack was refused. */
  readonly unpack: string
  /** For each command, why it was refused; null when its ref has changed. */
  readonly refs: readonly { readonly name: string; readonly reason: string | null }[]
  /** The lines that the client shows with `remote:`. */
  readonly lines: readonly string[]
}

/** The pack of a push as it was read; a text in place of the entries is the reason why it cannot be read. */
export type ReadPack = readonly PackEntry[] | string

/**
 * The largest number of tags whose changes have events in one push.
 * https://docs.github.com/webhooks/webhook-events-and-payloads#push
 */
const MOST_TAGS = 3

/** Returns a repository as the target of a push. */
export function repositoryTarget(context: PushContext): PushTarget {
  const { call, repo } = context
  return {
    rows: call.rows,
    repo,
    refuse: (command) => {
      const refusal = hookRefusal(context, command)
      const { name: ref, before, after } = command
      if (refusal !== null) logRefusedMove(call, repo, { ref, before, after, user: context.user, isMerge: false })
      return refusal
    },
    apply: (commands) => apply(context, commands),
  }
}

/** Carries out a push: each ref by itself, or with `atomic` all or none. A pack that is wrong changes nothing. */
export function receivePack(target: PushTarget, request: PushRequest, pack: ReadPack): PushReport {
  const { rows, repo } = target
  const unpacked = typeof pack === 'string' ? { lines: [`fatal: ${pack}`] } : unpack(rows, repo, pack)
  if ('lines' in unpacked) {
    const refs = request.commands.map(({ name }) => ({ name, reason: 'unpacker error' }))
    return { unpack: 'index-pack abnormal exit', refs, lines: unpacked.lines }
  }
  const { objects } = unpacked
  const large = largeFiles(rows, repo, objects)
  if (large.isRefused) return refuseAll(request.commands, 'pre-receive hook declined', large.lines)
  const isTooDeep = depthTest(rows, repo, objects)
  const checked = request.commands.map((command) => {
    const below = command.after === null ? new Set<string>() : objectsBelow(rows, repo, objects, command.after)
    const isDeep = below !== null && isTooDeep(below)
    return {
      command,
      below: isDeep ? null : below,
      lines: isDeep ? ['fatal: exceeded maximum allowed tree depth'] : [],
    }
  })
  const added = store(target, objects, new Set(checked.flatMap(({ below }) => [...(below ?? [])])))
  const decided = checked.map(({ command, below, lines }) => ({
    command,
    refusal:
      below === null ? { reason: 'missing necessary objects', lines } : refusalOf(target, request.commands, command),
  }))
  const { accepted, refs } = settle(decided, request.capabilities.has('atomic'))
  // Objects of refused commits are not kept.
  if (accepted.every(({ after }) => after === null)) for (const id of added) rows.objects.delete(id)
  const notes = target.apply(accepted)
  return {
    unpack: 'ok',
    refs,
    lines: [...large.lines, ...decided.flatMap(({ refusal }) => refusal?.lines ?? []), ...notes],
  }
}

function refuseAll(commands: readonly RefCommand[], reason: string, lines: readonly string[]): PushReport {
  return { unpack: 'ok', refs: commands.map(({ name }) => ({ name, reason })), lines }
}

/** Stores the objects with these SHAs that are new. Returns the ids of their rows. */
function store(
  { rows, repo }: PushTarget,
  pushed: ReadonlyMap<string, GitObject>,
  shas: ReadonlySet<string>,
): string[] {
  const added: string[] = []
  for (const object of pushed.values()) {
    const id = `${repo.id} ${object.sha}`
    if (!shas.has(object.sha) || rows.objects.get(id) !== undefined) continue
    rows.objects.insert({ id, repoId: repo.id, object })
    added.push(id)
  }
  return added
}

/** Returns the commands to carry out, and the status of every ref. */
function settle(
  decided: readonly { readonly command: RefCommand; readonly refusal: PushRefusal | null }[],
  isAtomic: boolean,
): { readonly accepted: readonly RefCommand[]; readonly refs: PushReport['refs'] } {
  const isRefused = isAtomic && decided.some(({ refusal }) => refusal !== null)
  const others = isRefused ? 'atomic push failure' : null
  return {
    accepted: isRefused ? [] : decided.flatMap(({ command, refusal }) => (refusal === null ? [command] : [])),
    refs: decided.map(({ command, refusal }) => ({ name: command.name, reason: refusal?.reason ?? others })),
  }
}

/** Changes the refs, with all that follows from it. Returns the vendor's remarks for the client. */
function apply({ call, repo, user }: PushContext, commands: readonly RefCommand[]): string[] {
  const { rows } = call
  const isTag = ({ name }: RefCommand): boolean => name.startsWith('refs/tags/')
  const areTagsSilent = commands.filter(isTag).length > MOST_TAGS
  const notes: string[] = []
  // The first branch of an empty repository becomes its default branch.
  const wasEmpty = rows.refs.count('byKind', repo.id, 'heads') === 0
  const branches = commands.filter(({ name, after }) => name.startsWith('refs/heads/') && after !== null)
  if (wasEmpty && branches[0] !== undefined && !branches.some(({ name }) => name === headTarget(repo))) {
    rows.repos.update(repo.id, { defaultBranch: branches[0].name.slice('refs/heads/'.length) })
  }
  // Deletions come first, so that a name can become the beginning of another one.
  for (const command of commands.toSorted((one, other) => Number(one.after !== null) - Number(other.after !== null))) {
    const options = { silent: areTagsSilent && isTag(command) }
    const ref = rows.refs.find('name', repo.id, command.name)
    notes.push(...bypassNotes(call, repo, user, command))
    if (command.after !== null) {
      setRef(call, rows.repos.require(repo.id), command.name, command.after, user, options)
      if (command.before === null) notes.push(...invitation(call, rows.repos.require(repo.id), command.name))
    } else if (ref === undefined) notes.push('warning: Deleting a non-existent ref.')
    else deleteRef(call, ref, options)
  }
  return notes
}

/** Returns the lines by which the vendor tells which rules the user has bypassed; none for no rule. */
function bypassNotes({ rows }: PushContext['call'], { id }: Repo, user: Account, command: RefCommand): string[] {
  const { name, before, after } = command
  const violations = bypassedViolations(rows, rows.repos.require(id), name, { before, after, user })
  return violations.length === 0 ? [] : [`Bypassed rule violations for ${name}:`, '', ...violationLines(violations)]
}

/** Returns the lines by which the vendor invites to open a pull request from a new branch; none for other refs. */
function invitation(call: PushContext['call'], repo: Repo, ref: string): string[] {
  if (!ref.startsWith('refs/heads/') || ref === headTarget(repo)) return []
  const branch = ref.slice('refs/heads/'.length)
  const url = `${repoUrls(call, repo).page}/pull/new/${branch}`
  return ['', `Create a pull request for '${branch}' on GitHub by visiting:`, `     ${url}`, '']
}
