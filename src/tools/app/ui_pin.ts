import { Type } from 'typebox'
import { hub as hubActor } from '../../../actors/hub/index.ts'
import { readableHub } from '../../reading/hub/hub_named.ts'
import { md, ref } from '../../render/markdown/md.ts'
import { idPattern, prefixes } from '../../rules/ids.ts'
import { flag, hub, id, integer } from '../input/fields.ts'
import { nested } from '../output/shapes.ts'
import { ownAppTool } from './app_tool.ts'

export const uiPin = ownAppTool({
  name: 'ui_pin',
  title: 'Pin',
  kind: 'write',
  input: { hub: hub(), id: Type.String({ pattern: idPattern('thread', 'pad') }), pinned: flag() },
  output: {
    entry: id('act'),
    hub_id: id('hub'),
    target: nested({ type: Type.String(), id: Type.String() }),
    status: Type.String(),
    pinned: flag(),
    pins: integer(0),
    already: flag(),
  },
  async run({ input, reader, ask, mint, parts }) {
    const hub_id = await readableHub(parts.sql, reader, input.hub)
    const item = { type: input.id.startsWith(prefixes.pad) ? 'pad' : 'thread', id: input.id } as const
    const args = { item, pinned: input.pinned, entry: mint('act') }
    const data = await ask(hubActor, hub_id, 'pin', args)
    return { text: md`${ref(item.id)} is ${ref(data.status)}: ${data.pins} pins in this hub.`, data }
  },
})
