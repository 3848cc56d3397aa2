import {
  assistant,
  openAssistant,
  pressPrompt,
  prompts,
  renameAssistant,
  stopStream,
  switchChannel,
} from './assistant.ts'
import { commentOnCanvas, resolveComment } from './canvases.ts'
import { pressContextBar } from './code-channels.ts'
import { inviteExternal } from './connect.ts'
import { openEntity } from './entities.ts'
import { react, say, unreact, upload } from './messages.ts'
import { command, shortcut } from './invoke.ts'
import { choose, click, options } from './press.ts'
import { close, openHome, submit } from './views.ts'
import { disconnect, setRequestUrl, verifyEventsUrl } from './apps.ts'
import { page } from './page.ts'
import { runStep } from './steps.ts'
import { addUser, setEmoji } from './workspace.ts'
import { home, messages, modal, transcript } from './watch.ts'

/** The commands with which a test plays the people of the workspace, and looks at what apps did. */
export const commands = {
  as: {
    say,
    react,
    unreact,
    upload,
    click,
    choose,
    options,
    command,
    shortcut,
    submit,
    close,
    openHome,
    openEntity,
    inviteExternal,
    modal,
    home,
    openAssistant,
    switchChannel,
    renameAssistant,
    assistant,
    prompts,
    pressPrompt,
    stopStream,
    pressContextBar,
    commentOnCanvas,
    resolveComment,
  },
  messages,
  transcript,
  page,
  verifyEventsUrl,
  setRequestUrl,
  disconnect,
  addUser,
  setEmoji,
  runStep,
}
