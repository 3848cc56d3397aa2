import type { Answer } from '#core/answer.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { readFetchV0, readFetchV2, type FetchRequest } from '#codehost/git/fetch-request.ts'
import { NO_SHA } from '#codehost/git/objects.ts'
import { packStream } from '#codehost/git/pack-stream.ts'
import { bandLines, FLUSH, pktLine, PktReader, ProtocolError } from '#codehost/git/pkt-line.ts'
import type { PushRequest } from '#codehost/git/push-request.ts'
import { advertisedRefs, headTarget, type AdvertisedRef } from '#codehost/rules/git/advertised-refs.ts'
import type { GitRepo, GitRows } from '#codehost/rules/git/objects.ts'
import type { PushTarget } from '#codehost/rules/git/push-refusals.ts'
import { receivePack, type PushReport, type ReadPack } from '#codehost/rules/git/receive-pack.ts'
import { answerFetch } from '#codehost/rules/git/upload-pack.ts'

const AGENT = 'agent=git/github-backlot'

/** https://git-scm.com/docs/protocol-capabilities */
const FETCH_V0 =
  'multi_ack thin-pack side-band side-band-64k ofs-delta shallow deepen-since deepen-not deepen-relative no-progress ' +
  'include-tag multi_ack_detailed allow-tip-sha1-in-want allow-reachable-sha1-in-want no-done'
const PUSH = 'report-status report-status-v2 delete-refs side-band-64k ofs-delta atomic object-format=sha1 quiet'

/** https://git-scm.com/docs/protocol-v2#_capabilities_2 */
const FETCH_V2 = [
  'version 2',
  AGENT,
  'ls-refs=unborn',
  'fetch=shallow wait-for-done filter ref-in-want',
  'server-option',
  'object-format=sha1',
]

/** Answers a fetch, of either version of the protocol. `onPack` is called before a pack is sent. */
export function answerFetchOf(
  call: CodehostCall,
  rows: GitRows,
  repo: GitRepo,
  body: Uint8Array,
  onPack: (request: FetchRequest) => void = () => {},
): Answer {
  try {
    const reader = new PktReader(body)
    return isVersion2(call)
      ? answerCommand(rows, repo, reader, onPack)
      : answerFetched(rows, repo, readFetchV0(reader), onPack)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return result('git-upload-pack', pktLine(`ERR ${error.message}\n`))
  }
}

/** Answers a push to a target. */
export function answerPush(target: PushTarget, push: PushRequest, pack: ReadPack): Answer {
  return result('git-receive-pack', reportLines(receivePack(target, push, pack), push.capabilities))
}

function isVersion2({ header }: CodehostCall): boolean {
  return (header('git-protocol') ?? '').split(':').includes('version=2')
}

/** Answers the refs and the capabilities for a fetch. */
export function advertiseForFetch(call: CodehostCall, rows: GitRows, repo: GitRepo): Answer {
  const lines = isVersion2(call)
    ? FETCH_V2.map((line) => pktLine(`${line}\n`))
    : refLines(peeledRefs(advertisedRefs(rows, repo)), fetchCapabilities(rows, repo))
  return advertisement('git-upload-pack', lines)
}

function fetchCapabilities(rows: GitRows, repo: GitRepo): string {
  const target = headTarget(repo)
  const symref = rows.refs.find('name', repo.id, target) === undefined ? '' : ` symref=HEAD:${target}`
  return `${FETCH_V0}${symref} filter object-format=sha1 ${AGENT}`
}

/** Answers the refs and the capabilities for a push. */
export function advertiseForPush(rows: GitRows, repo: GitRepo): Answer {
  const refs = advertisedRefs(rows, repo).filter(({ name }) => name !== 'HEAD' && !name.startsWith('refs/pull/'))
  return advertisement('git-receive-pack', refLines(refs, `${PUSH} ${AGENT} push-options`))
}

/** Lists an annotated tag a second time, as the object that it leads to. */
function peeledRefs(refs: readonly AdvertisedRef[]): Pick<AdvertisedRef, 'name' | 'sha'>[] {
  return refs.flatMap((ref) => (ref.peeled === null ? [ref] : [ref, { name: `${ref.name}^{}`, sha: ref.peeled }]))
}

