import type { MethodsFor } from '#core/commands.ts'
import type { ChatEmulator, ChatPerson } from '../emulator.ts'
import type { commands } from './index.ts'

type Methods = Pick<
  ChatEmulator,
  | 'as'
  | 'messages'
  | 'transcript'
  | 'verifyEventsUrl'
  | 'setRequestUrl'
  | 'disconnect'
  | 'addUser'
  | 'setEmoji'
  | 'runStep'
>

/** Gives the commands of chat the form in which tests call them: `chat.as('alice').say('#general', 'hi')`. */
export function methods(all: MethodsFor<typeof commands>): Methods {
  return {
    as: (user) => personOf(all.as, user),
    messages: all.messages,
    transcript: (channel) => all.transcript({ channel }),
    verifyEventsUrl: (options = {}) => all.verifyEventsUrl(options),
    setRequestUrl: (url, options = {}) => all.setRequestUrl({ url, ...options }),
    disconnect: (options = {}) => all.disconnect(options),
    runStep: (callbackId, inputs = {}, options = {}) => all.runStep({ callback_id: callbackId, inputs, ...options }),
    addUser: (user) => all.addUser(user),
    setEmoji: (name, value) => all.setEmoji({ name, value }),
  }
}

function personOf(as: MethodsFor<(typeof commands)['as']>, user: string): ChatPerson {
  return {
    say: (channel, text, options = {}) => as.say({ user, channel, text, ...options }),
    react: (message, name) => as.react({ user, message, name }),
    unreact: (message, name) => as.unreact({ user, message, name }),
    upload: (name, content) => as.upload({ user, name, content: Buffer.from(content).toString('base64') }),
    click: (target, element) => as.click({ user, target, element }),
    choose: (target, element, value) => as.choose({ user, target, element, value }),
    options: (target, element, query = '') => as.options({ user, target, element, query }),
    command: (command, text = '', options = {}) => as.command({ user, command, text, ...options }),
    shortcut: (callbackId, options = {}) => as.shortcut({ user, callback_id: callbackId, ...options }),
    submit: (view, values = {}) => as.submit({ user, view, values }),
    close: (view, options = {}) => as.close({ user, view, ...options }),
    openHome: (app) => as.openHome({ user, ...(app === undefined ? {} : { app }) }),
    openEntity: (message, entity, options = {}) =>
      as.openEntity({ user, message, ...(entity === undefined ? {} : { entity }), ...options }),
    inviteExternal: (channel, email, options = {}) => as.inviteExternal({ user, channel, email, ...options }),
    modal: (view, options = {}) => as.modal({ user, ...(view === undefined ? {} : { view }), ...options }),
    openAssistant: (app, options = {}) => as.openAssistant({ user, ...(app === undefined ? {} : { app }), ...options }),
    switchChannel: (thread, channel) =>
      as.switchChannel({ user, thread, ...(channel === undefined ? {} : { channel }) }),
    renameAssistant: (thread, title) => as.renameAssistant({ user, thread, title }),
    assistant: (thread) => as.assistant({ user, thread }),
    prompts: (thread, options = {}) => as.prompts({ user, thread, ...options }),
    pressContextBar: (channel, item) => as.pressContextBar({ user, channel, item }),
    commentOnCanvas: (canvas, text, options = {}) => as.commentOnCanvas({ user, canvas, text, ...options }),
    resolveComment: (canvas, comment) => as.resolveComment({ user, canvas, comment }),
    async pressPrompt(thread, title, options = {}) {
      await as.prompts({ user, thread, ...options })
      return as.pressPrompt({ user, thread, title })
    },
    stopStream: (message) => as.stopStream({ user, ...(message === undefined ? {} : { message }) }),
    home: (app, options = {}) => as.home({ user, ...(app === undefined ? {} : { app }), ...options }),
  }
}
