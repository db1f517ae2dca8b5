import { openPad } from '../find/open_pad.ts'
import { tool } from '../tool.ts'
import { appTool, fieldsOf } from './app_tool.ts'

/** A person who opens a pad in a view has read it, as on its page; a tool that reads it for a model is no visit. */
const openPadToRead = tool({
  ...openPad,
  async run(call) {
    const answer = await openPad.run(call)
    const { version, latest_version } = answer.data
    if (version !== undefined && version === latest_version) {
      call.parts.notedReads.pad(call.caller.id, call.input.pad_id, version, call.now)
    }
    return answer
  },
})

export const uiOpenPad = appTool({
  name: 'ui_open_pad',
  title: 'Open pad',
  core: openPad,
  instead: () => openPadToRead,
  input: fieldsOf(openPad, 'pad_id', 'sections', 'version', 'offset'),
})
