import { showSvc } from '../find/show_svc.ts'
import { appTool, fieldsOf } from './app_tool.ts'

/** Moves the caller's own cursor: a write for the view, though the core is a read. */
export const uiAck = appTool({
  name: 'ui_ack',
  title: 'Acknowledge',
  core: showSvc,
  kind: 'write',
  input: fieldsOf(showSvc, 'ack_up_to', 'ack_items'),
})
