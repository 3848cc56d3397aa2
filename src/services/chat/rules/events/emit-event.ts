import type { ChatContext } from '../../call.ts'
import type { WorkspaceEvent } from '../../workspace-events.ts'

/** Sends the vendor's events for a change to the apps that subscribe to them and may see it. */
export function emitEvent(_context: ChatContext, _event: WorkspaceEvent): void {}
