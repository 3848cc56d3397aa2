import type { FetchRequest } from '#codehost/git/fetch-request.ts'
import type { GitObject, Objects } from '#codehost/git/objects.ts'
import { DELIMITER, FLUSH, pktLine, ProtocolError } from '#codehost/git/pkt-line.ts'
import { selectObjects } from '#codehost/git/select-objects.ts'
import { deepen, historyOf, type ShallowChange } from '#codehost/git/shallow.ts'
import { advertisedRefs } from './advertised-refs.ts'
import { objectsOf, peel, type GitRepo, type GitRows } from './objects.ts'

/** The answer to a fetch: its lines, and the objects of the pack that follows them; null without a pack. */
export interface FetchAnswer {
  readonly head: Buffer
  readonly objects: readonly GitObject[] | null
}

/** The objects that a client asks for and those that it has, found in the repository. */
interface Found {
  readonly objects: Objects
  readonly wants: readonly string[]
  readonly wantedRefs: readonly { readonly name: string; readonly sha: string }[]
  /** The commits that both sides have, in the order of the request. */
  readonly common: readonly string[]
  /** Null when the end of the client's history does not move. */
  readonly change: ShallowChange | null
}

const NOTHING: ShallowChange = { shallow: new Set(), unshallow: new Set(), isEmpty: false }

/**
 * Answers a request to fetch.
 *
 * @throws ProtocolError for a SHA or a ref that the repository does not have.
 */
export function answerFetch(rows: GitRows, repo: GitRepo, request: FetchRequest): FetchAnswer {
  const found = find(rows, repo, request)
  if (found.wants.length === 0) return { head: request.version === 2 ? FLUSH : Buffer.alloc(0), objects: null }
  const answer = request.version === 2 ? answerV2(found, request) : answerV0(found, request)
  return { head: Buffer.concat(answer.lines), objects: answer.isPackSent ? packOf(rows, repo, found, request) : null }
}

function find(rows: GitRows, repo: GitRepo, request: FetchRequest): Found {
  const objects = objectsOf(rows, repo)
  const missing = request.wants.find((sha) => !objects.has(sha))
  if (missing !== undefined) throw new ProtocolError(`upload-pack: not our ref ${missing}`)
  const refs = request.wantRefs.length > 0 ? advertisedRefs(rows, repo) : []
  const wantedRefs = request.wantRefs.map((name) => {
    const sha = refs.find((ref) => ref.name === name)?.sha
    if (sha === undefined) throw new ProtocolError(`unknown ref ${name}`)
    return { name, sha }
  })
  const wants = [...new Set([...request.wants, ...wantedRefs.map(({ sha }) => sha)])]
  const common = request.haves.filter((sha) => objects.has(sha))
  return { objects, wants, wantedRefs, common, change: shallowChange(rows, repo, wants, request) }
}

function shallowChange(
  rows: GitRows,
  repo: GitRepo,
  wants: readonly string[],
  { deepening, shallow }: FetchRequest,
): ShallowChange | null {
  if (deepening === null) return null
  const tips = wants.flatMap((sha) => peel(rows, repo, sha)?.sha ?? [])
  const not = deepening.not.map((name) => {
    const sha = [name, `refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`]
      .map((full) => rows.refs.find('name', repo.id, full)?.sha)
      .find((each) => each !== undefined)
    const commit = sha === undefined ? null : peel(rows, repo, sha)
    if (commit === null) throw new ProtocolError(`git upload-pack: ambiguous deepen-not: ${name}`)
    return commit.sha
  })
  const change = deepen(objectsOf(rows, repo), tips, shallow, { ...deepening, not })
  if (change.isEmpty) throw new ProtocolError('no commits selected for shallow requests')
  return change
}

/** The lines of an answer, and whether a pack follows. */
interface Lines {
  readonly lines: readonly Buffer[]
  readonly isPackSent: boolean
}

