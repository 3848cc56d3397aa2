import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { typeProblems } from './published-types.ts'

const require = createRequire(import.meta.url)

// One program for all tests of a file: it takes a second to make.
let program: ts.Program | undefined

// The types are made from samples, and lack what no sample had.
const UNPUBLISHED: readonly RegExp[] = [
  // Blocks are the application's own; the rules of Block Kit have tests of their own.
  /\.blocks(?:\.|$)/,
  // Members of messages: https://docs.slack.dev/reference/events/message
  /\.(?:message|latest|root|messages\.\*)\.(?:pinned_info|pinned_to|subtype|username|ts|edited|thread_ts|parent_user_id|root|files|upload|display_as_bot|icons|attachments|metadata|user|topic|purpose|name|old_name|inviter|bot_id|app_id|bot_profile|client_msg_id|reactions|reply_count|reply_users|reply_users_count|latest_reply|is_locked|subscribed|hidden|item|item_type)(?:\.|$)/,
  // The samples of https://docs.slack.dev/reference/methods/conversations.history have null.
  /^\.channel_actions_ts$/,
  // A channel has null for the conversation that it belongs to, and a direct message has members of its own.
  /\.channels?(?:\.\*)?\.(?:parent_conversation|user|is_user_deleted|priority|latest|unread_count|unread_count_display|is_open|updated|last_read|is_member|num_members)$/,
  // Published for conversations.list alone: https://docs.slack.dev/reference/objects/conversation-object
  /\.channels?(?:\.\*)?\.properties\.(?:canvas|tabs)(?:\.|$)/,
  // Null for what a group or a bookmark does not have: https://docs.slack.dev/reference/methods/bookmarks.add
  /\.usergroups?(?:\.\*)?\.(?:auto_type|deleted_by|user_count|channel_count)$/,
  /\.bookmarks?(?:\.\*)?\.(?:entity_id|shortcut_id|app_id)$/,
  // Null for the parts that a view does not have, and the state of its inputs:
  // https://docs.slack.dev/reference/methods/views.open
  /^\.view\.(?:title|close|submit|previous_view_id|state\.values)$/,
  // https://docs.slack.dev/reference/methods/oauth.v2.access and https://docs.slack.dev/reference/methods/auth.revoke
  /^\.(?:enterprise|revoked)$/,
  // The sample was shared in a public channel: https://docs.slack.dev/reference/methods/files.completeUploadExternal
  /^\.files\.\*\.shares\.private(?:\.|$)/,
  // https://docs.slack.dev/reference/methods/conversations.leave
  /^\.not_in_channel$/,
  // The sample had no user: https://docs.slack.dev/reference/methods/search.all
  /\.matches\.\*(?:\.shares\.(?:public|private)\.\*\.\*)?\.(?:user|share_user_id)$/,
  // Published for conversations.info alone: https://docs.slack.dev/apis/slack-connect
  /^\.channels\.\*\.connected_team_ids$/,
  // Null for a field without choices: https://docs.slack.dev/reference/methods/team.profile.get
  /^\.profile\.fields\.\*\.possible_values$/,
  // Each type of column has members of its own: https://docs.slack.dev/reference/methods/slackLists.items.list
  /^\.(?:item|items\.\*|record|subtasks\.\*)\.(?:parent_record_id$|fields\.\*\.\w+(?:\.|$))/,
  /\.(?:schema|subtask_schema)\.\*\.options(?:\.|$)/,
  // https://docs.slack.dev/reference/methods/dnd.info
  /^\.snooze_(?:enabled|endtime|remaining)$/,
]

/**
 * Returns where an answer differs from the type that `@slack/web-api` publishes for the method: members that the type
 * does not know, and values of another type. Empty for an answer that fits.
 *
 * @param method the vendor's name: `chat.postMessage`
 * @throws for a method without a published type.
 */
export function slackTypeProblems(method: string, answer: unknown): string[] {
  const { checker, type } = typeOf(method)
  const problems = typeProblems(checker, type, answer, { unknownMembers: 'problem', missingMembers: 'ignored' })
  return problems.filter((problem) => !UNPUBLISHED.some((pattern) => pattern.test(problem.split(' ', 1).join(''))))
}

/** Returns true when the client publishes a type for the answers of a method. */
export function hasSlackType(method: string): boolean {
  return exportsOf().symbols.has(typeName(method))
}

function typeOf(method: string): { readonly checker: ts.TypeChecker; readonly type: ts.Type } {
  const { checker, symbols } = exportsOf()
  const symbol = symbols.get(typeName(method))
  if (symbol === undefined) throw new Error(`@slack/web-api publishes no type for the answers of ${method}`)
  return { checker, type: checker.getDeclaredTypeOfSymbol(symbol) }
}

/** `ChatPostMessageResponse` for `chat.postMessage`. */
function typeName(method: string): string {
  const words = method.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Response`.replace(/^Openid/, 'OpenID')
}

let known: { readonly checker: ts.TypeChecker; readonly symbols: ReadonlyMap<string, ts.Symbol> } | undefined

function exportsOf(): NonNullable<typeof known> {
  if (known !== undefined) return known
  const index = join(dirname(require.resolve('@slack/web-api')), 'types/response/index.d.ts')
  program ??= ts.createProgram([index], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    // Without the DOM and the packages of @types the program is made in less than half the time.
    lib: ['lib.es2022.d.ts'],
    types: [],
  })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(index)
  const symbol = file && checker.getSymbolAtLocation(file)
  if (symbol === undefined) throw new Error(`${index} cannot be read`)
  const symbols = checker.getExportsOfModule(symbol).map((each): [string, ts.Symbol] => {
    const isAlias = (each.flags & ts.SymbolFlags.Alias) !== 0
    return [each.name, isAlias ? checker.getAliasedSymbol(each) : each]
  })
  known = { checker, symbols: new Map(symbols) }
  return known
}