function refLines(refs: readonly Pick<AdvertisedRef, 'name' | 'sha'>[], capabilities: string): Buffer[] {
  const all = refs.length === 0 ? [{ name: 'capabilities^{}', sha: NO_SHA }] : refs
  return all.map(({ name, sha }, index) => pktLine(`${sha} ${name}${index === 0 ? `\0${capabilities}` : ''}\n`))
}

function advertisement(service: string, lines: readonly Buffer[]): Answer {
  const body = Buffer.concat([pktLine(`# service=${service}\n`), FLUSH, ...lines, FLUSH])
  return { status: 200, headers: headers(`application/x-${service}-advertisement`), body }
}

/** Answers a command of version 2. https://git-scm.com/docs/protocol-v2#_command_request */
function answerCommand(
  rows: GitRows,
  repo: GitRepo,
  reader: PktReader,
  onPack: (request: FetchRequest) => void,
): Answer {
  const command = /^command=(.+)$/.exec(reader.texts()[0] ?? '')?.[1]
  // The capabilities of the client end with a delimiter, where arguments follow.
  const parameters = reader.texts()
  if (command === 'fetch') return answerFetched(rows, repo, readFetchV2(parameters), onPack)
  if (command === 'ls-refs') return result('git-upload-pack', lsRefs(rows, repo, parameters))
  throw new ProtocolError(`invalid command '${command ?? ''}'`)
}

/** https://git-scm.com/docs/protocol-v2#_ls_refs */
function lsRefs(rows: GitRows, repo: GitRepo, parameters: readonly string[]): Buffer {
  const prefixes = parameters.flatMap((each) => /^ref-prefix (.*)$/.exec(each)?.[1] ?? [])
  const target = headTarget(repo)
  const refs = advertisedRefs(rows, repo)
  const lines = refs
    .filter(({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)))
    .map(({ name, sha, peeled }) => {
      const symref = name === 'HEAD' && parameters.includes('symrefs') ? ` symref-target:${target}` : ''
      return `${sha} ${name}${symref}${peeled !== null && parameters.includes('peel') ? ` peeled:${peeled}` : ''}`
    })
  const isUnborn = refs[0]?.name !== 'HEAD' && parameters.includes('unborn')
  if (isUnborn) lines.unshift(`unborn HEAD${parameters.includes('symrefs') ? ` symref-target:${target}` : ''}`)
  return Buffer.concat([...lines.map((line) => pktLine(`${line}\n`)), FLUSH])
}

function answerFetched(
  rows: GitRows,
  repo: GitRepo,
  request: FetchRequest,
  onPack: (request: FetchRequest) => void,
): Answer {
  const { head, objects } = answerFetch(rows, repo, request)
  if (objects === null) return result('git-upload-pack', head)
  onPack(request)
  const { version, options } = request
  const isBanded = version === 2 || options.has('side-band-64k')
  const bandSize = isBanded ? 65_515 : options.has('side-band') ? 995 : null
  const body = packStream({ head, objects, bandSize, progress: !options.has('no-progress') })
  return { status: 200, headers: headers('application/x-git-upload-pack-result'), body }
}

/** https://git-scm.com/docs/pack-protocol#_report_status */
function reportLines({ unpack, refs, lines }: PushReport, capabilities: ReadonlySet<string>): Buffer {
  const status = refs.map(({ name, reason }) => pktLine(reason === null ? `ok ${name}\n` : `ng ${name} ${reason}\n`))
  const isReported = capabilities.has('report-status') || capabilities.has('report-status-v2')
  const report = isReported ? Buffer.concat([pktLine(`unpack ${unpack}\n`), ...status, FLUSH]) : Buffer.alloc(0)
  if (!capabilities.has('side-band-64k')) return report
  const remarks = lines.map((line) => bandLines(2, `${line}\n`))
  return Buffer.concat([...remarks, bandLines(1, report), FLUSH])
}

function result(service: string, body: Buffer): Answer {
  return { status: 200, headers: headers(`application/x-${service}-result`), body }
}

function headers(contentType: string): Readonly<Record<string, string>> {
  return {
    'content-type': contentType,
    'cache-control': 'no-cache, max-age=0, must-revalidate',
    expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
    pragma: 'no-cache',
    vary: 'Accept-Encoding',
  }
}