/** https://git-scm.com/docs/protocol-v2#_fetch */
function answerV2(found: Found, request: FetchRequest): Lines {
  const { common, change, wantedRefs } = found
  const lines: Buffer[] = []
  if (!request.done && request.haves.length > 0) {
    const acks = common.length === 0 ? [pktLine('NAK\n')] : common.map((sha) => pktLine(`ACK ${sha}\n`))
    lines.push(pktLine('acknowledgments\n'), ...acks)
    if (request.options.has('wait-for-done') || !isReady(found)) return { lines: [...lines, FLUSH], isPackSent: false }
    lines.push(pktLine('ready\n'), DELIMITER)
  }
  if (change !== null || request.shallow.size > 0) {
    lines.push(pktLine('shallow-info\n'), ...shallowLines(change ?? NOTHING, request), DELIMITER)
  }
  if (wantedRefs.length > 0) {
    lines.push(pktLine('wanted-refs\n'), ...wantedRefs.map(({ name, sha }) => pktLine(`${sha} ${name}\n`)), DELIMITER)
  }
  return { lines: [...lines, pktLine('packfile\n')], isPackSent: true }
}

/** https://git-scm.com/docs/pack-protocol#_packfile_negotiation */
function answerV0(found: Found, request: FetchRequest): Lines {
  const { objects, common, change } = found
  const { options, haves, done } = request
  const last = common.at(-1)
  const lines = change === null ? [] : [...shallowLines(change, request), FLUSH]
  if (!request.negotiates) return { lines, isPackSent: false }
  const mode = options.has('multi_ack_detailed') ? ' common' : options.has('multi_ack') ? ' continue' : null
  if (mode === null) {
    if (common[0] !== undefined) lines.push(pktLine(`ACK ${common[0]}\n`))
    else lines.push(pktLine('NAK\n'))
    return { lines, isPackSent: done || haves.length === 0 }
  }
  for (const sha of haves) if (objects.has(sha)) lines.push(pktLine(`ACK ${sha}${mode}\n`))
  if (done) return { lines: [...lines, pktLine(last === undefined ? 'NAK\n' : `ACK ${last}\n`)], isPackSent: true }
  const ready = last !== undefined && isReady(found)
  if (ready) lines.push(pktLine(`ACK ${last} ${options.has('multi_ack_detailed') ? 'ready' : 'continue'}\n`))
  lines.push(pktLine('NAK\n'))
  if (ready && options.has('no-done')) return { lines: [...lines, pktLine(`ACK ${last}\n`)], isPackSent: true }
  return { lines, isPackSent: false }
}

function shallowLines({ shallow, unshallow }: ShallowChange, request: FetchRequest): Buffer[] {
  const cut = [...shallow].filter((sha) => !request.shallow.has(sha))
  return [
    ...cut.map((sha) => pktLine(`shallow ${sha}\n`)),
    ...[...unshallow].map((sha) => pktLine(`unshallow ${sha}\n`)),
  ]
}

/** Returns whether every wanted commit leads to one that the client has, so that more of those would change little. */
function isReady({ objects, wants, common }: Found): boolean {
  const had = new Set(common)
  return common.length > 0 && wants.every((sha) => objects.get(sha).kind !== 'commit' || leadsTo(objects, sha, had))
}

function leadsTo(objects: Objects, sha: string, had: ReadonlySet<string>): boolean {
  for (const commit of historyOf(objects, [sha])) if (had.has(commit.sha)) return true
  return false
}

function packOf(rows: GitRows, repo: GitRepo, found: Found, request: FetchRequest): GitObject[] {
  const { objects, common } = found
  const { shallow, unshallow } = found.change ?? NOTHING
  const revealed = [...unshallow].flatMap((sha) => {
    const object = objects.get(sha)
    return object.kind === 'commit' ? object.parents : []
  })
  const selected = selectObjects(objects, {
    wants: [...found.wants, ...revealed],
    haves: common,
    clientShallow: request.shallow,
    // Where the end of the history stays, it is the one that the client has.
    shallow: found.change === null ? request.shallow : shallow,
    filter: request.filter,
  })
  return request.options.has('include-tag') ? withTags(rows, repo, objects, selected) : selected
}

/** Adds the annotated tags of the objects, which the client would ask for next. */
function withTags(rows: GitRows, repo: GitRepo, objects: Objects, selected: readonly GitObject[]): GitObject[] {
  const sent = new Set(selected.map(({ sha }) => sha))
  const added: GitObject[] = []
  for (const { sha } of rows.refs.list('byKind', repo.id, 'tags')) {
    const object = objects.get(sha)
    if (object.kind !== 'tag' || sent.has(sha) || !sent.has(object.object)) continue
    sent.add(sha)
    added.push(object)
  }
  return [...selected, ...added]
}
